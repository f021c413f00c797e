"""End turn by click: asked about once where nothing was done in the turn, as a tap is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lairkeeper.table import Hub, Table
from lairkeeper.web.screens import paths

from .conftest import Client, client_for
from .decks import deck_match
from .situations import begun, do, hub_of, tapped
from .test_table import part


class Clicked:
    """A match whose pages are clicked."""

    def __init__(self, hub: Hub, table: Table) -> None:
        self.hub, self.table = hub, table
        self.client: Client = client_for(hub)

    def end(self, by: str | None = "Ana", page: str = "table") -> int:
        """Press End turn; returns the status."""
        seat = {"by": by} if by else {}
        return self.client.send_form("/act", move="end-turn", page=page, **seat).status_code

    @property
    def now(self) -> tuple[str | None, str]:
        """Return whose turn it is, and the open question."""
        return self.table.view().active, self.table.question.code if self.table.question else ""

    def answer(self, option: int) -> None:
        assert self.table.question is not None
        self.client.send_form("/answer", question=str(self.table.question.id), option=str(option))


@pytest.fixture(params=["score", "deck"])
def clicked(request: pytest.FixtureRequest) -> Iterator[Clicked]:
    hub = hub_of()
    made = Clicked(*deck_match()) if request.param == "deck" else Clicked(hub, begun(hub))
    made.hub.enrol_demo_set("forever-evil")
    yield made
    made.hub.store.close()


def test_an_untouched_turn_is_asked_about_and_yes_ends_it(clicked: Clicked) -> None:
    assert clicked.end() == 303
    assert clicked.now == ("Ana", "turn-untouched")
    assert "turn over already" in part(clicked.client, "now", "/table")
    clicked.answer(0)
    assert clicked.now == ("Bo", "")


def test_no_leaves_the_turn_open_and_the_next_click_asks_again(clicked: Clicked) -> None:
    clicked.end()
    clicked.answer(1)
    assert clicked.now == ("Ana", "")
    clicked.end()
    assert clicked.now == ("Ana", "turn-untouched")


@pytest.mark.parametrize("page", ["table", "virtual"])
def test_the_second_click_says_yes(clicked: Clicked, page: str) -> None:
    assert page in paths()
    clicked.end(page=page)
    clicked.end(page=page)
    assert clicked.now == ("Bo", "")
    clicked.end("Bo")
    assert clicked.now == ("Bo", "turn-untouched"), "it is the turn that counts"


def test_a_turn_in_which_something_was_done_ends_by_one_click(clicked: Clicked) -> None:
    do(clicked.table, move="gain", by="Ana", card="vp-1")
    clicked.end()
    assert clicked.now == ("Bo", "")


def test_what_is_done_meanwhile_closes_the_question(clicked: Clicked) -> None:
    clicked.end()
    do(clicked.table, move="gain", by="Ana", card="vp-1")
    assert clicked.now == ("Ana", "")
    clicked.end()
    assert clicked.now == ("Bo", "")


@pytest.mark.parametrize("word", ["verb-confirm#1", "verb-end-turn#1"])
def test_a_token_answers_the_question_of_a_click(clicked: Clicked, word: str) -> None:
    clicked.end()
    tapped(clicked.hub, "tap", word)
    assert clicked.now == ("Bo", "")


def test_a_turn_that_may_not_end_is_refused_not_asked_about(clicked: Clicked) -> None:
    assert clicked.end("Bo") == 409
    assert clicked.now == ("Ana", "")


def test_other_programs_are_not_asked(clicked: Clicked) -> None:
    do(clicked.table, move="end-turn", by="Ana")
    assert clicked.now == ("Bo", "")


def test_a_round_is_asked_about_as_a_round() -> None:
    hub = hub_of()
    made = Clicked(hub, begun(hub, "evil-league", ("Ana", "Bo", "Cleo")))
    assert made.end(None) == 303
    assert made.now[1] == "round-untouched"
    made.end(None)
    assert made.now[1] == "" and made.table.view().turn == 2
    made.hub.store.close()
