"""The match by the API: what it says, what it does, to whom."""

from __future__ import annotations

import pytest

from lairkeeper.games import all_games
from lairkeeper.store import StoreError, StoreProblem
from lairkeeper.table import Hub
from lairkeeper.web.api.once import GivenAnswers
from lairkeeper.web.commands import option_text

from ..situations import begun, full_disk, scanned
from .conftest import Program

GAIN = {"move": "gain", "by": "Ana", "card": "vp-5"}


def points(hub: Hub, seat: str = "Ana") -> int:
    assert hub.table is not None
    return hub.table.view().tokens[seat]


def test_the_state(program: Program) -> None:
    program.done("/match/moves", GAIN)
    told = program.get("/match")
    assert (told["match"], told["n"], told["viewer"], told["game"]) == (1, 1, "table", "forever-evil")
    assert [(each["seat"], each["low"], each["tokens"]) for each in told["scores"]] == [
        ("Ana", 5, 5), ("Bo", 0, 0), ("Cleo", 0, 0),
    ]  # fmt: skip
    assert told["active"] == told["prompt"]["seat"] == "Ana"
    assert told["now"] == told["prompt"]["text"] == "Tap everything that changes hands."
    assert told["can_undo"] and not told["can_redo"] and not told["finished"]
    assert (
        "Touchez" in program.get("/match", accept_language="fr")["now"]
        or program.get("/match", accept_language="fr")["now"] != told["now"]
    )


def test_the_options_of_the_prompt_can_be_sent(program: Program) -> None:
    (option,) = [each for each in program.get("/match")["prompt"]["options"] if each["code"] == "end-turn"]
    assert option["text"] == "End turn"
    program.done("/match/moves", option["command"])
    assert program.get("/match")["active"] == "Bo"


def test_an_offer_that_is_allowed_can_be_sent(program: Program) -> None:
    offers = program.get("/match/offers")["offers"]
    allowed = next(each for each in offers if each["refusal"] is None and each["command"]["card"] == "vp-10")
    assert allowed["text"] == "Ana: Gain · 10 VP token"
    refused = next(each for each in offers if each["refusal"] is not None)
    assert refused["refusal"]["text"]
    answer = program.call("POST", "/match/moves", refused["command"]).json()
    assert (answer["status"], answer["title"]) == (409, refused["refusal"]["text"])
    program.done("/match/moves", allowed["command"])


def test_a_refusal_has_words_in_the_language_and_changes_nothing(program: Program, hub: Hub) -> None:
    assert hub.table is not None
    before = len(hub.table.history)
    answers = {
        lang: program.call(
            "POST", "/match/moves", {"move": "gain", "by": "Nobody", "card": "vp-5"}, accept_language=lang
        )
        for lang in ("en", "fr")
    }
    assert {each.status_code for each in answers.values()} == {409}
    assert {each.json()["code"] for each in answers.values()} == {"unknown-seat"}
    assert answers["en"].json()["title"] != answers["fr"].json()["title"]
    assert answers["fr"].headers["content-language"] == "fr"
    assert len(hub.table.history) == before


def test_what_is_no_move(program: Program, hub: Hub) -> None:
    version = hub.version
    for body in ({}, {"move": 1}, {"move": ""}, {**GAIN, "amount": 10_000}, {**GAIN, "more": 1}, [], "x", None):
        assert program.problem("POST", "/match/moves", body)[1] in ("bad-body", "not-json")
    raw = program.client.post("/api/v1/match/moves", content=b'{"move": ', headers={
        "authorization": f"Bearer {program.secret}", "content-type": "application/json"})  # fmt: skip
    assert raw.json()["code"] == "bad-body"
    assert program.problem("POST", "/match/moves", "x" * 70_000) == (413, "too-large")
    assert hub.version == version


def test_records_one_after_the_other(program: Program) -> None:
    for _ in range(6):
        program.done("/match/moves", GAIN)
    program.done("/match/undo", {"n": 1})
    first = program.get("/match/records?limit=5")
    assert [each["n"] for each in first["records"]] == [0, 1, 2, 3, 4]
    assert (first["next"], first["more"]) == (5, True)
    rest = program.get("/match/records?since=5")
    assert [each["n"] for each in rest["records"]] == [5, 6, 7]
    assert (rest["next"], rest["more"]) == (8, False)
    assert rest["records"][-1] | {"at": ""} == {
        "match": 1, "n": 7, "at": "", "who": "api", "why": "click", "kind": "undo",
        "line": {"code": "undo", "args": {"n": 1}}, "span": [6],
    }  # fmt: skip
    assert program.get("/match/records?since=8") == {"match": 1, "records": [], "next": 8, "more": False}
    for bad in ("since=-1", "since=x", "limit=0", "limit=101", "since=1&since=2", "from=1"):
        assert program.problem("GET", f"/match/records?{bad}") == (400, "bad-query")


