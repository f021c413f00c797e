"""Scenes: the middle of a match by chance, with cards by chance, and a few steps from there.

Whole matches by chance seldom come to the corners of the rules. A scene begins where cards lie everywhere, its numbers
are drawn, too, and at each step things are tried that nobody offers. Each comes from its own number alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import kind_of
from lairkeeper.core.printed import Field
from lairkeeper.games.dc_forever import GAME
from lairkeeper.games.dc_forever.catalog import (
    CARDS,
    CARDS_OF,
    CATALOG,
    CHARACTERS,
    LOCATION_KINDS,
    PRINTED,
    RESOURCE_KINDS,
    UNALIGNED_KINDS,
)
from lairkeeper.games.dc_forever.citizens import PURSES
from lairkeeper.games.dc_forever.places import AT, rogue_seats
from lairkeeper.games.dc_forever.primitives import STEPS as BY_HAND
from lairkeeper.games.dc_forever.proxy import proxy_values
from lairkeeper.games.dc_forever.roster import HERO, ROGUE, ROSTER
from lairkeeper.games.dc_forever.rounds import STEPS as STAGES
from lairkeeper.games.dc_forever.words import BY_HAND as TEXT
from lairkeeper.games.dc_forever.words import CONSTANT, LINKS, TRIGGERS, VERBS
from lairkeeper.kit.driver import NAMES, random_rules

from ..chance import Chance, Choose
from ..pictures import Pictures, printed

STEPS: Final = 34
"""A scene has so many steps at most."""
DRAWS: Final = 12
"""So many set-ups are drawn until a match can begin; those that are refused are part of the scene."""
PROXY: Final = proxy_values(CARDS_OF, LOCATION_KINDS, UNALIGNED_KINDS, RESOURCE_KINDS)
SEEDS: Final = range(75)
"""The scenes that are kept: their prints are in golden/scenes.json."""

Scene = Iterator[tuple[str, object]]

_WORDS: Final = tuple(word for word in VERBS if word not in (*LINKS, *CONSTANT, TEXT))
_WEIGHTS: Final[Mapping[str, float]] = {
    "activate": 8.0, "attack": 9.0, "threaten": 7.0, "rescue": 7.0, "modifier": 8.0, "play": 6.0, "recruit": 6.0,
    "complete": 9.0, "end-turn": 2.5, "react": 8.0, "adjust": 0.1, "set-level": 0.05, "by-hand": 0.25,
}  # fmt: skip
"""The weight of a move where others may be made, too; any other one has 2."""
MOODS: Final[Mapping[str, Mapping[str, float]]] = {
    "fight": {},
    "answer": {"pass": 1.0},
    "order": {"by-hand": 6.0, "do": 12.0, "use": 4.0},
    "spend": {"buy": 6.0, "empower": 6.0, "pool": 4.0, "use": 6.0, "pay": 6.0},
    "end": {"end-turn": 9.0, "done": 4.0},
}
"""Other weights for the moves that a scene is about. In ``answer`` most cards wait for a moment."""
_OPTIONS: Final = ("second", "strike", "claim", "hurt", *BY_HAND)
_WHERE: Final = (*AT, *PURSES, "completed")


def scene(seed: int) -> Scene:
    """Yield what is done, and all that can be seen of it, step by step."""
    rng, mood = Random(seed), tuple(MOODS)[seed % len(MOODS)]
    history = None
    for _ in range(DRAWS):
        header = _header(rng, seed, mood)
        begun = History.start(GAME, header)
        if isinstance(begun, History):
            history = begun
            break
        yield "set-up", begun
    if history is None:
        return
    chance = Chance(GAME, rng, _choose(MOODS[mood]), _OPTIONS, _WHERE)
    yield "begin", [[record.events for record in history.records], chance.seen(history.state)]
    for n in range(STEPS):
        done = chance.step(history)
        if done is None:
            break
        yield done[0], [done[1], chance.seen(history.state) if n % 2 or history.state.finished else None]


def table(seed: int) -> Header:
    """Return a match in the middle, drawn as for a scene, but with the numbers of the proxy set."""
    header = _header(Random(seed), seed, tuple(MOODS)[seed % len(MOODS)])
    return replace(header, setup={path: value for path, value in header.setup.items() if path != "printed"})


def _choose(more: Mapping[str, float]) -> Choose:
    """Draw a move first, by the weights of a mood, then one of its commands."""

    def choose(rng: Random, allowed: list[Command]) -> Command:
        moves = sorted({each.move for each in allowed})
        move = rng.choices(moves, [more.get(each, 0.0) or _WEIGHTS.get(each, 2.0) for each in moves])[0]
        return rng.choice([each for each in allowed if each.move == move])

    return choose


def prints() -> Pictures:
    """Return the prints of all scenes that are kept, by their number."""
    return {str(seed): [printed(seen) for _, seen in scene(seed)] for seed in SEEDS}


# Header -----------------------------------------------------------------------------------------------------------


def _header(rng: Random, seed: int, mood: str) -> Header:
    seats = NAMES[: 2 + seed % 3]
    rules = random_rules(GAME, rng)
    if len(seats) > 2 and rng.random() < 0.9:
        rules.pop("opening", None)
    level = "score" if seed % 13 == 12 else "full"
    setup = _set_up(rng, seats, rules, mood) if level == "full" else _standing(rng, seats, rules)
    if rng.random() < 0.12:
        _spoil(rng, seats, setup)
    return Header(GAME.id, seats, level, rules, setup)


def _sides(seats: tuple[str, ...], rules: Mapping[str, Any]) -> dict[str, str]:
    rogues = rogue_seats(seats, rules.get("solo-side", ROGUE))
    return {seat: ROGUE if seat in rogues else HERO for seat in seats}


def _standing(rng: Random, seats: tuple[str, ...], rules: Mapping[str, Any]) -> dict[str, Any]:
    """Draw the set-up of a match that is followed by its score alone."""
    setup: dict[str, Any] = {}
    if rules.get("opening") != "first-game":
        setup |= {f"starters.{seat}": cards for seat, (_, cards) in _teams(rng, seats, rules).items()}
    setup |= {"citizens.sanctuary": rng.randrange(32), "completed": rng.randrange(5)}
    return setup


def _teams(rng: Random, seats: tuple[str, ...], rules: Mapping[str, Any]) -> dict[str, tuple[list[str], list[str]]]:
    """Characters by seat: the whole team, and those in play at the start."""
    sides = _sides(seats, rules)
    found = {}
    for which in (ROGUE, HERO):
        pair = [seat for seat in seats if sides[seat] == which]
        kinds = [f"{kind}#1" for kind, entry in ROSTER.items() if entry.side == which]
        rng.shuffle(kinds)
        size = 4 if len(seats) == 2 else 6 if len(pair) == 1 else 3
        first = 2 if len(seats) == 2 else 3 if len(pair) == 1 else 1
        for n, seat in enumerate(pair):
            team = kinds[n * size : (n + 1) * size]
            found[seat] = (team, team[:first])
    return found


def _set_up(rng: Random, seats: tuple[str, ...], rules: Mapping[str, Any], mood: str) -> dict[str, Any]:
    """Draw a table in the middle of a match; now and then leave everything still to be chosen."""
    setup: dict[str, Any] = {"printed": _numbers(rng, mood)}
    early = rng.random()
    if early < 0.07:
        return setup
    teams = _teams(rng, seats, rules)
    setup |= {f"team.{seat}": team for seat, (team, _) in teams.items()}
    if early < 0.11:
        return setup
    setup |= {f"starters.{seat}": first for seat, (_, first) in teams.items()}
    for which in (ROGUE, HERO):
        pair = [seat for seat, side in _sides(seats, rules).items() if side == which]
        if len(pair) == 2 and rng.random() < 0.7:
            setup[f"first.{which}"] = rng.choice(pair)
    _lay_row(rng, setup)
    setup["stage"] = rng.choice((*STAGES, "confrontation", "confrontation", "confrontation", STAGES[0]))
    hosts = [card for _, first in teams.values() for card in first]
    for seat, (team, first) in teams.items():
        _lay_cards(rng, setup, seat, team, first, hosts)
    _wear(rng, setup, teams)
    return setup


def _lay_row(rng: Random, setup: dict[str, Any]) -> None:
    """Locations, an Unaligned character, and citizens."""
    if rng.random() < 0.85:
        setup["locations"] = [f"{kind}#1" for kind in rng.sample(LOCATION_KINDS, 3)]
    if rng.random() < 0.3:
        setup["unaligned"] = "none"
    elif rng.random() < 0.8:
        setup["unaligned"] = f"{rng.choice(UNALIGNED_KINDS)}#1"
        if rng.random() < 0.7:
            setup["unaligned-at"] = rng.choice(AT)
    for purse in PURSES:
        if rng.random() < 0.4:
            setup[f"citizens.{purse}"] = rng.choice((0, 1, 2, 3, 4, 6, 9))
    if rng.random() < 0.25:
        setup["citizens.sanctuary"] = rng.choice((12, 28, 29, 30))
    if rng.random() < 0.1:
        setup["location-discard"] = [f"{kind}#1" for kind in LOCATION_KINDS if rng.random() < 0.7]
        setup.pop("locations", None)
    if rng.random() < 0.1:
        setup["removed"] = [f"{kind}#1" for kind in UNALIGNED_KINDS if f"{kind}#1" != setup.get("unaligned")][:7]


def _lay_cards(
    rng: Random, setup: dict[str, Any], seat: str, team: list[str], first: list[str], hosts: list[str]
) -> None:
    """Lay a player's cards wherever they may lie."""
    printed = setup["printed"]
    cards = [f"{kind}#1" for card in team for kind in CARDS_OF[kind_of(card)]]
    rng.shuffle(cards)
    started = [card for card in cards if CATALOG.kinds[kind_of(card)].character in map(kind_of, first)]
    kinds = {card: str(printed.get(kind_of(card), PROXY[kind_of(card)]).get("type", "")) for card in cards}

    def some(n: int, *types: str, of: list[str] = cards) -> list[str]:
        found = [card for card in of if card in cards and (not types or kinds[card] in types)][:n]
        for card in found:
            cards.remove(card)
        return found

    setup[f"hand.{seat}"] = some(rng.randrange(2, 8), of=[*started, *cards] if rng.random() < 0.6 else cards)
    setup[f"area.{seat}"] = some(rng.randrange(4), "asset", "minion")
    host = rng.choice([*first, *first, *hosts])
    attached = some(rng.randrange(4), "attachment")
    if attached:
        setup[f"attached.{seat}"] = {kind_of(host): attached}
    if rng.random() < 0.6:
        setup[f"empower.{seat}"] = {kind_of(rng.choice(first)): some(rng.randrange(1, 4))}
    for at in AT:
        if rng.random() < 0.3 and f"scheme-{at[-1]}" not in setup:
            setup |= {f"scheme-{at[-1]}": card for card in some(1, "scheme")}
    if rng.random() < 0.35:
        setup["master-plan"] = [*setup.get("master-plan", []), *some(rng.randrange(1, 4), "scheme")]
    if rng.random() < 0.5:
        setup[f"discard.{seat}"] = some(rng.randrange(1, 6))
    if rng.random() < 0.3:
        setup[f"deck.{seat}"] = rng.randrange(6)


