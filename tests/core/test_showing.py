"""Facts that a record shows to somebody who did not know them, in the toy game: nothing a game must remember to say."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Event
from lairkeeper.core.evolve import fold
from lairkeeper.core.ids import TABLE
from lairkeeper.core.kernel import Kernel, public
from lairkeeper.core.showing import held_in, shows
from lairkeeper.core.state import APP, State
from lairkeeper.core.views import COUNT, PUBLIC, SECRET

from .toy import TOY, begin, do, plot_all

SILENT = replace(TOY, sees=public)
"""The toy, had its author forgotten to say how open its places are."""


def shown(state: State, *events: Event, by: str | None = None, card: str | None = None, game: Kernel = TOY) -> bool:
    return shows(game, state, Command(move="draw", by=by, card=card), events)


class Bare:
    """The toy as a game that is no ``Kernel``, and has no word for how open a place is: only its views tell."""

    def __init__(self) -> None:
        self.view, self.log = TOY.view, TOY.log


@pytest.fixture
def state() -> State:
    """Ana holds gem#1, Bo spade#1, Cy mole#4; eight cards lie in the deck, three moles open on the heap."""
    history = begin()
    plot_all(history)
    return history.state


@pytest.mark.parametrize("game", [TOY, SILENT], ids=["sees", "no sees"])
@pytest.mark.parametrize(
    "events",
    [
        (ev.Moved("gem#2", "deck", "heap"),),
        (ev.PoolShifted("deck", "hand.Ana", 1),),
        (ev.Moved("gem#2", "deck", "hand.Ana"),),
        (ev.Moved("gem#2", "deck", "hand.Ana"), ev.Faced("gem#2", (APP, "Ana"))),
        (ev.Moved("gem#2", "deck", "heap"), ev.Moved("gem#2", "heap", "deck")),
        (ev.Faced("gem#1", (TABLE,)),),
        (ev.Placed("gem#9", "heap"),),
    ],
    ids=["deal", "unseen draw", "read draw", "draw by antenna", "shown and hidden again", "reveal", "from outside"],
)
def test_what_shows_something(state: State, events: tuple[Event, ...], game: Kernel) -> None:
    assert shown(state, *events, by="Ana", game=game)


@pytest.mark.parametrize(
    "events",
    [
        (ev.Paid("bank", "Ana", {1: 3}), ev.Counted("plots.Ana", 1), ev.Marked("Ana", "shield")),
        (ev.Moved("mole#1", "heap", "hand.Ana"),),
        (ev.Moved("mole#1", "heap", "deck"), ev.Moved("mole#2", "heap", "deck")),
        (ev.Moved("gem#1", "hand.Ana", "heap"),),
        (ev.Moved("gem#1", "hand.Ana", "aside.Ana"), ev.Faced("gem#1", (APP, "Ana"))),
        (ev.PoolShifted("deck", "removed", 1),),
        (ev.LevelSet("plain"), ev.Moved("gem#2", "deck", "heap")),
    ],
    ids=["tokens", "an open card", "open cards away", "played from the own hand", "laid down", "unseen away", "level"],
)
def test_what_shows_nothing(state: State, events: tuple[Event, ...]) -> None:
    assert not shown(state, *events, by="Ana")


def test_a_card_out_of_somebody_elses_hand(state: State) -> None:
    assert shown(state, ev.Moved("spade#1", "hand.Bo", "heap"), by="Ana")
    assert shown(state, ev.Moved("spade#1", "hand.Bo", "hand.Ana"), by="Ana")
    assert shown(state, ev.Moved("gem#1", "hand.Ana", "hand.Bo"), by="Ana")


def test_where_a_game_does_not_say_how_open_a_place_is_its_view_does(state: State) -> None:
    bare = cast(Kernel, Bare())
    assert not shown(state, ev.Moved("mole#1", "heap", "hand.Ana"), by="Ana", game=bare)
    assert shown(state, ev.Moved("spade#1", "hand.Bo", "heap"), by="Ana", game=bare)
    named = Bare()
    named.log = lambda command, events: ("draw", {"other": "spade#4"})
    assert shown(state, ev.Counted("plots.Ana", 1), by="Ana", game=cast(Kernel, named)), "it lies in the deck"


def test_where_nobody_is_named_whoever_is_at_turn_plays_to_the_own_place(state: State) -> None:
    in_play = replace(TOY, sees=lambda state, path, viewer: PUBLIC if path.startswith("in-play") else COUNT)
    assert not shown(state, ev.Moved("gem#1", "hand.Ana", "in-play.Ana"), game=in_play)
    assert shown(state, ev.Moved("spade#1", "hand.Bo", "in-play.Bo"), game=in_play)
    assert shown(state, ev.Moved("gem#1", "hand.Ana", "heap"))


