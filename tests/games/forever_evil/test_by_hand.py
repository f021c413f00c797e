"""Single steps of a card that the table resolves by hand."""

from __future__ import annotations

import pytest

from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.team import side

from .deck_match import begin, do, refused

LINE_UP = ["giganta#1", "despero#1", "vibe#1", "grid#1", "mallet#1"]


def by_hand() -> History:
    """Ana has played a card that is on no list."""
    hands = {"hand.Ana": ["unlisted#1", "punch#1"], "hand.Bo": ["power-girl#1", "punch#2"]}
    history = begin(level="full", ruleset={"main-deck": 111}, setup={"line-up": LINE_UP, **hands})
    do(history, "play", "Ana", "unlisted#1")
    assert GAME.lookup(history.state, "prompt.code") == "by-hand"
    return history


def test_a_card_is_offered_to_be_discarded_by_whoever_holds_it() -> None:
    state = by_hand().state
    for card, holder in {"power-girl#1": "Bo", "punch#1": "Ana"}.items():
        offers = [offer for offer in GAME.offers(state, TABLE, card) if offer.command.move == "discard"]
        assert [offer.command.by for offer in offers if offer.refusal is None] == [holder]
        assert {offer.refusal.code for offer in offers if offer.refusal} == {"not-in-hand"}


def test_what_lies_in_no_deck_is_not_discarded() -> None:
    refusal = refused(by_hand(), "discard", "Ana", "sinestro#1")
    assert (refusal.code, refusal.cite) == ("not-a-deck-card", "order-of-play")


def test_out_of_turn_the_steps_are_offered_to_whoever_played_the_card() -> None:
    hands = {"hand.Ana": ["punch#1"], "hand.Bo": ["unlisted#1"]}
    history = begin(level="full", ruleset={"main-deck": 111}, setup={"line-up": LINE_UP, **hands})
    do(history, "play", "Bo", "unlisted#1", force="we had changed the order")
    steps = {"draw", "power", "attack", "done"}
    offers = [offer.command for offer in GAME.offers(history.state, TABLE) if offer.command.move in steps]
    assert {(each.move, each.by) for each in offers} == {(move, "Bo") for move in steps}


@pytest.mark.denies("fe-128")
def test_an_attack_by_hand_spares_mates_and_says_so() -> None:
    hands = {"hand.Ana": ["unlisted#1"]}
    rules = {"main-deck": 111, "variant": "teams"}
    history = begin("Ana", "Bo", "Cy", "Di", level="full", ruleset=rules, setup={"line-up": LINE_UP, **hands})
    do(history, "play", "Ana", "unlisted#1")
    (mate,) = set(side(history.state, "Ana")) - {"Ana"}
    assert refused(history, "attack", "Ana", target=mate).code == "mate"
    assert "mate" in next(each for each in GAME.moves if each.name == "attack").refusals
