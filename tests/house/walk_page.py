"""Write the walk of one tap in docs/architecture.md, as it went: ``python -m tests.house.walk_page``."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from lairkeeper.board import LockstepLink, SimulatedBoard
from lairkeeper.board.events import BoardEvent
from lairkeeper.core.codec import record_to_json
from lairkeeper.games import get_game
from lairkeeper.i18n import Texts, shared_texts
from lairkeeper.scans import listener
from lairkeeper.scans.explain import explain
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub, Table, demo_uid

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- walk -->\n", "<!-- end of walk -->\n"
READERS: Final = ("tap", "seat-1")
PIECE: Final = "vp-5#1"
EPOCH: Final = 1_767_225_600.0
"""2026-01-01, 00:00 UTC, by the clock of this match."""
WIDTH: Final = 130
DEFAULTS: Final = ("amount", "target", "option", "prompt", "force", "looks", "foreign", "lying")
BOOT: Final = "1a2b3c4d"


class OverheardLink(LockstepLink):
    """A link that keeps the bytes that pass."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.heard = self.said = b""

    def _receive(self, n: int) -> bytes:
        data = super()._receive(n)
        self.heard += data
        return data

    def _write(self) -> None:
        outgoing = self._session.outgoing

        def overheard() -> bytes:
            data = outgoing()
            self.said += data
            return data

        with patch.object(self._session, "outgoing", overheard):
            super()._write()


class Tap:
    """One token laid on a tray, through the real firmware, and what was seen of it at each stage."""

    def __init__(self) -> None:
        self.events: list[BoardEvent] = []
        self.judged: list[tuple[object, object]] = []
        uid = demo_uid("forever-evil", PIECE).lower()
        with SimulatedBoard(READERS, paced=False, seed=1) as board, Store.open() as store:
            self._hub = Hub(store, clocks=Clocks(self._wall, self._steady))
            self._link = OverheardLink(
                board, store.inbox, on_events=self._received, on_snapshot=self._hub.lying,
                on_status=self._hub.board_changed, epoch=EPOCH,
            )  # fmt: skip
            self._hub.add_link(self._link)
            self._hub.enrol_demo_set("forever-evil")
            table = self._hub.start("forever-evil", ("Ana", "Bo"), level="score")
            assert isinstance(table, Table)
            self._link.start()
            self._wait(100)
            self._link.heard = self._link.said = b""
            self.events.clear()
            with patch.object(listener, "explain", self._explained):
                board.place("seat-1", uid, "ntag213")
                self._wait(400)
            self.record = record_to_json(table.history.records[-1])
            self.score = table.view().scoreboard.seats[0]
            self.line = table.log(limit=1)[0]
            self.heard, self.said = self._link.heard, self._link.said
            self._link.close()

    def _wall(self) -> float:
        return self._link.time() if hasattr(self, "_link") else EPOCH

    def _steady(self) -> float:
        return self._link.now_ms / 1000 if hasattr(self, "_link") else 0.0

    def _wait(self, ms: int) -> None:
        for _ in range(0, ms, 10):
            self._link.advance(10)
            self._hub.pump()

    def _received(self, events: Sequence[BoardEvent]) -> None:
        self.events.extend(events)
        self._hub.received(events)

    def _explained(self, context: Any, sightings: Any, now: float, question: Any = None) -> Any:
        verdict = explain(context, sightings, now, question)
        if verdict is not None:
            self.judged.append((sightings[0], verdict))
        return verdict


