"""In every game: everybody is asked before something is taken back that showed what was hidden, and only then."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import COMMAND, History, Record
from lairkeeper.core.ids import TABLE, kind_of
from lairkeeper.core.result import Accepted
from lairkeeper.games import all_games, get_game
from lairkeeper.kit.driver import Recording, play_match
from lairkeeper.kit.names import Names
from lairkeeper.kit.play import Runner, begin
from lairkeeper.kit.plays import read_plays
from lairkeeper.scans.question import AGREE
from lairkeeper.store import Store
from lairkeeper.table import Question, Table
from lairkeeper.table.pending import TABLE_ONCE, undo_request_of

from ..fresh import some

SEEDS = range(6)


@dataclass(frozen=True)
class Level:
    """Moves that always show something, and moves that never do, at one level of a game."""

    game: str
    level: str
    shows: frozenset[str]
    plain: frozenset[str]
    rules: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " ".join((self.game, self.level, *(value for _, value in self.rules)))


def moves(words: str) -> frozenset[str]:
    return frozenset(words.split())


LEVELS = (
    Level("forever-evil", "score", moves(""), moves("gain lose steal adjust end-turn")),
    Level("forever-evil", "deck", moves("deal flip pass-unseen"), moves("gain lose steal adjust buy freeze bottom")),
    Level(
        "forever-evil",
        "deck",
        moves("deal flip"),
        moves("gain lose steal adjust buy freeze bottom"),
        rules=(("dealt-cards", "seen-later"),),
    ),
    Level("forever-evil", "full", moves("deal pass-unseen"), moves("gain lose steal adjust")),
    Level("dc-forever", "score", moves(""), moves("rescue complete recruit fall end-turn")),
    Level(
        "dc-forever", "full", moves("deal place complete"), moves("adjust attack threaten rescue pool draft empower")
    ),
    Level("evil-101", "score", moves(""), moves("collect adjust buy pass end-turn")),
    Level("evil-101", "full", moves("deal show"), moves("adjust chase")),
    Level("evil-league", "score", moves(""), moves("gain lose defeated end-turn adjust")),
    Level("evil-league", "full", moves("deal draw play"), moves("adjust correct move push equip reward sap stand")),
)


@cache
def matches(level: Level) -> tuple[Recording, ...]:
    game, rules = get_game(level.game), dict(level.rules) or None
    return tuple(play_match(game, seed, level=level.level, ruleset=rules) for seed in SEEDS)


def found(level: Level, wanted: frozenset[str], *, unseen: bool) -> dict[str, tuple[Header, list[Record]]]:
    """Return the records up to one where it was made, for each move that was made in the matches.

    ``unseen``: with a card from somewhere that the table could not see.
    """
    there: dict[str, tuple[Header, list[Record]]] = {}
    for recording in matches(level):
        live = list(recording.history.live)
        for at, record in enumerate(live):
            command = record.command
            if command is None or command.move not in wanted or command.move in there:
                continue
            if not (unseen and command.card and lies_open(recording, at, command.card)):
                there[command.move] = recording.history.header, live[: at + 1]
    return there


def lies_open(recording: Recording, at: int, card: str) -> bool:
    """Return True when the table saw a copy of this card before record ``at``."""
    view = recording.game.view(recording.states[at - 1], TABLE)
    return any(kind_of(each) == kind_of(card) for zone in view.zones.values() for each in zone.cards or ())


def sit_down(header: Header, records: list[Record]) -> Table:
    """Return a table at which these commands were given."""
    table = Table.new(Store.open(":memory:"), get_game(header.game), header)
    assert isinstance(table, Table)
    for record in records[1:]:
        assert record.command is not None
        result = table.act(replace(record.command, prompt=None), "page")
        assert isinstance(result, Accepted), result
    return table


CASES = [(level, move) for level in LEVELS for move in sorted(level.shows)]
PLAIN = [(level, move) for level in LEVELS for move in sorted(level.plain)]


def test_every_level_of_every_game_is_looked_at() -> None:
    there = {(game.id, level) for game in all_games().values() for level in game.levels}
    assert {(level.game, level.level) for level in LEVELS} >= there


@pytest.mark.parametrize(
    ("level", "move"), some(CASES, len(CASES) // 2), ids=[f"{each} {move}" for each, move in CASES]
)
def test_what_showed_something_is_asked_about_and_comes_back_as_it_was(level: Level, move: str) -> None:
    header, records = found(level, level.shows, unseen=True)[move]
    table = sit_down(header, records)
    before, state = len(table.history.records), table.history.state
    question = table.undo()
    assert isinstance(question, Question), f"{move} went back unasked"
    assert question.code == "take-back-reveal"
    assert (len(table.history.records), table.history.state) == (before, state)
    agree = next(at for at, option in enumerate(question.options) if option.action == AGREE)
    assert isinstance(table.answer(question.id, agree, "page"), Accepted)
    assert isinstance(table.redo(), Accepted)
    assert table.history.state._replace(next_id=0) == state._replace(next_id=0)
    again = table.undo()
    assert isinstance(again, Question) and again.code == "take-back-reveal"


@pytest.mark.parametrize(("level", "move"), PLAIN, ids=[f"{each} {move}" for each, move in PLAIN])
def test_what_showed_nothing_goes_back_at_once(level: Level, move: str) -> None:
    header, records = found(level, level.plain, unseen=False)[move]
    table = sit_down(header, records)
    assert isinstance(table.undo(), Accepted)
    assert table.questions == ()


@pytest.mark.parametrize("level", LEVELS, ids=map(str, LEVELS))
def test_the_same_move_is_judged_the_same_wherever_it_is_made(level: Level) -> None:
    for recording in matches(level):
        history = recording.history
        for depth in range(1, len(history.live)):
            command = history.live[-depth].command
            if command is None:
                continue
            shown = history.reveals(depth) and (depth == 1 or not history.reveals(depth - 1))
            assert not (shown and command.move in level.plain), (recording.seed, command)
            if history.reveals(depth):
                break


@pytest.mark.parametrize("level", LEVELS, ids=map(str, LEVELS))
def test_undos_in_a_row_ask_like_one_of_the_same_length(level: Level) -> None:
    asked: Counter[bool] = Counter()
    for recording in matches(level)[:3]:
        records = recording.history.records
        for end in range(4, len(records), max(1, len(records) // 12)):
            if records[end - 1].kind != COMMAND:
                continue
            history = History.replay(recording.game, recording.history.header, records[:end])
            assert isinstance(history, History)
            n = min(1 + end % 3, len(history.live) - 1)
            at_once = undo_request_of(history, n, "page", None, TABLE_ONCE, 0.0) is None
            asked[not at_once] += 1
            for _ in range(n):
                if undo_request_of(history, 1, "page", None, TABLE_ONCE, 0.0) is not None:
                    assert not at_once
                    break
                history.undo()
            else:
                assert at_once
    assert asked[True] or level.level == "score"
    assert asked[False]


SHOWN = {
    "forever-evil": moves("reveal"),
    "dc-forever": moves("complete"),
    "evil-101": moves("show"),
    "evil-league": moves("deal draw"),
}


@pytest.mark.parametrize("game", SHOWN)
def test_the_plays_examples_of_showing_are_asked_about(game: str) -> None:
    seen = 0
    for name, play in read_plays(get_game(game)).items():
        if play.refuse_setup is not None or play.level == "score":
            continue
        names = Names(get_game(game))
        history = begin(get_game(game), names, play)
        assert history is not None
        runner = Runner(history, names)
        for step in play.steps:
            runner.step(step)
            command = history.last.command
            if step.action == "do" and command is not None and command.move in SHOWN[game]:
                assert history.reveals(), (name, step.line)
                seen += 1
    assert seen


def fresh(**setup: object) -> Table:
    header = Header("forever-evil", ("Ana", "Bo"), "full", setup=dict(setup.items()))
    table = Table.new(Store.open(":memory:"), get_game("forever-evil"), header)
    assert isinstance(table, Table)
    return table


def test_a_card_out_of_the_own_hand_goes_back_at_once_and_the_draw_does_not() -> None:
    """Take back a card out of the own hand at once; ask before a draw, which has shown the next cards of the deck."""
    line_up = ("giganta#1", "vibe#1", "grid#1", "mallet#1", "steel#1")
    table = fresh(**{"hand.Ana": ("punch#1",), "line-up": line_up})
    assert isinstance(table.act(Command(move="play", by="Ana", card="punch#1"), "page"), Accepted)
    assert isinstance(table.undo(), Accepted)
    assert isinstance(table.redo(), Accepted)
    assert isinstance(table.act(Command(move="end-turn", by="Ana"), "page"), Accepted)
    assert table.view().zones["hand.Ana"].count == 5
    question = table.undo()
    assert isinstance(question, Question)
    assert question.code == "take-back-reveal"


@pytest.mark.parametrize(
    "command",
    [
        Command(move="buy", by="Ana", card="giganta#1"),
        Command(move="gain", by="Bo", card="giganta#1"),
        Command(move="freeze", by="Ana", card="frozen-token#1", target="giganta#1"),
        Command(move="destroy", by="Ana", card="giganta#1"),
    ],
    ids=lambda command: command.move,
)
def test_a_card_of_the_line_up_that_nobody_tapped_lay_open_all_the_same(command: Command) -> None:
    """Ask nobody before a card goes back that people saw, though the app did not."""
    header = Header("forever-evil", ("Ana", "Bo"), "deck", {"dealt-cards": "seen-later"})
    table = Table.new(Store.open(":memory:"), get_game("forever-evil"), header)
    assert isinstance(table, Table)
    before = table.history.state
    assert isinstance(table.act(command, "page"), Accepted)
    assert isinstance(table.undo(), Accepted)
    assert table.history.state._replace(next_id=0) == before._replace(next_id=0)
    assert isinstance(table.act(Command(move="deal", card="giganta#1"), "page"), Accepted)
    question = table.undo()
    assert isinstance(question, Question) and question.code == "take-back-reveal"
