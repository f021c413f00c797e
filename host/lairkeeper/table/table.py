"""One running match: every change is committed before it is shown, and every scan has its effect exactly once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from lairkeeper.board import ZoneSnapshot
from lairkeeper.core.command import Command
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Accepted, Offer, Refused
from lairkeeper.core.view import View
from lairkeeper.games import get_game
from lairkeeper.scans import (
    AnswerChosen,
    Armed,
    AskTable,
    Context,
    Ignored,
    Incomplete,
    Instruction,
    Listener,
    Question,
    QuestionOption,
    ScanVerdict,
    Submit,
    Tick,
    Undo,
)
from lairkeeper.scans.guards import asked_of_click
from lairkeeper.scans.offered import Offered
from lairkeeper.scans.question import (
    AGREE,
    ASK_EACH,
    ASK_ONCE,
    BACK,
    ENROL,
    EVERY,
    FORCE,
    HERE,
    IGNORE_TAG,
    INSTEAD,
    KEEP,
    TICK,
    USE_BOARD,
)
from lairkeeper.scans.todo_list import merged
from lairkeeper.store import Store
from lairkeeper.table import redact
from lairkeeper.table.changes import Changes
from lairkeeper.table.clocks import Clocks
from lairkeeper.table.crests import crests_of
from lairkeeper.table.edits import Edits
from lairkeeper.table.hands import lines_back
from lairkeeper.table.hearing import Hearing
from lairkeeper.table.last_scan import ASKED, REFUSED, SILENT, LastScan, still_true
from lairkeeper.table.log import LogLine, told_of
from lairkeeper.table.match_log import MatchLog
from lairkeeper.table.pending import ASKS, EACH, TABLE_ONCE, UndoRequest, undo_request_of
from lairkeeper.table.replay import FindGame, Lost
from lairkeeper.table.scan_feedback import Feedback, ScanFeedback

Trace = Callable[[str, Sequence[int]], None]
Outcome = TypeVar("Outcome", bound=Accepted | Refused | Question)

SCAN: Final = "scan"
"""The log's ``who`` for what was tapped."""