def on_the_air() -> list[str]:
    """Return what reader and tag say to each other when the token is laid down, by the chip model."""
    sys.path[:0] = [str(ROOT / "tests" / "firmware"), str(ROOT / "firmware" / "sim"), str(ROOT / "firmware")]
    from rig import Watch

    watch = Watch()
    channel, said = watch.chips[0].rf, list[str]()
    transmit = channel.transmit

    def overheard(now_us: int, value: int, bits: int) -> Any:
        answer = transmit(now_us, value, bits)
        if answer is not None or said:
            said.append(f"{_bytes(value, bits):<32}{_bytes(answer.value, answer.bits) if answer else ''}".rstrip())
        return answer

    watch.run(100)
    channel.transmit = overheard
    watch.put(demo_uid("forever-evil", PIECE).lower())
    watch.run(60)
    del channel.transmit
    end = next(n for n, line in enumerate(said) if line.startswith("50 00"))
    return said[: end + 1]


def walk() -> str:
    """Return the part of the page between its marks."""
    tap = Tap()
    sighting, verdict = tap.judged[0]
    sent = _frames(tap.heard, "E")
    stages = [
        ("The tag", "A 5 VP token has a sticker with this number.", demo_uid("forever-evil", PIECE)),
        (
            "Reader and tag (`firmware/lairboard/rfid/selection.py`)",
            "The reader's frames are on the left, the tag's answers on the right. The reader asks who is there, asks "
            "for the number, reads the first page of the memory as the second read, and sends the tag to sleep.",
            *on_the_air(),
        ),
        (
            "The link (`firmware/lairboard/link/session.py`)",
            "The board sends one line of text for each event, with a checksum.",
            *sent,
        ),
        (
            "The inbox (`host/lairkeeper/store/inbox.py`)",
            "The host writes the event to the disk.",
            _short(tap.events[0]),
        ),
        ("The acknowledgement", "Then the host tells the board that it has the event.", *_frames(tap.said, "A")),
        (
            "Sighting (`host/lairkeeper/scans/sighting.py`)",
            "The event with the piece that its tag is on.",
            _short(sighting),
        ),
        (
            "Verdict (`host/lairkeeper/scans/explain.py`)",
            "The tap has exactly one legal meaning, so it becomes a command.",
            _short(verdict),
        ),
        (
            "Journal (`host/lairkeeper/store/journal.py`)",
            "The host stores the command and its events.",
            json.dumps(tap.record),
        ),
        ("The light", "The reader of this tap turns green.", *_frames(tap.said, "C")),
        (
            "The screen",
            "The table page shows the score and the line of the log.",
            f"{tap.score.seat}: {tap.score.low} VP",
            _said(tap),
        ),
    ]
    parts = []
    for n, (title, what, *lines) in enumerate(stages, 1):
        shown = "\n".join(part for line in lines for part in _wrapped(line))
        parts.append(f"{n}. **{title}.** {what}\n\n   ```\n{_indented(shown)}\n   ```\n")
    return "\n".join(parts)


def page() -> str:
    """Return the page as it should be."""
    written = PAGE.read_text(encoding="utf-8")
    head, rest = written.split(BEGIN)
    return f"{head}{BEGIN}{walk()}{END}{rest.split(END)[1]}"


def _frames(data: bytes, letter: str) -> list[str]:
    return re.findall(rf'\["{letter}".*?\*[0-9a-f]{{8}}', data.decode())


def _said(tap: Tap) -> str:
    game = get_game("forever-evil")
    return Texts.load("en", shared_texts(), game.texts_dir).say(f"log.{tap.line.code}", tap.line.args)


def _short(value: object) -> str:
    """Return a value as Python shows it, without its defaults; the boot is drawn anew at each start."""
    without = re.sub(rf", ({'|'.join(DEFAULTS)})=(None|False)", "", repr(value))
    return re.sub("boot='[0-9a-f]{8}'", f"boot={BOOT!r}", without)


def _bytes(value: int, bits: int) -> str:
    if bits < 8:
        return f"{value:02x}"
    return " ".join(f"{each:02x}" for each in value.to_bytes((bits + 7) // 8, "little"))


def _wrapped(line: str) -> list[str]:
    words, lines = line.split(" "), [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("   " + word)
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return lines if len(line) > WIDTH else [line]


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" for line in text.split("\n"))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
