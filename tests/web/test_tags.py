"""The tags page: one piece, many in order, and nothing scores meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from lairkeeper.table import Hub

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
    assert "scans do not score" in part(client, "enrol", "/tags")


def test_the_name_may_be_french(empty: Hub) -> None:
    client = client_for(empty)
    client.cookies.set("lang", "fr")
    assert client.send_form("/enrol", page="tags", piece="Faiblesse").status_code == 303
    assert empty.enrol is not None
    assert empty.enrol.expected == "weakness#1"


def test_a_preset_enrols_everything_of_a_sort_in_order(empty: Hub) -> None:
    client = client_for(empty)
    page = client.get("/tags").text
    plan = re.search(r'name="game" value="forever-evil"><input type="hidden" name="plan" value="(kick x16)"', page)
    assert plan is not None
    assert client.send_form("/enrol", page="tags", game="forever-evil", plan=plan[1]).status_code == 303
    assert empty.enrol is not None
    for n in range(16):
        scanned(empty, "tap", f"04AA{n:010X}")
    assert empty.enrol.finished
    assert "All are enrolled." in part(client, "enrol", "/tags")
    row = re.search(r"Kicks</th>.*?</tr>", client.get("/tags").text, re.S)
    assert row is not None
    assert "complete" in text_of(row[0])
    assert "16 enrolled tags" in text_of(client.get("/tags").text)


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
