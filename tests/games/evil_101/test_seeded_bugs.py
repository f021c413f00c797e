"""Mistakes in the rules of this game, put in on purpose: its plays and the kit must notice every one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.ids import TABLE
from lairkeeper.core.kernel import Kernel
from lairkeeper.games.evil_101 import GAME, cards, cleaners, places, scoring
from lairkeeper.games.evil_101 import round as rounds
from lairkeeper.games.evil_101.moves import agents, chases, collecting, plots, purchases
from lairkeeper.kit.run import run_kit
from lairkeeper.kit.seeded_bugs import Patches, rewired

from ...fresh import some

Plant = Callable[[Patches], Kernel | None]
BUGS: dict[str, Plant] = {}


def bug(name: str) -> Callable[[Plant], Plant]:
    def add(plant: Plant) -> Plant:
        BUGS[name] = plant
        return plant

    return add


def patched(name: str, module: Any, attribute: str, new: Any) -> None:
    BUGS[name] = lambda patches: patches.set(module, attribute, new)


patched("one matching symbol is enough", plots, "fits", lambda state, plot, target: True)
patched(
    "the whole Target is paid",
    scoring,
    "payments",
    lambda plot, target, **_: tuple(points for _, points in target["symbols"]),
)
patched("an Agent foils whatever it lies on", scoring, "shares", lambda agent, symbols: True)
patched("the circle runs backwards", chases, "beats", lambda card, last: cards.beats(last, card))
patched("any Chase card may follow", chases, "beats", lambda card, last: True)
patched("the first to reach 20 wins at 21", collecting, "GOAL", 21)
patched("a Chase card is for nothing", purchases, "CHASE_COST", 0)
patched("hands are filled to six", cleaners, "PLOT_HAND", 6)
patched("the Handler holds six Agents", cleaners, "AGENT_HAND", 6)
patched(
    "whoever looks sees what was read face down",
    plots,
    "known_to_owner",
    lambda work, card, seat: work.emit(ev.Faced(card, (TABLE,))),
)
patched("Chase cards stay on the table", cleaners, "chased_of", lambda seat: "nowhere")
patched("the untied may win a tie round", rounds, "tied_of", lambda state: ())
patched("used Targets stay", rounds, "take_used", lambda work: ())
patched("a foiled Plot is paid all the same", collecting, "FOILED", "never")
patched("the hand shows through", plots, "mark_wrong", lambda work, card, seat, wrong: None)


@bug("the role passes to the right")
def _right(patches: Patches) -> None:
    order = places.in_order

    def backwards(state: Any) -> Any:
        seats = order(state)
        return (*reversed(seats[:-1]), seats[-1])

    patches.set(places, "in_order", backwards)


@bug("Chase cards travel with the role")
def _travel(patches: Patches) -> None:
    pass_role = cleaners.pass_role

    def taking_all(work: Any, to: Any) -> None:
        old = places.handler(work.state)
        pass_role(work, to)
        if old != to:
            places.carry(work, places.chase_of(old), places.chase_of(to))

    patches.set(rounds, "pass_role", taking_all)


@bug("a Plot is seen as soon as it lies")
def _open(patches: Patches) -> Kernel:
    def open_plots(state: Any, path: str, viewer: str) -> str:
        return "public" if path.startswith("plot.") else places.sees(state, path, viewer)

    return replace(GAME, sees=open_plots)


@bug("what is wrong with a Plot is told at once")
def _told(patches: Patches) -> Kernel:
    def refusing(state: Any, command: Any) -> Any:
        verdict = GAME.frames["plots"].moves["play"].check(state, command)
        target = places.target_of(state, command.target)
        if verdict is None and command.card is not None and target is not None:
            return plots.wrong_with(state, command.card, target)
        return verdict

    return rewired(GAME, "play", check=refusing)


@bug("two Plots lie on a Target")
def _twice(patches: Patches) -> None:
    patches.set(plots, "owner_at", lambda state, target: None)


@bug("the Handler begins the chase")
def _begins(patches: Patches) -> None:
    begin = chases.begin_chase

    def handler_first(work: Any, seat: Any) -> None:
        begin(work, seat)
        work.set(mover=places.handler(work.state))

    patches.set(rounds, "begin_chase", handler_first)


@bug("Plots are turned up before all Agents lie")
def _early(patches: Patches) -> None:
    patches.set(agents, "open_plots", lambda state: ())


patched("the old Handler keeps the laid-aside Plots aside", cleaners, "aside_of", lambda seat: f"lost.{seat}")


@pytest.mark.parametrize("name", some(sorted(BUGS), len(BUGS) // 2))
def test_the_kit_notices(name: str) -> None:
    patches = Patches()
    try:
        game = BUGS[name](patches) or GAME
        results = run_kit(game, levels=GAME.levels, seeds=range(1), first_only=True)
    except (TypeError, ValueError, LookupError, RuntimeError, AssertionError):
        return  # a bug that cannot even begin a match is noticed
    finally:
        patches.undo()
    assert [result for result in results if not result.ok], f"nobody noticed: {name}"
