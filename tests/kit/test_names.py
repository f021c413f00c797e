from __future__ import annotations

import pytest

from lairkeeper.kit.names import Names, fold_name

from ..core.toy import TOY


@pytest.fixture
def names() -> Names:
    return Names(TOY)


def test_names_are_found_in_all_languages_without_case_and_accents(names: Names) -> None:
    assert names.label("Mole") == names.label("LE MOLE") == names.label("mole") == "mole"
    assert names.label("Gem#2") == "gem#2"
    assert names.label("plus-1") == "plus-1"
    assert names.label("owl") == "owl"
    assert fold_name("Pandora's Box") == fold_name("Pandoras box")
    assert fold_name("Sérum du Man-Bat") == "serumdumanbat"


def test_bare_names_take_the_next_free_copies(names: Names) -> None:
    assert names.components(["Mole", "Mole#1", "Gem x2", "Mole"], {"mole#1"}) == [
        "mole#2", "mole#1", "gem#1", "gem#2", "mole#3",
    ]  # fmt: skip


def test_a_set_up_gets_components_for_names(names: Names) -> None:
    found = names.setup({"hand.Ana": ["Mole"], "hand.Bo": ["Mole#1"], "start": "Bo", "purse.Bo": {"5": 1}, "x": ["?"]})
    assert found == {"hand.Ana": ["mole#2"], "hand.Bo": ["mole#1"], "start": "Bo", "purse.Bo": {"5": 1}, "x": ["?"]}


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        ({1: 4}, {"1": 4}, True),
        ({1: 4}, {"1": 4, "5": 1}, False),
        ({}, "x", False),
        (2, ["a", "b"], True),
        (2, ["a"], False),
        (True, 1, False),
        (1, True, False),
        (["Mole", "1 card"], ["mole#3", "1 card"], True),
        (["Mole#1"], ["mole#3"], False),
        (["Mole"], [], False),
        ("Mole", "mole#3", True),
        ("none", None, True),
        ("Mole", 3, False),
        (3, 3, True),
    ],
)
def test_what_a_play_expects_is_compared_as_people_mean_it(
    names: Names, expected: object, actual: object, same: bool
) -> None:
    assert names.same(expected, actual) is same
