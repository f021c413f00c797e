"""The book: each match is summed up once and kept; what ends, goes, comes back or is merged changes it."""

from __future__ import annotations

from collections import Counter

import pytest

from lairkeeper.core.history import COMMAND
from lairkeeper.core.ids import TABLE, kind_of
from lairkeeper.games import get_game
from lairkeeper.statistics import Book, summary
from lairkeeper.statistics.played import VERSION, facts_from_text, facts_to_text
from lairkeeper.statistics.summary import DONE, facts_of
from lairkeeper.store import Store
from lairkeeper.table import Hub
from lairkeeper.table.log import line_of

from .matches import LEVELS, kept, played, season


def book_of(store: Store, stamps: list[int] | None = None) -> Book:
    """Return a book that looks for changes each time it reads."""
    told = stamps if stamps is not None else []
    return Book(store, get_game, lambda: told.append(0) or len(told))


def read(book: Book) -> Book:
    while book.read_on(1.0):
        pass
    return book


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_facts_tell_what_the_end_told(store: Store, game: str, level: str) -> None:
    recording = played(game, level)
    view = recording.game.view(recording.history.state, TABLE)
    facts = facts_of(store, kept(store, recording), get_game)
    assert (facts.game, facts.level, facts.seconds) == (game, view.level, 1800.0)
    board = {each.seat: each for each in view.scoreboard.seats}
    sides = {seat: team for team in view.scoreboard.teams for seat in team.seats}
    for each in facts.seats:
        score = board[each.name]
        assert each.score == (score.low if score.low == score.high else None)
        assert (each.rank, each.won) == (score.rank, each.name in view.scoreboard.winners)
        assert each.side == (sides[each.name].code if sides else "")
    assert facts.apart_goals == ("goals" in view.extra)
    assert facts_from_text(facts_to_text(facts)) == facts


def test_a_side_of_players_has_the_score_of_all(store: Store) -> None:
    recording = played("forever-evil", "score", 3, 4, ("variant", "teams"))
    facts = facts_of(store, kept(store, recording), get_game)
    for each in facts.seats:
        mates = [other.score for other in facts.seats if other.side == each.side]
        assert len(mates) == 2 and each.whole == sum(n or 0 for n in mates)


@pytest.mark.parametrize("level", ["deck", "full"])
def test_favourite_cards_are_those_that_count_and_that_somebody_chose(store: Store, level: str) -> None:
    recording = played("forever-evil", level)
    facts = facts_of(store, kept(store, recording), get_game)
    game, history = recording.game, recording.history
    for each in facts.seats:
        live = [line_of(game, record) for record in history.live if record.kind == COMMAND]
        done = Counter(
            kind_of(args["card"]) for code, args in live if code in DONE and args.get("by") == each.name
            if game.face(kind_of(args["card"]), history.state.printed(kind_of(args["card"]))).type
            not in ("starter", "weak")
        )  # fmt: skip
        assert dict(each.cards).items() <= done.items()
        assert len(each.cards) == min(len(done), 12)
    assert any(each.cards for each in facts.seats)


def test_roles_are_what_the_seats_played_as(store: Store) -> None:
    facts = facts_of(store, kept(store, played("evil-league", "score")), get_game)
    assert all(len(each.roles) == 1 and each.roles[0].startswith("villain-") for each in facts.seats)
    drafted = facts_of(store, kept(store, played("dc-forever", "full")), get_game)
    assert all(each.roles for each in drafted.seats)


def test_each_match_is_summed_up_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    real = summary.facts_of

    def counted(store: Store, match: int, find: object) -> object:
        made.append(match)
        return real(store, match, get_game)

    monkeypatch.setattr("lairkeeper.statistics.book.facts_of", counted)
    season(store, 4)
    first, again = read(book_of(store)), read(book_of(store))
    assert made == [1, 2, 3, 4]
    assert first.matches == again.matches and first.ratings.standings() == again.ratings.standings()
    assert first.cards(1) == again.cards(1)


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE summaries SET facts = '[' || facts WHERE match = 2",
        "UPDATE summaries SET version = 0",
        "DELETE FROM summaries",
    ],
)
def test_a_summary_that_cannot_be_used_is_made_anew(store: Store, harm: str) -> None:
    season(store, 3)
    before = read(book_of(store)).matches
    store.database.read(harm)
    assert read(book_of(store)).matches == before
    assert all(each.summed for each in store.summaries.ended(VERSION))


