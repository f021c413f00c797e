"""Tag files travel between machines and are all or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lairkeeper.store import Store
from lairkeeper.tags import Registry, Tag
from lairkeeper.tags.tagfile import TagFileError, export_toml, import_toml, read_toml

from .conftest import BOX, SHARED

STOCKS = {"toy": BOX, "table": SHARED}
HEAD = "format = 1\n"


def entry(uid: str, component: str, game: str = "toy") -> str:
    return f'[[tag]]\nuid = "{uid}"\ngame = "{game}"\ncomponent = "{component}"\n'


def test_out_and_in_again(registry: Registry) -> None:
    registry.enrol("04000001", "knight#1", BOX, note='a "new" sticker\\ ü')
    registry.enrol("04000002", "seat-1#1", SHARED)
    text = export_toml(registry)
    with Store.open() as store:
        other = Registry(store.tags, lambda: 5.0)
        report = import_toml(text, other, STOCKS)
        assert (len(report.enrolled), report.unchanged, report.refused) == (2, 0, ())
        assert export_toml(other) == text
        again = import_toml(text, other, STOCKS)
        assert (len(again.enrolled), again.unchanged) == (0, 2)


def test_one_game_alone(registry: Registry) -> None:
    registry.enrol("04000001", "knight#1", BOX)
    registry.enrol("04000002", "seat-1#1", SHARED)
    assert [tag.component for tag in read_toml(export_toml(registry, "table"))] == ["seat-1#1"]


def test_one_refusal_leaves_everything_as_it_was(registry: Registry) -> None:
    registry.enrol("04000001112233", "knight#1", BOX)
    text = HEAD + entry("04000009", "castle#1") + entry("04000001112233", "coin#1")
    report = import_toml(text, registry, STOCKS)
    assert [(n, refusal.code) for n, refusal in report.refused] == [(2, "uid-taken")]
    assert [tag.component for tag in registry.list()] == ["knight#1"]
    report = import_toml(text, registry, STOCKS, replace=True)
    assert not report.refused
    assert {tag.component: tag.uid for tag in registry.list()} == {"castle#1": "04000009", "coin#1": "04000001112233"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("format = ", "not readable as TOML"),
        ("", "format missing"),
        ("format = 2", "format 2"),
        (HEAD + "tag = 3", r"\[\[tag\]\] entries"),
        (HEAD + "tag = [3]", "entry 1 is not a table"),
        (HEAD + entry("04000001", "knight#1") + 'colour = "red"', "unknown key 'colour'"),
        (HEAD + '[[tag]]\nuid = "04000001"\ngame = "toy"', "component is missing"),
        (HEAD + entry("4", "knight#1"), "entry 1: '4' is not a tag's UID"),
        (HEAD + entry("04000001", "knight#1", "chess"), "no game 'chess' here; known: toy, table"),
        (HEAD + entry("04000001", "knight#1") + entry("04:00:00:01", "knight#2"), "was in entry 1 already"),
        (HEAD + entry("04000001", "knight#1") + entry("04000002", "knight#1"), "toy knight#1 was in entry 1"),
        (HEAD + entry("04000001", "knight#1") + f'note = "{"x" * 300}"', "at most 200"),
    ],
)
def test_bad_files_name_the_entry(registry: Registry, text: str, message: str) -> None:
    with pytest.raises(TagFileError, match=message):
        import_toml(text, registry, STOCKS)
    assert registry.list() == ()


def test_an_entry_that_no_force_can_help(registry: Registry) -> None:
    report = import_toml(HEAD + entry("04000001", "dragon#1"), registry, STOCKS, replace=True)
    assert [refusal.code for _, refusal in report.refused] == ["unknown-kind"]


@given(st.text(max_size=200))
def test_any_text_gives_a_tag_file_error_or_no_entries(text: str) -> None:
    try:
        tags = read_toml(text)
    except TagFileError:
        return
    assert tags == ()


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_note_survives(note: str) -> None:
    with Store.open() as store:
        registry = Registry(store.tags, lambda: 1.0)
        registry.enrol("04000001", "knight#1", BOX, note=note)
        assert read_toml(export_toml(registry)) == (Tag("04000001", "toy", "knight#1", note),)
