"""Tokens: made, kept hashed, used, expired, revoked, and guessed in vain."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from lairkeeper.table import Hub
from lairkeeper.web.access.roles import CallerRole
from lairkeeper.web.api import attempts, tokens
from lairkeeper.web.api.attempts import TRIES, WrongTokens
from lairkeeper.web.api.routes import ENDPOINTS
from lairkeeper.web.api.scopes import ScopeError, TokenScope, caller_for
from lairkeeper.web.api.tokens import SETTING, USED_EVERY_S, ApiTokens

from ..access.phones import let_in, phone
from ..conftest import ORIGIN, Client
from .conftest import Program

READ = (TokenScope.READ,)


class Kept(dict[str, Any]):
    """Settings in memory, as JSON."""

    writes = 0

    def set(self, key: str, value: Any) -> None:
        self.writes += 1
        self[key] = json.loads(json.dumps(value))


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_a_secret_has_256_bits_and_is_kept_only_as_a_hash() -> None:
    kept = Kept()
    made, secret = ApiTokens(kept, Clock()).create("OBS", READ)
    assert secret.startswith("lair_") and len(secret) == len("lair_") + 43
    assert secret not in json.dumps(kept) and secret.removeprefix("lair_") not in json.dumps(kept)
    assert secret not in repr(made)
    again = ApiTokens(kept, Clock())
    assert again.found(secret) == made
    assert again.found(secret[:-1]) is None and again.found("") is None and again.found("lair_\ud800") is None


def test_no_two_are_alike_and_numbers_are_not_given_twice() -> None:
    kept = Kept()
    all_tokens = ApiTokens(kept, Clock())
    secrets = {all_tokens.create("x", READ)[1] for _ in range(20)}
    assert len(secrets) == 20
    assert all_tokens.revoke(20)
    assert ApiTokens(kept, Clock()).create("y", READ)[0].number == 21


@pytest.mark.parametrize(
    ("scopes", "seat", "says"),
    [
        ((), None, "Name at least one scope"),
        (("read:seat",), None, "needs a seat"),
        (("manage",), "Ana", "is for the table"),
    ],
)
def test_scopes_that_do_not_go_together(scopes: tuple[str, ...], seat: str | None, says: str) -> None:
    with pytest.raises(ScopeError, match=says):
        ApiTokens(Kept(), Clock()).create("x", [TokenScope(each) for each in scopes], seat=seat)


@pytest.mark.parametrize("name", ["", "x" * 61, "a\nb", "\x1b[0m"])
def test_a_name_that_cannot_be_shown(name: str) -> None:
    with pytest.raises(ValueError, match="Choose another name"):
        ApiTokens(Kept(), Clock()).create(name, READ)


def test_there_is_an_end_to_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST", 2)
    few = ApiTokens(Kept(), Clock())
    for _ in range(2):
        few.create("x", READ)
    with pytest.raises(ValueError, match="Revoke one"):
        few.create("x", READ)


def test_a_token_expires() -> None:
    clock = Clock()
    ours = ApiTokens(Kept(), clock)
    made, secret = ours.create("x", READ, days=1)
    clock.now += 86_399
    assert ours.found(secret) == made and ours.is_live(made.number)
    clock.now += 2
    assert ours.found(secret) is None and not ours.is_live(made.number)


def test_the_last_use_is_kept_every_few_minutes() -> None:
    clock, kept = Clock(), Kept()
    ours = ApiTokens(kept, clock)
    made, secret = ours.create("x", READ)
    for _ in range(5):
        ours.touch(made)
        clock.now += 1
    assert kept.writes == 2
    clock.now += USED_EVERY_S
    ours.touch(made)
    assert ours.all()[0].used == clock.now
    clock.now -= 10_000  # the clock was set back
    ours.touch(made)
    assert ours.all()[0].used == clock.now
    assert ours.found(secret) is not None


@pytest.mark.parametrize("damage", [None, 3, {"tokens": 1}, {"tokens": [{"number": "x"}, 7]}, {"next": "x"}, []])
def test_settings_that_cannot_be_read_open_nothing(damage: Any) -> None:
    kept = Kept({SETTING: damage})
    ours = ApiTokens(kept, Clock())
    assert ours.all() == ()
    assert ours.create("x", READ)[0].number == 1


def test_roles() -> None:
    assert caller_for({TokenScope.READ}, None).role is CallerRole.SPECTATOR
    assert caller_for({TokenScope.PLAY}, None).role is CallerRole.TABLE
    assert caller_for({TokenScope.MANAGE, TokenScope.PLAY}, None).role is CallerRole.HOST
    assert caller_for({TokenScope.READ}, "Ana").viewer == "Ana"


def test_without_a_token_and_with_a_wrong_one(stranger: Program) -> None:
    assert stranger.problem("GET", "/match") == (401, "no-token")
    assert stranger.call("GET", "/match").headers["www-authenticate"].startswith("Bearer")
    for wrong in ("Bearer", "Bearer ", "Basic abc", "lair_x"):
        assert stranger.problem("GET", "/match", authorization=wrong) == (401, "no-token")
    assert stranger.problem("GET", "/match", authorization="Bearer lair_wrong") == (401, "wrong-token")


def test_a_token_counts_in_its_header_and_nowhere_else(program: Program, stranger: Program) -> None:
    path = f"/match?token={program.secret}"
    assert stranger.problem("GET", path) == (401, "no-token")
    assert stranger.problem("GET", "/match", cookie=f"token={program.secret}; lair={program.secret}") == (
        401,
        "no-token",
    )
    assert program.problem("GET", path) == (400, "bad-query")
    assert str(program.secret) not in program.call("GET", path).text


def test_no_cookie_is_looked_at_and_none_is_set(program: Program) -> None:
    answer = program.call("GET", "/match", cookie="lang=fr")
    assert answer.headers["content-language"] == "en"
    assert "set-cookie" not in answer.headers
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert program.call("OPTIONS", "/match", origin="http://elsewhere.example").status_code == 405


def test_a_revoked_and_an_expired_token_are_worthless(program: Program, stranger: Program) -> None:
    reader = stranger.holder("read")
    number = reader.get("/")["token"]["number"]
    assert [each["number"] for each in program.get("/tokens")["tokens"]] == [1, number]
    answer = program.call("DELETE", f"/tokens/{number}")
    assert [each["number"] for each in answer.json()["tokens"]] == [1]
    assert reader.problem("GET", "/match") == (401, "wrong-token")
    assert program.problem("DELETE", f"/tokens/{number}") == (404, "no-such-token")
    assert stranger.holder("read", days=-1).problem("GET", "/match") == (401, "wrong-token")


def test_many_wrong_tokens_wait_and_lock_nobody_out(program: Program, stranger: Program) -> None:
    told = [stranger.problem("GET", "/match", authorization=f"Bearer lair_{n}") for n in range(TRIES + 3)]
    assert told == [(401, "wrong-token")] * TRIES + [(429, "too-many")] * 3
    assert int(stranger.call("GET", "/match", authorization="Bearer lair_x").headers["retry-after"]) > 0
    assert program.get("/match")["viewer"] == "table", "a right token from the same address"


def test_addresses_are_counted_apart_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    wrong = WrongTokens(clock)
    for _ in range(TRIES):
        assert wrong.count("fe80::1%eth0") == 0
    assert wrong.count("fe80::2") > 0, "the same network"
    assert wrong.count("192.0.2.7") == 0
    clock.now += 60
    assert wrong.count("fe80::1") == 0
    monkeypatch.setattr(attempts, "ADDRESSES", 3)
    for n in range(100):
        wrong.count(f"10.0.0.{n}")
    assert len(wrong._seen) == 3


def test_a_token_is_never_logged(
    program: Program, hub: Hub, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)

    def fails(*_: Any) -> Any:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr("lairkeeper.web.api.shapes.now_of", fails)
    assert program.problem("GET", "/match") == (500, "crash")
    assert str(program.secret) not in caplog.text


def test_what_each_scope_may_do(stranger: Program) -> None:
    calls = {
        "read": {("GET", "/match"), ("GET", "/match/offers"), ("GET", "/match/records"), ("GET", "/match/pace"),
                 ("GET", "/matches"), ("GET", "/people"), ("GET", "/events?seconds=0")},
        "play": {("POST", "/match/moves"), ("POST", "/match/undo"), ("POST", "/match/redo"),
                 ("POST", "/match/answers")},
        "manage": {("POST", "/match/undo"), ("POST", "/match/redo"), ("POST", "/match/answers"), ("POST", "/matches"),
                   ("POST", "/matches/99/resume"), ("PATCH", "/match/pace"), ("GET", "/tokens"),
                   ("DELETE", "/tokens/99"), ("POST", "/match/moves")},
    }  # fmt: skip
    bodies = {"/match/moves": {"move": "end-turn"}, "/match/answers": {"question": 1, "option": 0}}
    for scope, may in calls.items():
        holder = stranger.holder(scope)
        for method, path in sorted(set().union(*calls.values())):
            body = bodies.get(path, {} if method in ("POST", "PATCH") else None)
            answer = holder.call(method, path, body)
            refused = answer.status_code == 403
            allowed = (method, path) in may and (scope, path) != ("manage", "/match/moves")
            assert refused != allowed, (scope, method, path, answer.text)
    assert stranger.holder("read").get("/")["running"]["game"] == "forever-evil"
    assert stranger.holder("play").get("/")["running"] is None


def test_a_stranger_on_the_network_learns_nothing_and_changes_nothing(program: Program, hub: Hub) -> None:
    """Neither a session of a browser nor the role of a phone opens the API."""
    assert hub.table is not None
    before = len(hub.table.history)
    browser = Client(program.client.app)
    assert browser.get("/table").status_code == 200
    far = phone(program.client.app, "192.168.7.9")
    inside = let_in(browser, CallerRole.TABLE, None, "192.168.7.10")
    for each in ENDPOINTS:
        if each.needs is None:
            continue
        path = "/api/v1" + each.path.replace("{match}", "1").replace("{number}", "1")
        for caller in (far, inside, browser):
            answer = caller.request(each.method, path, json={}, headers={"origin": ORIGIN})
            assert answer.status_code == 401, (each.name, answer.text)
            assert "Ana" not in answer.text
    assert len(hub.table.history) == before
