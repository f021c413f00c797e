"""The public records of a match: in order, at least once, and no hidden card in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.header import Header
from lairkeeper.core.ids import TABLE, kind_of
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.games import UnknownGameError, get_game
from lairkeeper.kit.driver import NAMES, choose, heard
from lairkeeper.kit.secrecy import only_said
from lairkeeper.kit.worlds import hidden_cards
from lairkeeper.store import Store, StoreError
from lairkeeper.table import WHAT, PublicRecord, Question, Table, public_json, records

from ..fresh import SEED
from ..scans.toy import TOY
from .desk import Desk

GAMES = ("forever-evil", "dc-forever", "evil-101", "evil-league")
STEPS = 120
WORD = re.compile(r"[\w'-]+(?:#[0-9]+)?")


def toy(store: Store, match: int, since: int = 0, limit: int = 100) -> tuple[PublicRecord, ...]:
    return records(store, match, since, limit=limit, find=lambda _: TOY)


def played(store: Store, game: str, seed: int) -> Iterator[Table]:
    """Play a match by chance on a real store, and yield after each step."""
    rng, rules = Random(seed), get_game(game)
    low, high = rules.players
    table = Table.new(store, rules, Header(game, NAMES[: rng.randint(low, high)], rules.levels[-1]))
    assert isinstance(table, Table)
    yield table
    for step in range(STEPS):
        if table.history.state.finished:
            return
        mood = rng.random()
        if mood < 0.1 and table.can_undo:
            asked = table.undo(rng.randint(1, 2))
            if isinstance(asked, Question):
                table.answer(asked.id, rng.randrange(len(asked.options)), "page")
        elif mood < 0.15 and table.can_redo:
            table.redo()
        else:
            offers = [each.command for each in heard(rules, table.history.state, rng) if each.refusal is None]
            command = choose(rng, offers, step / STEPS)
            assert command is not None
            assert not isinstance(table.act(command, command.by or "page"), Refused)
        yield table


def public(args: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a log line without the command that an undo or redo names: ``span`` tells that."""
    return {name: value for name, value in args.items() if name != WHAT}


def test_each_record_has_its_line_and_what_was_taken_back_is_told() -> None:
    desk = Desk()
    desk.tap("coin-5", zone="seat-2").tap("verb-undo")
    desk.table.redo()
    told = toy(desk.store, desk.table.match)
    assert [(each.n, each.kind, each.who, each.why, each.span) for each in told] == [
        (0, "start", "page", "start", ()),
        (1, "command", "scan", "tap", ()),
        (2, "undo", "scan", "tap", (1,)),
        (3, "redo", "page", "click", (1,)),
    ]
    assert [(line.n, line.code, public(line.args)) for line in desk.table.log()[::-1]] == [
        (each.n, each.code, each.args) for each in told
    ]


def test_a_record_as_json() -> None:
    desk = Desk()
    desk.tap("coin-5", zone="seat-2")
    told = public_json(toy(desk.store, desk.table.match)[1])
    assert json.loads(json.dumps(told)) == told
    assert list(told) == ["match", "n", "at", "who", "why", "kind", "line", "span"]
    assert (told["match"], told["n"], told["span"]) == (desk.table.match, 1, [])
    assert told["at"].endswith("+00:00")


def test_only_so_many_at_once_from_any_number_on() -> None:
    desk = Desk()
    for _ in range(4):
        desk.tap("coin-5", zone="seat-2")
    numbers = [[each.n for each in toy(desk.store, desk.table.match, since, 2)] for since in range(6)]
    assert numbers == [[0, 1], [1, 2], [2, 3], [3, 4], [4], []]


