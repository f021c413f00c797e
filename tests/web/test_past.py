"""The past on a page: what was drafted changes nothing until it is confirmed, and every bad form is told why."""

from __future__ import annotations

import pytest

from lairkeeper.table import Hub, Table
from lairkeeper.table.pending import ASKS, EACH

from .conftest import Client
from .situations import begun, do, hub_of


def table_of(hub: Hub) -> Table:
    assert hub.table is not None
    return hub.table


def scores(hub: Hub) -> dict[str, int]:
    return {score.seat: score.low for score in table_of(hub).view().scoreboard.seats}


@pytest.fixture
def played(hub: Hub) -> Hub:
    """Give Ana 5, Bo 5, of which Ana takes a token, and Cleo 1."""
    table = table_of(hub)
    do(table, move="gain", by="Ana", card="vp-5")
    do(table, move="gain", by="Bo", card="vp-5")
    do(table, move="steal", by="Ana", card="vp-5", target="Bo")
    do(table, move="gain", by="Cleo", card="vp-1")
    return hub


def confirm(client: Client, **fields: str | list[str]) -> int:
    records = str(len(table_of(client.app.state.site.hub).history))
    return int(client.send_form("/past/confirm", **{"records": records, **fields}).status_code)


def test_each_line_leads_to_what_can_be_done_about_it(client: Client, played: Hub) -> None:
    page = client.get("/past").text
    assert page.count('href="/past?n=') == 4
    one = client.get("/past?n=2").text
    assert "Bo gains" in one or "5 VP" in one
    assert 'action="/past/remove"' in one and 'action="/past/correct"' in one
    for other in ("0", "99", "-1", "x", "9" * 30):
        assert 'href="/past?n=1"' in client.get(f"/past?n={other}").text


def test_what_is_taken_out_is_asked_about_and_then_previewed(client: Client, played: Hub) -> None:
    before = scores(played), len(table_of(played).history)
    assert client.send_form("/past/remove", n="2").status_code == 303
    question = client.get("/past").text
    assert "Does this still count?" in question and "Ana" in question
    assert (scores(played), len(table_of(played).history)) == before
    assert client.send_form("/past/drop", n="3").status_code == 303
    preview = client.get("/past").text
    assert "2 lines count no more" in preview and 'action="/past/confirm"' in preview
    assert (scores(played), len(table_of(played).history)) == before
    assert confirm(client) == 303
    assert scores(played) == {"Ana": 5, "Bo": 0, "Cleo": 1}
    assert len(table_of(played).history) == before[1] + 1
    assert not table_of(played).todo, "the table was right"


def test_one_undo_takes_a_change_back(client: Client, played: Hub) -> None:
    client.send_form("/past/remove", n="4")
    assert confirm(client, reason="nobody did that") == 303
    assert scores(played)["Cleo"] == 0
    log = client.get("/workshop").text
    assert "Taken out: " in log and "taken out</span>" in log and "nobody did that" in log
    assert client.send_form("/undo").status_code == 303
    assert scores(played)["Cleo"] == 1


def test_a_command_is_corrected_into_another_one(client: Client, played: Hub) -> None:
    fields = {"n": "1", "move": "gain", "by": "Cleo", "card": "vp-5"}
    assert client.send_form("/past/correct", **fields).status_code == 303
    assert confirm(client) == 303
    assert scores(played) == {"Ana": 5, "Bo": 0, "Cleo": 6}
    assert "Corrected: " in client.get("/workshop").text
    assert client.send_form("/past/correct", **fields).status_code == 409


def test_what_was_taken_out_comes_back(client: Client, played: Hub) -> None:
    client.send_form("/past/remove", n="1")
    confirm(client)
    assert scores(played)["Ana"] == 5
    assert 'action="/past/put-back"' in client.get("/past?n=1").text
    assert client.send_form("/past/put-back", n="1").status_code == 303
    assert confirm(client) == 303
    assert scores(played)["Ana"] == 10
    assert client.send_form("/past/put-back", n="1").status_code == 409


def test_a_list_for_hands_is_there_only_where_it_is_wanted(client: Client, played: Hub) -> None:
    client.send_form("/past/remove", n="4")
    assert confirm(client, hands="move") == 303
    assert table_of(played).todo


def test_a_correction_against_the_rules_says_why_and_changes_nothing(client: Client, played: Hub) -> None:
    answer = client.send_form("/past/correct", n="1", move="steal", by="Ana", card="vp-5", target="Bo")
    assert answer.status_code == 409
    assert "against the rules then" in answer.text
    assert table_of(played).edits.plan is None


def test_a_misfit_is_changed_into_something_else(client: Client, played: Hub) -> None:
    client.send_form("/past/remove", n="2")
    wrong = client.send_form("/past/change", n="3", move="steal", by="Cleo", card="vp-5", target="Bo")
    assert wrong.status_code == 409
    assert client.send_form("/past/change", n="3", move="gain", by="Ana", card="vp-1").status_code == 303
    assert confirm(client) == 303
    assert scores(played) == {"Ana": 6, "Bo": 0, "Cleo": 1}


