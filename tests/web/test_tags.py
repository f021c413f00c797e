"""The tags page: one piece, many in order, and nothing scores meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from lairkeeper.table import Hub
from lairkeeper.web.piles import piles_of
from lairkeeper.web.screens import paths

from .conftest import Client, client_for
from .situations import QuietBoard, begun, hub_of, scanned
from .test_table import part, text_of

GOOD = "#i-good"
"""The mark of what is done."""


MEMORY = "04aabb9dcc112233cc480000"
"""The first pages of the tag 04AABBCC112233 as its maker left them."""
DOUBTFUL = {
    "written": ("04AABBCC112233", MEMORY),
    "copied": ("53AABBCC112233", "53aabbcacc112233cc480000"),
    "renumbered": ("04AABBCC112233", "04aabb9ccc112233cc480000"),
}
"""Tags that were written, by what is said of them: the number and the first pages."""


@pytest.fixture
def empty() -> Iterator[Hub]:
    """Yield a hub with a match and a board, and without any enrolled tag."""
    hub = hub_of()
    board = QuietBoard(caps=("tag",))
    board.hub = hub
    hub.add_link(board)
    begun(hub)
    yield hub
    hub.store.close()


def answered(hub: Hub, ok: bool, value: str | None) -> None:
    """Let the board answer what it was told last."""
    board = hub.devices.boards.links[0]
    assert isinstance(board, QuietBoard)
    board.replies.pop()(ok, value)


def test_one_piece_by_its_shown_name(empty: Hub) -> None:
    client = client_for(empty)
    assert client.send_form("/enrol", page="tags", piece="catwoman").status_code == 303
    assert empty.enrol is not None
    assert empty.enrol.expected == "catwoman#1"
    assert "Tap the tag of: Catwoman 1" in part(client, "enrol", "/tags")
    assert "Taps do not count." in banner(client, "/tags")


def test_the_name_may_be_french(empty: Hub) -> None:
    client = client_for(empty)
    client.cookies.set("lang", "fr")
    assert client.send_form("/enrol", page="tags", piece="Faiblesse").status_code == 303
    assert empty.enrol is not None
    assert empty.enrol.expected == "weakness#1"


def pile(client: Client, box: str, key: str) -> str:
    """Return what the page says of a pile."""
    row = re.search(rf'<li data-key="pile-{box}-{key}">.*?</li>', client.get(f"/tags?box={box}").text, re.S)
    assert row is not None
    return text_of(row[0])


def test_a_pile_of_a_box_is_enrolled_with_one_tap_a_piece(empty: Hub) -> None:
    client = client_for(empty)
    assert "0 of 16 Kicks Tag" in pile(client, "forever-evil", "kicks")
    assert client.send_form("/enrol", page="tags", game="forever-evil", pile="kicks").status_code == 303
    assert empty.enrol is not None
    for n in range(5):
        scanned(empty, "tap", f"04AA{n:010X}")
    shown = part(client, "enrol", "/tags")
    assert "Tap the tag of: Kick 6" in shown and "Kick 5 is saved" in shown and "Undo: Kick 5" in shown
    assert "5 of 16 Kicks Now" in pile(client, "forever-evil", "kicks")
    for n in range(5, 16):
        scanned(empty, "tap", f"04AA{n:010X}")
    assert empty.enrol.finished
    assert "All of this pile have a tag." in part(client, "enrol", "/tags")
    assert "Go on: Weaknesses" in part(client, "enrol", "/tags")
    client.send_form("/enrol/step", page="tags", do="next")
    assert empty.enrol.expected == "weakness#1"
    client.send_form("/enrol/step", page="tags", do="stop")
    assert "16 of 16 Kicks complete" in pile(client, "forever-evil", "kicks")
    assert "16 enrolled tags" in text_of(client.get("/tags").text)


def test_a_pile_goes_on_where_it_was_left(empty: Hub) -> None:
    client = client_for(empty)
    client.send_form("/enrol", page="tags", game="forever-evil", pile="kicks")
    scanned(empty, "tap", "04AA0000000001")
    client.send_form("/enrol/step", page="tags", do="stop")
    client.send_form("/enrol", page="tags", game="forever-evil", pile="kicks")
    assert empty.enrol is not None and empty.enrol.expected == "kick#2"
    assert "1 of 16" in client.get("/tags").text
    assert "Forever Evil, Kicks, 1 of 16." in banner(client, "/")


def test_pieces_without_a_number_are_a_pile_that_is_never_done(empty: Hub) -> None:
    client = client_for(empty)
    client.send_form("/enrol", page="tags", game="forever-evil", pile="vp-1")
    assert empty.enrol is not None and empty.enrol.left == 20
    scanned(empty, "tap", "04AA0000000001")
    client.send_form("/enrol/step", page="tags", do="stop")
    assert "1 tagged 1 VP token Tag" in pile(client, "forever-evil", "vp-1")


def banner(client: Client, path: str) -> str:
    """Return the words of the banner of a page."""
    found = re.search(r'<div id="banner"[^>]*>(.*?)</div>', client.get(path).text, re.S)
    assert found is not None, path
    return text_of(found[1]).strip()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_pile_of_every_box_can_be_enrolled_and_its_pieces_drawn(empty: Hub, lang: str) -> None:
    client = client_for(empty)
    client.cookies["lang"] = lang
    for box in ("table", *empty.games):
        for each in piles_of(empty, box, lang):
            assert client.send_form("/enrol", page="tags", game=box, pile=each.key).status_code == 303
            assert empty.enrol is not None and empty.enrol.expected is not None
            assert empty.enrol.left == each.missing and each.title[:1].isupper() | each.title[:1].isdigit()
            drawn = re.search(r'<div class="next">(.*?)</div>', client.get("/tags").text, re.S)
            assert drawn is not None and ("<use" in drawn[1] or "<b" in drawn[1])
            assert empty.enrol.expected.partition("#")[0] not in text_of(drawn[1]), "the piece has a name, not an id"


def test_a_banner_on_every_page_says_what_is_enrolled_and_stops_it(empty: Hub) -> None:
    client = client_for(empty)
    assert banner(client, "/table") == ""
    client.send_form("/enrol", page="tags", game="evil-101", pile="chases")
    for path in {*paths().values()} - {"/overlay"}:  # what is laid over a video says nothing of the app
        shown = banner(client, path)
        assert "Tags are being enrolled: Evil:101, Chase cards, 0 of 12." in shown
        assert ("Stop" in shown) == (path != "/tv"), path
    answer = client.send_form("/enrol/step", page="home", do="stop")
    assert answer.headers["location"] == "/" and empty.enrol is None
    assert banner(client, "/table") == ""


def test_an_error_page_tells_no_banner(empty: Hub) -> None:
    client = client_for(empty)
    client.send_form("/enrol", page="tags", piece="catwoman")
    assert "banner" not in client.get("/nowhere").text


def test_what_is_refused_names_the_piece_of_the_other_box(empty: Hub) -> None:
    client = client_for(empty)
    for box, key in (("evil-101", "chases"), ("forever-evil", "kicks")):
        client.send_form("/enrol", page="tags", game=box, pile=key)
        scanned(empty, "tap", "04AA0000000001")
    shown = part(client, "enrol", "/tags")
    assert "This tag is already" in shown and "(Evil:101)" in shown and "#" not in shown
    client.send_form("/enrol/step", do="skip")
    assert "This tag is already" not in part(client, "enrol", "/tags")


def test_a_list_of_ones_own(empty: Hub) -> None:
    client = client_for(empty)
    shown = text_of(client.get("/tags").text)
    assert "Enrol a list of your own" in shown and "Forever Evil" in shown
    assert client.send_form("/enrol", page="tags", game="forever-evil", plan="vp-1 x2, kick x1").status_code == 303
    assert empty.enrol is not None
    assert empty.enrol.pieces == ("vp-1#1", "vp-1#2", "kick#1")


def test_what_became_of_writing_a_tag_is_told_and_can_be_written_over(empty: Hub) -> None:
    client = client_for(empty)
    client.send_form("/enrol", page="tags", piece="catwoman")
    scanned(empty, "tap", "04AABBCC112233")
    answered(empty, False, "gone")
    shown = part(client, "enrol", "/tags")
    assert "Catwoman 1 is enrolled, but the tag went away" in shown and "Write over it" not in shown
    scanned(empty, "tap", "04AABBCC112233", kind="-")
    scanned(empty, "tap", "04AABBCC112233")
    answered(empty, False, "content")
    assert "Write over it" in part(client, "enrol", "/tags")
    assert client.send_form("/enrol/step", page="tags", do="over").status_code == 303
    answered(empty, True, None)
    answered(empty, True, MEMORY)
    assert "Catwoman 1 is written on the tag, and read back." in part(client, "enrol", "/tags")


@pytest.mark.parametrize("code", ["written", "copied", "renumbered"])
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            {
                "written": "Catwoman 1 is written on the tag, and read back.",
                "copied": "The sticker is a copy, not made by NXP",
                "renumbered": "the check bytes in the tag's memory belong to another number",
            },
        ),
        (
            "fr",
            {
                "written": "Catwoman 1 est écrit sur l’étiquette, et relu.",
                "copied": "L’étiquette est une copie, pas de NXP",
                "renumbered": "les octets de contrôle dans sa mémoire vont avec un autre numéro",
            },
        ),
    ],
)
def test_a_tag_of_doubtful_number_counts_as_written_and_its_doubt_is_told(
    empty: Hub, lang: str, said: dict[str, str], code: str
) -> None:
    client = client_for(empty)
    client.cookies["lang"] = lang
    client.send_form("/enrol", page="tags", piece="catwoman")
    uid, memory = DOUBTFUL[code]
    scanned(empty, "tap", uid)
    answered(empty, True, None)
    answered(empty, True, memory)
    assert empty.enrol is not None and empty.enrol.writing is not None
    assert empty.enrol.writing.code == code
    page = client.get("/tags").text
    line = re.search(r'<p class="(\w+)" role="status">(.*?)</p>', page, re.S)
    assert line is not None
    assert line[1] == "hint" and line[2].count("<svg") == (1 if code == "written" else 2)
    assert GOOD in line[2], "the piece stands on the tag"
    words = unescape(text_of(line[2]))
    assert said[code] in words and said["written"] in words


def test_writing_is_switched_off_and_on(empty: Hub) -> None:
    client = client_for(empty)
    assert "Write nothing" in client.get("/tags").text
    assert client.send_form("/tags/write", page="tags", on="0").status_code == 303
    assert not empty.enrolment.writes_tags and "Nothing is written onto the tags." in client.get("/tags").text
    client.send_form("/tags/write", page="tags", on="1")
    assert empty.enrolment.writes_tags


def test_a_scan_while_enrolling_does_not_score(empty: Hub) -> None:
    client = client_for(empty)
    client.send_form("/enrol", page="tags", piece="1 VP token")
    scanned(empty, "tap", "04AABBCCDDEEFF")
    client.send_form("/enrol/step", page="tags", do="stop")
    assert empty.enrol is None
    assert empty.table is not None
    assert empty.table.view().tokens == {"Ana": 0, "Bo": 0}
    scanned(empty, "tap", "04AABBCCDDEEFF", kind="-")
    scanned(empty, "seat-1", "04AABBCCDDEEFF")
    assert empty.table.view().tokens == {"Ana": 1, "Bo": 0}


def test_skip_and_take_back(empty: Hub) -> None:
    client = client_for(empty)
    client.send_form("/enrol", page="tags", game="table", plan="plus-1 x1, plus-5 x1")
    assert empty.enrol is not None
    client.send_form("/enrol/step", do="skip")
    assert empty.enrol.expected == "plus-5#1"
    scanned(empty, "tap", "04AABBCCDDEEFF")
    client.send_form("/enrol/step", do="back")
    assert empty.enrol.expected == "plus-5#1"
    assert empty.registry.list() == ()


def test_forget(client: Client, hub: Hub) -> None:
    uid = hub.registry.list()[0].uid
    assert client.send_form("/tags/forget", page="tags", uid=uid).status_code == 303
    assert hub.registry.lookup(uid) is None
    assert client.send_form("/tags/forget", page="tags", uid=uid).status_code == 409


@pytest.mark.parametrize(
    ("path", "fields", "status", "says"),
    [
        ("/enrol", {"piece": "Excalibur"}, 400, "No piece is called “Excalibur”"),
        ("/enrol", {"game": "chess", "plan": "king x1"}, 400, "There is no game chess"),
        ("/enrol", {"game": "table"}, 400, "left out: plan"),
        ("/enrol", {"game": "table", "plan": "what?"}, 400, "That list cannot be enrolled"),
        ("/enrol", {}, 400, "left out: game"),
        ("/enrol", {"game": "table", "pile": "kicks"}, 400, "This box has no pile kicks"),
        ("/enrol", {"game": "forever-evil", "pile": "kicks"}, 409, "All of this pile have a tag: Kicks"),
        ("/enrol/step", {"do": "skip"}, 409, "Nothing is being enrolled"),
        ("/enrol/step", {}, 400, "left out: do"),
    ],
)
def test_what_cannot_be_enrolled(
    *, client: Client, hub: Hub, path: str, fields: dict[str, str], status: int, says: str
) -> None:
    answer = client.send_form(path, page="tags", **fields)
    assert answer.status_code == status
    assert says in text_of(answer.text)
    assert hub.enrol is None


def test_an_unknown_step_is_refused(empty: Hub) -> None:
    client = client_for(empty)
    client.send_form("/enrol", page="tags", piece="catwoman")
    assert client.send_form("/enrol/step", do="dance").status_code == 400
    assert empty.enrol is not None
