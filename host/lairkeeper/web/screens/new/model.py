"""The set-up form in words: as it was typed, what that comes to, and every error beside its field."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.ids import LONGEST_NAME, RESERVED_NAMES, folded, is_seat_name, length_of, visible
from lairkeeper.core.pieces import SEATS
from lairkeeper.core.printed import PROXY
from lairkeeper.core.result import Refused

from ...forms import Form
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Game, Hub

ROWS: Final = SEATS
MOST_PLAYERS: Final = "most-players"
"""The house rule of a game that more may play than its box says."""
NUMBERS_MISSING: Final = "numbers-missing"
"""The refusal of every game whose printed numbers are typed for too few cards."""
START: Final = "start"
"""The set-up path of a game that can be begun by any seat; in others the first seat begins."""


@dataclass(slots=True)
class Draft:
    """A form as it was typed, with its errors by field name."""

    form: Form
    errors: dict[str, str] = field(default_factory=dict)
    missing: str = ""
    """The kind of card whose printed numbers are to be typed or looked at."""

    def value(self, name: str, default: str = "") -> str:
        """Return the field ``name`` as it was typed; ``default`` when it is absent."""
        return self.form.get(name, default)


def seats_of(draft: Draft, t: Translator) -> tuple[str, ...]:
    """Return the names of the players by row; each bad one is an error of its field."""
    seats: list[str] = []
    for row in range(1, ROWS + 1):
        name = _name(draft, row)
        if not name:
            continue
        if not is_seat_name(name):
            draft.errors[f"name-{row}"] = _name_error(name, t)
        elif folded(name) in {folded(seat) for seat in seats}:
            draft.errors[f"name-{row}"] = t.ui("new.error.name-twice", name=name)
        elif folded(name) in RESERVED_NAMES:
            draft.errors[f"name-{row}"] = t.ui("new.error.name-reserved", name=name)
        else:
            seats.append(name)
    return tuple(seats)


def _name(draft: Draft, row: int) -> str:
    """Return the name that was typed in a row, with its accents composed.

    One keyboard sends them in one piece, another in two.
    """
    return unicodedata.normalize("NFC", draft.form.text(f"name-{row}") or "")


def _name_error(name: str, t: Translator) -> str:
    """Return the error text for a bad name, with a similar name that is allowed where there is one."""
    better = visible(name)
    while length_of(better) > LONGEST_NAME or (better and not is_seat_name(better)):
        better = better[:-1].strip()
    if length_of(name) > LONGEST_NAME:
        return t.ui("new.error.name-long", most=LONGEST_NAME, better=better)
    return t.ui("new.error.name", better=better) if better else t.ui("new.error.name-chars")


def choice_of(draft: Draft, name: str, allowed: tuple[str, ...], t: Translator, default: str) -> str:
    """Return the value that was chosen; one that is not ``allowed`` is an error of its field."""
    value = draft.form.text(name) or default
    if value not in allowed:
        draft.errors[name] = t.ui("new.error.choice", allowed=", ".join(allowed))
    return value


def ruleset_of(draft: Draft, hub: Hub, game: Game, t: Translator) -> dict[str, Any]:
    """Return the options that differ from their defaults, each in its own type."""
    chosen: dict[str, Any] = {}
    for spec in hub.options(game.id):
        text = draft.form.text(f"rule-{spec.name}")
        if text is None:
            continue
        value = _typed(spec, text)
        if value is None:
            draft.errors[f"rule-{spec.name}"] = t.ui("new.error.choice", allowed=spec.allowed)
        elif value != spec.default:
            chosen[spec.name] = value
    return chosen


def _typed(spec: Any, text: str) -> Any:
    """Return the value of an option in its own type; None when it is out of bounds."""
    for choice in spec.choices:
        if text == str(choice).lower():
            return choice
    if spec.choices:
        return None
    if spec.optional and text == "none":
        return "none"
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        return None
    number = int(text)
    return number if (spec.low is None or spec.low <= number) and (spec.high is None or number <= spec.high) else None


def setup_of(draft: Draft) -> dict[str, str]:
    """Return the set-up that was chosen beforehand: one villain for each seat."""
    return {
        f"villain.{name}": villain
        for row in range(1, ROWS + 1)
        if (name := _name(draft, row)) and (villain := draft.form.text(f"villain-{row}"))
    }


def begin_with(draft: Draft, seats: tuple[str, ...], setup: dict[str, str], anybody: bool) -> tuple[str, ...]:
    """Let the chosen player begin: by the set-up where ``anybody`` may, otherwise by seating them first."""
    start = draft.value("start", "1")
    first = _name(draft, int(start)) if start in map(str, range(1, ROWS + 1)) else ""
    if first not in seats or first == seats[0]:
        return seats
    if anybody:
        setup[START] = first
        return seats
    at = seats.index(first)
    return seats[at:] + seats[:at]


def field_of(refusal: Refused) -> str:
    """Return the name of the field that a refusal of the rules is about."""
    if refusal.code == NUMBERS_MISSING:
        return "numbers"
    option = refusal.args.get("option")
    return f"rule-{option}" if isinstance(option, str) else "form"


def most_players(hub: Hub, game: Game) -> int:
    """Return how many may play with every house rule on."""
    found = (spec.high or 0 for spec in hub.options(game.id) if spec.name == MOST_PLAYERS)
    return max(game.players[1], *found, 0)


def players_error(refusal: Refused, most: int, t: Translator) -> str:
    """Return the error text for too few or too many players, with the house rule that would let so many play."""
    have, low, high = (refusal.args[name] for name in ("have", "low", "high"))
    if high < have <= most:
        rule = t.say("ruleset", MOST_PLAYERS)
        return t.ui("new.error.players-rule", n=have, low=low, high=high, most=most, rule=rule)
    return t.ui("new.error.players", n=have, low=low, high=high)


def numbers_of(hub: Hub, game: Game) -> tuple[str, ...]:
    """Return the numbers that the match may be played with, the usual ones first; none where all are public."""
    if not game.printed.fields:
        return ()
    return ("typed", PROXY) if hub.numbers.of(game.id) else (PROXY,)