def test_a_seat_moves_for_itself_alone(stranger: Program, hub: Hub) -> None:
    bo = stranger.holder("read:seat", "play", seat="bo")
    assert bo.get("/match")["viewer"] == "Bo"
    for by in ("Ana", None, "bo "):
        assert bo.problem("POST", "/match/moves", {**GAIN, "by": by}) == (403, "wrong-seat")
    bo.done("/match/moves", {**GAIN, "by": "Bo"})
    assert hub.table is not None
    assert hub.table.log(limit=1)[0].who == "Bo"
    assert points(hub, "Bo") == 5
    bo.done("/match/undo", {})
    bo.done("/match/redo")
    stranger.holder("play").done("/match/moves", GAIN)
    assert bo.problem("POST", "/match/undo", {"n": 1}) == (403, "wrong-seat")
    assert bo.problem("POST", "/match/undo", {"n": 2}) == (403, "wrong-seat")
    stranger.holder("manage").done("/match/undo", {"n": 1})
    assert bo.problem("POST", "/match/redo") == (403, "wrong-seat")
    assert (points(hub), points(hub, "Bo")) == (0, 5)
    stranger.holder("play").done("/match/moves", GAIN)
    bo.done("/match/moves", {**GAIN, "by": "Bo"})
    assert bo.problem("POST", "/match/undo", {"n": 2}) == (403, "wrong-seat"), "one of them is Ana's"
    bo.done("/match/undo", {"n": 1})
    assert (points(hub), points(hub, "Bo")) == (5, 5)


def test_a_seat_of_another_match(stranger: Program) -> None:
    nobody = stranger.holder("read:seat", "play", seat="Zoe")
    assert nobody.problem("GET", "/match") == (403, "seat-not-here")
    assert nobody.problem("POST", "/match/moves", {**GAIN, "by": "Zoe"}) == (403, "seat-not-here")


def test_a_seat_that_only_plays_sees_what_lies_open(stranger: Program) -> None:
    assert stranger.holder("read", "play", seat="Ana").get("/match")["viewer"] == "table"


def test_the_level_is_for_those_who_manage(stranger: Program, hub: Hub) -> None:
    level = {"move": "set-level", "option": "deck"}
    assert stranger.holder("play").problem("POST", "/match/moves", level) == (403, "wrong-scope")
    stranger.holder("manage").done("/match/moves", level)
    assert hub.table is not None and hub.table.view().level == "deck"


def test_a_key_counts_once(program: Program, stranger: Program, hub: Hub) -> None:
    key = "0123abcd-4567"
    first = program.done("/match/moves", GAIN, idempotency_key=key)
    again = program.done("/match/moves", GAIN, idempotency_key=key)
    assert (first["again"], again) == (False, {**first, "again": True})
    assert points(hub) == 5
    assert program.problem("POST", "/match/moves", {**GAIN, "card": "vp-1"}, idempotency_key=key) == (422, "key-reused")
    assert program.problem("POST", "/match/moves", GAIN, idempotency_key="short") == (400, "bad-header")
    program.site.api.answers = GivenAnswers()  # the app was started again
    assert program.done("/match/moves", GAIN, idempotency_key=key)["again"]
    assert points(hub) == 5
    stranger.holder("play").done("/match/moves", GAIN, idempotency_key=key)
    assert points(hub) == 10, "another program has keys of its own"


def test_a_refused_move_leaves_its_key_free(program: Program, hub: Hub) -> None:
    assert program.problem("POST", "/match/moves", {**GAIN, "by": "No"}, idempotency_key="k" * 8)[0] == 409
    program.done("/match/moves", GAIN, idempotency_key="k" * 8)
    assert points(hub) == 5


def test_a_full_disk_is_said_and_changes_nothing(program: Program, hub: Hub) -> None:
    with full_disk(hub):
        assert program.problem("POST", "/match/moves", GAIN, idempotency_key="k" * 8) == (503, "store")
        assert program.get("/match")["n"] == 0, "what is read is there"
    program.done("/match/moves", GAIN, idempotency_key="k" * 8)
    assert points(hub) == 5


