"""A phone that reads tags: its taps count on the tray of its seat, whatever else it sends changes nothing."""

from __future__ import annotations

import pytest

from lairkeeper.core.pieces import SHARED
from lairkeeper.table import Hub
from lairkeeper.web.access.roles import CallerRole

from ...table.no_commit import refusing
from ..conftest import Client
from .phones import guests, let_in, phone


def uid_of(hub: Hub, component: str) -> str:
    tag = hub.registry.tag_of(SHARED, component) or hub.registry.tag_of("forever-evil", component)
    assert tag is not None
    return tag.uid


def as_browsers_say(uid: str) -> str:
    return ":".join(uid[at : at + 2] for at in range(0, len(uid), 2)).lower()


def points(hub: Hub) -> dict[str, int]:
    assert hub.table is not None
    hub.pump(hub._clocks.steady() + 1.0)  # what may belong to a tap has come by then
    return dict(hub.table.view().tokens)


def test_a_tap_counts_for_the_seat_of_the_phone(client: Client, hub: Hub) -> None:
    bo = let_in(client, CallerRole.SEAT, "Bo")
    assert bo.send_form("/phone/tap", uid=as_browsers_say(uid_of(hub, "vp-5#1"))).status_code == 204
    assert points(hub) == {"Ana": 0, "Bo": 5, "Cleo": 0}
    (row,) = hub.store.inbox.recent(1)
    assert (row.event.zone, row.event.kind, row.outcome) == ("seat.2", "t", "recorded")


def test_a_label_counts_as_the_tag_on_its_piece(client: Client, hub: Hub) -> None:
    ana = let_in(client, CallerRole.SEAT, "Ana")
    assert ana.send_form("/phone/tap", code="lairkeeper:forever-evil/vp-5#2").status_code == 204
    assert points(hub)["Ana"] == 5


def test_two_phones_are_two_readers(client: Client, hub: Hub) -> None:
    hub.start("forever-evil", ("Ana", "Bo", "Cleo"), level="score", ruleset={"turn-end": "told"})
    phones = [let_in(client, CallerRole.SEAT, seat, f"192.168.7.{n}") for n, seat in enumerate(("Ana", "Bo"), 2)]
    for n, each in enumerate(phones, 1):
        for kind in ("vp-1", "vp-5"):
            assert each.send_form("/phone/tap", uid=uid_of(hub, f"{kind}#{n}")).status_code == 204
    assert points(hub) == {"Ana": 6, "Bo": 6, "Cleo": 0}
    keys = {row.event.key for row in hub.store.inbox.recent(4)}
    assert len(keys) == 4, "no event may hide another"


def test_a_tap_sent_twice_counts_once(client: Client, hub: Hub) -> None:
    ana = let_in(client, CallerRole.SEAT, "Ana")
    for _ in range(2):
        ana.send_form("/phone/tap", uid=uid_of(hub, "vp-5#1"), once="0123456789abcdef")
    assert points(hub)["Ana"] == 5


@pytest.fixture(autouse=True)
def reading(hub: Hub) -> None:
    hub.phones.switch(True)


def test_phones_read_only_where_the_host_has_switched_it_on(client: Client, hub: Hub) -> None:
    assert client.send_form("/phones/reading", read="off").status_code == 303
    ana, tablet = let_in(client, CallerRole.SEAT, "Ana"), let_in(client, CallerRole.TABLE, at="192.168.7.5")
    answer = ana.send_form("/phone/tap", uid=uid_of(hub, "vp-5#1"))
    assert answer.status_code == 403
    assert "Switch it on under Phones and screens" in answer.text
    assert points(hub)["Ana"] == 0
    assert tablet.send_form("/phone/tap", uid=uid_of(hub, "vp-5#1")).status_code == 204
    assert ana.send_form("/phones/reading", read="on").status_code == 403
    client.send_form("/phones/reading", read="on")
    assert ana.send_form("/phone/tap", uid=uid_of(hub, "vp-5#2")).status_code == 204


@pytest.mark.parametrize("kind", ["seat-2", "verb-undo", "verb-confirm", "verb-no", "verb-end-game"])
def test_no_phone_speaks_for_others_by_a_code_that_it_knows(client: Client, hub: Hub, kind: str) -> None:
    """The text of a label can be guessed, and the piece need not be there."""
    ana, before = let_in(client, CallerRole.SEAT, "Ana"), hub.store.inbox.count()
    for fields in ({"code": f"lairkeeper:{SHARED}/{kind}#1"}, {"uid": uid_of(hub, f"{kind}#1")}):
        answer = ana.send_form("/phone/tap", **fields)
        assert answer.status_code == 403
        assert "speaks for others" in answer.text
    assert hub.store.inbox.count() == before
    assert ana.send_form("/phone/tap", code=f"lairkeeper:{SHARED}/seat-1#1").status_code == 204


@pytest.mark.parametrize("role", [CallerRole.SEAT, CallerRole.TABLE])
def test_no_phone_lets_another_device_in(client: Client, hub: Hub, role: CallerRole) -> None:
    inside = let_in(client, role, "Ana" if role is CallerRole.SEAT else None)
    phone(client.app, "192.168.7.66").send_form("/join", **{"as": "seat", "name": "Ana"})
    answer = inside.send_form("/phone/tap", code=f"lairkeeper:{SHARED}/seat-1#1")
    assert answer.status_code == 204, "it is read, for the match"
    hub.pump(hub._clocks.steady() + 1.0)
    assert len(guests(client)) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"uid": "04:zz"},
        {"uid": "04a1"},
        {"uid": ""},
        {"uid": "0" * 400},
        {"code": "https://evil.example"},
        {"code": "x"},
    ],
)
def test_what_is_no_tag_changes_nothing(client: Client, hub: Hub, fields: dict[str, str]) -> None:
    ana, before = let_in(client, CallerRole.SEAT, "Ana"), hub.store.inbox.count()
    assert ana.send_form("/phone/tap", **fields).status_code == 400
    assert hub.store.inbox.count() == before


def test_a_piece_without_a_tag_says_what_to_do(client: Client) -> None:
    ana = let_in(client, CallerRole.SEAT, "Ana")
    answer = ana.send_form("/phone/tap", code="lairkeeper:forever-evil/nobody#1")
    assert answer.status_code == 409
    assert "Enrol it under Tags" in answer.text


def test_a_tap_that_cannot_be_kept_is_not_read(client: Client, hub: Hub) -> None:
    ana = let_in(client, CallerRole.SEAT, "Ana")
    with refusing(hub.store):
        assert ana.send_form("/phone/tap", uid=uid_of(hub, "vp-5#1")).status_code == 503
    assert points(hub)["Ana"] == 0
    assert ana.send_form("/phone/tap", uid=uid_of(hub, "vp-5#1")).status_code == 204
    assert points(hub)["Ana"] == 5


def test_a_phone_of_nobody_in_this_match_reads_nothing(client: Client, hub: Hub) -> None:
    zoe = let_in(client, CallerRole.SEAT, "Zoe")
    assert zoe.send_form("/phone/tap", uid=uid_of(hub, "vp-5#1")).status_code == 409
    assert points(hub) == {"Ana": 0, "Bo": 0, "Cleo": 0}
