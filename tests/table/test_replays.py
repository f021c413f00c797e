"""A past match at any of its turns: the same as it was, quick by snapshots, and silent about what is still hidden."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Accepted
from lairkeeper.core.state import State
from lairkeeper.core.view import View
from lairkeeper.exports import export
from lairkeeper.games import all_games
from lairkeeper.store import Store
from lairkeeper.table import Hub, TableError
from lairkeeper.table.course import course_of
from lairkeeper.table.past import EVERY
from tests.fresh import SEED
from tests.web.season import keep, renamed, whole
from tests.web.situations import hub_of

BEGAN = 1_700_000_000.0
SECRETIVE = "evil-101"
"""A game with hands that the app reads through their backs."""


@pytest.fixture
def hub() -> Iterator[Hub]:
    hub = hub_of()
    yield hub
    hub.store.close()


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_position_is_as_it_was(hub: Hub, game: str) -> None:
    history = whole(game)
    match = keep(hub.store, history, BEGAN)
    played = hub.replays.open(match)
    last = len(history.live) - 1
    assert played.index.last == last
    random = Random(SEED)
    at_snapshots = {n + near for n in range(EVERY, len(history), EVERY) for near in (-2, -1, 0)}
    edges = [0, last, *(at for at, n in enumerate(played.index.valid) if n in at_snapshots)]
    for at in (*edges, *(random.randint(0, last) for _ in range(4))):
        then = history.state_at(last - at)
        stored = played.at(at).history.state
        assert stored.zones == then.zones and stored.turn == then.turn and stored.winners == then.winners, at
        assert played.game.score(stored, TABLE) == history.game.score(then, TABLE)


@pytest.mark.parametrize("game", sorted(all_games()))
def test_each_turn_ends_where_its_score_stands(hub: Hub, game: str) -> None:
    history = whole(game)
    played = hub.replays.open(keep(hub.store, history, BEGAN))
    course = played.index.course
    assert course == course_of(history), "what was kept is what the match tells"
    for turn in range(1, len(course.at) + 1):
        at = played.index.end_of(turn)
        assert played.index.turn_at(at) == turn
        board = history.game.score(history.state_at(played.index.last - at), TABLE)
        assert course.scores[turn - 1] == tuple(each.low for each in board.teams or board.seats)
    assert played.index.turn_at(0) == 0 and played.index.end_of(0) == 0


def test_a_log_without_snapshots_gets_them_when_it_is_looked_at(hub: Hub) -> None:
    history = whole("dc-forever")
    match = keep(hub.store, history, BEGAN, indexed=False)
    assert hub.store.database.read("SELECT count(*) FROM snapshots")[0][0] == 0
    hub.replays.open(match)
    assert hub.store.database.read("SELECT count(*) FROM snapshots")[0][0] == len(history) // EVERY
    assert hub.store.database.read("SELECT count(*) FROM turns")[0][0] == 1


async def test_what_was_worked_out_beforehand_is_not_worked_out_again(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = keep(hub.store, whole("dc-forever"), BEGAN, indexed=False)
    await hub.replays.prepare(match)
    monkeypatch.setattr("lairkeeper.table.replays._worked_out", None)
    await hub.replays.prepare(match)
    assert hub.replays.open(match).index.course == course_of(whole("dc-forever"))
    assert hub.store.database.read("SELECT count(*) FROM snapshots")[0][0] == len(whole("dc-forever")) // EVERY


def test_a_match_that_ends_has_its_turns_at_once(hub: Hub) -> None:
    assert not isinstance(hub.start("forever-evil", ("Ana", "Bo"), level="score"), Exception)
    table = hub.table
    assert table is not None
    table.act(Command(move="gain", by="Bo", card="vp-5"), "page")
    table.act(Command(move="end-game", by="Ana", option="line-up"), "page")
    while not table.view().finished:
        prompt = table.view().prompt
        assert prompt is not None
        option = prompt.options[0].command
        if option.by:
            table.act(Command(move="sweep", by=option.by, card="kick"), "page")
        assert isinstance(table.act(option, "page"), Accepted)
    assert hub.store.database.read("SELECT records FROM turns")[0][0] == len(table.history)


def test_secrets_are_told_after_the_end_only(hub: Hub) -> None:
    history = whole(SECRETIVE)
    ended = keep(hub.store, history, BEGAN)
    half = len(history) // 2
    running = keep(hub.store, history, BEGAN, records=history.records[:half])
    seen = {match: hub.replays.open(match) for match in (ended, running)}
    assert seen[ended].opened and not seen[running].opened
    position = next(
        at for at in range(seen[running].index.last, 0, -1) if _hidden(history, seen[ended].index.valid[at])
    )
    n = seen[ended].index.valid[position]
    secret = _hidden(history, n)
    told = {match: _told(played.at(position).view()) for match, played in seen.items()}
    assert secret <= told[ended]
    assert not secret & told[running]


def _hidden(history: History, n: int) -> set[str]:
    """Return the cards that lie somewhere after record ``n`` and that the table may not know."""
    at = next(i for i, record in enumerate(history.live) if record.n == n)
    state = history.state_at(len(history.live) - 1 - at)
    lies = {card for path in state.zones for card in state.zone(path)}
    return lies - _told(history.game.view(state, TABLE))


def _told(view: View) -> set[str]:
    return {card for zone in view.zones.values() for card in zone.cards or ()}


def played_on(hub: Hub, history: History, match: int, share: float) -> int:
    """Play a match on from a point; return its number."""
    live = [record.n for record in history.live]
    table = hub.match.play_on(match, live[int(share * (len(live) - 1))])
    return table.match


def test_a_match_played_on_keeps_what_is_hidden_until_it_has_ended_too(hub: Hub) -> None:
    history = whole(SECRETIVE)
    match = keep(hub.store, history, BEGAN)
    assert "scans" in export(hub.store, match, "json"), "the whole log may be told"
    new = played_on(hub, history, match, 0.5)
    old = hub.replays.open(match)
    assert (old.opened, old.running_kin) == (False, new)
    position = next(at for at in range(old.index.last, 0, -1) if _hidden(history, old.index.valid[at]))
    assert not _hidden(history, old.index.valid[position]) & _told(old.at(position).view())
    assert "scans" not in export(hub.store, match, "json"), "nor does a file tell it"
    assert not hub.replays.open(new).opened
    hub.store.matches.finish(new, {"seats": []}, BEGAN)
    assert hub.replays.open(match).opened


def test_playing_on_begins_a_match_like_it_with_the_same_people_and_undo(hub: Hub) -> None:
    history = whole(SECRETIVE)
    match = keep(hub.store, history, BEGAN)
    ana = hub.store.people.named("Ana")
    assert ana is not None
    hub.people.rename(ana.id, "Anna")
    before = hub.store.journal.read(match)
    new = played_on(hub, history, match, 0.5)
    table = hub.table
    assert table is not None and table.match == new
    n = table.history.last.n
    row = hub.store.matches.get(new)
    assert (row.origin, row.origin_n) == (match, n)
    assert [each.person for each in hub.store.people.seats(new).values()] == [
        each.person for each in hub.store.people.seats(match).values()
    ], "a person who was renamed is the same"
    assert len(hub.people.list()) == len(table.header.seats), "and nobody is added"
    shown = _told(table.view())
    assert not _hidden(history, n) & shown
    live = len(table.history.live)
    for _ in range(3):
        table.undo()
    while (question := table.question) is not None:
        table.answer(question.id, 0, "page")
    assert len(table.history.live) < live, "what was done before the branch can be taken back"
    assert hub.store.journal.read(match) == before, "the old match stays as it was"


def test_what_was_taken_back_goes_along(hub: Hub) -> None:
    assert not isinstance(hub.start("forever-evil", ("Ana", "Bo"), level="score"), Exception)
    table = hub.table
    assert table is not None
    for card in ("vp-1", "vp-5"):
        table.act(Command(move="gain", by="Ana", card=card), "page")
    table.undo()
    table.act(Command(move="gain", by="Bo", card="vp-1"), "page")
    old, n = table.match, table.history.last.n
    new = hub.match.play_on(old, n)
    assert [record.kind for record in new.history.records] == [record.kind for record in table.history.records]
    assert new.history.state == table.history.state
    with pytest.raises(TableError, match="cannot be played on"):
        hub.match.play_on(old, 2)  # it was taken back
    with pytest.raises(TableError, match="cannot be played on"):
        hub.match.play_on(old, 99)
    assert hub.table is new


def test_a_match_that_is_over_at_this_point_is_not_played_on(hub: Hub) -> None:
    history = whole("forever-evil", "score")
    match = keep(hub.store, history, BEGAN)
    with pytest.raises(TableError, match="cannot be played on"):
        hub.match.play_on(match, history.last.n)
    assert hub.table is None and len(hub.matches.all()) == 1


def test_a_match_whose_rules_have_changed_is_seen(hub: Hub) -> None:
    match = keep(hub.store, renamed(whole("forever-evil", "score"), 0), BEGAN)
    played = hub.replays.open(match)
    assert (played.rules_then, played.game.version) == (0, played.game.version) and played.game.version
    assert played.at(played.index.last).history.state.finished


def test_what_another_version_has_kept_is_worked_out_anew(hub: Hub) -> None:
    history = whole("forever-evil", "score")
    match = keep(hub.store, history, BEGAN)
    with hub.store.write() as connection:
        connection.execute("UPDATE turns SET code = 'older'")
        connection.execute("UPDATE snapshots SET code = 'older'")
    assert hub.replays.open(match).index.course == course_of(history)


def test_a_damaged_log_is_seen_up_to_there(hub: Hub) -> None:
    history = whole("dc-forever")
    match = keep(hub.store, history, BEGAN, indexed=False)
    with hub.store.write() as connection:
        connection.execute("UPDATE journal SET record = '{}' WHERE match = ? AND n = 150", (match,))
        connection.execute("UPDATE journal SET checksum = 1 WHERE match = ? AND n = 150", (match,))
    played = hub.replays.open(match)
    assert played.broken and played.index.kept == 150
    assert played.at(played.index.last).history.state.zones == _state(history, played.index.valid[-1]).zones
    with pytest.raises(TableError, match="cannot be played on"):
        hub.match.play_on(match, 200)


def test_a_record_that_is_damaged_later_says_so(hub: Hub) -> None:
    history = whole("dc-forever")
    match = keep(hub.store, history, BEGAN)
    with hub.store.write() as connection:
        connection.execute("UPDATE journal SET checksum = 1 WHERE match = ? AND n = 250", (match,))
    played = hub.replays.open(match)
    position = played.index.valid.index(260)
    with pytest.raises(TableError, match="cannot be read"):
        played.at(position)
    assert played.at(position - 100).history.state.turn >= 0


def _state(history: History, n: int) -> State:
    at = next(i for i, record in enumerate(history.live) if record.n == n)
    return history.state_at(len(history.live) - 1 - at)


def test_the_lines_are_those_of_the_log(hub: Hub) -> None:
    history = whole("forever-evil", "score")
    played = hub.replays.open(keep(hub.store, history, BEGAN))
    lines = played.lines(2, 6)
    assert [each.position for each in lines] == [2, 3, 4, 5, 6]
    assert [each.at for each in lines] == [BEGAN + 10 * history.live[at].n for at in range(2, 7)]
    assert lines[0].line[0] and played.lines(5, 4) == ()


def test_a_game_that_is_not_installed_and_a_match_that_is_none(hub: Hub) -> None:
    header = {"game": "gone", "seats": ["Ana"], "level": "score", "format": 1, "version": 1}
    match = hub.store.matches.create(header, BEGAN)
    with pytest.raises(TableError, match="Install the game"):
        hub.replays.open(match)
    with pytest.raises(Exception, match="no match 77"):
        Store.open().matches.get(77)