def test_unseen_cards_that_go_from_hand_to_hand(state: State) -> None:
    drawn = fold(state, (ev.PoolShifted("deck", "hand.Ana", 2),))
    assert shown(drawn, ev.PoolShifted("hand.Ana", "hand.Bo", 1), by="Ana")
    assert not shown(drawn, ev.PoolShifted("hand.Ana", "deck", 1), by="Ana")
    assert not shown(drawn, ev.PoolShifted("hand.Ana", "kept.Ana", 1), by="Ana")
    assert shown(drawn, ev.PoolShifted("deck", "kept.Ana", 1), by="Ana")
    assert not shown(drawn, ev.PoolShifted("deck", "hand.Ana", 0), by="Ana")


def test_hands_of_another_name(state: State) -> None:
    fists = replace(TOY, holder=held_in("fist"))
    there = fold(state, (ev.Moved("gem#1", "hand.Ana", "fist.Ana"),))
    assert shown(there, ev.Moved("gem#1", "fist.Ana", "heap"), by="Ana")
    assert not shown(there, ev.Moved("gem#1", "fist.Ana", "heap"), by="Ana", game=fists)


def test_a_stack_of_one_kind_has_no_secret_until_its_last_card(state: State) -> None:
    kicks = fold(state, (ev.Shuffled("kicks"), ev.Placed("spade#8", "kicks"), ev.Placed("spade#9", "kicks")))
    assert not shown(kicks, ev.Moved("spade#8", "kicks", "heap"))
    last = fold(kicks, (ev.Moved("spade#8", "kicks", "heap"),))
    assert shown(last, ev.Moved("spade#9", "kicks", "heap"))
    assert not shown(
        last, ev.Shuffled("box.x"), ev.Moved("mole#1", "heap", "box.x"), ev.Moved("mole#1", "box.x", "heap")
    )


def test_a_card_that_is_shown_and_stays_where_it_is(state: State) -> None:
    """The log line names it: everybody knows it from then on."""
    assert shown(state, ev.Counted("plots.Ana", 1), by="Ana", card="gem#1")
    assert not shown(state, ev.Counted("plots.Ana", 1), by="Ana", card="mole#1")
    veiled = replace(TOY, lines={"draw": lambda command, events: ("draw", {"by": command.by})})
    assert not shown(state, ev.Counted("plots.Ana", 1), by="Ana", card="gem#1", game=veiled)


def test_a_piece_that_comes_along_with_the_one_that_was_tapped(state: State) -> None:
    assert not shown(state, ev.Placed("figure#1", "heap"), card="mole#1")
    assert shown(state, ev.Placed("gem#9", "heap"), card="gem#9")
    assert not shown(state, ev.Placed("gem#9", "deck"), card="gem#9"), "nobody sees it there"
    assert not shown(state, ev.Placed("gem#9", "counted.Ana"), by="Ana")


def test_the_last_sealed_answer_opens_all_of_them() -> None:
    history = begin()
    for seat, shows_all in (("Ana", False), ("Bo", False), ("Cy", True)):
        do(history, move="answer", by=seat, card=history.state.zone(f"hand.{seat}")[0])
        assert history.reveals() is shows_all
    history.undo()
    assert not history.reveals()
    history.redo()
    assert history.reveals()


def test_a_card_that_lay_open_and_that_the_app_had_not_read(state: State) -> None:
    face_up = replace(TOY, face_up=frozenset({"deck"}))
    for target in ("heap", "hand.Ana"):
        taken = ev.Moved("gem#2", "deck", target)
        assert shown(state, taken, by="Ana")
        assert not shown(state, taken, by="Ana", game=face_up)
    assert shown(state, ev.Moved("gem#1", "hand.Ana", "heap"), by="Bo", game=face_up), "another place"


def test_a_card_that_goes_into_a_pool_is_known_to_nobody_any_more(state: State) -> None:
    there = fold(state, (ev.Moved("gem#1", "hand.Ana", "deck"),))
    assert "gem#1" not in there.known
    again = fold(there, (ev.Moved("gem#1", "deck", "hand.Bo"),))
    assert not TOY.view(again, "Ana").zones["hand.Bo"].cards


def test_commands_taken_back_in_a_row() -> None:
    history = begin()
    for amount in (1, 2, 3):
        do(history, move="adjust", by="Ana", amount=amount)
    assert history.run == ()
    history.undo()
    history.undo()
    assert [record.command and record.command.amount for record in history.run] == [2, 3]
    history.redo()
    assert history.run == ()
    history.undo(2)
    assert [record.command and record.command.amount for record in history.run] == [1, 2]
    assert not history.reveals(9)


def test_a_record_without_a_command_tells_nothing(state: State) -> None:
    assert not shows(TOY, state, None, (ev.Counted("plots.Ana", 1),))


