"""A match resumes from a snapshot as from its whole log, and without reading most of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random

import pytest

from lairkeeper.core import history as kernel
from lairkeeper.core.codec import header_to_json, plain, record_to_json, snapshot_from_json, snapshot_to_json
from lairkeeper.core.command import Command
from lairkeeper.core.events import Event
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History, Record
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.games import all_games, get_game
from lairkeeper.kit.driver import play_match
from lairkeeper.store import Store, StoreError
from lairkeeper.table import past
from lairkeeper.table.match_log import MatchLog

from ..fresh import SEED

EVERY = 7
GAMES = sorted(all_games())


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "EVERY", EVERY)


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open() as opened:
        yield opened


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the number of events that each fold went through."""
    found: list[int] = []
    fold = kernel.fold

    def counting(state: State, events: tuple[Event, ...]) -> State:
        found.append(len(events))
        return fold(state, events)

    monkeypatch.setattr(kernel, "fold", counting)
    return found


def play(game: Game, rng: Random) -> History:
    """Play a match by chance, with runs of undos that go far back, and redos."""
    recording = play_match(game, rng.randrange(10**6), level=rng.choice(game.levels))
    history = History.start(game, recording.history.header)
    assert isinstance(history, History)
    for record in recording.history.live[1:]:
        assert record.command is not None
        if rng.random() < 0.1:
            history.undo(rng.randint(1, min(25, max(1, len(history.live) - 1))))
            while rng.random() < 0.9 and history.can_redo:
                history.redo()
        history.submit(record.command)  # whether it is accepted or not
    return history


def kept(store: Store, history: History, cut: int) -> int:
    """Store the first ``cut`` records of a match, with the snapshots that it left as it was played."""
    with store.write():
        match = store.matches.create(header_to_json(history.header), 1.0)
        played = History(history.game, history.header)
        keeper = past.MatchPast(store, match, history.game, history.header)
        for record in history.records[:cut]:
            store.journal.append(match, record_to_json(record), at=1.0, who="page", why="click")
            assert played.follow((record,)) is None
            keeper.keep(played)
    return match


def opened(store: Store, match: int, game: Game) -> History:
    return MatchLog.open(store, match, lambda: 1.0, lambda _: game).history


def the_same(one: History, other: History) -> None:
    assert repr(one.state) == repr(other.state)
    assert one.state == other.state
    assert len(one) == len(other)
    assert (one.can_undo, one.can_redo) == (other.can_undo, other.can_redo)
    assert one.newest(5) == other.newest(5)


def go_on(one: History, other: History, rng: Random) -> None:
    """Do the same undos, redos and commands on both, and look back."""
    for _ in range(30):
        the_same(one, other)
        depth = rng.randrange(len(other.live))
        match rng.choice(("undo", "undo", "redo", "submit", "look", "reveals")):
            case "undo":
                assert one.undo(max(1, depth)) == other.undo(max(1, depth))
            case "redo":
                assert one.redo() == other.redo()
            case "look":
                assert one.state_at(depth) == other.state_at(depth)
            case "reveals":
                assert one.reveals(depth) == other.reveals(depth)
                assert one.run == other.run
            case "submit":
                commands = [offer.command for offer in other.game.possible(other.state, TABLE) if not offer.refusal]
                if commands:
                    command = rng.choice(commands)
                    assert one.submit(command) == other.submit(command)
    assert tuple(one.live) == tuple(other.live)
    assert one.records == other.records


@pytest.mark.parametrize("name", GAMES)
def test_a_match_from_a_snapshot_is_the_match_from_its_log(store: Store, name: str) -> None:
    print(f"LAIRKEEPER_FRESH_SEED={SEED}")
    rng = Random(f"{SEED} {name}")
    game = get_game(name)
    for _ in range(2):
        history = play(game, rng)
        for cut in (len(history), rng.randint(1, len(history)), rng.randint(1, len(history))):
            match = kept(store, history, cut)
            whole = History.replay(game, history.header, history.records[:cut])
            assert isinstance(whole, History)
            assert len(store.database.read("SELECT 1 FROM snapshots WHERE match = ?", (match,))) == cut // EVERY
            go_on(opened(store, match, game), whole, rng)


def long_match(store: Store, records: int) -> tuple[Game, int]:
    game = get_game("forever-evil")
    history = History.start(game, Header(game.id, ("Ana", "Bo"), "score"))
    assert isinstance(history, History)
    while len(history) < records:
        assert isinstance(history.submit(Command(move="adjust", by="Ana", amount=1)), Accepted)
    return game, kept(store, history, records)


