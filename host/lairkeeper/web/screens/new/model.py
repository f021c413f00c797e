"""The set-up form in words: as it was typed, what that comes to, and every error beside its field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.printed import PROXY
from lairkeeper.core.printed import SETUP as NUMBERS
from lairkeeper.core.result import Refused

from ...forms import Form
from ...game_look import GameLook, look_of
from ...translator import Translator
from .seating import NEW, Chosen

if TYPE_CHECKING:
    from lairkeeper.store import MatchRow
    from lairkeeper.table import Game, Hub

NO_LIMIT: Final = "none"
"""The value of an option that is a number or no limit at all."""
MOST_PLAYERS: Final = "most-players"
"""The house rule of a game that more may play than its box says."""
NUMBERS_MISSING: Final = "numbers-missing"
"""The refusal of every game whose printed numbers are typed for too few cards."""
LAST_LEVEL: Final = "last-level"
"""The setting that keeps the level of the match begun last."""
START: Final = "start"
"""The set-up path of a game that can be begun by any seat; in others the first seat begins."""


@dataclass(slots=True)
class Draft:
    """A form as it was typed, with its errors by field name."""

    form: Form
    errors: dict[str, str] = field(default_factory=dict)
    missing: str = ""
    """The kind of card whose printed numbers are to be typed or looked at."""
    left: str = ""
    """The name that stays in its field, as it cannot be one."""

    def value(self, name: str, default: str = "") -> str:
        """Return the field ``name`` as it was typed; ``default`` when it is absent."""
        return self.form.get(name, default)


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
        elif value != (NO_LIMIT if spec.default is None else spec.default):
            chosen[spec.name] = value
    return chosen


def _typed(spec: Any, text: str) -> Any:
    """Return the value of an option in its own type; None when it is out of bounds."""
    for choice in spec.choices:
        if text == str(choice).lower():
            return choice
    if spec.choices:
        return None
    if spec.optional and text == NO_LIMIT:
        return NO_LIMIT
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        return None
    number = int(text)
    return number if (spec.low is None or spec.low <= number) and (spec.high is None or number <= spec.high) else None


def setup_of(chosen: Sequence[Chosen]) -> dict[str, str]:
    """Return the set-up that was chosen beforehand: one villain for each seat."""
    return {f"villain.{each.name}": each.villain for each in chosen if each.villain}


def anybody_begins(game: Game) -> bool:
    """Return True when the match can be begun by any seat, as the set-up says."""
    return any(spec.path == START for spec in game.paths)


def begin_with(draft: Draft, chosen: Sequence[Chosen], setup: dict[str, str], anybody: bool) -> tuple[str, ...]:
    """Let the chosen player begin: by the set-up where ``anybody`` may, otherwise by seating them first."""
    seats = tuple(each.name for each in chosen)
    at = next((n for n, each in enumerate(chosen) if each.token == draft.form.text("start")), 0)
    if at and anybody:
        setup[START] = seats[at]
        return seats
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


@dataclass(frozen=True, slots=True)
class Box:
    """A game as it is chosen."""

    id: str
    title: str
    players: str
    look: GameLook


def boxes_of(hub: Hub, t: Translator) -> tuple[Box, ...]:
    """Return the games that can be played."""
    return tuple(
        Box(
            each.id,
            each.title.get(t.lang, each.id),
            t.ui("new.players-of", low=each.players[0], high=each.players[1]),
            look_of(hub, each.id),
        )
        for each in hub.games.values()
    )


@dataclass(frozen=True, slots=True)
class Level:
    """A tracking level as it is chosen. ``taps``: a turn, by simulated players; 0: nobody measured."""

    id: str
    title: str
    note: str
    taps: int


def levels_of(hub: Hub, game: Game, t: Translator) -> tuple[Level, ...]:
    """Return the levels of a game, from the one with the fewest taps."""
    taps = hub.taps(game.id)
    return tuple(
        Level(
            level,
            t.say("level", level),
            t.say("level-note", level),
            max(1, round(taps[level])) if level in taps else 0,
        )
        for level in game.levels
    )


def usual_level(hub: Hub, game: Game) -> str:
    """Return the level to propose: the one of the command line, else the one used last, else the first."""
    settings = hub.store.settings
    said = settings.get("defaults", None)
    wanted = (said.get("level") if isinstance(said, dict) else None, settings.get(LAST_LEVEL, None))
    return next((level for level in wanted if level in game.levels), game.levels[0])


def again(hub: Hub, row: MatchRow) -> list[tuple[str, str]]:
    """Return the fields of a form that begins a match like this one: the people under the names they have now.

    Where anybody may begin, whoever sits next to the one who began begins now; elsewhere the game's rule decides.
    """
    header = row.header
    people = {each.id: each for each in hub.people.list()}
    kept = hub.store.people.seats(row.id)
    names = [str(name) for name in header.get("seats", ())]
    tokens = [
        str(kept[n].person) if n in kept and kept[n].person in people else f"{NEW}{name}"
        for n, name in enumerate(names, 1)
    ]
    setup: Mapping[str, Any] = header.get("setup", {})
    began = names.index(setup[START]) if setup.get(START) in names else 0
    game = hub.games.get(row.game)
    following = tokens[(began + 1) % len(tokens)] if tokens and game is not None and anybody_begins(game) else ""
    rules = [(f"rule-{name}", str(value).lower()) for name, value in header.get("ruleset", {}).items()]
    numbers = [("numbers", PROXY if setup[NUMBERS] == PROXY else "typed")] if NUMBERS in setup else []
    level = [("level", str(header["level"]))] if header.get("level") else []
    return [("game", row.game), *(("seat", token) for token in tokens), ("start", following), *level, *rules, *numbers]
