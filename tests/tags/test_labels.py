"""Printed labels: every code on the page decodes to its piece, and the same labels are the same bytes."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
import zxingcpp

from lairkeeper.core.pieces import PIECES
from lairkeeper.tags.labels import BAR, HEIGHT, PAPERS, WIDTH, LabelError, SheetLabel, payload, read_payload, sheet

from ..cli.test_listing import lairkeeper

LONG = "The Incredibly Long and Winding Name of a Card that Nobody Ever Printed"


def codes(pdf: bytes) -> list[str]:
    """Every QR code, page by page, read by a reader that knows nothing of us."""
    pages = pypdfium2.PdfDocument(pdf)
    return [found.text for page in pages for found in zxingcpp.read_barcodes(page.render(scale=3).to_pil())]


def labels(n: int) -> list[SheetLabel]:
    return [SheetLabel("forever-evil", f"vp-5#{i}", LONG if i == 2 else "Five points") for i in range(1, n + 1)]


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_every_code_decodes_to_its_piece(paper: str) -> None:
    made = labels(40)
    read = [read_payload(text) for text in codes(sheet(made, "Labels", "The bar is 50 mm", paper))]
    assert sorted(read) == sorted((label.game, label.component) for label in made)


def test_the_same_labels_are_the_same_bytes() -> None:
    assert sheet(labels(40), "Labels", "") == sheet(labels(40), "Labels", "")
    assert sheet(labels(40), "Labels", "") != sheet(labels(39), "Labels", "")


def test_the_ruler_is_as_long_as_it_says_and_labels_stay_on_the_page() -> None:
    page = pypdfium2.PdfDocument(sheet(labels(30), "Labels", ""))[0]
    dots = 10
    picture = page.render(scale=dots * 25.4 / 72).to_pil().convert("L")
    across = "".join("#" if picture.getpixel((x, picture.height - 67)) < 128 else " " for x in range(picture.width))
    assert max(map(len, across.split())) / dots == pytest.approx(BAR, abs=0.2)
    assert page.get_width() / 72 * 25.4 - 8 > 5 * WIDTH
    assert page.get_height() / 72 * 25.4 - 10 > 6 * HEIGHT


def test_a_long_name_is_set_in_two_lines_and_is_still_legible() -> None:
    text = pypdfium2.PdfDocument(sheet(labels(2), "Labels", ""))[0].get_textpage().get_text_bounded()
    assert "The Incredibly Long" in text


@pytest.mark.parametrize("text", ["https://example.org", "lairkeeper:forever-evil/vp-5", "lairkeeper:/vp-5#1", ""])
def test_a_code_that_is_none_of_ours_is_told_from_ours(text: str) -> None:
    assert read_payload(payload("table", "verb-undo#1")) == ("table", "verb-undo#1")
    with pytest.raises(LabelError, match="is not on a label of ours"):
        read_payload(text)


def test_a_sheet_of_nothing_or_for_another_paper_is_refused() -> None:
    with pytest.raises(LabelError, match="nothing to print"):
        sheet([], "Labels", "")
    with pytest.raises(LabelError, match="no paper 'a3'; choose a4 or letter"):
        sheet(labels(1), "Labels", "", "a3")


def test_the_command_prints_the_shared_tokens_and_a_games_pieces(tmp_path: Path) -> None:
    db, out = str(tmp_path / "t.db"), tmp_path / "out.pdf"
    done = lairkeeper("tags", "sheet", "--lang", "fr", "-o", str(out), "--db", db)
    assert done.returncode == 0, done.stderr
    assert {read_payload(text)[1] for text in codes(out.read_bytes())} == {f"{kind}#1" for kind in PIECES}
    chosen = ("--only", "vp-5 x3, catwoman", "-o", str(out), "--db", db)
    assert lairkeeper("tags", "sheet", "forever-evil", *chosen).returncode == 0
    assert sorted(codes(out.read_bytes())) == [
        "lairkeeper:forever-evil/catwoman#1",
        *(f"lairkeeper:forever-evil/vp-5#{i}" for i in (1, 2, 3)),
    ]
    assert "Forever Evil" in pypdfium2.PdfDocument(out.read_bytes())[0].get_textpage().get_text_bounded()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("batmania",), "batmania"),
        (("forever-evil", "--only", "batmobile"), "no piece 'batmobile'"),
        (("forever-evil", "--only", "catwoman x3"), "has 2 of catwoman, not 3"),
        (("forever-evil", "--only", "???"), "cannot read"),
        (("table", "-o", "no/such/folder/x.pdf"), "choose another file with -o"),
    ],
)
def test_a_bad_order_is_one_sentence_and_writes_nothing(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    out = tmp_path / "out.pdf"
    more = () if "-o" in words else ("-o", str(out))
    done = lairkeeper("tags", "sheet", *words, *more, "--db", str(tmp_path / "t.db"))
    assert done.returncode == 1
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not out.exists()
