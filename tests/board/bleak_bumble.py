"""A bleak backend over a bumble device: the real bleak client, with virtual radios below it."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import Callable
from typing import Any

from bleak.backends.characteristic import BleakGATTCharacteristic, CharacteristicPropertyName
from bleak.backends.client import BaseBleakClient
from bleak.backends.descriptor import BleakGATTDescriptor
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData, BaseBleakScanner
from bleak.backends.service import BleakGATTService, BleakGATTServiceCollection
from bleak.exc import BleakError
from bumble.core import AdvertisingData, InvalidStateError, ProtocolError
from bumble.core import TimeoutError as BumbleTimeout
from bumble.device import Advertisement, Connection, Device, Peer

MTU = 247
PATIENCE = 5.0


def backends(device: Device) -> tuple[type[BaseBleakScanner], type[BaseBleakClient]]:
    """Bleak backends (scanner, client) that use this device."""
    return type("Scanner", (BumbleScanner,), {"device": device}), type("Client", (BumbleClient,), {"device": device})


class BumbleScanner(BaseBleakScanner):
    """Scans with ``device``."""

    device: Device
    running = 0

    def __init__(
        self, detection_callback: Any = None, service_uuids: list[str] | None = None, *_: Any, **__: Any
    ) -> None:
        super().__init__(detection_callback, service_uuids)
        self._told: dict[str, AdvertisementData] = {}

    async def start(self) -> None:
        """One scanner at a time: a second one is a mistake of the program."""
        assert BumbleScanner.running == 0, "two scanners"
        BumbleScanner.running += 1
        self.seen_devices = {}
        self.device.on("advertisement", self._heard)
        await self.device.start_scanning(legacy=True, active=True, filter_duplicates=False)

    async def stop(self) -> None:
        BumbleScanner.running -= 1
        self.device.remove_listener("advertisement", self._heard)
        await self.device.stop_scanning()

    def _heard(self, advertisement: Advertisement) -> None:
        data = advertisement.data
        address = advertisement.address.to_string(False)
        before = self._told.get(address)
        services = [
            _uuid(bytes(value[at : at + 16]))
            for value in data.get_all(AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, raw=True)
            for at in range(0, len(value), 16)
        ]
        service_data = {
            _uuid(bytes(value[:16])): bytes(value[16:])
            for value in data.get_all(AdvertisingData.SERVICE_DATA_128_BIT_UUID, raw=True)
        }
        names = data.get_all(AdvertisingData.COMPLETE_LOCAL_NAME, raw=True)
        told = AdvertisementData(
            local_name=bytes(names[0]).decode() if names else before.local_name if before else None,
            manufacturer_data={},
            service_data=(before.service_data if before else {}) | service_data,
            service_uuids=services or (before.service_uuids if before else []),
            tx_power=None,
            rssi=advertisement.rssi,
            platform_data=(advertisement,),
        )
        self._told[address] = told
        if self.is_allowed_uuid(told.service_uuids):
            found = self.create_or_update_device(address, address, told.local_name, advertisement.address, told)
            self.call_detection_callbacks(found, told)


class BumbleClient(BaseBleakClient):
    """Connects with ``device``."""

    device: Device

    def __init__(self, address_or_ble_device: BLEDevice, *_: Any, **options: Any) -> None:
        super().__init__(
            address_or_ble_device,
            disconnected_callback=options.get("disconnected_callback"),
            timeout=options.get("timeout", 10.0),
        )
        self._address = address_or_ble_device.details
        self._connection: Connection | None = None
        self._peer: Peer | None = None
        self._listeners: dict[int, Any] = {}

    @property
    def name(self) -> str:
        return self.address

    @property
    def mtu_size(self) -> int:
        return int(self._connection.att_mtu) if self._connection else 23

    @property
    def is_connected(self) -> bool:
        return self._connection is not None

    async def connect(self, pair: bool = False, **_: Any) -> None:
        try:
            connection = await asyncio.wait_for(self.device.connect(self._address), PATIENCE)
            self._connection = connection
            connection.on("disconnection", self._gone)
            self._peer = peer = Peer(connection)
            await asyncio.wait_for(self._discover(peer), PATIENCE)
        except (ProtocolError, InvalidStateError, BumbleTimeout, TimeoutError) as error:
            await self.disconnect()
            raise BleakError(f"no connection: {error!r}") from error
        if self._connection is None:
            raise BleakError("the connection ended while it began")

    async def _discover(self, peer: Peer) -> None:
        await peer.request_mtu(MTU)
        await peer.discover_services()
        await peer.discover_characteristics()
        found = BleakGATTServiceCollection()
        for service in peer.services:
            made = BleakGATTService(service, service.handle, str(uuid.UUID(bytes=_raw(service.uuid))))
            found.add_service(made)
            for each in service.characteristics:
                await peer.discover_descriptors(each)
                names: list[CharacteristicPropertyName] = [
                    name  # type: ignore[misc]
                    for name, flag in (("read", 2), ("write-without-response", 4), ("write", 8), ("notify", 16))
                    if int(each.properties) & flag
                ]
                characteristic = BleakGATTCharacteristic(
                    each, each.handle, str(uuid.UUID(bytes=_raw(each.uuid))), names, lambda: self.mtu_size - 3, made
                )
                found.add_characteristic(characteristic)
                for one in each.descriptors:
                    kind = str(uuid.UUID(bytes=_raw(one.type)))
                    found.add_descriptor(BleakGATTDescriptor(one, one.handle, kind, characteristic))
        self.services = found

    async def disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(ProtocolError, BumbleTimeout, TimeoutError):
                await asyncio.wait_for(self._connection.disconnect(), PATIENCE)
            self._gone()

    def _gone(self, *_: Any) -> None:
        if self._connection is not None:
            self._connection = None
            if self._disconnected_callback:
                self._disconnected_callback()

    def _there(self) -> Peer:
        if self._connection is None or self._peer is None:
            raise BleakError("Not connected")
        return self._peer

    async def pair(self, *_: Any, **__: Any) -> None:
        raise BleakError("the link needs no pairing of the radio")

    async def unpair(self) -> None:
        raise BleakError("the link needs no pairing of the radio")

    async def read_gatt_char(self, characteristic: BleakGATTCharacteristic, **_: Any) -> bytearray:
        return bytearray(await self._there().read_value(characteristic.obj))

    async def read_gatt_descriptor(self, descriptor: BleakGATTDescriptor, **_: Any) -> bytearray:
        return bytearray(await self._there().read_value(descriptor.obj))

    async def write_gatt_char(self, characteristic: BleakGATTCharacteristic, data: Any, response: bool) -> None:
        try:
            writing = self._there().write_value(characteristic.obj, bytes(data), with_response=response)
            await asyncio.wait_for(writing, PATIENCE)
        except (ProtocolError, BumbleTimeout, TimeoutError) as error:
            raise BleakError(f"not written: {error!r}") from error

    async def write_gatt_descriptor(self, descriptor: BleakGATTDescriptor, data: Any) -> None:
        await self._there().write_value(descriptor.obj, bytes(data), with_response=True)

    async def start_notify(
        self, characteristic: BleakGATTCharacteristic, callback: Callable[[bytearray], None], **_: Any
    ) -> None:
        def heard(value: bytes) -> None:
            callback(bytearray(value))

        self._listeners[characteristic.handle] = heard
        await self._there().subscribe(characteristic.obj, heard)

    async def stop_notify(self, characteristic: BleakGATTCharacteristic) -> None:
        await self._there().unsubscribe(characteristic.obj, self._listeners.pop(characteristic.handle, None))


def _raw(value: Any) -> bytes:
    return bytes(value.to_bytes(force_128=True))[::-1]


def _uuid(little: bytes) -> str:
    return str(uuid.UUID(bytes=little[::-1]))
