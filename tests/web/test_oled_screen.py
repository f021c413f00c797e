"""The small screen on a board: what it says, and how its picture on the virtual table is drawn."""

from __future__ import annotations

import re
import runpy
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from lairkeeper.board import LinkState, LinkStatus
from lairkeeper.core.view import Scoreboard, SeatScore
from lairkeeper.i18n import Texts
from lairkeeper.table import Hub, Table
from lairkeeper.table.boards import Boards
from lairkeeper.web import create_app, tell_screens
from lairkeeper.web.oled_screen import ascii_of, labels, lines_of, outline
from lairkeeper.web.translator import Translator

from .conftest import client_for
from .situations import QuietBoard, begun, board_of, do, hub_of, tapped


def lines(hub: Hub, lang: str) -> list[str]:
    """Return what the small screen shows, line by line; the title is the first."""
    title, text = lines_of(hub, create_app(hub).state.site.translator_in(lang))
    assert len(text) <= 120, "the board takes no more"
    return [title, *text.split("\n")]


def test_without_a_match_it_says_so() -> None:
    hub = hub_of()
    for lang in ("en", "fr"):
        title, *task = lines(hub, lang)
        assert title == "Lairkeeper"
        assert task and all(line.isascii() and len(line) <= 16 for line in task)


def test_a_match_shows_whose_turn_it_is_what_to_do_and_the_scores() -> None:
    hub = hub_of()
    begun(hub, seats=("Ana", "Bo"))
    assert lines(hub, "en") == ["Ana", "Tap what changes", "Ana           0+", "Bo            0+"]
    assert lines(hub, "fr") == ["Ana", "Scannez tout", "Ana           0+", "Bo            0+"]


def test_a_question_of_the_app_comes_first() -> None:
    hub = hub_of(board=QuietBoard())
    begun(hub, seats=("Ana", "Bo"))
    tapped(hub, "seat-2", "verb-end-turn#1")
    assert lines(hub, "en")[:3] == ["Ana", "A question: see", "the page"]
    assert lines(hub, "fr")[:3] == ["Ana", "Question : voir", "la page"]


@pytest.mark.parametrize(
    ("winners", "task", "marked"),
    [((), "No winner", ""), (("Bo",), "Bo wins", ""), (("Ana", "Bo"), "Winners have a *", "*")],
)
def test_the_end_says_who_has_won(
    winners: tuple[str, ...], task: str, marked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = hub_of()
    view = begun(hub, seats=("Ana", "Bo")).view()
    over = replace(view, finished=True, prompt=None, scoreboard=replace(view.scoreboard, winners=winners))
    monkeypatch.setattr(Table, "view", lambda *args: over)
    assert lines(hub, "en") == ["The end", task, f"Ana{f'0+{marked}':>13}", f"Bo{f'0+{marked}':>14}"]


def test_everybody_who_is_asked_at_once_is_the_title() -> None:
    hub = hub_of()
    table = begun(hub, seats=("Ana", "Bo"))
    do(table, move="end-game", by="Ana", option="line-up")
    do(table, move="done", prompt=table.view().prompt.id)
    assert lines(hub, "en")[:2] == ["Everybody", "Tap all decks"]
    assert lines(hub, "fr")[:2] == ["Tout le monde", "Scannez les"]


def test_a_text_that_is_missing_or_too_long_sends_people_to_the_page() -> None:
    hub = hub_of()
    begun(hub, seats=("Ana", "Bo"))
    entries = {"ui.oled.see-page": "See the page", "ui.oled.seat": "P{n}"}
    for task, shown in (
        ("Tap it", "Tap it"),
        (None, "See the page"),
        ("Unpronounceableness", "See the page"),
        ("Tap everything that has changed hands", "See the page"),
    ):
        own = Texts("en", entries | ({} if task is None else {"screen.your-turn": task}))
        assert lines_of(hub, Translator(own))[1].splitlines()[0] == shown
        assert len(lines_of(hub, Translator(own))[1].splitlines()) == 3


HARD = (
    ("Maximilienne", "Maximiliane", "Wolfgang Amadeus", "Élodie", "Bartholomew", "Zoé 🎲", "שרה", "سارة"),
    ("שרה", "🎲", "Jean-Luc d’Arc", "P3", "P1", "x" * 60, "Bo", "BO "),
    ("A" * 60, "A" * 59, "a", "東京", "Åse Ø", "P6", "😀😀😀", "!!"),
)


FIRMWARE = Path(__file__).parents[2] / "firmware" / "lairboard" / "ui" / "oled.py"
WRAP = runpy.run_path(str(FIRMWARE))["wrap"]
SCORES = ((0, 0), (127, None), (-12, None), (1234, 1234))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("names", HARD)
def test_every_line_fits_and_no_word_is_cut(lang: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    hub = hub_of()
    view = begun(hub, seats=("Ana", "Bo")).view()
    assert view.prompt is not None
    t = create_app(hub).state.site.translator_in(lang)
    for n, (low, high) in product(range(2, 9), SCORES):
        seats = names[:n]
        shown = replace(
            view,
            seats=seats,
            active=seats[-1],
            prompt=replace(view.prompt, seat=seats[-1]),
            scoreboard=Scoreboard(tuple(SeatScore(seat, low, high, ()) for seat in seats)),
        )
        monkeypatch.setattr(Table, "view", lambda *args, shown=shown: shown)
        title, text = lines_of(hub, t)
        task, *scores = text.split("\n")
        assert len(scores) <= 5 and len(text) <= 120
        assert WRAP(text) == [task, *scores], "the board shows the lines as they are"
        assert all(len(line) <= 16 and line.isascii() and "?" not in line for line in (title, task, *scores))
        whole = f"{low}{'' if high is not None else '+'}"
        found = [each for each in re.split(rf"\s+{re.escape(whole)}(?:\s+|$)", "  ".join(scores)) if each]
        assert len(found) == len({label.casefold() for label in found}) == n, scores
        assert all(label in ways(name, at) for at, (label, name) in enumerate(zip(found, seats, strict=True), 1))
        assert title in ways(seats[-1], n)


def ways(name: str, seat: int) -> set[str]:
    """Return what a name may be shown as: whole, its first word, its initials, or its seat."""
    known = ascii_of(name).replace("?", "").split()
    return {" ".join(known), *known[:1], "".join(word[0].upper() for word in known), f"P{seat}", f"J{seat}"}


def test_names_are_as_long_as_they_fit_and_never_alike() -> None:
    t = create_app(hub_of()).state.site.translator_in("en")
    assert labels(("Ana Maria", "Bo"), 9, t) == ("Ana Maria", "Bo")
    assert labels(("Ana Maria", "Bo"), 8, t) == ("Ana", "Bo")
    assert labels(("Anastasia Maria", "Bo"), 8, t) == ("AM", "Bo")
    assert labels(("Anastasia", "Alexandra", "Bo"), 4, t) == ("P1", "P2", "Bo")
    assert labels(("שרה", "Zoé 🎲", "Søren"), 8, t) == ("P1", "Zoe", "Soren")
    assert labels(("P2", "東"), 8, t) == ("P", "P2")


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
    assert title == "Ana" and "\n" in str(text)
