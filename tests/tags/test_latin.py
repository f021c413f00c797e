"""Names that the PDF's own fonts lack the letters of: never boxes, always something to read, and a word about it."""

from __future__ import annotations

import io

import pypdfium2
import pytest

from lairkeeper.tags.cheat_pdf import CheatText, cheat_page
from lairkeeper.tags.labels import LabelError, LabelSign, SheetLabel, needs_ids, sheet
from lairkeeper.tags.latin import latin

SAID = "the id of the piece stands there"


def words(pdf: bytes) -> str:
    return " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(io.BytesIO(pdf)))


def printed(name: str) -> str:
    label = SheetLabel("forever-evil", "cold-gun#2", name)
    return words(sheet([label], "Labels", "ruler", said=SAID if needs_ids([label]) else ""))


@pytest.mark.parametrize("name", ["Пистолет", "Όπλο", "אקדח", "مسدس", "冷凍銃", "Gun 銃", "🦇"])
def test_a_name_in_another_script_is_printed_by_the_id_of_its_piece(name: str) -> None:
    found = printed(name)
    assert "Cold gun 2" in found and SAID in found
    assert not set(name) & set(found) - set("Gun ")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Łukasz Dvořák", "Lukasz Dvorák"),
        ("Œuvre d’été – 5 €", "Œuvre d’été – 5 €"),
        ("Bat 🦇 Man", "Bat  Man"),
        ("−3", "–3"),
    ],
)
def test_accents_that_are_missing_are_left_out(name: str, shown: str) -> None:
    assert latin(name) == shown
    assert SAID not in printed(name)


def cheat(rule: str) -> CheatText:
    return CheatText("Cheat", "Level", "Rules", [rule], "Verbs", [(LabelSign(), "Buy", "")], "Steps", "", [("Go", "")])


def test_a_cheat_sheet_in_another_script_says_what_to_do() -> None:
    with pytest.raises(LabelError, match="print the page Cheat sheet with the browser"):
        cheat_page(cheat("Положите жетон"))
    assert "Polož zeton" not in words(cheat_page(cheat("Polož žeton")))
    assert "Poloz zeton" in words(cheat_page(cheat("Położ žeton"))).replace("ž", "z")
