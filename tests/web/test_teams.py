"""Teams on the page: the side and its score beside each player, and the side that wins."""

from __future__ import annotations

from .conftest import client_for
from .situations import begun, do, hub_of
from .test_table import part

SEATS = ("Ana", "Bo", "Cy", "Dan")


def test_the_side_and_its_points_stand_beside_each_player() -> None:
    hub = hub_of()
    setup = {"villain.Ana": "sinestro", "purse.Ana": {5: 1}, "purse.Cy": {1: 2}}
    table = begun(hub, seats=SEATS, level="score", ruleset={"variant": "teams"}, setup=setup)
    client = client_for(hub)
    seats = part(client, "seats") + client.get("/table").text
    assert "Sinestro · Bad Guys 7" in seats
    assert "Good Guys 0" in seats
    do(table, move="end-game", by="Ana", option="line-up")
    do(table, move="done")
    for seat in SEATS:
        do(table, move="sweep", by=seat, card="punch")
        do(table, move="done", by=seat)
    assert "Bad Guys (Ana and Cy) win with 7 points" in part(client, "now")
    french = client_for(hub)
    french.cookies.set("lang", "fr")
    assert "Les Méchants (Ana et Cy) gagnent avec 7 points" in part(french, "now")


def test_three_players_make_no_teams_and_the_form_says_so() -> None:
    answer = client_for(hub_of()).begin(*SEATS[:3], **{"rule-variant": "teams"})
    assert answer.status_code == 422
    assert "even number of players, not 3" in answer.text
