"""The cheat sheet of a game at a level: how to tap it, from the texts that the pages say while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.pieces import PIECES, SHARED

from .game_texts import box_texts, box_title
from .piece_signs import Sign, sign_of
from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Game, Hub

PLAYER: Final = "Ana"
"""Stands for the player whose turn it is."""
PIECE: Final = "X"
"""Stands for a card."""
ALWAYS: Final = ("verb-undo", "verb-confirm", "verb-no")
"""Action tokens that every level needs."""
RULES: Final = ("tap", "tray", "verb", "lights", "undo", "question")


class AnyNumber(int):
    """Stands for a number: several, so that a text takes its plural."""

    def __str__(self) -> str:
        return "N"


@dataclass(frozen=True, slots=True)
class CheatVerb:
    """An action token: its sign, and the moves of this game that it says."""

    sign: Sign
    moves: str


@dataclass(frozen=True, slots=True)
class CheatStep:
    """A prompt of the app, and how to answer with taps."""

    prompt: str
    how: str


@dataclass(frozen=True, slots=True)
class CheatSheet:
    """One page: the rules of every tap, the action tokens, and the steps, the most frequent first."""

    game: str
    level: str
    title: str
    name: str
    note: str
    rules: tuple[str, ...]
    verbs: tuple[CheatVerb, ...]
    steps: tuple[CheatStep, ...]
    stands: str
    """A sentence that explains the placeholders."""


def cheat_sheet(hub: Hub, game: Game, level: str, lang: str) -> CheatSheet:
    """Return the cheat sheet of a game at one of its levels."""
    t = box_texts(hub, game.id, lang)
    steps = dict.fromkeys(_step(code, t) for code in prompts_of(hub, game, level))
    return CheatSheet(
        game.id, level, box_title(hub, game.id, t), t.say("level", level), t.say("level-note", level),
        tuple(t.ui(f"cheat.rule.{rule}") for rule in RULES),
        tuple(_verb(hub, game, verb, t) for verb in verbs_of(hub, game, level)),
        tuple(step for step in steps if step.prompt),
        t.ui("cheat.stands", player=PLAYER, piece=PIECE, number=AnyNumber(2)),
    )  # fmt: skip


def prompts_of(hub: Hub, game: Game, level: str) -> tuple[str, ...]:
    """Return the prompts of a level, the most frequent first; at the fullest one those too that nobody saw anywhere."""
    seen = hub.asked(game.id, level)
    elsewhere = {code for each in game.levels for code in hub.asked(game.id, each)}
    rare = [spec.code for spec in game.prompts if spec.code not in elsewhere] if level == game.levels[-1] else []
    return (*seen, *rare) or tuple(spec.code for spec in game.prompts)


def verbs_of(hub: Hub, game: Game, level: str) -> tuple[str, ...]:
    """Return the action tokens that a level needs, in the order of the set; all, where nobody measured them."""
    used = {*hub.verbs(game.id, level), *ALWAYS}
    verbs = [kind for kind, piece in PIECES.items() if piece.moves]
    return tuple(verb for verb in verbs if verb in used or len(used) == len(ALWAYS))


def _verb(hub: Hub, game: Game, kind: str, t: Translator) -> CheatVerb:
    own = {spec.name for spec in game.moves}
    name = t.name(kind)
    said = dict.fromkeys(t.say("move", move) for move in PIECES[kind].moves if move in own)
    return CheatVerb(sign_of(hub, SHARED, kind, t), ", ".join(each for each in said if each != name))


def _step(code: str, t: Translator) -> CheatStep:
    return CheatStep(t.say("prompt", code, _stand_ins()), t.help(code, _stand_ins()))


def _stand_ins() -> Mapping[str, Any]:
    """Return a value for every argument of prompts and helps."""
    people = dict.fromkeys(("seat", "seats", "owner", "handler", "by", "waiting", "target"), PLAYER)
    pieces = dict.fromkeys(("card", "cards", "kind", "token"), PIECE)
    numbers = dict.fromkeys(("n", "points", "sum", "schemes", "parts", "loot"), AnyNumber(2))
    return {**people, **pieces, **numbers, "target": PIECE}
