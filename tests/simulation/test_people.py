"""Whole matches of people whose names are written in any script: through firmware, link, senses, rules and export."""

from __future__ import annotations

import csv
import io
import json
from random import Random

import pytest

from lairkeeper.core.codec import header_from_json
from lairkeeper.exports import export
from lairkeeper.games import get_game
from lairkeeper.simulation import auto
from lairkeeper.store import Store
from lairkeeper.table import Table
from tests.fresh import SEED
from tests.people import people

MATCHES = (
    ("forever-evil", "score", 2), ("evil-101", "score", 3), ("evil-league", "score", 4),
    ("dc-forever", "score", 2),
)  # fmt: skip


@pytest.mark.chain
@pytest.mark.parametrize(("game", "level", "players"), MATCHES)
def test_a_whole_match_its_log_and_its_export(
    game: str, level: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(f"people {game} {level} {SEED}")
    names = people(rng, players)
    monkeypatch.setattr(auto, "SEATS", names)
    with Store.open() as store:
        report = auto.run(
            game, players=players, seed=rng.randrange(10**6), level=level, layout="seats", ruleset={}, store=store
        )
        assert auto.ok(report), (names, report)
        assert set(report["scores"]) == set(names)
        whole = json.loads(export(store, 1, "json"))
        header = header_from_json(whole["header"])
        assert header.seats == names, "what was typed"
        replayed = Table.resume(store, 1, find=get_game)
        assert replayed.view().seats == names
        rows = list(csv.DictReader(io.StringIO(export(store, 1, "csv").lstrip("\ufeff"))))
        assert len(rows) == players


@pytest.mark.chain
@pytest.mark.soak
def test_whoever_is_called_like_a_hidden_card_leaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "SEATS", ("\uae40\ubbfc\uc900", "catwoman#1"))
    with Store.open() as store:
        report = auto.run("forever-evil", players=2, seed=98810, level="deck", layout="seats", ruleset={}, store=store)
    assert auto.ok(report), report["leaks"][:3]
