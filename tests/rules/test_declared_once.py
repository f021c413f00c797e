"""Steps by hand, corrections and changes of level: each game declares each of them in exactly one place."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from lairkeeper.core.kernel import Kernel
from lairkeeper.games import all_games

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = sorted(
    file.parent
    for root in (ROOT / "host" / "lairkeeper" / "games", ROOT / "tests" / "fifth")
    for file in root.glob("*/game.py")
)
"""The games of this repository, and the toy that stands for a fifth one."""
BY_HAND: Final = "by-hand"
LEVEL_MAKERS: Final = ("change_of_level", "set_level")


def nodes(package: Path) -> Iterator[ast.AST]:
    """Yield all nodes of a game's code, without its simulated players."""
    for file in sorted(package.rglob("*.py")):
        if "simulation" not in file.relative_to(package).parts:
            yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def calls(package: Path, *names: str) -> list[ast.Call]:
    """Return the calls of functions with these names."""
    return [each for each in nodes(package) if isinstance(each, ast.Call) and getattr(each.func, "id", "") in names]


def first_words(package: Path, *names: str) -> Counter[str]:
    """Count the first arguments of calls: a text, or a name that stands for one or for step data."""
    found = (call.args[0] for call in calls(package, *names) if call.args)
    return Counter(str(each.value) if isinstance(each, ast.Constant) else ast.unparse(each) for each in found)


def kinds(package: Path) -> Counter[str]:
    """Count the classes of step data by their kind; a name that stands for a text counts as that text."""
    texts = {
        each.target.id: each.value.value
        for each in nodes(package)
        if isinstance(each, ast.AnnAssign)
        and isinstance(each.target, ast.Name)
        and isinstance(each.value, ast.Constant)
    }
    found: Counter[str] = Counter()
    for each in nodes(package):
        for line in each.body if isinstance(each, ast.ClassDef) else ():
            if isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == "KIND" and line.value is not None:
                value = line.value
                found[str(value.value if isinstance(value, ast.Constant) else texts[ast.unparse(value)])] += 1
    return found


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_the_change_of_level_is_declared_once(package: Path) -> None:
    assert len(calls(package, *LEVEL_MAKERS)) == 1
    assert not first_words(package, "move", "Move")["set-level"], "the kernel's move has the name"


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_the_correction_is_the_kernels_or_one_of_the_game(package: Path) -> None:
    imported = sum(
        each.module == "lairkeeper.core.moves" and any(alias.name == "ADJUST" for alias in each.names)
        for each in nodes(package)
        if isinstance(each, ast.ImportFrom)
    )
    assert imported + first_words(package, "move", "Move")["adjust"] == 1


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_each_step_has_one_class_and_one_declaration(package: Path) -> None:
    """The step in which players resolve a card by hand is one of them."""
    found = kinds(package)
    assert found and [kind for kind, n in found.items() if n > 1] == []
    declared = first_words(package, "step_kind")
    assert [name for name, n in declared.items() if n > 1] == []
    asks = first_words(package, "PromptSpec").keys() & {BY_HAND, "BY_HAND", "ByHand.KIND"}
    assert found[BY_HAND] == declared["ByHand"] == len(asks)


@pytest.mark.parametrize("id", sorted(all_games()))
def test_corrections_and_levels_change_at_any_time_and_in_no_step_of_their_own(id: str) -> None:
    game = all_games()[id]
    assert isinstance(game, Kernel)
    assert {"adjust", "set-level"} <= game.anytime.keys()
    for kind in game.frames.values():
        assert not {"adjust", "set-level"} & kind.moves.keys(), kind.name
