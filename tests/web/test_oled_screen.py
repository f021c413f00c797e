"""The small screen on a board: what it says, and how its picture on the virtual table is drawn."""

from __future__ import annotations

import re

from lairkeeper.board import LinkState, LinkStatus
from lairkeeper.table.boards import Boards
from lairkeeper.web import create_app, tell_screens
from lairkeeper.web.oled_screen import ascii_of, lines_of, outline

from .conftest import client_for
from .situations import QuietBoard, begun, board_of, hub_of


def test_without_a_match_it_says_so() -> None:
    hub = hub_of()
    site = create_app(hub).state.site
    title, text = lines_of(hub, site.translator_in("fr"))
    assert title == "Lairkeeper"
    assert text and text.isascii()


def test_a_match_shows_its_scores_and_what_to_do() -> None:
    hub = hub_of()
    begun(hub)
    site = create_app(hub).state.site
    for lang in ("en", "fr"):
        title, text = lines_of(hub, site.translator_in(lang))
        assert re.fullmatch(r"Ana -?\d+\+? Bo -?\d+\+?", title), title
        assert text and len(text) <= 120 and text.isascii()


def test_long_names_are_cut_until_the_scores_fit() -> None:
    hub = hub_of()
    begun(hub, seats=("Maximilienne", "Wolfgang", "Élodie", "Bartholomew", "Zoé"))
    title, _ = lines_of(hub, create_app(hub).state.site.translator_in("en"))
    assert len(title) <= 16 and title.isascii()


def test_letters_that_it_has_not_are_the_nearest_it_has() -> None:
    assert ascii_of("\u2068שרה\u2069 is next") == "??? is next"
    assert ascii_of("À qui le tour ? « Zoé » … œuf 東") == 'A qui le tour ? " Zoe " ... oeuf ?'


def test_the_outline_has_a_run_for_each_lit_stretch() -> None:
    points = bytearray(1024)
    points[0] = points[1] = 0x01
    points[128 * 7 + 127] = 0x80
    assert outline(bytes(points)) == "M0 0h2v1h-2zM127 63h1v1h-1z"


def test_the_virtual_table_shows_the_screen_where_there_is_one() -> None:
    hub = hub_of(board=QuietBoard())
    client = client_for(hub)
    assert 'class="glass"' not in client.get("/virtual").text
    board_of(hub)._screen = bytes([1]) + bytes(1023)
    assert 'd="M0 0h1v1h-1z"' in client.get("/virtual").text


class Link:
    """A board's link that keeps what it was told."""

    def __init__(self, caps: tuple[str, ...]) -> None:
        self.status = LinkStatus(state=LinkState.UP, message="up", device="b", caps=caps, sessions=1)
        self.said: list[tuple[object, ...]] = []

    def feedback(self, event: object, verdict: str) -> bool:
        return True

    def command(self, op: str, *args: object) -> bool:
        self.said.append((op, *args))
        return True


def boards_with(*links: Link) -> Boards:
    boards = Boards(None, on_events=print, on_snapshot=print, on_status=print)  # type: ignore[arg-type]
    for link in links:
        boards.add(link)
    return boards


def test_only_boards_with_a_screen_are_told_and_each_thing_once_a_session() -> None:
    with_screen, without = Link(("led", "disp")), Link(("led",))
    boards = boards_with(with_screen, without)
    assert boards.has_screen
    for text in ("one", "one", "two"):
        boards.show("title", text)
    assert with_screen.said == [("disp", "one", 0, "title"), ("disp", "two", 0, "title")]
    with_screen.status = LinkStatus(state=LinkState.UP, message="up", device="b", caps=("disp",), sessions=2)
    boards.show("title", "two")
    assert len(with_screen.said) == 3
    assert without.said == []
    assert not boards_with(without).has_screen


def test_changes_of_the_match_reach_the_screens() -> None:
    board = QuietBoard(caps=("disp",))
    hub = hub_of(board=board)
    tell_screens(create_app(hub), hub)
    begun(hub)
    (text, title) = next((text, title) for op, text, _, title in reversed(board.told) if op == "disp")
    assert str(title).startswith("Ana ") and text