def test_a_long_match_replays_what_followed_the_last_snapshot_only(store: Store, folded: list[int]) -> None:
    game, match = long_match(store, 200 * EVERY + 3)
    folded.clear()
    history = opened(store, match, game)
    assert len(folded) == 3
    assert history.newest(1)[0].n == 200 * EVERY + 2
    history.undo(5)
    assert len(folded) <= 3 + EVERY
    history.undo(20)
    assert len(folded) <= 3 + EVERY + 4 * EVERY
    assert game.view(history.state, TABLE).tokens["Ana"] == 200 * EVERY + 2 - 25


def test_a_match_from_before_there_were_snapshots_goes_on_and_gets_one(store: Store, folded: list[int]) -> None:
    game, match = long_match(store, 20 * EVERY + 2)
    with store.write() as connection:
        connection.execute("DELETE FROM snapshots")
    folded.clear()
    first = opened(store, match, game)
    assert len(folded) == 20 * EVERY + 2
    folded.clear()
    the_same(opened(store, match, game), first)
    assert len(folded) == 2


def _other_code(store: Store) -> None:
    with store.write() as connection:
        connection.execute("UPDATE snapshots SET code = 'another version'")


def _unreadable(store: Store) -> None:
    rows = store.database.read("SELECT match, n, code, live FROM snapshots ORDER BY n")
    for row in rows:
        store.snapshots.put(row["match"], row["n"], row["code"], b'{"n": 3, "live": [[0]]}', row["live"])


def _damaged(store: Store) -> None:
    with store.write() as connection:
        connection.execute("UPDATE snapshots SET data = zeroblob(length(data))")


def _of_another_log(store: Store) -> None:
    """Record 1 reads differently now, and is as good as before."""
    with store.write() as connection:
        connection.execute("UPDATE journal SET record = replace(record, '\"amount\":1', '\"amount\":1 ') WHERE n = 1")
        assert connection.execute("SELECT changes()").fetchone()[0] == 1


def _of_an_unknown_step(store: Store) -> None:
    """Let the match wait in a step that this version cannot read."""
    for row in store.database.read("SELECT match, n, code, live FROM snapshots"):
        found = store.snapshots.before(row["match"], row["code"], row["n"] + 1, row["live"])
        assert found is not None
        data = json.loads(found.data)
        data["state"]["frames"] = [plain(Frame(1, "no-such-step"))]
        store.snapshots.put(row["match"], row["n"], row["code"], json.dumps(data).encode(), row["live"])


@pytest.mark.parametrize("spoil", [_other_code, _unreadable, _damaged, _of_another_log, _of_an_unknown_step])
def test_a_snapshot_that_does_not_fit_is_as_good_as_none(
    store: Store, folded: list[int], spoil: Callable[[Store], None]
) -> None:
    game, match = long_match(store, 3 * EVERY + 1)
    first = opened(store, match, game)
    spoil(store)
    folded.clear()
    again = opened(store, match, game)
    assert len(folded) == 3 * EVERY + 1
    the_same(again, first)
    again.undo(2 * EVERY)
    first.undo(2 * EVERY)
    the_same(again, first)


def test_the_last_snapshot_is_not_read_when_an_earlier_one_is_the_last_that_fits(
    store: Store, folded: list[int]
) -> None:
    game, match = long_match(store, 3 * EVERY + 1)
    with store.write() as connection:
        connection.execute("UPDATE journal SET record = record || ' ' WHERE n = ?", (2 * EVERY,))
    folded.clear()
    opened(store, match, game)
    assert len(folded) == EVERY + 1


def test_a_record_that_can_no_more_be_read_is_an_error_of_the_store(store: Store) -> None:
    game, match = long_match(store, 3 * EVERY + 1)
    history = opened(store, match, game)
    with store.write() as connection:
        connection.execute("UPDATE journal SET record = replace(record, 'Paid', 'Pied') WHERE n = 1")
    before = history.state
    with pytest.raises(StoreError):
        history.undo(3 * EVERY)
    assert history.state is before


@pytest.mark.parametrize("name", GAMES)
def test_a_snapshot_survives_json(name: str) -> None:
    game = get_game(name)
    history = play_match(game, SEED % 10**6 + 1).history
    snapshot = history.snapshot
    again = snapshot_from_json(json.loads(json.dumps(snapshot_to_json(snapshot))), game.blank(history.header))
    assert again == snapshot
    whole = History.replay(game, history.header, history.records)
    assert not isinstance(whole, Refused)
    assert repr(again.state) == repr(whole.state)


def test_looking_back_far_reads_in_pieces(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game, match = long_match(store, 100 * EVERY)
    history = opened(store, match, game)
    read: list[Record] = []
    records = past.MatchPast.records

    def counting(self: past.MatchPast, first: int, end: int) -> list[Record]:
        found = list(records(self, first, end))
        read.extend(found)
        return found

    monkeypatch.setattr(past.MatchPast, "records", counting)
    assert history.newest(50)[-1].n == 100 * EVERY - 50
    assert len(read) <= 150