def _wear(rng: Random, setup: dict[str, Any], teams: Mapping[str, tuple[list[str], list[str]]]) -> None:
    """Damage, and who has fallen."""
    everybody = [card for team, _ in teams.values() for card in team]
    for _, first in teams.values():
        for card in first:
            if rng.random() < 0.5:
                setup[f"damage.{kind_of(card)}"] = rng.choice((1, 2, 3, 4))
    if str(setup.get("unaligned", "none")) != "none" and rng.random() < 0.4:
        setup[f"damage.{kind_of(setup['unaligned'])}"] = rng.choice((1, 2))
    if rng.random() < 0.4:
        down = rng.sample(everybody, rng.randrange(1, min(5, len(everybody))))
        setup["fallen"] = [card for card in down if all(first != [card] for _, first in teams.values())]


def _spoil(rng: Random, seats: tuple[str, ...], setup: dict[str, Any]) -> None:
    """One line that cannot be, or may not be."""
    paths = [*setup, *(f"{head}.{seat}" for head in ("hand", "reserve", "attached") for seat in seats), "fallen",
             "stage", "first.rogue", "first.hero", "citizens.place-1", "scheme-2", "removed",
             "damage.renown"]  # fmt: skip
    path = rng.choice([path for path in paths if path != "printed"])
    some = [f"{kind}#1" for kind in rng.sample(sorted(CATALOG.kinds), 2)]
    values = (None, True, -1, 0, 1, 99, 100, "none", "place-2", some[0], some, some + some[:1], {},
              {kind_of(some[0]): some}, [kind_of(some[0])], seats[-1], "batman#1", ["batman#1"], ["cheetah-1#1"],
              [])  # fmt: skip
    setup[path] = rng.choice(values)