@pytest.mark.parametrize("game", GAMES)
def test_a_consumer_that_stops_and_goes_on_gets_each_record_at_least_once_and_in_order(
    game: str, tmp_path: Path
) -> None:
    rng = Random(SEED)
    with Store.open(tmp_path / "lair.db") as store:
        got: list[PublicRecord] = []
        kept = 0
        for table in played(store, game, SEED):
            match = table.match
            if rng.random() < 0.5:
                continue  # it is not there, or does not keep up
            for record in records(store, match, kept, limit=rng.randint(1, 7)):
                got.append(record)
                if rng.random() < 0.2:
                    break  # it ends before it has kept how far it was
                kept = record.n + 1
        while more := records(store, match, kept):
            got.extend(more)
            kept = more[-1].n + 1
        log = table.log(limit=10**6)[::-1]
    first = list({each.n: each for each in got}.values())
    assert [each.n for each in first] == list(range(len(log))), "each came, and none before an earlier one"
    assert all(each == first[each.n] for each in got), "what comes again says the same"
    assert [(each.at, each.who, each.code, each.args) for each in first] == [
        (line.at, line.who, line.code, public(line.args)) for line in log
    ]


def leaks(game: str, seed: int) -> list[str]:
    """Return what the records of a match by chance tell that the table does not know at that moment."""
    found: list[str] = []
    with Store.open() as store:
        for table in played(store, game, seed):
            state = table.history.state
            for record in records(store, table.match, len(table.history) - 1):
                secret = secrets(table, state) - set(state.seats)
                told = secret.intersection(WORD.findall(json.dumps(public_json(record))))
                before, last = table.history.state_at(min(1, len(table.history.live) - 1)), table.history.last
                told = {card for card in told if not only_said(table.game, before, last, card)}
                found += [f"record {record.n}: {card}" for card in sorted(told)]
    return found


def secrets(table: Table, state: State) -> set[str]:
    """Return the hidden cards; of those that the last record touched also what kind they are, if none lies open."""
    hidden = set(hidden_cards(table.game, state, TABLE))
    moved = {each.card for each in table.history.last.events if isinstance(each, ev.Moved | ev.Faced | ev.Attached)}
    seen = {card for zone in table.view().zones.values() for card in zone.cards or ()}
    return (hidden | {kind_of(card) for card in moved & hidden}) - seen - {kind_of(card) for card in seen}


@pytest.mark.parametrize("game", GAMES)
def test_no_record_tells_a_hidden_card(game: str) -> None:
    assert leaks(game, SEED) == []


@pytest.mark.parametrize("game", ("dc-forever", "evil-101", "evil-league"))
def test_a_planted_leak_is_seen(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Forever Evil's hidden cards the app knows no names: they are the unseen ones of a deck."""

    def leaky(game: Any, record: Any) -> tuple[str, dict[str, Any]]:
        return "leak", {"cards": [getattr(event, "card", "") for event in record.events]}

    monkeypatch.setattr("lairkeeper.table.public_records.line_of", leaky)
    assert any(leaks(game, seed) for seed in range(6))


@pytest.mark.parametrize("game", ("dc-forever", "evil-101"))
def test_a_line_that_names_what_is_laid_face_down_is_seen(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player names that card, too, but to the app alone."""

    def leaky(game: Any, record: Any) -> tuple[str, dict[str, Any]]:
        return "leak", {"card": record.command.card if record.command is not None else None}

    monkeypatch.setattr("lairkeeper.table.public_records.line_of", leaky)
    assert any(leaks(game, seed) for seed in range(6))


def test_a_log_that_breaks_ends_there() -> None:
    desk = Desk()
    for _ in range(3):
        desk.tap("coin-5", zone="seat-2")
    desk.store.database.read("UPDATE journal SET record = '{\"kind\": 7}' WHERE n = 2")
    assert [each.n for each in toy(desk.store, desk.table.match)] == [0, 1]


def test_a_match_or_game_that_is_not_there() -> None:
    desk = Desk()
    with pytest.raises(StoreError, match="no match 99"):
        records(desk.store, 99)
    with pytest.raises(UnknownGameError):
        records(desk.store, desk.table.match)
