"""The commands for a tag's memory: `rd`, `wr` and `ndef` (docs/protocol.md, "Commands").

The answer comes when the tag has been talked to, between two polls.
"""

import asyncio

from lairboard.link import frame
from lairboard.link.frame import whole
from lairboard.link.session import LATER
from lairboard.rfid import ndef
from lairboard.rfid.ntag import Ntag, TagError
from lairboard.rfid.reader import ReaderFault

MOST_READ = 48  # pages: their hex digits fit a frame
MOST_WRITTEN = 16


class TagMemory:
    """Jobs on tags, one at a time, through the poller; the light asks to hold still meanwhile."""

    def __init__(self, app):
        self._app = app

    def read(self, zone, uid, page, count):
        """Read `count` pages from `page`, as hex digits."""
        _check(page, count, MOST_READ)

        async def job(tag):
            return (await tag.read(page, page + count - 1)).hex()

        return self._later(zone, uid, job)

    def write(self, zone, uid, page, text):
        """Write whole pages from `page`, and read each back."""
        data = bytes.fromhex(text)
        if len(data) % 4:
            raise ValueError("data are whole pages of 8 hex digits")
        _check(page, len(data) // 4, MOST_WRITTEN)

        async def job(tag):
            for i in range(0, len(data), 4):
                await tag.write(page + i // 4, data[i : i + 4])

        return self._later(zone, uid, job)

    def read_records(self, zone, uid):
        """Read the NDEF message as [[tnf, type, payload as hex digits], ...]."""

        async def job(tag):
            try:
                records = await tag.read_ndef()
                found = [[tnf, kind.decode(), data.hex()] for tnf, kind, data in records]
            except ValueError:  # no message, or a type that is no text
                raise TagError("message")
            try:
                frame.encode(["R", frame.MAX_SEQ, True, found])
            except ValueError:
                raise TagError("long")
            return found

        return self._later(zone, uid, job)

    def write_piece(self, zone, uid, game, component, copy, force=False):
        """Write our own record; over somebody else's records only with `force`."""
        record = ndef.piece(game, component, copy)

        async def job(tag):
            await tag.write_piece(record, force)

        return self._later(zone, uid, job)

    def _later(self, zone, uid, job):
        uid = bytes.fromhex(uid)

        def start(answer):
            asyncio.create_task(self._do(zone, uid, job, answer))

        return LATER, start

    async def _do(self, zone, uid, job, answer):
        app = self._app
        app.leds.show(zone, "hold", app.clock.ms())
        try:
            ok = True
            value = await app.poller.ask(zone, lambda selection: job(Ntag(selection, uid)))
        except (TagError, ReaderFault, ValueError, OSError) as error:
            ok, value = False, str(error)
        app.leds.end(zone)
        answer(ok, value)
        for line in app.lines:
            line.flush()


def _check(page, count, most):
    whole(page, 0, 255)
    whole(count, 1, most)
