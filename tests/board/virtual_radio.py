"""Bluetooth without a radio.

It has bumble's virtual controllers, a GATT server for a simulated board and a central for the host.
The server carries what the board says to its own radio (firmware/sim/bluetooth.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from typing import Any

from bumble import hci, ll
from bumble.controller import Controller
from bumble.core import PhysicalTransport
from bumble.device import Connection, Device
from bumble.gatt import Attribute, Characteristic, CharacteristicValue, Service
from bumble.host import Host
from bumble.link import LocalLink

PACKET = 251


class RadioLink(LocalLink):
    """Bumble's link, which names the random address as the source of all data, with the connection's own instead."""

    def __init__(self) -> None:
        super().__init__()
        self.deaf = False  # out of range: nothing passes, nobody is told

    def send_acl_data(
        self, sender: Controller, destination: hci.Address, transport: PhysicalTransport, data: bytes
    ) -> None:
        if self.deaf:
            return
        target = self.find_le_controller(destination)
        connection = sender.le_connections.get(destination)
        source = connection.self_address if connection else sender.random_address
        if target is not None:
            asyncio.get_running_loop().call_soon(lambda: target.on_link_acl_data(source, transport, data))

    def send_advertising_pdu(self, sender: Controller, packet: ll.AdvertisingPdu) -> None:
        if not self.deaf:
            super().send_advertising_pdu(sender, packet)


class RadioController(Controller):
    """Bumble's controller, which repeats the advertisement as scan response, with the true scan response instead."""

    def on_advertising_pdu(self, pdu: ll.AdvInd | ll.AdvExtInd) -> None:
        if self.le_scan_enable:
            report = hci.HCI_LE_Advertising_Report_Event
            for kind, data in (
                (report.EventType.ADV_IND, pdu.data),
                (report.EventType.SCAN_RSP, self._scan_response(pdu.advertiser_address)),
            ):
                address = pdu.advertiser_address
                one = report.Report(
                    event_type=kind, address_type=address.address_type, address=address, data=data, rssi=-50
                )
                self.send_hci_packet(report([one]))
        pending = self.pending_le_connection
        if pending and pending.peer_address == pdu.advertiser_address:
            self.create_le_connection(pdu.advertiser_address)

    def _scan_response(self, address: hci.Address) -> bytes:
        assert self.link is not None
        for other in self.link.controllers:
            advertiser = other.le_legacy_advertiser
            if other is not self and advertiser.enabled and advertiser.address == address:
                return bytes(advertiser.scan_response_data)
        return b""


class Pipe:
    """Between a host and its controller, one turn of the loop later."""

    def __init__(self, target: Any) -> None:
        self._target = target
        self._loop = asyncio.get_running_loop()

    def on_packet(self, packet: Any) -> None:
        self._loop.call_soon(self._target.on_packet, bytes(packet))


async def make_device(link: RadioLink, name: str, address: str) -> Device:
    """Return a bumble device that is switched on."""
    controller = RadioController(name, link=link, public_address=address.replace("F0", "00", 1) + "/P")
    controller.le_features &= ~hci.LeFeatureMask.LE_EXTENDED_ADVERTISING
    controller.le_acl_data_packet_length = controller.acl_data_packet_length = PACKET
    host = Host()
    controller.host = Pipe(host)
    host.hci_sink = Pipe(controller)
    device = Device(name=name, address=hci.Address(address), host=host)
    await device.power_on()
    return device