def test_matches_end_go_and_come_back(store: Store) -> None:
    season(store, 3)
    book = read(book_of(store))
    assert [each.match for each in book.matches] == [1, 2, 3] and book.record(1)[0] == 3
    kept(store, played("evil-101", "score"), 1_800_000_000.0)
    assert [each.match for each in read(book).matches] == [1, 2, 3, 4]
    store.matches.delete(2, 5.0)
    assert [each.match for each in read(book).matches] == [1, 3, 4] and book.record(1)[0] == 3
    store.matches.restore(2)
    assert [each.match for each in read(book).matches] == [1, 2, 3, 4]
    store.matches.reopen(4)
    assert [each.match for each in read(book).matches] == [1, 2, 3] and book.ended == 3
    assert book.ratings.standings() == read(book_of(store)).ratings.standings()


def test_a_merge_counts_both_and_a_separation_each(store: Store) -> None:
    season(store, 6)
    ana, *_ = (store.people.named(name) for name in ("Ana",))
    assert ana is not None
    nina = store.people.add("Nina", 1.0)
    with store.write() as connection:
        connection.execute("UPDATE seats SET person = ? WHERE match > 3 AND person = ?", (nina.id, ana.id))
    book = read(book_of(store))
    apart = book.record(ana.id), book.record(nina.id)
    assert apart[0][0] == 3 and apart[1][0] == 3
    store.people.merge(nina.id, ana.id, 2.0)
    read(book)
    assert book.record(ana.id) == (6, apart[0][1] + apart[1][1])
    assert book.record(nina.id) == (0, 0) and nina.id not in book.ratings.standings()
    store.people.separate(nina.id)
    read(book)
    assert (book.record(ana.id), book.record(nina.id)) == apart


def test_it_reads_for_a_moment_and_goes_on(store: Store) -> None:
    season(store, 3)
    times = iter(range(100))
    book = Book(store, get_game, lambda: 1, lambda: float(next(times)))
    assert book.read_on(0.5) and len(book.matches) == 1, "one at least"
    assert book.read_on(0.5) and len(book.matches) == 2
    assert not book.read_on(0.5) and len(book.matches) == book.ended == 3


def test_it_looks_only_when_something_may_have_changed(store: Store) -> None:
    stamp = [1]
    book = Book(store, get_game, lambda: stamp[0])
    season(store, 1)
    assert len(read(book).matches) == 1
    kept(store, played("evil-101", "score"), 1_800_000_000.0)
    assert len(read(book).matches) == 1
    stamp[0] = 2
    assert len(read(book).matches) == 2


def test_a_game_that_is_not_installed_counts_by_its_result(store: Store) -> None:
    season(store, 1)

    def gone(game: str):
        from lairkeeper.games import UnknownGameError

        raise UnknownGameError(game)

    facts = facts_of(store, 1, gone)
    whole = facts_of(store, 1, get_game)
    assert [(e.name, e.score, e.rank, e.won) for e in facts.seats] == [
        (e.name, e.score, e.rank, e.won) for e in whole.seats
    ]


def test_a_disk_that_takes_nothing_keeps_no_page_away(store: Store) -> None:
    season(store, 2)
    store.database.read("PRAGMA query_only = 1")
    assert len(read(book_of(store)).matches) == 2
    store.database.read("PRAGMA query_only = 0")
    assert not any(each.summed for each in store.summaries.ended(VERSION))


def test_a_match_whose_set_up_was_damaged_counts_for_nobody(store: Store) -> None:
    season(store, 2)
    with store.write() as connection:
        connection.execute("DROP TRIGGER changed_matches_checksum")
        connection.execute("UPDATE matches SET header = 'x' WHERE id = 1")
    book = read(book_of(store))
    assert len(book.matches) == 2 and book.matches[0].seats == ()


def test_the_hub_fills_the_book_in_spare_time(store: Store) -> None:
    season(store, 2)
    hub, asked = Hub(store), []
    hub.spare = lambda: asked.append(1) or len(asked) < 2
    assert hub._use_spare_time() and not hub._use_spare_time()