# Numbers ----------------------------------------------------------------------------------------------------------


def _numbers(rng: Random, mood: str) -> dict[str, dict[str, Any]]:
    """Return the proxy set with much of it drawn anew; seldom leave out kinds, as if nobody had typed them."""
    wild = rng.choice((0.15, 0.5, 0.8))
    found = {kind: _values(rng, kind, dict(values), wild) for kind, values in PROXY.items()}
    if mood == "answer":
        for kind, values in found.items():
            if CATALOG.kinds[kind].zone in (CARDS, CHARACTERS) and rng.random() < 0.6:
                values["trigger"] = rng.choice(TRIGGERS)
                values.pop("modifier", None)
    if rng.random() < 0.1:
        for kind in rng.sample(sorted(found), rng.choice((1, 2, 40))):
            del found[kind]
    return found


def _values(rng: Random, kind: str, values: dict[str, Any], wild: float) -> dict[str, Any]:
    for field in PRINTED.fields[kind]:
        if field.name in ("name", "starter", "health") or rng.random() > wild:
            continue
        value = _value(rng, field)
        if value is None:
            values.pop(field.name, None)
        else:
            values[field.name] = value
    return values


_SELDOM: Final = frozenset({"trigger", "modifier", "second", "activate", "anyone", "on", "face-up"})


def _value(rng: Random, field: Field) -> Any:
    if field.optional and rng.random() < (0.7 if field.name in _SELDOM else 0.25):
        return None
    match field.type:
        case "number":
            return rng.randint(field.low, min(field.high, field.low + 4))
        case "choice":
            return rng.choice(field.choices)
        case "flag":
            return rng.random() < 0.5
        case "words":
            return rng.choice((["gift"], ["hero", "gift"], ["villainy"]))
        case "pairs":
            return _effect(rng, field)
    return None


def _effect(rng: Random, field: Field) -> dict[str, int] | str:
    if field.name in ("thresholds", "hero", "rogue"):
        words = rng.sample(field.choices if field.name == "thresholds" else ("draw", *CONSTANT), rng.randint(1, 2))
        return ", ".join(f"{word} {rng.randint(0, 3)}" for word in words)
    parts: list[str] = []
    for n in range(rng.choice((1, 1, 2, 3))):
        if n and rng.random() < 0.4:
            parts.append(f"{rng.choice(LINKS)} 0")
        word = rng.choice(_WORDS) if rng.random() < 0.93 else rng.choice((*CONSTANT, TEXT))
        parts.append(f"{word} {rng.choice((0, 1, 1, 2, 3))}")
    return ", ".join(parts)
