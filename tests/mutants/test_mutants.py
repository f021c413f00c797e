"""The tool itself: what it changes, that a change is really in place, who notices, and what it reports."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from lairkeeper.games.evil_101.moves import chases

from . import report
from .choosing import chosen
from .patching import functions, in_place
from .reach import Reach
from .rooms import HOST, ROOMS, ROOT, module_of
from .sites import MODULE, Site, sites
from .trial import KILLED, SURVIVED, Trial

SOURCE = '''
"""A text that stays."""
from typing import TYPE_CHECKING
HAND = "hand"
DECK = "deck"
LIMIT = 5
if TYPE_CHECKING:
    X = 1

def hand_of(seat: str) -> str:
    """Another text."""
    return f"{seat}{1}"

def deck_of(seat: str) -> str:
    assert seat == "x"
    raise ValueError(1 + 1)

def move(work, state, seat, n=1, last=False):
    if n <= LIMIT and not last:
        work.move(HAND, deck_of(seat))
    elif state.top is not None and state.top.data["n"] == n:
        return replace(state, n=n - 1, at=HAND)
    n += 1
    yield from work.step(index=0)
    return (*state.events, hand_of(state.active), DECK)
'''


def of(source: str) -> list[Site]:
    module = ModuleType("m")
    exec(compile(source, "m.py", "exec"), module.__dict__)
    return list(sites("m.py", ast.parse(source), module))


def changes(function: str) -> set[tuple[str, str, str]]:
    return {(site.kind, site.was, site.now) for site in of(SOURCE) if site.function == function}


COMPARED = """
HERO = "hero"
ROGUE = "rogue"

def check(state, seat):
    if side(state, seat) != HERO and side(state, state.active) in (ROGUE, HERO):
        return min(len(state.seats), 1)
    return not state.seats or max(2, 3)
"""


def test_a_seat_by_another_name_is_no_change() -> None:
    source = """
def act(work, command):
    card, seat = command.card, command.by or ""
    work.draw(seat)

def choose(work, command, seat):
    seat = seat if seat else command.by
    work.draw(seat)
