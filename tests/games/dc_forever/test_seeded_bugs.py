"""Mistakes in the rules of this game, put in on purpose: its plays must notice every one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.ids import TABLE
from lairkeeper.core.kernel import Kernel
from lairkeeper.games.dc_forever import (
    GAME,
    abilities,
    action,
    activation,
    choices,
    citizens,
    harm,
    locations,
    playing,
    resolution,
    rounds,
    strike,
)
from lairkeeper.kit.play import run_play
from lairkeeper.kit.plays import read_plays
from lairkeeper.kit.seeded_bugs import Patches

from ...fresh import some

Plant = Callable[[Patches], Kernel | None]
BUGS: dict[str, Plant] = {}


def patched(name: str, module: Any, attribute: str, new: Any) -> None:
    BUGS[name] = lambda patches: patches.set(module, attribute, new)


patched("four Schemes win", resolution, "SCHEMES_TO_WIN", 4)
patched("31 citizens win", resolution, "CITIZENS_TO_WIN", 31)
patched("three fallen characters are enough", resolution, "FALLEN_TO_LOSE", 3)
patched("two Schemes lie at a Location", playing, "has_scheme", lambda state, place: False)
patched("a Threaten needs no Scheme", activation, "has_scheme", lambda state, place: True)
patched("the Location adds nothing", strike, "place_bonus", lambda state, frame: 0)
patched("a modifier is never reduced", strike, "has_word", lambda state, card, word: 0)
patched(
    "damage stops one short of a fall", harm, "health", lambda state, card: 1 + (state.printed(card)["health"] or 0)
)
patched("recovered characters are ready", harm, "EXHAUSTED", "rested")
patched("standees stay at their Locations", rounds, "home", lambda work, card: None)
patched("a Hero holds eight cards", rounds, "limit", lambda state, seat: 8)
patched("abilities cost nothing", abilities, "cost_of", lambda state, card, option: 0)
patched("nothing is spent", action, "spend", lambda work, seat, n: None)
patched("swayed characters claim for themselves", citizens, "SWAYED", "elsewhere")
patched("emptied Locations stay", resolution, "replaceable", lambda state: ())
patched("a Location comes without citizens", locations, "supply", lambda work, purse, n: None)
patched("fallen characters may be recruited", action, "fallen", lambda state, card: False)
patched("a search finds anything", choices, "TRAIT", "hero")


def open_schemes(patches: Patches) -> Kernel:
    """Everybody sees what lies face down."""
    return replace(GAME, sees=lambda state, path, viewer: "public")


def told_schemes(patches: Patches) -> None:
    """Plant a fault: a Scheme that is laid is shown to all."""
    lay = playing.lay

    def shown(work: Any, seat: Any, label: Any, place: Any) -> None:
        lay(work, seat, label, place)
        for card in work.state.zone(f"scheme-{place[-1]}"):
            work.emit(ev.Faced(card, (TABLE,)))

    patches.set(playing, "lay", shown)


BUGS["everybody sees face-down Schemes"] = open_schemes
BUGS["a Scheme is told when it is laid"] = told_schemes


PLAYS = {name: play for name, play in read_plays(GAME).items() if play.level == "full"}


def noticed(game: Kernel) -> bool:
    """Return True when some play goes another way than written."""
    return any(not run_play(play, name, game=game).ok for name, play in PLAYS.items())


@pytest.mark.parametrize("name", some(sorted(BUGS), len(BUGS) // 2))
def test_a_play_notices(name: str) -> None:
    patches = Patches()
    try:
        assert noticed(BUGS[name](patches) or GAME), f"nobody noticed: {name}"
    except (TypeError, ValueError, LookupError, RuntimeError):
        return  # a bug that cannot even be played is noticed
    finally:
        patches.undo()
