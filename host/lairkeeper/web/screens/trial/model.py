"""Test taps in words: reader, seat, tag, piece and light of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lairkeeper.core.pieces import FACE_DOWN, SHARED

from ...figures import clock
from ...game_texts import box_texts, box_title
from ...part import Shown
from ...piece_signs import Sign, sign_of
from ...pieces import lies_face_down
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub
    from lairkeeper.table.reader_trial import TrialTap


@dataclass(frozen=True, slots=True)
class TapLine:
    """One tap. Of a piece that lies face down neither its name nor its tag is told."""

    key: str
    at: str
    reader: str
    name: str
    """The name that the board gives the reader."""
    crest: int
    uid: str
    piece: str
    box: str
    sign: Sign | None
    mood: str
    light: str


def taps(shown: Shown) -> dict[str, Any]:
    """Return the taps, the newest first, and whether a trial or a match takes them up."""
    hub, t = shown.hub, shown.t
    return {
        "taps": tuple(_line(hub, tap, t) for tap in hub.trial.taps),
        "testing": hub.trial.mode == "test",
        "counting": hub.table is not None and not hub.trial.mode,
        "boards_up": any(status.zones for status in hub.boards),
    }


_MOODS = {"applied": "good", "asked": "ask", "refused": "bad"}


def _line(hub: Hub, tap: TrialTap, t: Translator) -> TapLine:
    uid, piece, box, sign = tap.uid, t.ui("trial.foreign" if tap.foreign else "trial.unknown"), "", None
    if tap.component is not None and tap.game is not None:
        if lies_face_down(hub, tap.game, tap.component):
            uid, piece = t.ui("trial.secret"), t.name(FACE_DOWN)
        elif tap.game in (SHARED, *hub.games):
            own = box_texts(hub, tap.game, t.lang)
            piece, box = own.copy(tap.component), box_title(hub, tap.game, t)
            sign = sign_of(hub, tap.game, tap.component, own)
    return TapLine(
        f"{tap.at}-{tap.device}-{tap.zone}", clock(tap.at), t.reader(tap.zone), tap.zone, _crest(hub, tap.zone),
        uid, piece, box, sign, _MOODS[tap.light], t.ui(f"trial.light.{tap.light}"),
    )  # fmt: skip


def _crest(hub: Hub, zone: str) -> int:
    """Return the crest of the person whose tray a reader is; 0 for another reader."""
    seat = hub.seat_at(zone)
    return hub.table.crests[seat] if hub.table is not None and seat is not None else 0
