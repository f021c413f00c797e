"""Loot hands are secret: not in a view, a question, an offer, an answer or a log line."""

from __future__ import annotations

import json
from random import Random

import pytest

from lairkeeper.core.codec import view_to_json
from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.loot import hand_size, open_card
from lairkeeper.games.evil_league.places import hand_of, unseen_of
from lairkeeper.kit.checks import CHECKS
from lairkeeper.kit.driver import viewers
from lairkeeper.kit.secrecy import hidden_from, logs_do_not_tell, scrambled, secrets_do_not_show

from .dealer import dealt_match, hidden_loot

SEATS = ("Ana", "Bo", "Cy")


@pytest.mark.covers("el-8", "el-45")
@pytest.mark.parametrize("seed", range(3))
def test_scrambled_hands_change_nothing_for_others(seed: int) -> None:
    recording = dealt_match(seed)
    hidden = [len(hidden_from(recording, state, TABLE)) for state in recording.states]
    assert max(hidden) >= 4, "no hand was read face down, so that nothing was tested"
    assert secrets_do_not_show(recording) is None
    assert logs_do_not_tell(recording) is None
    assert CHECKS["1 cards conserved"](recording) is None
    assert CHECKS["5 offers are decisions"](recording) is None


def begun(**setup: object) -> History:
    history = History.start(GAME, Header(GAME.id, SEATS, "full", setup={"phase": "actions", **setup}))
    assert isinstance(history, History)
    return history


HANDS = {
    "hand.Ana": ["loot-1#1", "loot-6#1"],
    "hand.Bo": ["loot-2#1", "loot-3#1"],
    "hand.Cy": ["loot-5#1"],
    **{f"place.{seat}": "lair" for seat in SEATS},
    "reputation.Ana": 9,
    "reputation.Bo": 6,
}


def shown(history: History, viewer: str) -> str:
    """All that a page could show to a viewer."""
    view = json.dumps(view_to_json(GAME.view(history.state, viewer)))
    return view + str([each.command.card for each in GAME.offers(history.state, viewer)])


def test_nobody_but_its_owner_sees_a_hand() -> None:
    history = begun(**HANDS)
    for viewer in viewers(history.state):
        for seat in SEATS:
            for card in history.state.zone(hand_of(seat)):
                assert (card in shown(history, viewer)) == (viewer == seat)


def test_what_an_antenna_reads_of_hidden_loot_is_shown_as_a_card_face_down() -> None:
    history = begun(**HANDS)
    assert all(GAME.veiled(history.state, card) for card in hidden_loot(history.state))
    assert not GAME.veiled(history.state, "captain-hammer#1")
    assert not GAME.veiled(history.state, history.state.zone("exchange")[-1])
    assert isinstance(history.submit(Command(move="play", by="Ana", card="loot-1#1")), Accepted)
    assert not GAME.veiled(history.state, "loot-1#1")


def test_answers_are_the_same_whoever_holds_a_card() -> None:
    """Whatever is tried with any Loot card: the answer does not depend on where the app alone knows it to be."""
    history = begun(**HANDS)
    rng = Random(5)
    for _ in range(30):
        hidden = [
            card for card in history.state.where if card.startswith("loot-") and not open_card(history.state, card)
        ]
        turned = hidden[1:] + hidden[:1]
        rng.shuffle(turned)
        other = scrambled(history.state, dict(zip(hidden, turned, strict=True)))
        for card in hidden_loot(history.state):
            for move in ("play", "lose", "draw"):
                command = Command(move=move, by="Ana", card=card)
                one, two = GAME.decide(history.state, command), GAME.decide(other, command)
                assert isinstance(one, Refused) == isinstance(two, Refused)
                if isinstance(one, Refused):
                    assert one == two
                elif isinstance(one, Accepted) and isinstance(two, Accepted):
                    assert GAME.log(command, one.events) == GAME.log(command, two.events)


def test_a_card_that_turns_up_elsewhere_is_believed() -> None:
    history = begun(**HANDS)
    result = history.submit(Command(move="play", by="Ana", card="loot-5#1"))
    assert isinstance(result, Accepted), "the app thought that Cy had it, but Ana laid it open"
    state = history.state
    assert state.zone("loot-discard") == ("loot-5#1",)
    assert [hand_size(state, seat) for seat in SEATS] == [1, 2, 1]
    assert CHECKS["1 cards conserved"](dealt_match(7)) is None


def test_an_untapped_draw_is_a_number_until_it_is_played() -> None:
    history = begun(**{**HANDS, "hand.Ana": ["loot-3#2"]})
    assert isinstance(history.submit(Command(move="play", by="Ana", card="loot-3#2")), Accepted)
    for _ in range(2):
        assert isinstance(history.submit(Command(move="draw", by="Ana")), Accepted)
    assert history.state.size(unseen_of("Ana")) == 2
    assert "loot-" not in json.dumps(view_to_json(GAME.view(history.state, "Ana")).get("extra", {}))
    for seat in ("Bo", "Cy"):
        history.submit(Command(move="commit", by=seat))
    result = history.submit(Command(move="play", by="Ana", card="loot-1"))
    assert isinstance(result, Accepted)
    assert hand_size(history.state, "Ana") == 1


def test_drawing_leaves_no_word_in_the_log() -> None:
    history = begun(**{**HANDS, "hand.Ana": ["loot-3#2"]})
    history.submit(Command(move="play", by="Ana", card="loot-3#2"))
    for card in ("loot-7#4", "loot-7"):
        command = Command(move="draw", by="Ana", card=card)
        result = history.submit(command)
        assert isinstance(result, Accepted)
        assert GAME.log(command, result.events) == ("draw-loot", {"by": "Ana"})
