"""Options without a sense: one sentence on standard error and a fitting exit status, never a traceback."""

from __future__ import annotations

from importlib import import_module

import pytest

from lairkeeper.cli.failure import FORESEEN

from .test_listing import lairkeeper


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("demo", "--auto", "--seed", "x"), 2, "'x' is not a valid integer"),
        (("demo", "--auto", "--seed", "1e3"), 2, "is not a valid integer"),
        (("demo", "--auto", "--rule", "chess=1"), 1, "There is no option “chess”"),
        (("demo", "--auto", "--rule", "super-heroes=ten"), 1, "super-heroes cannot be ten. Allowed: 8..12."),
        (("demo", "--auto", "--rule", f"super-heroes={'9' * 5_000}"), 1, "super-heroes cannot be 999"),
        (("demo", "--auto", "--rule", f"{'x' * 5_000}=1"), 1, "There is no option “xxx"),
        (("demo", "--auto", "--rule", "promos"), 2, "NAME=VALUE"),
        (("demo", "--auto", "--level", "all"), 1, "choose one of score, deck, full"),
        (("demo", "--auto", "--game", "evil-101", "--players", "8"), 1, "2 to 6 players"),
        (("kit", "evil-101", "--level", "all"), 2, "score, full"),
        (("play",), 2, "Missing argument"),
        (("tags", "export", "--game", "\udcff\udcfe"), 1, r"'\udcff\udcfe' is no text in UTF-8. Write it anew."),
    ],
)
def test_nonsense_is_one_sentence(words: tuple[str, ...], status: int, says: str) -> None:
    ran = lairkeeper(*words)
    assert ran.returncode == status
    assert says in ran.stderr
    assert "Traceback" not in ran.stderr
    assert len(ran.stderr) < 1_500


@pytest.mark.parametrize(("module", "name"), FORESEEN)
def test_each_failure_that_is_foreseen_is_a_class_of_ours(module: str, name: str) -> None:
    assert issubclass(getattr(import_module(module), name), Exception)