class Table:
    """A match in progress. Used from one thread; raises ``StoreError`` when a change could not be kept."""

    def __init__(self, book: MatchLog, clocks: Clocks) -> None:
        self.store: Store = book.store
        self.match = book.match
        self.started_at = self.store.matches.get(book.match).started_at
        self.crests = crests_of(self.store, book.match, book.history.header.seats)
        """The colour and symbol of each seat, by number."""
        self.version = 0
        self.trace: Trace | None = None
        """For benches: told the inbox rows as each stage (``heard``, ``judged``, ``kept``, ``shown``) is through."""
        self._book = book
        self._clocks = clocks
        self._listener = Listener()
        self._offered = Offered()
        self._receipts = ScanFeedback(self.store, self._listener, self._veiled, lambda: len(self.history))
        self._changes = Changes()
        self._armed: tuple[Armed, ...] = ()
        self._kept: tuple[int, ...] = ()
        self._hearing = Hearing(
            self.store, self.match, self._listener, self._receipts, clocks, lambda row: self._traced("heard", (row,))
        )
        self._hearing.catch_up()
        self._ask_all()
        self.edits = Edits(book, lambda done: self._shown(self._used((), done)))

    # A match begins or goes on

    @classmethod
    def new(cls, store: Store, game: Game, header: Header, *, clocks: Clocks | None = None) -> Table | Refused:
        """Begin a match, or say why this header cannot be played. Scans from before it never count."""
        clocks = clocks or Clocks()
        book = MatchLog.begin(store, game, header, clocks.wall)
        return book if isinstance(book, Refused) else cls(book, clocks)

    @classmethod
    def resume(cls, store: Store, match: int, *, clocks: Clocks | None = None, find: FindGame = get_game) -> Table:
        """Resume a match where its log ends. Scans that were received and not used are judged at the next pump.

        Raises ``TableError`` for a log that cannot be read or a game that is not installed, ``StoreError`` for a
        match that does not exist.
        """
        clocks = clocks or Clocks()
        return cls(MatchLog.open(store, match, clocks.wall, find), clocks)

    # What is shown

    @property
    def history(self) -> History:
        """Return the match as its log tells it."""
        return self._book.history

    @property
    def lost(self) -> Lost | None:
        """Return what of the log could not be read and was set aside."""
        return self._book.lost

    @property
    def game(self) -> Game:
        """Return the game that is played."""
        return self.history.game

    @property
    def header(self) -> Header:
        """Return what was agreed before the match."""
        return self.history.header

    def view(self, viewer: str = TABLE) -> View:
        """Return the match as this viewer may know it."""
        return self.game.view(self.history.state, viewer)

    def offers(self, viewer: str = TABLE, naming: str | None = None) -> tuple[Offer, ...]:
        """Return every option that this viewer may know of; ``naming`` keeps those about one piece, and is cheaper."""
        return self.game.offers(self.history.state, viewer, naming)

    def log(self, viewer: str = TABLE, limit: int = 50) -> tuple[LogLine, ...]:
        """Return the newest lines first.

        ``Game.log`` says only what everybody may know, so all viewers read the same.
        """
        return self._book.lines(limit)

    @property
    def questions(self) -> tuple[Question, ...]:
        """Return what scans made the app ask, oldest first; cards that nobody may be told are just cards, face down."""
        return tuple(redact.question(self._veiled, each) for each in self._listener.questions)

    @property
    def question(self) -> Question | None:
        """Return the question that comes before the game's own prompt."""
        return next((each for each in self.questions if not each.passed), None)

    @property
    def armed(self) -> tuple[Armed, ...]:
        """Return the tokens that wait for the rest of their sentence."""
        return tuple(replace(each, words=redact.words(self._veiled, each.words)) for each in self._armed)

    @property
    def kept(self) -> tuple[int, ...]:
        """Return the inbox rows of cards that were fanned out and count once what is asked before them is answered."""
        return self._kept

    def _veiled(self, card: str) -> bool:
        return self.game.veiled(self.history.state, card)

    @property
    def last_scan(self) -> LastScan | None:
        """Return the last scan of this match and what may still be said of it; None before the first."""
        last = self._receipts.last
        return last and still_true(last, self.history, {each.id for each in self._listener.questions})

    @property
    def feedback(self) -> Feedback | None:
        """Return the callback that lets a board show what became of a scan.

        It takes the event and ``applied``, ``asked`` or ``refused``.
        """
        return self._receipts.feedback

    @feedback.setter
    def feedback(self, feedback: Feedback) -> None:
        self._receipts.feedback = feedback

    @property
    def can_undo(self) -> bool:
        """Return True when there is a command to take back."""
        return self.history.can_undo

    @property
    def can_redo(self) -> bool:
        """Return True when something that was taken back can be brought back."""
        return self.history.can_redo

    @property
    def todo(self) -> tuple[Instruction, ...]:
        """Return what is still to be put right by hand."""
        return self._book.aside.todo

    @property
    def preview(self) -> tuple[Instruction, ...]:
        """Return what would have to be put right if the open wish to take back were granted; empty without one."""
        wish = self._book.aside.wish
        return () if wish is None else merged(self.todo, lines_back(self.history, wish.n))

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after every change, once it is committed; returns the way to stop that."""
        return self._changes.subscribe(callback)

    # What people do on a page

    def act(self, command: Command, who: str) -> Accepted | Refused:
        """Do a command, without asking anybody first: for other programs, and for clicks by way of ``press``."""
        return self._shown(self._used((), self._book.submit((command,), who, "click")))

    def press(self, command: Command, who: str) -> Accepted | Refused | Question:
        """Do a command by a click; a question first where a tap is asked about too. The same click again says yes."""
        if (asked := asked_of_click(self._context(), command)) is None or asked in self.questions:
            return self.act(command, who)
        self._listener.hold(asked)
        return self._shown(asked)

    def undo(self, n: int = 1, who: str = "page") -> Accepted | Refused | Question:
        """Take the last ``n`` commands back; a question when all must agree. ``who``: a seat on its page, or a word."""
        return self._shown(self._take_back(n, who, "click"))

    def back_to(self, n: int, who: str = "page") -> Accepted | Refused | Question:
        """Take back everything after record ``n``. Always asked first; ``preview`` lists what will be moved back."""
        steps = self.history.after(n)
        if not steps:
            return Refused(CoreRefusal.NOTHING_TO_UNDO, {"n": n, "have": len(self.history.live) - 1})
        return self._shown(self._take_back(steps, who, "click", always=True))

    def redo(self, who: str = "page") -> Accepted | Refused:
        """Bring back all that the last undo took back."""
        return self._shown(self._used((), self._book.redo(who, "click")))

    def tick(self, lines: Mapping[int, str]) -> bool:
        """Mark whole lines as done, by position and piece; False and no change when one of them is not there."""
        if any(not 0 <= at < len(self.todo) or self.todo[at].shown != card for at, card in lines.items()):
            return False
        left = tuple(line for at, line in enumerate(self.todo) if at not in lines)
        self._book.set_aside(replace(self._book.aside, todo=left))
        self._changed()
        return True

    def all_done(self) -> None:
        """Empty the list: the table is as the app says, whatever the list holds."""
        self._book.set_aside(replace(self._book.aside, todo=()))
        self._changed()

    def answer(self, question_id: int, option_index: int, who: str) -> Accepted | Refused | Question | None:
        """Choose an option of an open question. None: nothing was to be done (put back, left alone, to be enrolled).

        A refused command leaves the question open; a question that is no longer open is refused.
        """
        question = next((each for each in self._listener.questions if each.id == question_id), None)
        if question is None or not 0 <= option_index < len(question.options):
            return Refused(CoreRefusal.STALE_PROMPT, {"prompt": question_id})
        result = self._answer(question, option_index, who, ())
        if not isinstance(result, Refused):
            self.pump()
            self._changed()
        return result

    # What boards say

    def pump(self, now: float | None = None) -> None:
        """Judge what was received, at ``now`` by the steady clock. Call after every receipt and at ``deadline``."""
        now = self._clocks.steady() if now is None else now
        self._hearing.hear()
        changed = False
        while (verdict := self._listener.next(self._context(), now)) is not None:
            rows = () if isinstance(verdict, Incomplete) else verdict.rows
            self._traced("judged", rows)
            changed = self._carry_out(verdict) or changed
            self._traced("kept", rows)
        kept = tuple(each.row for each in self._listener.kept)
        if changed or (self._armed, self._kept) != (self._listener.armed, kept):
            new = [armed for armed in self._listener.armed if armed not in self._armed]
            if new:
                last = max(new, key=lambda armed: armed.until)
                self._receipts.show((last.row,), "armed", {"cards": list(last.words)})
            self._armed, self._kept = self._listener.armed, kept
            self._changed()

    def deadline(self) -> float | None:
        """Return when to pump again although nothing was received, by the steady clock."""
        return self._listener.deadline

    def snapshot(self, zones: Sequence[ZoneSnapshot]) -> None:
        """Take in what a board says lies on its readers, after everything it had to tell was received."""
        self._hearing.lying(zones)

    def _context(self) -> Context:
        settings = self.store.settings
        return Context(
            game=self.game,
            state=self.history.state,
            seats=self.header.seats,
            zones=settings.get("zones", {}),
            can_undo=self.can_undo,
            boards={zone: tuple(devices) for zone, devices in settings.get("boards", {}).items()},
            todo=self.todo,
            history=self.history,
            played_on=self._book.aside.since != len(self.history),
            turns=self._book.aside.turns,
            offered=self._offered,
        )

    def _carry_out(self, verdict: ScanVerdict) -> bool:
        """Do what the verdict says; return whether anything changed that a page shows."""
        result: Accepted | Refused | Question | None = None
        match verdict:
            case Ignored():
                return self._nothing(verdict)
            case AskTable(question):
                self._listener.hold(question)
                self._receipts.tell(question.rows, ASKED)
                self._receipts.show(
                    question.rows, question.code, {**question.args, "refusal": question.refusal}, question.id
                )
            case Submit(commands, rows):
                result = self._used(rows, self._book.submit(commands, SCAN, "tap", rows, self._receipts.seen(rows)))
            case Undo(rows, n):
                result = self._take_back(n, SCAN, "tap", rows)
            case Tick(line, rows):
                self._tick(line, rows)
            case AnswerChosen(id, option, rows):
                question = next(each for each in self._listener.questions if each.id == id)
                result = self._answer(question, option, SCAN, rows)
            case _:
                return False
        if isinstance(result, Refused):
            args = {"refusal": result.code, "cite": result.cite, **result.args}
            self._nothing(Ignored("refused", verdict.rows, args, refused=True))
        return True

    def _nothing(self, verdict: Ignored) -> bool:
        silent = verdict.code in SILENT
        if not silent:
            self._receipts.show(verdict.rows, verdict.code, verdict.args)
        if verdict.refused:
            self._receipts.tell(verdict.rows, REFUSED)
        self._receipts.consume(verdict.rows, verdict.code)
        return not silent

    def _answer(
        self, question: Question, index: int, who: str, rows: Sequence[int]
    ) -> Accepted | Refused | Question | None:
        """Carry an option out; ``rows`` are the token's that chose it."""
        option = question.options[index]
        if question.channel == EVERY:
            return self._agreed(option, who, rows)
        used = (*rows, *question.rows)
        if option.action == INSTEAD and option.command is not None:
            seen = self._receipts.seen(used)
            return self._used(used, self._book.instead(int(option.args["n"]), option.command, who, used, seen))
        if option.command is not None:
            why = "insisted" if option.action == FORCE else "chosen"
            return self._used(used, self._book.submit(option.commands, who, why, used, self._receipts.seen(used)))
        if option.action == BACK:
            n = self._steps_back(question)
            stale = Refused(CoreRefusal.STALE_PROMPT, {"prompt": question.id})
            return self._take_back(n, who, "chosen", used) if n is not None else stale
        if option.action == TICK and (line := self._line_of(question)) is not None:
            self._tick(line, (*rows, *question.rows))
            return None
        self._settle(question, option.action, rows)
        return None

    def _settle(self, question: Question, action: str, rows: Sequence[int]) -> None:
        """Carry out an option without a command. What was asked about is forgotten once the answer is kept."""
        if action == IGNORE_TAG:
            self._hearing.ignore(question.uid)
        spent = tuple(rows) if action in (USE_BOARD, HERE) else (*question.rows, *rows)
        with self.store.write():
            if action == USE_BOARD:
                self._hearing.count_board(question.zone, str(question.args["device"]))
            if spent:
                self.store.inbox.consume(spent, "answered" if action in (USE_BOARD, HERE) else action)
        if action == HERE:
            self._listener.here(question.id)
        elif action == USE_BOARD:
            self._use_board(question)
        else:
            self._listener.drop(question.id)
            self._receipts.show(question.rows, "to-enrol" if action == ENROL else action, question.args)
        self._receipts.used(spent)

    def _line_of(self, question: Question) -> int | None:
        """Return the index of the line that the piece asked about ticks off now."""
        seen = self._listener.sighting(question.rows[-1])
        return self._context().tick(seen) if seen is not None else None

    def _steps_back(self, question: Question) -> int | None:
        """Return how far back the piece asked about was put, as things stand now."""
        seen, context = self._listener.sighting(question.rows[-1]), self._context()
        return context.came_from(seen.component or "", context.role(seen.zone)) if seen is not None else None

    def _use_board(self, question: Question) -> None:
        """Close every question about this board at this reader."""
        device = str(question.args["device"])
        for each in self.questions:
            if each.code == question.code and (each.args["device"], each.zone) == (device, question.zone):
                self._listener.release(each.id)

    # Taking back

    def _take_back(
        self, n: int, who: str, why: str, rows: Sequence[int] = (), *, always: bool = False
    ) -> Accepted | Refused | Question:
        """Undo at once what is one's own; ask everybody about a reveal or somebody else's choice."""
        seen = self._receipts.seen(rows)
        if 0 < n < len(self.history.live):
            seat = (
                self._context().role_for(seen).seat if seen is not None else who if who in self.header.seats else None
            )
            mode = self.store.settings.get(ASKS, TABLE_ONCE)
            wish = undo_request_of(self.history, n, who, seat, mode, self._clocks.wall(), always=always)
            if wish is not None:
                self._book.set_aside(replace(self._book.aside, wish=wish), rows, "undo-asked")
                self._receipts.show(rows, wish.question.code, wish.question.args, wish.question.id)
                self._receipts.tell(rows, ASKED)
                self._receipts.used(rows)
                self._ask_all()
                return wish.question
        return self._used(rows, self._book.undo(n, who, why, rows, seen))

    def _agreed(self, option: QuestionOption, who: str, rows: Sequence[int]) -> Accepted | Refused | None:
        """Take one answer to the wish to take back; the last one that was missing carries it out."""
        wish = self._book.aside.wish
        if wish is None:
            return Refused(CoreRefusal.STALE_PROMPT, {"prompt": 0})
        seat = option.args.get("seat")
        left = tuple(each for each in wish.waiting if each != seat)
        if option.action == AGREE and not left:
            return self._used(rows, self._book.undo(wish.n, wish.who, "agreed", rows, self._receipts.seen(rows)))
        more: UndoRequest | None = replace(wish, waiting=left)
        if option.action == KEEP:
            more = None
        elif option.action in (ASK_EACH, ASK_ONCE):
            each = option.action == ASK_EACH
            self.store.settings.set(ASKS, EACH if each else TABLE_ONCE)
            more = replace(wish, waiting=self.history.state.seats if each else ())
        self._book.set_aside(replace(self._book.aside, wish=more), rows, "answered")
        self._receipts.applied(rows, option.action, {"seat": seat or "", "seats": list(left)})
        self._ask_all()
        return None

    def _ask_all(self) -> None:
        """Put the wish that is open, and no other, among the questions."""
        wish = self._book.aside.wish
        for question in self.questions:
            if question.channel == EVERY:
                self._listener.drop(question.id)
        if wish is not None:
            self._listener.hold(wish.question)

    def _tick(self, line: int, rows: Sequence[int]) -> None:
        """Tick off a line when a scan says that a piece was put where the list says."""
        done = self.todo[line]
        self._book.set_aside(self._book.aside.ticked(line), rows, "tick")
        self._receipts.applied(rows, "tick", {"card": done.card, "left": len(self.todo)})

    def _used(self, rows: Sequence[int], result: Accepted | Refused) -> Accepted | Refused:
        """Finish scans after the commit: they are done with, and their readers say so."""
        if isinstance(result, Accepted):
            self._receipts.applied(rows, "done", {}, log=told_of(self.history, self.history.last))
            self._ask_all()
            for gone in self._listener.review(self._context()):
                self._receipts.consume(gone.rows, gone.code)
        return result

    def _shown(self, result: Outcome) -> Outcome:
        if not isinstance(result, Refused):
            self._changed()
        return result

    def _changed(self) -> None:
        self.version += 1
        self._changes.tell()
        self._traced("shown", ())

    def _traced(self, stage: str, rows: Sequence[int]) -> None:
        if self.trace is not None:
            self.trace(stage, rows)
