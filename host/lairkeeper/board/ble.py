"""Bluetooth Low Energy through bleak: one scanner for all boards, and a port for each connection.

``bleak`` is imported when a radio is first used: nobody without one pays for it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lairkeeper.board.serial import Port, PortError

if TYPE_CHECKING:
    from bleak import BleakClient, BleakScanner
    from bleak.backends.characteristic import BleakGATTCharacteristic
    from bleak.backends.client import BaseBleakClient
    from bleak.backends.device import BLEDevice
    from bleak.backends.scanner import AdvertisementData, BaseBleakScanner

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
RX = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
TX = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
ID_BYTES = 13
NOBODY = "\0"
ATTEMPTS = 3
BUFFER = 2048
SMALLEST_MTU = 23


class Radio:
    """Looks for boards, with one scanner however many are wanted; it rests while none is.

    ``scanner`` and ``client`` are bleak backends, for tests and for radios that bleak does not know; ``options`` go to
    both, such as ``bluez={"adapter": "hci0"}``.
    """

    def __init__(
        self,
        *,
        scanner: type[BaseBleakScanner] | None = None,
        client: type[BaseBleakClient] | None = None,
        **options: Any,
    ) -> None:
        self.boards: dict[str, BLEDevice] = {}
        """The latest advertisement of each device id (its first thirteen characters)."""
        self._scanner_backend = scanner
        self._client_backend = client
        self._options = options
        self._scanner: BleakScanner | None = None
        self._wanted: list[tuple[str, asyncio.Future[BLEDevice]]] = []
        self._lock = asyncio.Lock()
        self._connecting = asyncio.Lock()  # a radio makes one connection at a time

    async def find(self, device: str) -> BLEDevice:
        """Wait until this board is heard; "" is whichever comes first. PortError ``no-radio``."""
        found: asyncio.Future[BLEDevice] = asyncio.get_running_loop().create_future()
        entry = (device[:ID_BYTES], found)
        self._wanted.append(entry)
        try:
            await self._scan()
            return await found
        finally:
            self._wanted.remove(entry)
            if not self._wanted:
                await self._rest()

    async def listen(self, seconds: float) -> list[str]:
        """Listen for this many seconds, and return the ids of the boards that are heard.

        Raises PortError ``no-radio``.
        """
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.find(NOBODY), seconds)
        return sorted(self.boards)

    async def connect(self, device: BLEDevice, on_gone: Callable[[], None]) -> BleakClient:
        """Connect a new client to the board, and return it.

        Raises PortError ``ble-failed``.
        """
        from bleak import BleakClient  # noqa: PLC0415
        from bleak.exc import BleakError  # noqa: PLC0415
        from bleak_retry_connector import establish_connection  # noqa: PLC0415

        options = dict(self._options)
        if self._client_backend is not None:
            options["backend"] = self._client_backend
        try:
            async with self._connecting:
                client: BleakClient = await establish_connection(
                    BleakClient, device, device.name or device.address, lambda _: on_gone(), ATTEMPTS, **options
                )
        except (BleakError, OSError, TimeoutError, EOFError) as error:
            raise PortError("ble-failed", error=str(error)) from error
        return client

    async def _scan(self) -> None:
        async with self._lock:
            if self._scanner is not None:
                return
            from bleak import BleakScanner  # noqa: PLC0415
            from bleak.exc import BleakError  # noqa: PLC0415

            options = dict(self._options)
            if self._scanner_backend is not None:
                options["backend"] = self._scanner_backend
            scanner = BleakScanner(self._heard, service_uuids=[SERVICE], **options)
            try:
                await scanner.start()
            except (BleakError, OSError, EOFError) as error:
                raise PortError("no-radio", error=str(error)) from error
            self._scanner = scanner

    async def _rest(self) -> None:
        async with self._lock:
            if self._scanner is None or self._wanted:
                return
            scanner, self._scanner = self._scanner, None
            from bleak.exc import BleakError  # noqa: PLC0415

            with contextlib.suppress(BleakError, OSError, EOFError):
                await scanner.stop()

    def _heard(self, device: BLEDevice, told: AdvertisementData) -> None:
        data = told.service_data.get(SERVICE)
        if not data:
            return  # the scan response that says which board it is comes later
        name = data[:ID_BYTES].decode("utf-8", "replace")
        self.boards[name] = device
        for wanted, found in self._wanted:
            if wanted in ("", name) and not found.done():
                found.set_result(device)


class BleFinder:
    """Finds one board by its device id; "" takes the first that is heard, and stays with it."""

    guarded = True

    def __init__(self, radio: Radio, device: str = "") -> None:
        self.device = device
        self.name = f"BLE {device}".strip()
        self._radio = radio

    async def connect(self) -> Port:
        """Return the line, once the board is in range.

        Raises PortError ``no-radio`` or ``ble-failed``.
        """
        device = await self._radio.find(self.device)
        port = BlePort(self.name)
        client = await self._radio.connect(device, port.gone)
        await port.begin(client)
        return port

    def other(self) -> bool:
        """Return False: a Bluetooth connection has no second line to try."""
        return False


class BlePort:
    """One connection: notifications come in, writes with response go out, in pieces that fit a packet."""

    can_watch = True

    def __init__(self, name: str) -> None:
        self.name = name
        self._client: BleakClient | None = None
        self._in = bytearray()
        self._out = bytearray()
        self._broken = False
        self._wake: Callable[[], object] = lambda: None
        self._more = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    async def begin(self, client: BleakClient) -> None:
        """Listen and begin to write. PortError ``ble-failed`` when it is no board of ours."""
        from bleak.exc import BleakError  # noqa: PLC0415

        self._client = client
        try:
            await client.start_notify(TX, self._heard)
        except (BleakError, OSError, EOFError, TimeoutError) as error:
            with contextlib.suppress(BleakError, OSError, EOFError):
                await client.disconnect()
            raise PortError("ble-failed", error=str(error)) from error
        self._writer = asyncio.create_task(self._write_all(client))

    def watch(self, wake: Callable[[], object]) -> None:
        """Call back when something has arrived, or the connection is gone."""
        self._wake = wake

    def unwatch(self) -> None:
        """Stop the calls that `watch` asked for."""
        self._wake = lambda: None

    def gone(self) -> None:
        """Mark the connection as ended, and wake the writer and the watcher."""
        self._broken = True
        self._more.set()
        self._wake()

    def read(self) -> bytes:
        """Return what has arrived.

        Raises PortError ``ble-lost`` once the connection is gone and all is read.
        """
        data = bytes(self._in)
        self._in.clear()
        if self._broken and not data:
            raise PortError("ble-lost", port=self.name)
        return data

    def write(self, data: bytes) -> int:
        """Take what fits the queue; PortError ``ble-lost`` once the connection is gone."""
        if self._broken:
            raise PortError("ble-lost", port=self.name)
        taken = data[: BUFFER - len(self._out)]
        self._out += taken
        self._more.set()
        return len(taken)

    def close(self) -> None:
        """Hang up, in the background."""
        if self._writer is not None:
            self._writer.cancel()
        self._broken = True
        if self._client is not None and self._closing is None:
            self._closing = asyncio.ensure_future(_hang_up(self._client))

    def _heard(self, _: BleakGATTCharacteristic, data: bytearray) -> None:
        self._in += data
        self._wake()

    async def _write_all(self, client: BleakClient) -> None:
        from bleak.exc import BleakError  # noqa: PLC0415

        try:
            while not self._broken:
                await self._more.wait()
                self._more.clear()
                while self._out and not self._broken:
                    piece = bytes(self._out[: max(client.mtu_size, SMALLEST_MTU) - 3])
                    del self._out[: len(piece)]
                    await client.write_gatt_char(RX, piece, response=True)
                    self._wake()
        except (BleakError, OSError, EOFError, TimeoutError):
            self.gone()


async def _hang_up(client: BleakClient) -> None:
    from bleak.exc import BleakError  # noqa: PLC0415

    with contextlib.suppress(BleakError, OSError, EOFError, TimeoutError):
        await client.disconnect()