"""
    found = {(site.function, site.now) for site in of(source) if site.kind == "seat"}
    assert ("act", "work.draw(work.state.active)") in found
    assert ("act", "work.draw(work.state.seats[0])") in found
    assert ("act", "work.draw(command.by)") not in found
    assert ("choose", "work.draw(command.by)") in found


def test_what_is_applied_is_what_was_told() -> None:
    for source in (SOURCE, COMPARED):
        many = len(of(source))
        for n in range(many):
            tree = ast.parse(source)
            module = ModuleType("m")
            exec(compile(source, "m.py", "exec"), module.__dict__)
            site = list(sites("m.py", tree, module))[n]
            site.apply()
            told = ast.unparse(ast.parse(source))
            assert ast.unparse(tree) == told.replace(site.was, site.now, 1) or site.now == "pass", site.now


def test_conditions_bounds_seats_zones_and_omitted_calls() -> None:
    found = changes("move")
    test = "if n <= LIMIT and (not last):"
    for now in (
        "if not (n <= LIMIT and (not last)):", "if n <= LIMIT or not last:", "if not last:", "if n <= LIMIT:",
        "if n <= LIMIT and last:",
    ):  # fmt: skip
        assert ("condition", test, now) in found
    assert ("bound", test, "if n < LIMIT and (not last):") in found
    call = "work.move(HAND, deck_of(seat))"
    assert ("omitted", call, "pass") in found
    assert ("zone", call, "work.move(DECK, deck_of(seat))") in found
    assert ("zone", call, "work.move(HAND, hand_of(seat))") in found
    assert ("seat", call, "work.move(HAND, deck_of(state.active))") in found
    assert ("omitted", "n += 1", "pass") in found
    assert ("bound", "n += 1", "n -= 1") in found
    assert ("omitted", "yield from work.step(index=0)", "yield from ()") in found
    assert ("bound", "yield from work.step(index=0)", "yield from work.step(index=1)") in found
    back = "return (*state.events, hand_of(state.active), DECK)"
    assert ("omitted", back, "return (hand_of(state.active), DECK)") in found
    assert ("seat", back, "return (*state.events, hand_of(seat), DECK)") in found
    changed = "return replace(state, n=n - 1, at=HAND)"
    assert ("omitted", changed, "return replace(state, at=HAND)") in found


def test_texts_assertions_types_and_what_only_types_need_stay() -> None:
    found = of(SOURCE)
    assert {site.function for site in found} == {MODULE, "move"}
    assert {site.now for site in found if site.function == MODULE} == {
        "LIMIT = 6", "LIMIT = 4", "def move(work, state, seat, n=2, last=False):",
        "def move(work, state, seat, n=0, last=False):", "def move(work, state, seat, n=1, last=True):",
    }  # fmt: skip
    assert not any(site.now == "elif state.top.data['n'] == n:" for site in found)


def test_every_change_of_the_rules_compiles_and_leaves_its_neighbours_alone() -> None:
    file = HOST / "lairkeeper" / "games" / "evil_101" / "moves" / "chases.py"
    text = file.read_text(encoding="utf-8")
    before = ast.dump(ast.parse(text))
    n = len(list(sites("x.py", ast.parse(text), module_of(file))))
    assert n > 100
    for at in range(0, n, 7):
        tree = ast.parse(text)
        site = list(sites("x.py", tree, module_of(file)))[at]
        assert ast.dump(tree) == before, "looking for changes changes nothing"
        site.apply()
        compile(tree, "x.py", "exec")
        assert ast.dump(tree) != before


def test_a_change_is_in_place_for_everybody_who_knows_the_function() -> None:
    file = Path(chases.__file__)
    tree = ast.parse(file.read_text(encoding="utf-8"))
    site = next(site for site in sites("x.py", tree, chases) if site.function == "other")
    was = chases.other.__code__
    try:
        site.apply()
        code = compile(tree, str(file), "exec", dont_inherit=True)
        assert in_place(code, site, str(file), functions())
        assert chases.other.__code__ != was
    finally:
        chases.other.__code__ = was


def planted(site: Site, **verdict: object) -> Trial:
    trial = Trial(site, ["tests/x.py::test_a"], 0.1, imports=False)
    for name, value in verdict.items():
        setattr(trial, name, value)
    return trial


def test_the_score_leaves_out_what_is_known_to_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third, *_ = of(SOURCE)
    listed = {first.key: "a reason"}
    monkeypatch.setattr(report, "known_equivalents", lambda: listed)
    outcome = report.Outcome("core", 7, [first, second, third])
    outcome.trials += [planted(second, verdict=KILLED), planted(third, verdict=SURVIVED)]
    scores, texts = report.write([outcome], tmp_path)
    assert json.loads(scores.read_text(encoding="utf-8")) == {
        "core": {"total": 3, "killed": 1, "equivalent": 1, "score": 0.5, "seed": 7}
    }
    told = texts.read_text(encoding="utf-8")
    assert f"m.py:{third.line} in {third.function}" in told
    assert f"- {third.was}\n+ {third.now}" in told
    assert "1 tests run: tests/x.py::test_a" in told


def test_what_no_test_runs_survives() -> None:
    (site, *_) = [site for site in of(SOURCE) if site.function == "move"]
    file = "host/lairkeeper/core/m.py"
    made = Site(file, *[getattr(site, name) for name in list(Site.__slots__)[1:]])
    trial = chosen(ROOMS["core"], made, Reach(), {})
    assert (list(trial.tests), trial.killed) == ([], False)


def test_every_listed_equivalent_is_still_there_and_has_a_reason() -> None:
    known = report.known_equivalents()
    files = {file for file, *_ in known}
    there = {
        site.key for name in files
        for site in sites(name, ast.parse((ROOT / name).read_text(encoding="utf-8")), module_of(ROOT / name))
    }  # fmt: skip
    assert sorted(key for key in known if key not in there) == []
    assert all(len(why) > 20 for why in known.values())


def test_a_planted_fault_is_killed_and_one_that_changes_nothing_survives() -> None:
    """The whole way, on one module and one file of tests."""
    words = [sys.executable, "-m", "tests.mutants.whole"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False, timeout=200)
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told == {"killed in place": KILLED, "killed anew": KILLED, "changes nothing": SURVIVED}


def test_frozen_functions_and_caches_are_found_too() -> None:
    import gc

    from .reach import caches

    gc.freeze()
    assert any(chases.other in bound for bound in functions().values())
    assert caches()
    assert gc.get_freeze_count() > 0
