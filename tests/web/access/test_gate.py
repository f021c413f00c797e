"""Every address is closed to every role that is not named for it, and nobody moves for somebody else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.routing import Mount, Route, WebSocketRoute

from lairkeeper.store import Store
from lairkeeper.table import Hub
from lairkeeper.web.access.gate import ANYBODY, FILES, HOMES, LET_IN, PLAYERS, TABLE_ROLES, Allowed, Gate, gathered
from lairkeeper.web.access.guests import Guests
from lairkeeper.web.access.roles import FROM_LAN, Caller, CallerRole
from lairkeeper.web.security import API

from ..conftest import Client
from ..situations import begun, do
from .phones import let_in, phone, site_of

OPEN = {
    **dict.fromkeys((("GET", "/events"), ("GET", "/join"), ("GET", "/manifest.webmanifest")), ANYBODY),
    **dict.fromkeys(
        (
            ("POST", "/join"),
            ("POST", "/join/cancel"),
            ("POST", "/join/code"),
            ("POST", "/join/leave"),
            ("POST", "/prefs"),
        ),
        ANYBODY,
    ),
    ("GET", "/share/bg-stats"): ANYBODY,  # with the code of one match, which its QR code holds
    **dict.fromkeys((("GET", "/cheat"), ("GET", "/cheat/pdf"), ("GET", "/overlay"), ("GET", "/tv")), LET_IN),
    **dict.fromkeys((("GET", "/new"), ("GET", "/past"), ("GET", "/table")), TABLE_ROLES),
    **dict.fromkeys(
        (
            ("POST", "/back"),
            ("POST", "/new"),
            ("POST", "/new/draft"),
            ("POST", "/pace"),
            ("POST", "/past/cancel"),
            ("POST", "/past/change"),
            ("POST", "/past/confirm"),
            ("POST", "/past/correct"),
            ("POST", "/past/drop"),
            ("POST", "/past/keep"),
            ("POST", "/past/put-back"),
            ("POST", "/past/remove"),
            ("POST", "/phones/answer"),
            ("POST", "/resume"),
            ("POST", "/seat/leave"),
            ("POST", "/seat/open"),
            ("POST", "/todo"),
        ),
        TABLE_ROLES,
    ),
    **dict.fromkeys((("GET", "/piece"), ("GET", "/seat"), ("GET", "/history"), ("GET", "/history/{n:int}")), PLAYERS),
    **dict.fromkeys((("POST", f"/history/{deed}") for deed in ("keep", "delete", "restore", "play-on")), TABLE_ROLES),
    **dict.fromkeys(
        (
            ("POST", "/act"),
            ("POST", "/answer"),
            ("POST", "/phone/tap"),
            ("POST", "/redo"),
            ("POST", "/phone/tap"),
            ("POST", "/undo"),
        ),
        PLAYERS,
    ),
}
"""All that anybody but the host may ask for: whoever opens another address adds a line here."""


def routes(client: Client) -> Iterator[tuple[str, str]]:
    for route in client.app.routes:
        if isinstance(route, Mount):
            assert f"{route.path}/" == FILES, "a mount that no test knows"
            continue
        if isinstance(route, Route | WebSocketRoute) and route.path.startswith(API):
            continue  # programs call there, with tokens (tests/web/api)
        assert isinstance(route, Route)
        yield from ((method, route.path) for method in sorted(route.methods or ()) if method != "HEAD")


def callers(client: Client) -> dict[CallerRole, Client]:
    seat = {CallerRole.SEAT: "Ana"}
    inside = [role for role in CallerRole if role not in (CallerRole.HOST, CallerRole.STRANGER)]
    far = {role: let_in(client, role, seat.get(role), f"192.168.7.{n}") for n, role in enumerate(inside, 2)}
    return {**far, CallerRole.HOST: client, CallerRole.STRANGER: phone(client.app, "192.168.7.99")}


def test_every_address_is_closed_but_to_those_who_are_named(client: Client) -> None:
    gate, all_routes = site_of(client).gate, set(routes(client))
    assert set(OPEN) <= all_routes
    for method, path in all_routes:
        may = {
            role
            for role in CallerRole
            if gate.may(Caller(role, "Ana" if role is CallerRole.SEAT else None), method, path)
        }
        assert may == OPEN.get((method, path), frozenset()) | {CallerRole.HOST}, (method, path)


def test_the_app_itself_refuses_what_the_gate_refuses(client: Client, hub: Hub) -> None:
    assert hub.table is not None
    before = len(hub.table.history), hub.table.match
    everybody = callers(client)
    for method, path in set(routes(client)):
        allowed = OPEN.get((method, path), frozenset())
        for role, far in everybody.items():
            if role is CallerRole.HOST or role in allowed:
                continue
            answer = far.send_form(path, json=True) if method == "POST" else far.get(path, follow_redirects=False)
            home = HOMES[role] if path == "/" else "/join" if role is CallerRole.STRANGER else None
            closed = answer.status_code == 403 or (answer.status_code, answer.headers.get("location")) == (303, home)
            assert closed, (role, method, path, answer.status_code)
    assert (len(hub.table.history), hub.table.match) == before


def test_an_address_with_a_number_is_open_as_its_route_is() -> None:
    gate = Gate(Guests(Store.open().settings, lambda: 0.0), {"/history/{n:int}": Allowed(read=PLAYERS)})
    for path, may in (("/history/7", True), ("/history/", False), ("/history/7/share", False), ("/history/x", False)):
        assert gate.may(Caller(CallerRole.SEAT, "Ana"), "GET", path) is may, path
        assert not gate.may(Caller(CallerRole.SEAT, "Ana"), "POST", path), path
        assert not gate.may(Caller(CallerRole.TV), "GET", path), path


def test_an_address_that_two_lists_name_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="/tv is listed twice"):
        gathered({"/tv": Allowed()}.items(), {"/tv": Allowed(read=LET_IN)}.items())


GAIN = {"move": "gain", "card": "vp-5"}


def points(hub: Hub) -> dict[str, int]:
    assert hub.table is not None
    return dict(hub.table.view().tokens)


def test_a_seat_moves_for_itself_alone(client: Client, hub: Hub) -> None:
    ana = let_in(client, CallerRole.SEAT, "Ana")
    assert ana.send_form("/act", by="Ana", page="seat", **GAIN).status_code == 303
    assert points(hub)["Ana"] == 5
    level = {"move": "set-level", "option": "deck"}
    for fields in (
        {"by": "Bo", **GAIN}, dict(GAIN), {"by": "Ana", "force": "because", **GAIN}, level, {"by": "Ana", **level},
    ):  # fmt: skip
        answer = ana.send_form("/act", page="seat", **fields)
        assert answer.status_code == 403, fields
        assert "That is not your move" in answer.text
    assert points(hub) == {"Ana": 5, "Bo": 0, "Cleo": 0}


def test_a_seat_takes_back_its_own_move_alone(client: Client, hub: Hub) -> None:
    ana, bo = let_in(client, CallerRole.SEAT, "Ana"), let_in(client, CallerRole.SEAT, "Bo", "192.168.7.3")
    ana.send_form("/act", by="Ana", page="seat", **GAIN)
    assert bo.send_form("/undo", page="seat").status_code == 403
    assert ana.send_form("/undo", page="seat", n="2").status_code == 403
    assert points(hub)["Ana"] == 5
    assert ana.send_form("/undo", page="seat").status_code == 303
    assert points(hub)["Ana"] == 0
    assert bo.send_form("/redo", page="seat").status_code == 403
    assert ana.send_form("/redo", page="seat").status_code == 303
    assert points(hub)["Ana"] == 5


def test_a_seat_does_not_say_for_others_that_nobody_defends(client: Client, hub: Hub) -> None:
    hand = ["bizarro-power#1", *(f"punch#{n}" for n in range(1, 5))]
    table = begun(hub, "forever-evil", ("Ana", "Bo", "Cleo"), level="full", setup={"hand.Ana": hand, "line-up": []})
    do(table, move="play", by="Ana", card="bizarro-power#1")
    bo = let_in(client, CallerRole.SEAT, "Bo")
    page = bo.get("/seat?name=Bo").text
    assert "Bo does not avoid it" in page
    assert "Nobody else defends" not in page
    assert "Nobody else defends" in client.get("/table").text
    assert bo.send_form("/act", move="done", page="seat").status_code == 403
    assert bo.send_form("/act", move="done", by="Bo", page="seat").status_code == 403
    assert bo.send_form("/act", move="no-defense", by="Bo", page="seat").status_code == 303
    prompt = table.view().prompt
    assert prompt is not None and prompt.seat == "Cleo"


@pytest.mark.parametrize("role", [CallerRole.SPECTATOR, CallerRole.TV])
def test_whoever_looks_on_does_nothing(client: Client, hub: Hub, role: CallerRole) -> None:
    far = let_in(client, role)
    question = {"question": "1", "option": "0"}
    for path, fields in (("/act", {"by": "Ana", **GAIN}), ("/undo", {}), ("/redo", {}), ("/answer", question)):
        assert far.send_form(path, **fields).status_code == 403
    assert points(hub) == {"Ana": 0, "Bo": 0, "Cleo": 0}


def test_a_phone_opens_no_page_but_its_own(client: Client) -> None:
    ana = let_in(client, CallerRole.SEAT, "Ana")
    assert ana.get("/seat?name=Ana").status_code == 200
    for path in ("/seat?name=Bo", "/seat?name=Bo&pile=hand"):
        answer = ana.get(path)
        assert answer.status_code == 403
        assert "This device has another seat" in answer.text


def test_a_player_of_another_match_reads_what_to_do(client: Client) -> None:
    zoe = let_in(client, CallerRole.SEAT, "Zoe")
    answer = zoe.get("/seat")
    assert answer.status_code == 409
    assert "Zoe does not play in this match" in answer.text


def test_the_way_in_counts_and_not_the_address(client: Client) -> None:
    """A browser of this very computer that comes by the network is a stranger, too."""
    scope = {"type": "http", "client": ("127.0.0.1", 5000), FROM_LAN: True}
    assert site_of(client).gate.caller(scope, {}).role is CallerRole.STRANGER
    assert site_of(client).gate.caller({**scope, FROM_LAN: False}, {}).role is CallerRole.HOST
    assert site_of(client).gate.caller({"type": "http"}, {}).role is CallerRole.STRANGER


def test_a_stream_of_somebody_else_says_where_to_go(client: Client) -> None:
    far = phone(client.app)
    assert '"go": "/join"' in far.get("/events?page=table").text
    tv = let_in(client, CallerRole.TV, at="192.168.7.8")
    assert '"go": "/tv"' in tv.get("/events?page=table&page=workshop").text
