"""One UID a piece, one piece a UID, and a clear reason otherwise."""

from __future__ import annotations

import pytest

from lairkeeper.tags import Registry, Tag, TagRefusal

from .conftest import BOX, SHARED


def refused(result: Tag | TagRefusal) -> TagRefusal:
    assert isinstance(result, TagRefusal), result
    return result


def test_an_enrolled_tag_is_found_in_any_spelling(registry: Registry) -> None:
    assert registry.lookup("04aabbcc") is None
    assert registry.enrol("04:aa:bb:cc", "knight#2", BOX) == Tag("04AABBCC", "toy", "knight#2")
    found = registry.lookup("04 aa bb cc")
    assert found is not None
    assert (found.component, found.kind, found.game) == ("knight#2", "knight", "toy")
    assert registry.tag_of("toy", "knight#2") == found
    assert registry.lookup("nonsense") is None


def test_the_same_pair_again_is_no_mistake(registry: Registry) -> None:
    registry.enrol("04AABBCC", "knight#1", BOX, note="scratched")
    assert registry.enrol("04aabbcc", "knight#1", BOX) == Tag("04AABBCC", "toy", "knight#1", "scratched")
    assert len(registry.list()) == 1


def test_a_tag_that_stands_for_something_else(registry: Registry) -> None:
    registry.enrol("04AABBCC112233", "seat-1#1", SHARED)
    refusal = refused(registry.enrol("04AABBCC112233", "knight#1", BOX))
    assert (refusal.code, refusal.args["card"], refusal.args["game"]) == ("uid-taken", "seat-1#1", "table")
    assert registry.tag_of("toy", "knight#1") is None
    assert registry.enrol("04AABBCC112233", "knight#1", BOX, force=True) == Tag("04AABBCC112233", "toy", "knight#1")
    assert registry.tag_of("table", "seat-1#1") is None


def test_a_piece_that_has_another_tag(registry: Registry) -> None:
    registry.enrol("04AABBCC", "knight#1", BOX)
    refusal = refused(registry.enrol("04DDEEFF", "knight#1", BOX))
    assert (refusal.code, refusal.args["uid"], refusal.forcible) == ("component-taken", "04AABBCC", True)
    registry.enrol("04DDEEFF", "knight#1", BOX, force=True)
    assert [tag.uid for tag in registry.list()] == ["04DDEEFF"]


@pytest.mark.parametrize(
    ("uid", "component", "code", "forcible"),
    [
        ("08AABBCC", "knight#1", "random-uid", False),
        ("04AA", "knight#1", "bad-uid", False),
        ("04AABBCC", "dragon#1", "unknown-kind", False),
        ("04AABBCC", "knight", "bad-component", False),
        ("04AABBCC", "knight#0", "bad-component", False),
        ("04AABBCC", "knight#3", "copies-exhausted", True),
    ],
)
def test_reasons(registry: Registry, uid: str, component: str, code: str, forcible: bool) -> None:
    refusal = refused(registry.enrol(uid, component, BOX))
    assert (refusal.code, refusal.forcible) == (code, forcible)
    assert registry.list() == ()
    forced = registry.enrol(uid, component, BOX, force=True)
    assert isinstance(forced, Tag) is forcible


def test_kinds_without_a_number_never_run_out(registry: Registry) -> None:
    assert isinstance(registry.enrol("04AABBCC", "coin#250", BOX), Tag)


def test_what_has_no_tag_yet_is_missing(registry: Registry) -> None:
    assert registry.missing(BOX) == ("coin#1", "knight#1", "knight#2", "castle#1")
    registry.enrol("04AABBCC", "knight#1", BOX)
    registry.enrol("04AABBCD", "castle#1", BOX)
    assert registry.missing(BOX) == ("coin#1", "knight#2")


def test_a_forgotten_tag_is_unknown(registry: Registry) -> None:
    registry.enrol("04AABBCC", "knight#1", BOX)
    assert registry.forget("04:AA:BB:CC") is True
    assert registry.forget("04AABBCC") is False
    assert registry.forget("nonsense") is False
    assert registry.lookup("04AABBCC") is None