def test_all_that_does_not_fit_goes_at_once(client: Client, played: Hub) -> None:
    do(table_of(played), move="lose", by="Ana", card="vp-5")
    do(table_of(played), move="lose", by="Ana", card="vp-5")
    client.send_form("/past/remove", n="1")
    client.send_form("/past/drop", n="6", rest="1")
    assert confirm(client) == 303
    assert scores(played) == {"Ana": 0, "Bo": 0, "Cleo": 1}


def test_a_change_is_forgotten(client: Client, played: Hub) -> None:
    client.send_form("/past/remove", n="2")
    assert client.send_form("/past/cancel").status_code == 303
    assert table_of(played).edits.plan is None
    assert confirm(client) == 409


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("/past/remove", {}, 400),
        ("/past/remove", {"n": "0"}, 409),
        ("/past/remove", {"n": "77"}, 409),
        ("/past/remove", {"n": "1e9"}, 400),
        ("/past/put-back", {"n": "1"}, 409),
        ("/past/correct", {"n": "1"}, 400),
        ("/past/correct", {"n": "1", "move": "gain", "by": "Ana", "card": "vp-5"}, 409),
        ("/past/correct", {"n": "1", "move": "fly"}, 409),
        ("/past/keep", {"n": "1", "reason": "so"}, 409),
        ("/past/keep", {"n": "1"}, 400),
        ("/past/drop", {"n": "1"}, 409),
        ("/past/change", {"n": "1", "move": "gain"}, 409),
        ("/past/confirm", {"records": "5"}, 409),
        ("/past/confirm", {}, 400),
    ],
)
def test_a_bad_form_is_told_why_and_changes_nothing(
    client: Client, played: Hub, path: str, fields: dict[str, str], status: int
) -> None:
    before = len(table_of(played).history), scores(played)
    answer = client.send_form(path, **fields)
    assert (answer.status_code, "Traceback" in answer.text) == (status, False), answer.text[:400]
    assert (len(table_of(played).history), scores(played)) == before
    assert table_of(played).edits.plan is None


def test_a_change_that_was_looked_at_before_the_match_went_on_is_looked_at_again(client: Client, played: Hub) -> None:
    client.send_form("/past/remove", n="4")
    seen = str(len(table_of(played).history))
    do(table_of(played), move="gain", by="Bo", card="vp-1")
    assert client.send_form("/past/confirm", records=seen).status_code == 409
    assert confirm(client) == 303
    assert scores(played)["Bo"] == 1


def test_a_draft_about_what_was_undone_is_forgotten(client: Client, played: Hub) -> None:
    client.send_form("/past/remove", n="4")
    table_of(played).undo(1, "page")
    assert 'action="/past/confirm"' not in client.get("/past").text


def test_each_must_agree_where_the_table_wants_it_so(client: Client, played: Hub) -> None:
    played.store.settings.set(ASKS, EACH)
    client.send_form("/past/remove", n="4")
    assert client.get("/past").text.count('name="agree"') == 3
    assert confirm(client, agree=["Ana", "Bo"]) == 409
    assert confirm(client, agree=["Ana", "Bo", "Cleo"]) == 303


def test_without_a_match_the_page_says_what_to_do() -> None:
    from lairkeeper.web import create_app

    hub = hub_of()
    client = Client(create_app(hub))
    assert "No match is running" in client.get("/past").text
    assert client.send_form("/past/remove", n="1").status_code == 409
    begun(hub)
    assert "No match is running" not in client.get("/past").text
    hub.store.close()


def test_a_piece_is_put_somewhere_by_hand_with_a_reason(client: Client) -> None:
    hub = client.app.state.site.hub
    table = begun(hub, level="deck", setup={})
    do(table, move="buy", by="Ana", card="kick")
    if not table.history.state.zone("line-up"):
        do(table, move="deal", card="catwoman")
    card = table.history.state.zone("line-up")[0]
    sheet = client.get(f"/piece?piece={card.replace('#', '%23')}").text
    assert 'name="target"' in sheet and 'value="discard.Bo"' in sheet
    fields = {"move": "put", "card": card, "target": "discard.Bo"}
    assert client.send_form("/act", **fields).status_code == 409, "without a reason"
    assert client.send_form("/act", **fields, option="Bo had bought it").status_code == 303
    assert table_of(hub).history.state.where[card] == "discard.Bo"
    log = client.get("/past").text
    assert "put by hand" in log and "Bo had bought it" in log and "discard.Bo" not in log
    assert client.send_form("/act", **fields, option="<b>again</b>").status_code == 409
    assert client.send_form("/act", **{**fields, "target": "nowhere"}, option="so").status_code == 409


def test_a_seat_puts_nothing_by_hand(client: Client) -> None:
    from lairkeeper.core.command import Command
    from lairkeeper.web.access.moves import may_send
    from lairkeeper.web.access.roles import Caller, CallerRole

    table = begun(client.app.state.site.hub, level="deck")
    do(table, move="deal", card="catwoman")
    command = Command(move="put", by="Ana", card="catwoman#1", target="discard.Ana", option="mine")
    assert not may_send(Caller(CallerRole.SEAT, "Ana"), command, table)
    assert may_send(Caller(CallerRole.TABLE), command, table)
