"""The panel of the simulated players on the virtual table: what it says in each state, and what its buttons do."""

from __future__ import annotations

import pytest

from lairkeeper.table import SPEEDS, Hub, LiveError, LiveState

from .conftest import Client, client_for
from .situations import hub_of
from .test_table import part


class Players:
    """Implement ``LivePlayers`` without a hand: it keeps what it was asked for."""

    def __init__(self) -> None:
        self.state = LiveState.IDLE
        self.speed = "normal"
        self.trouble = ""
        self.asked: list[str] = []
        self.no = ""

    def _do(self, what: str) -> None:
        if self.no:
            raise LiveError(self.no)
        self.asked.append(what)

    def begin(self) -> None:
        self._do("begin")

    def pause(self) -> None:
        self._do("pause")

    def go_on(self) -> None:
        self._do("go-on")

    def step(self) -> None:
        self._do("step")

    def stop(self) -> None:
        self._do("stop")

    def set_speed(self, speed: str) -> None:
        self._do(speed)


@pytest.fixture
def players(hub: Hub) -> Players:
    assert hub.virtual is not None
    hub.virtual.players = made = Players()
    return made


def buttons(client: Client) -> list[str]:
    """Return what the shown buttons of the panel do."""
    page = client.get("/virtual").text
    panel = page[page.index('id="watch"') :]
    panel = panel[: panel.index("</section>")]
    row, _, speeds = panel.partition("<fieldset")
    shown = [each.partition('"')[0] for each in row.split('name="do" value="')[1:]]
    return shown + (["speeds"] if "hidden><legend" not in speeds else [])


@pytest.mark.parametrize(
    ("state", "says", "there"),
    [
        (LiveState.IDLE, "Home resumes it", ["begin"]),
        (LiveState.PLAYING, "real scan", ["pause", "stop", "speeds"]),
        (LiveState.PAUSED, "The players wait.", ["go-on", "step", "stop", "speeds"]),
        (LiveState.DISTURBED, "Somebody else tapped", ["go-on", "step", "stop", "speeds"]),
        (LiveState.LOST, "They cannot go on", ["begin"]),
        (LiveState.ENDED, "The match is over.", ["begin"]),
    ],
)
def test_each_state_is_said_and_has_its_buttons(
    *, client: Client, players: Players, state: LiveState, says: str, there: list[str]
) -> None:
    players.state = state
    assert says in part(client, "watch", "/virtual")
    assert buttons(client) == there


@pytest.mark.parametrize("what", ["begin", "pause", "go-on", "step", "stop", *SPEEDS])
def test_a_button_does_what_it_says(client: Client, players: Players, what: str) -> None:
    assert client.send_form("/virtual/watch", do=what).status_code == 303
    assert players.asked == [what]


def test_what_is_impossible_is_said_with_the_next_step(client: Client, players: Players) -> None:
    players.no = "other-way"
    answer = client.send_form("/virtual/watch", do="go-on")
    assert answer.status_code == 409
    assert "Undo what was done since" in answer.text
    players.no, players.trouble = "", "no-match"
    assert "Begin a match first" in part(client, "watch", "/virtual")
    assert buttons(client) == []
    for fields, status in (({"do": "fly"}, 400), ({}, 400)):
        assert client.send_form("/virtual/watch", **fields).status_code == status
    assert players.asked == []


def test_nobody_offers_it_without_players_or_without_a_virtual_table(client: Client) -> None:
    assert '<section id="watch" class="panel watch" data-state="idle" aria-labelledby="watch-title" hidden>' in (
        client.get("/virtual").text
    )
    assert client.send_form("/virtual/watch", do="begin").status_code == 409
    assert client_for(hub_of()).send_form("/virtual/watch", do="begin").status_code == 409
