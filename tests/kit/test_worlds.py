"""The other worlds of the secrecy check: only those that a viewer cannot tell from the true one."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

from lairkeeper.core.ids import TABLE, kind_of
from lairkeeper.core.pool import may_hold
from lairkeeper.core.state import Pool, State
from lairkeeper.core.views import COUNT
from lairkeeper.games import get_game
from lairkeeper.kit.driver import Left, Trail, play_match
from lairkeeper.kit.worlds import worlds
from tests.fresh import SEED

GAME: Any = SimpleNamespace(id="toy", sees=lambda state, path, viewer: COUNT)
HIDDEN = "downfall#1"


def swapped(*pools: Pool, trail: Trail | None = None) -> set[str]:
    """Return the cards that stand for a hidden one, in a match with these pools and these ways of the cards."""
    names = [next(iter(pool.places)) for pool in pools]
    state = State(
        "toy", "full", ("Ana", "Bo"), None, zones={"scheme-1": (HIDDEN,)}, where={HIDDEN: "scheme-1"},
        pools=dict(zip(names, pools, strict=True)), pooled={name: name for name in names},
    )  # fmt: skip
    return {world.turn[HIDDEN] for world in worlds(GAME, state, TABLE, Random(0), trail) if world.turn}


def test_a_card_in_the_box_stands_for_no_hidden_card() -> None:
    """DC Forever, seed 675099050: a Scheme of a character that nobody had drafted did."""
    box = Pool({"box.cards": 1}, {"uprising#1": 1})
    assert swapped(box) == set()
    assert swapped(box, Pool({"deck.Bo": 1}, {"heist#1": 1})) == {"heist#1"}


def test_a_deck_that_came_partly_from_the_box_does() -> None:
    assert swapped(Pool({"deck.Bo": 1, "box.cards": 1}, {"uprising#1": 2})) == {"uprising#1"}


def left(*others: str) -> dict[str, Left]:
    return {HIDDEN: Left(7, "hand.Bo", frozenset(others))}


def test_only_a_card_that_could_have_been_in_that_hand_does() -> None:
    """DC Forever, seed 841193253: a Scheme that had been shuffled into the deck stood for one laid from the hand."""
    deck = Pool({"deck.Bo": 1}, {"heist#1": 1})
    assert swapped(deck, trail=Trail(left())) == set()
    assert swapped(deck, trail=Trail(left("heist#1"))) == {"heist#1"}


def test_a_card_of_another_hand_does_not() -> None:
    assert swapped(Pool({"deck.Ana": 1}, {"heist#1": 1}), trail=Trail(left("heist#1"))) == set()


def test_a_card_that_was_shown_since_does_not() -> None:
    deck = Pool({"deck.Bo": 1}, {"heist#1": 1})
    assert swapped(deck, trail=Trail(left("heist#1"), {"heist#1": 8})) == set()
    assert swapped(deck, trail=Trail(left("heist#1"), {"heist#1": 6})) == {"heist#1"}


def test_cards_laid_from_two_hands_do_not_stand_for_each_other() -> None:
    """Everybody saw who laid which; cards from one hand do stand for each other."""
    cards = (HIDDEN, "heist#1", "uprising#1")
    zones = {f"scheme-{n}": (card,) for n, card in enumerate(cards, start=1)}
    where = {card: zone for zone, (card,) in zones.items()}
    state = State("toy", "full", ("Ana", "Bo"), None, zones=zones, where=where)
    ways = {
        card: Left(n, f"hand.{seat}", frozenset())
        for n, (card, seat) in enumerate(zip(cards, ("Bo", "Ana", "Bo"), strict=True))
    }
    turns = [world.turn for world in worlds(GAME, state, TABLE, Random(0), Trail(ways))]
    assert turns == [{HIDDEN: "uprising#1", "uprising#1": HIDDEN, "heist#1": "heist#1"}]


def test_a_recording_says_how_each_card_left_a_hand() -> None:
    recording = play_match(get_game("dc-forever"), SEED, level="full", players=2)
    last = len(recording.history.live) - 1
    trail = recording.trail(last)
    states = recording.states
    assert trail.left
    sure = 0
    for card, way in trail.left.items():
        assert way.at <= trail.moved[card] <= last
        before = states[way.at - 1]
        if before.where.get(card) == way.source or may_hold(before, way.source, card):
            assert {card, kind_of(card)} & way.others
            sure += 1
    assert sure
    assert recording.trail(0) == Trail()