def test_what_is_done_is_not_called_refused_when_its_key_cannot_be_kept(
    program: Program, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(digest: bytes) -> None:
        raise StoreError(StoreProblem.DISK_FULL, "The disk is full.")

    monkeypatch.setattr(hub.store.forms, "keep", full)
    assert not program.done("/match/moves", GAIN, idempotency_key="k" * 8)["again"]
    assert [each.code for each in hub.troubles.all] == ["disk-full"], "every page says so"
    assert program.done("/match/moves", GAIN, idempotency_key="k" * 8)["again"]
    assert points(hub) == 5


def test_a_question_is_answered_once(program: Program, stranger: Program, hub: Hub) -> None:
    scanned(hub, "seat-1", "04AABBCCDDEEFF")
    (question,) = program.get("/match")["questions"]
    assert question["text"] and question["choices"]
    assert stranger.holder("play", seat="Bo").problem(
        "POST", "/match/answers", {"question": question["id"], "option": len(question["choices"]) - 1}
    ) == (403, "wrong-seat")
    at = next(each["option"] for each in question["choices"] if each["action"] == "ignore-tag")
    program.done("/match/answers", {"question": question["id"], "option": at})
    assert program.get("/match")["questions"] == []
    for gone in ({"question": question["id"], "option": at}, {"question": 5, "option": 0}):
        assert program.problem("POST", "/match/answers", gone) == (409, "stale-question")


def test_an_undo_of_others_asks_first(program: Program, hub: Hub) -> None:
    program.done("/match/moves", GAIN)
    program.done("/match/moves", {"move": "end-turn", "by": "Ana"})
    program.done("/match/moves", {**GAIN, "by": "Bo"})
    asked = program.done("/match/undo", {"n": 2})
    (question,) = program.get("/match")["questions"]
    assert question["id"] == asked["question"]
    agree = next(each["option"] for each in question["choices"] if each["action"] == "agree")
    program.done("/match/answers", {"question": question["id"], "option": agree})
    assert (points(hub), points(hub, "Bo")) == (5, 0)


def test_a_match_is_begun_and_resumed(program: Program, hub: Hub) -> None:
    begun_now = program.call("POST", "/matches", {"game": "evil-101", "seats": ["Di", "Ed"], "level": "score"})
    assert begun_now.status_code == 201 and begun_now.json()["match"] == 2
    assert program.get("/match")["seats"] == ["Di", "Ed"]
    program.done("/matches/1/resume")
    assert [(each["match"], each["state"]) for each in program.get("/matches")["matches"]] == [
        (2, "archived"), (1, "running"),
    ]  # fmt: skip
    assert program.problem("POST", "/matches/77/resume") == (404, "no-such-match")
    for nowhere in ("x", "1.5", "9" * 40, "-1", "٣"):
        assert program.problem("POST", f"/matches/{nowhere}/resume") == (404, "not-found")
    assert program.problem("POST", "/matches", {"game": "chess", "seats": ["A", "B"]}) == (404, "unknown-game")
    assert program.problem("POST", "/matches", {"game": "evil-101", "seats": ["A"]}) == (409, "bad-players")
    assert {each["name"] for each in program.get("/people")["people"]} == {"Ana", "Bo", "Cleo", "Di", "Ed"}


def test_the_pace(program: Program, hub: Hub) -> None:
    assert program.get("/match/pace") | {"seconds": 0} == {
        "clock": False,
        "paused": False,
        "whose": "Ana",
        "seconds": 0,
    }
    assert program.call("PATCH", "/match/pace", {"paused": True}).json()["paused"]
    assert hub.pace.paused and not hub.pace.clock
    assert program.problem("PATCH", "/match/pace", {"paused": "on"}) == (400, "bad-body")


def test_without_a_match(program: Program, hub: Hub) -> None:
    hub.match.close()
    for method, path, body in (
        ("GET", "/match", None), ("GET", "/match/offers", None), ("GET", "/match/records", None),
        ("POST", "/match/moves", GAIN), ("POST", "/match/undo", {}), ("POST", "/match/redo", None),
        ("POST", "/match/answers", {"question": 1, "option": 0}), ("PATCH", "/match/pace", {"paused": True}),
    ):  # fmt: skip
        assert program.problem(method, path, body) == (409, "no-match"), path
    assert program.get("/")["running"] is None


def test_invented_numbers_are_named(program: Program, hub: Hub) -> None:
    begun(hub, "dc-forever", ("Ana", "Bo"), proxy=True)
    assert program.get("/match")["numbers"] == "proxy"


def test_an_address_or_a_method_that_there_is_not(program: Program) -> None:
    assert program.problem("GET", "/nothing") == (404, "not-found")
    assert program.client.get("/api").json()["code"] == "not-found"
    assert program.problem("PUT", "/match") == (405, "wrong-method")
    assert program.call("DELETE", "/match").headers["allow"] == "GET, HEAD"
    foreign = program.call("GET", "/match", host="evil.example")
    assert (foreign.status_code, foreign.json()["code"]) == (400, "foreign-host")
    assert program.call("HEAD", "/match").status_code == 200
    assert program.call("HEAD", "/events").headers["allow"] == "GET", "it would not end"


@pytest.mark.parametrize("game", sorted(all_games()))
def test_an_option_whose_text_needs_more_than_an_offer_has_is_named(hub: Hub, stranger: Program, game: str) -> None:
    t = stranger.site.translator_in("en", hub.games[game].texts_dir)
    for key in sorted(t.texts.keys()):
        if key.startswith("option."):
            assert "{" not in option_text("choose", key.removeprefix("option."), t)
    assert option_text("adjust", "a reason, typed", t) == "a reason, typed"