class Antenna:
    """The radio of a simulated board, on a bumble device. Make it on the loop; give `plug` to the board."""

    def __init__(self, link: RadioLink, address: str) -> None:
        self._link = link
        self._address = address
        self._device: Device | None = None
        self._loop = asyncio.get_running_loop()
        self._socket: socket.socket | None = None
        self._buffer = b""
        self._todo: asyncio.Queue[list[Any]] = asyncio.Queue()
        self._values: dict[int, Attribute[bytes]] = {}
        self._connection: Connection | None = None
        self._advertising = False
        self._connects = 0
        self.broken = 0  # how often the radio of the next board that is plugged in fails to start
        self._task = asyncio.ensure_future(self._run())

    @property
    def seen_as(self) -> hci.Address | None:
        """The address under which the board advertises; None while it does not."""
        return self._device.random_address if self._device and self._advertising else None

    def plug(self, end: socket.socket) -> None:
        """Plug in a board that has power: ``end`` is the far end of its antenna. Call it from any thread."""
        end.setblocking(False)
        self._loop.call_soon_threadsafe(self._plugged, end)

    async def drop(self) -> None:
        """End the connection, as range loss does after its timeout."""
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.disconnect()

    async def close(self) -> None:
        """No more board. ``asyncio.wait_for`` of Python 3.11 may lose a cancellation, so it is told again."""
        self._unplugged()
        while not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task], timeout=0.5)

    def _plugged(self, end: socket.socket) -> None:
        self._unplugged()
        self._socket = end
        self._buffer = b""
        if self.broken:
            self._say("broken", self.broken)
        self._loop.add_reader(end, self._hear, end)

    def _unplugged(self) -> None:
        if self._socket is not None:
            self._loop.remove_reader(self._socket)
            self._socket.close()
            self._socket = None
            self._todo.put_nowait(["off"])

    def _hear(self, end: socket.socket) -> None:
        try:
            data = end.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._unplugged()
            return
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
            self._todo.put_nowait(json.loads(line))

    def _say(self, *message: Any) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.send(json.dumps(message).encode() + b"\n")

    async def _run(self) -> None:
        while True:
            op, *args = await self._todo.get()
            with contextlib.suppress(asyncio.TimeoutError, hci.HCI_Error):
                await getattr(self, f"_{op}")(*args)

    async def _on(self, told: list[list[Any]], mtu: int) -> None:
        if self._device is None:
            self._device = await make_device(self._link, "board", self._address)
            self._device.on("connection", self._connected)
            service: dict[str, list[Characteristic[bytes]]] = {}
            for uuid, characteristic, flags, handle in told:
                made = Characteristic(
                    characteristic,
                    Characteristic.Properties(flags),
                    Characteristic.WRITEABLE | Characteristic.READABLE,
                    CharacteristicValue(write=self._writer(handle)),
                )
                self._values[handle] = made
                service.setdefault(uuid, []).append(made)
            for uuid, characteristics in service.items():
                self._device.add_service(Service(uuid, characteristics))
            self._device.gatt_server.max_mtu = mtu

    async def _off(self) -> None:
        self._advertising = False
        await self.drop()
        if self._device is not None:
            await self._device.stop_advertising()

    async def _advertise(self, data: str, response: str) -> None:
        assert self._device is not None
        await self._device.start_advertising(
            advertising_data=bytes.fromhex(data),
            scan_response_data=bytes.fromhex(response),
            advertising_interval_min=40,
            advertising_interval_max=40,
        )
        self._advertising = True

    async def _quiet(self) -> None:
        assert self._device is not None
        await self._device.stop_advertising()

    async def _notify(self, conn: int, handle: int, data: str) -> None:
        if self._device is not None and self._connection is not None and conn == self._connects:
            await self._device.notify_subscriber(
                self._connection, self._values[handle], bytes.fromhex(data), force=True
            )

    async def _disconnect(self, conn: int) -> None:
        if conn == self._connects:
            await self.drop()

    def _writer(self, handle: int) -> Any:
        def write(_: Connection, value: bytes) -> None:
            self._say("write", self._connects, handle, bytes(value).hex())

        return write

    def _connected(self, connection: Connection) -> None:
        self._connects += 1
        number = self._connects
        self._connection = connection
        self._say("connect", number, bytes(connection.peer_address).hex())
        connection.on("connection_att_mtu_update", lambda: self._say("mtu", number, connection.att_mtu))
        connection.on("disconnection", lambda _: self._gone(number))

    def _gone(self, number: int) -> None:
        self._connection = None
        self._say("gone", number)
