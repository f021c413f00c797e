"""Matches of Forever Evil as an earlier version logged them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.header import Header
from lairkeeper.core.state import State
from lairkeeper.games.forever_evil import GAME
from lairkeeper.kit.driver import NAMES

from ..recordings import Match, Recordings

_HOUSE: Final = {
    "edition": "fr", "main-deck": 108, "vp-tokens": 60, "frozen-tokens": 2, "first-appearance": "from-next-turn",
    "refill": "empty-slots", "nothing-to-lose": "is-not-hit", "gang-texts": "one", "element-woman": "everywhere",
    "trigger-order": "as-they-come", "stolen-vp": "is-no-gain", "locations": "from-hand-stay",
    "location-bonus": "once-a-turn", "gangs": "in-play", "gang-pays": "earlier-ones",
    "element-woman-discards": "is-enough", "man-bat-serum": "is-destroyed", "deck-is-a-zone": False,
}  # fmt: skip
_TEAMS: Final = {"variant": "teams", "team-passed": "tokens", "team-defense": "per-protected", "sides": "good-first"}
_VILLAINS: Final = {"villain.Ana": "bizarro", "villain.Bo": "black-adam", "villain.Cy": "black-manta"}
_HANDS: Final = {
    "hand.Ana": ["firestorm#1", "firestorm-matrix#1", "mallet#1", "catwoman#1", "insanity#1"],
    "hand.Bo": ["pandoras-box#1", "power-drain#1", "shazam#1", "cosmic-staff#1", "royal-flush-gang#1"],
    "hand.Cy": ["constructs-of-fear#1", "cold-gun#1", "commissioner-gordon#1", "insanity#2", "dr-light#1"],
}
_TOPS: Final = {
    "top.Ana": ["pandora#1", "element-woman#1"],
    "in-play.Ana": ["blackgate-prison#1"],
    "discard.Ana": ["weakness#1", "weakness#2", "kick#1"],
    "discard.Bo": ["man-bat-serum#1", "emperor-penguin#1"],
}


def _header(players: int, level: str, rules: dict[str, object], setup: dict[str, object]) -> Header:
    return Header(GAME.id, NAMES[:players], level, rules, dict(sorted(setup.items())), GAME.version)


MATCHES: Final = {
    "score": Match(_header(3, "score", {"vp-tokens": 40}, {"purse.Ana": {1: 3}}), 601),
    "deck": Match(_header(2, "deck", {}, {"super-hero": "none"}), 802),
    "deck-in-teams": Match(_header(4, "deck", _TEAMS, {}), 603),
    "audit": Match(_header(2, "deck", {}, {"main-deck": 7, "discard.Ana": ["firestorm#1", "weakness#1"]}), 504),
    "full": Match(_header(3, "full", {}, {**_VILLAINS, **_HANDS, **_TOPS}), 305),
    "full-in-teams": Match(_header(4, "full", {**_TEAMS, "team-flash": "shuffled"}, {"main-deck": 12}), 506),
    "house-rules": Match(_header(3, "full", _HOUSE, {**_VILLAINS, **_HANDS, **_TOPS}), 507),
    "five-players": Match(_header(5, "full", {}, {"super-hero": "none", "villain.Edo": "sinestro"}), 708),
    "changing-levels": Match(_header(3, "full", {}, {**_VILLAINS, **_HANDS}), 509, switch=True),
}
"""The matches: every level, two to five players, teams, rare house rules, and one that changes its level."""
_PIECES: Final = (
    "punch", "kick#1", "weakness", "vulnerability#1", "vp-1", "vp-5", "plus-1", "minus-1", "frozen-token", "catwoman",
    "insanity#1", "firestorm#1", "superman", "wonder-woman#1", "stack-villain", "mallet", "blackgate-prison#1",
    "bizarro", "pandoras-box", "shazam#1",
)  # fmt: skip


def _pieces(state: State) -> Iterator[Label]:
    """Yield a card of the Line-Up and two other pieces, which change from moment to moment."""
    yield next(iter(state.zone("line-up")), "giganta")
    yield from (_PIECES[(state.next_id + n) % len(_PIECES)] for n in (0, 7))


def _taps(rng: Random) -> list[Label]:
    return rng.sample(_PIECES, 2)


_ONE_WORD: Final = "one word for all who are still to decide about an Attack is offered"
RECORDINGS: Final = Recordings(
    GAME,
    Path(__file__).parent / "recorded",
    MATCHES,
    _pieces,
    _taps,
    most=110,
    later=frozenset({"turn_end", "dealt_cards"}),
    last=frozenset({"end-game"}),
    shown={
        "five-players": dict.fromkeys((*range(14, 19), *range(29, 36)), _ONE_WORD),
        "full": dict.fromkeys((9, 25, 46, 86, 87, 104, 106, 108), _ONE_WORD),
        "house-rules": dict.fromkeys((68, 101), _ONE_WORD),
    },
    mended={"full": {65: "a question names the card whose text Firestorm borrows (fe-177)"}},
)

if __name__ == "__main__":
    RECORDINGS.write()
