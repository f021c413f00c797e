"""Short codes: one device, five minutes, once; guessing leads nowhere and locks nobody out."""

from __future__ import annotations

import re

import pytest

from lairkeeper.table import Hub
from lairkeeper.web.access.roles import CallerRole
from lairkeeper.web.access.short_codes import (
    ALL_PER_S,
    ALPHABET,
    LENGTH,
    LIFE_S,
    TRIES,
    WAIT_S,
    Pass,
    ShortCodes,
    Wrong,
)

from ..conftest import Client
from .phones import guests, phone


class At:
    """A clock that stands where it is put."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def code_for(client: Client, **fields: str) -> str:
    page = client.send_form("/phones/code", **fields).text
    found = re.search(r"<output[^>]*>([A-Z2-9]{4} [A-Z2-9]{4})</output>", page)
    assert found is not None, page
    return found[1]


def test_a_code_lets_one_device_in_once(client: Client) -> None:
    code = code_for(client, **{"as": "seat", "name": "Ana"})
    far = phone(client.app)
    assert far.send_form("/join/code", code=code.lower().replace(" ", "-")).headers["location"] == "/seat"
    assert [(each.role, each.seat) for each in guests(client)] == [(CallerRole.SEAT, "Ana")]
    other = phone(client.app, "192.168.7.21")
    answer = other.send_form("/join/code", code=code)
    assert (answer.status_code, len(guests(client))) == (403, 1)
    assert "2 tries are left" in answer.text


def test_a_code_is_in_no_address_no_log_and_no_database(
    client: Client, hub: Hub, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    code = code_for(client, **{"as": "tv"})
    phone(client.app).send_form("/join/code", code=code)
    kept = "".join(row["value"] for row in hub.store.database.read("SELECT value FROM settings"))
    for text in (kept, caplog.text, client.get("/phones").text):
        assert code not in text and code.replace(" ", "") not in text


def test_a_code_ends_after_five_minutes_and_with_the_next_one() -> None:
    clock = At()
    codes = ShortCodes(clock)
    old = codes.new(CallerRole.SEAT, "Ana")
    fresh = codes.new(CallerRole.SEAT, "Ana")
    assert isinstance(codes.use(old, "a"), Wrong)
    clock.now += LIFE_S - 1
    assert codes.use(fresh, "b") == Pass(CallerRole.SEAT, "Ana")
    late = codes.new(CallerRole.TV, None)
    clock.now += LIFE_S
    assert isinstance(codes.use(late, "c"), Wrong)


def test_an_address_that_guesses_waits_and_the_others_do_not() -> None:
    clock = At()
    codes = ShortCodes(clock)
    code = codes.new(CallerRole.SEAT, "Ana")
    left = [codes.use("wrong", "guesser") for _ in range(TRIES)]
    assert left == [Wrong(2), Wrong(1), Wrong(0, int(WAIT_S))]
    assert codes.use(code, "guesser") == Wrong(0, int(WAIT_S)), "not even the right one"
    assert codes.use(code, "phone") == Pass(CallerRole.SEAT, "Ana")
    clock.now += WAIT_S
    assert codes.use(codes.new(CallerRole.TV, None), "guesser") == Pass(CallerRole.TV, None)


def test_guessing_from_all_addresses_finds_less_than_one_in_a_million_a_day() -> None:
    clock = At()
    codes = ShortCodes(clock)
    codes.new(CallerRole.SEAT, "Ana")
    looked_at = sum(codes.use("ABCDEFGH", f"address {n}") != Wrong(TRIES, 1) for n in range(5 * ALL_PER_S))
    assert looked_at == ALL_PER_S, "in one second"
    a_day = 24 * 3600 * ALL_PER_S / len(ALPHABET) ** LENGTH
    assert a_day * LIFE_S / (24 * 3600) < 1e-6, "one code is good for five minutes"


def test_what_many_addresses_tried_is_forgotten_in_the_end() -> None:
    clock = At()
    codes = ShortCodes(clock)
    for n in range(3000):
        clock.now += 1.0
        codes.use("wrong", f"address {n}")
    assert len(codes._wrong) == 1000


@pytest.mark.parametrize("fields", [{"as": "host"}, {"as": ""}, {"as": "seat"}, {"as": "seat", "name": "Zoe"}])
def test_codes_are_for_roles_that_there_are(client: Client, fields: dict[str, str]) -> None:
    assert client.send_form("/phones/code", **fields).status_code in (400, 404)