def test_events_may_come_one_at_a_time(state: State) -> None:
    told = (event for event in (ev.Counted("plots.Ana", 1), ev.Moved("gem#2", "deck", "heap")))
    assert shows(TOY, state, Command(move="draw", by="Ana"), told)
    named = (event for event in (ev.Counted("plots.Ana", 1),))
    assert shows(TOY, state, Command(move="draw", by="Ana", card="gem#1"), named)


def test_a_piece_of_another_kind_from_outside_is_not_what_was_tapped(state: State) -> None:
    for card, shown_by in (("gem#9", True), (None, True), ("mole#1", False)):
        assert shown(state, ev.Placed("gem#9", "heap"), card=card) is shown_by, card


def test_a_place_that_everybody_sees_shows_a_card_to_the_table(state: State) -> None:
    """A card that lies where the table sees it is shown to all; one that a single seat sees, to that seat."""
    to_owner = replace(TOY, sees=lambda state, path, viewer: PUBLIC if viewer in {TABLE, "Ana"} else COUNT)
    assert shown(state, ev.Moved("gem#2", "deck", "kept.Ana"), by="Ana", game=to_owner)
    own = replace(TOY, sees=lambda state, path, viewer: PUBLIC if viewer == "Ana" else COUNT)
    assert shown(state, ev.Moved("gem#2", "deck", "kept.Bo"), by="Bo", game=own), "Ana sees it"
    assert not shown(state, ev.Moved("gem#1", "hand.Ana", "kept.Ana"), by="Ana", game=own), "it was hers"


def test_an_unseen_card_is_known_to_whoever_it_went_to(state: State) -> None:
    kept = fold(state, (ev.Moved("spade#1", "hand.Bo", "kept.Bo"), ev.Shuffled("kept.Bo")))
    assert shown(kept, ev.Moved("gem#1", "hand.Ana", "kept.Bo"), by="Ana"), "Bo looks at what comes to his pile"
    assert not shown(kept, ev.Moved("gem#1", "hand.Ana", "away"), by="Ana")


def test_whoever_held_a_card_knows_it_wherever_it_went_in_between(state: State) -> None:
    """A card goes out of a hand face down and back: nobody has learnt anything by that."""
    assert not shown(
        state, ev.Moved("gem#1", "hand.Ana", "aside.Ana"), ev.Moved("gem#1", "aside.Ana", "hand.Ana"), by="Ana"
    )


@pytest.mark.parametrize(
    ("name", "hidden"),
    [("gem#1", True), ("gem#2", True), ("gem#9", True), ("mole#1", False), ("mole", False), ("Ana", False)],
    ids=["in a hand", "in the deck", "of a kind in the deck", "open", "a copy lies open", "no card"],
)
def test_a_line_that_names_a_hidden_card_shows_it(state: State, name: str, hidden: bool) -> None:
    told = replace(TOY, lines={"draw": lambda command, events: ("draw", {"cards": [{"card": name}]})})
    there = fold(state, (ev.Placed("gem", "deck"),))
    assert shown(there, ev.Counted("plots.Ana", 1), by="Ana", game=told) is hidden


def test_a_line_that_names_a_card_among_its_likes_shows_nothing(state: State) -> None:
    """In a stack of one kind every card is known, and where the level leaves cards to the players, none is hidden."""
    told = replace(TOY, lines={"draw": lambda command, events: ("draw", {"card": "gem#1"})})
    gems = fold(state, (ev.Moved("gem#1", "hand.Ana", "gems"), ev.Moved("gem#2", "deck", "gems"), ev.Shuffled("gems")))
    assert not shown(gems, ev.Counted("plots.Ana", 1), by="Ana", game=told)
    secret = replace(told, sees=lambda state, path, viewer: PUBLIC if path == "heap" else SECRET)
    away = fold(state, (ev.Moved("gem#1", "hand.Ana", "deck"),))
    assert not shown(away, ev.Counted("plots.Ana", 1), by="Ana", game=secret)
    assert shown(away, ev.Counted("plots.Ana", 1), by="Ana", game=told)


def test_a_player_who_is_called_like_a_card_is_no_card() -> None:
    history = begin(seats=("gem#1", "Bo"), setup={"hand.Bo": ("gem#1",)})
    plot_all(history)
    told = replace(TOY, lines={"draw": lambda command, events: ("draw", {"by": command.by, "card": command.card})})
    hidden = fold(history.state, (ev.Moved("gem#1", "heap", "deck"),))
    assert not shown(hidden, ev.Counted("plots.Bo", 1), by="gem#1", game=told)
    assert shown(hidden, ev.Counted("plots.Bo", 1), by="gem#1", card="gem#2", game=told)
