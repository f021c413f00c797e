"""The table page in words: plain values made from a view, so that templates only lay them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from lairkeeper.core.command import Command
from lairkeeper.core.view import PromptView, Scoreboard, SeatScore, TeamScore, View
from lairkeeper.table import HAPPENED

from .places import Layout, Place, layout_of
from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub, LastScan, Question, QuestionOption, Table

LOG_LINES = 40
BESIDE = "beside"
COUNTERS = ("minus-1", "plus-1", "plus-5")
"""The shared pieces that count: they become the quick buttons of a seat."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button that sends ``fields`` to ``action``. ``refused`` tells why it cannot be pressed now."""

    text: str
    action: str
    fields: tuple[tuple[str, str], ...]
    label: str | None = None
    refused: str | None = None
    insists: bool = False
    """The rules say no, but the table may insist: pressing it shows why not and asks for a reason."""


@dataclass(frozen=True, slots=True)
class Now:
    """The one thing to do now: a question of the table's, the game's prompt, or who has won."""

    kind: Literal["none", "prompt", "everyone", "question", "finished"]
    where: tuple[str, ...]
    what: str
    cite: str = ""
    why: str = ""
    seat: str | None = None
    answers: tuple[Press, ...] = ()
    ranked: bool = False
    waiting: tuple[tuple[int, str], ...] = ()
    """Seats that have not answered yet, by number and name, where several are asked."""
    passed: tuple[Now, ...] = ()
    """Questions that people have played on past: still open, below what the game asks now."""


@dataclass(frozen=True, slots=True)
class SeatTile:
    """One seat's score and how it came about."""

    name: str
    number: int
    active: bool
    asked: bool
    """True when the open question waits for this seat although it is not its turn."""
    winner: bool
    score: str
    ranged: bool
    """True when the score is known between two bounds only."""
    open: bool
    """True when more is still to be counted than is known now."""
    share: int
    lines: tuple[tuple[str, str], ...]
    unit: str
    """The line under the score: the tokens, or in a game without any what it says of the seat."""
    purse: str
    note: str
    quick: tuple[Press, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class LogRow:
    """One line of the log."""

    n: int
    at: str
    iso: str
    text: str
    by: str
    undone: bool
    uid: str
    """The tag that was tapped; empty without one."""
    reader: str
    """Where it was tapped, as the table names it: Bo’s tray."""
    back: bool
    """True when the match can be taken back to here."""
    unsure: str
    """Checks that this tracking level could not make, in words."""
    forced: str
    """The reason for which the table insisted."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The last scan: when, which tag, at which reader, and what it was taken for."""

    mood: Literal["none", "good", "ask", "bad"]
    at: str
    uid: str
    zone: str
    took: str


def clock(at: float) -> str:
    """Epoch seconds as the table's own time of day."""
    return datetime.fromtimestamp(at).strftime("%H:%M:%S")


def iso(at: float) -> str:
    """Return epoch seconds as local time in ISO 8601, with the UTC offset, to the second."""
    return datetime.fromtimestamp(at).astimezone().isoformat(timespec="seconds")


def signed(points: int) -> str:
    """``+3``, ``−1`` with a real minus sign, ``0``."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def signed_total(points: int) -> str:
    """Return a total with a real minus sign."""
    return str(points).replace("-", "−")


def interval(score: SeatScore | TeamScore, t: Translator) -> str:
    """``41``, ``31 to 34``, or ``38`` where there is no upper bound yet."""
    low = signed_total(score.low)
    if score.high in (None, score.low):
        return low
    return t.ui("seat.range", low=low, high=signed_total(score.high or 0))


def fields_of(command: Command) -> tuple[tuple[str, str], ...]:
    """Return a command as the fields of a form."""
    names = ("move", "by", "card", "target", "amount", "option", "prompt")
    return tuple((name, str(value)) for name in names if (value := getattr(command, name)) is not None)


def now_of(table: Table, view: View, t: Translator) -> Now:
    """Return what to do now, and below it the questions that were played past."""
    where = _where(view, t)
    passed = tuple(_question(each, where, t) for each in table.questions if each.passed)
    return replace(_first(table, view, where, t), passed=passed)


def _first(table: Table, view: View, where: tuple[str, ...], t: Translator) -> Now:
    """Return the open question, else the result of a finished match, else the prompt."""
    question = table.question
    if question is not None:
        return _question(question, where, t)
    if view.finished:
        return Now("finished", (*where, t.ui("now.finished")), winners_text(view.scoreboard, t))
    if view.prompt is None:
        return Now("none", where, t.ui("now.nothing"))
    return _prompt(view.prompt, view, where, t)


def _question(question: Question, where: tuple[str, ...], t: Translator) -> Now:
    """Return a question that scans raised: why the app asks it, and the answers, likeliest first."""
    why = t.say("refusal", question.refusal, question.args) if question.refusal else ""
    cite = t.say("rule", question.cite) if question.cite else ""
    answers = tuple(
        Press(_answer(option, t), "/answer", (("question", str(question.id)), ("option", str(index))))
        for index, option in enumerate(question.options)
    )
    what = t.say("question", question.code, question.args)
    return Now("question", (*where, t.ui("now.question")), what, cite, why=why, answers=answers, ranked=True)


def _answer(option: QuestionOption, t: Translator) -> str:
    """Return an answer in words: its command if it has one, and that it insists if it does."""
    general = t.say("answer", f"{option.code}-seat" if option.args.get("seat") else option.code, option.args)
    if option.command is None:
        return general
    said = command_text(option.command, t)
    if option.first is not None:
        return t.say("answer", option.code, {"first": command_text(option.first, t), "then": said})
    return said if option.action == "do" else f"{said} — {general}"


def command_text(command: Command, t: Translator) -> str:
    """Return a command in a few words: ``Bo: Steal tokens · 5 VP token · Ana``."""
    amount = signed(command.amount) if command.amount is not None else ""
    option = option_text(command.move, command.option, t) if command.option else ""
    target = t.target(command.target) if command.target else ""
    parts = (t.say("move", command.move), t.name(command.card) if command.card else "", target, amount, option)
    told = " · ".join(part for part in parts if part)
    return t.ui("now.command", seat=command.by, what=told) if command.by else told


def option_text(move: str, option: str, t: Translator) -> str:
    """Return a move's option in words; a reason that somebody typed stays as it is."""
    if move == "set-level":
        return t.say("level", option)
    key = f"option.{option}"
    return t.texts.say(key) if key in t.texts else option


def _where(view: View, t: Translator) -> tuple[str, ...]:
    """Turn (or, where the game counts them, round) and step, without saying the same word twice."""
    if view.finished:
        return ()
    n = view.extra.get("round", view.turn)
    turn = t.ui("now.turn", n=n) if n else ""
    step = t.say("step", view.step) if view.step else ""
    said = step.casefold() in turn.casefold()
    return tuple(part for part in (turn, "" if said else step) if part)


def waiting_of(view: View) -> tuple[str, ...]:
    """Return the seats that the open question still waits for, in the order in which they are asked."""
    waiting = view.prompt.args.get("waiting", ()) if view.prompt and not view.finished else ()
    return tuple(seat for seat in waiting if seat in view.seats)


def _prompt(prompt: PromptView, view: View, where: tuple[str, ...], t: Translator) -> Now:
    """Return the game's question; one that is asked in nobody's turn says so."""
    answers = tuple(
        Press(t.say("option", option.code, option.args), "/act", fields_of(option.command)) for option in prompt.options
    )
    cite = t.say("rule", prompt.cite) if prompt.cite else ""
    said = t.say("prompt", prompt.code, prompt.args)
    waiting = tuple((view.seats.index(seat) + 1, seat) for seat in waiting_of(view))
    if view.active is not None:
        return Now("prompt", where, said, cite, seat=prompt.seat, answers=answers, waiting=waiting)
    whose = t.ui("now.everyone" if waiting else "now.nobody")
    return Now("everyone", (*where, whose), said, cite, seat=prompt.seat, answers=answers, waiting=waiting)


def winners_text(board: Scoreboard, t: Translator) -> str:
    """``Ana wins with 41``, or who shares the win."""
    if not board.winners:
        return t.ui("now.nobody-wins")
    best = [team for team in board.teams if set(team.seats) <= set(board.winners)]
    if len(best) == 1:
        (team,) = best
        return t.ui(
            "now.winning-side", team=t.say("team", team.code), seats=_and(team.seats, t), points=interval(team, t)
        )
    points = next(interval(score, t) for score in board.seats if score.seat == board.winners[0])
    if len(board.winners) == 1:
        return t.ui("now.winner", seat=board.winners[0], points=points)
    return t.ui("now.winners", seats=_and(board.winners, t), points=points)


def _and(names: Sequence[str], t: Translator) -> str:
    return t.ui("list.and", first=", ".join(names[:-1]), last=names[-1]) if names[1:] else names[0]


def seats_of(table: Table, view: View, t: Translator, *, quick_buttons: bool = True) -> tuple[SeatTile, ...]:
    """Return the tiles in seat order."""
    best = max((score.low for score in view.scoreboard.seats), default=0)
    quick = _quick(table, t) if quick_buttons else {}
    asked = waiting_of(view)
    layout = layout_of(table, view, t) if quick_buttons else Layout()
    return tuple(
        SeatTile(
            name=score.seat,
            number=number,
            active=score.seat == view.active and not view.finished,
            asked=score.seat in asked and score.seat != view.active,
            winner=score.seat in view.scoreboard.winners,
            score=interval(score, t),
            ranged=score.high is not None and not score.exact,
            open=score.high is None,
            share=_share(score, best, view),
            lines=tuple((t.say("score", line.code, _typeset(line.args)), signed(line.points)) for line in score.lines),
            unit=_unit(score.seat, view, t),
            purse=_purse(view.purses.get(score.seat, {})) if table.game.denominations != (1,) else "",
            note=_note(score, view, t),
            quick=tuple(quick.get(score.seat, ())),
            places=layout.seats.get(score.seat, ()),
        )
        for number, score in enumerate(view.scoreboard.seats, 1)
    )


def _share(score: SeatScore, best: int, view: View) -> int:
    """How far along in percent: towards what the seat needs to win (``goals``), else against the best of all."""
    whole = view.extra.get("goals", {}).get(score.seat, best)
    return round(100 * min(max(score.low, 0) / whole, 1)) if whole > 0 else 0


def _typeset(args: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers below zero with a real minus sign."""
    return {name: signed_total(n) if isinstance(n, int) and n < 0 else n for name, n in args.items()}


def _unit(seat: str, view: View, t: Translator) -> str:
    """Return the text under a seat's score.

    The view's ``beside`` holds codes and arguments by seat: text ``beside.<code>``. Without it, the text is the tokens.
    """
    said = view.extra.get(BESIDE)
    if not isinstance(said, Mapping):
        return t.ui("seat.tokens", n=view.tokens.get(seat, 0))
    return " · ".join(t.say(BESIDE, code, args) for code, args in said.get(seat, ()))


def _purse(purse: Any) -> str:
    return " + ".join(f"{count}×{value}" for value, count in sorted(purse.items(), reverse=True) if count)


def _note(score: SeatScore, view: View, t: Translator) -> str:
    """Return the rank after the match; before that who the seat plays, where the game knows."""
    team = next((each for each in view.scoreboard.teams if score.seat in each.seats), None)
    if view.finished and score.rank is not None:
        rank = t.ui("seat.rank", n=score.rank)
        tied = sum(other.low == score.low for other in view.scoreboard.seats) > 1 and score.tiebreak is not None
        return f"{rank} · {t.ui('seat.tiebreak', n=score.tiebreak)}" if tied else rank
    roles = view.extra.get("roles", {}).get(score.seat, ())
    if roles:
        return " · ".join(t.say("role", role) for role in roles)
    role = view.extra.get(f"villain.{score.seat}")
    parts = (t.name(role) if isinstance(role, str) else "", team_text(team, t) if team else "")
    return " · ".join(part for part in parts if part)


def team_text(team: TeamScore, t: Translator) -> str:
    """Return a side with its points: ``Bad Guys 31``."""
    return f"{t.say('team', team.code)} {interval(team, t)}"


def _quick(table: Table, t: Translator) -> dict[str, list[Press]]:
    """Return the buttons of each seat that gain or lose a little, one for each counting piece.

    A seat has no buttons while it can count nothing.
    """
    found: dict[str, dict[str, Press]] = {}
    for piece in COUNTERS:
        for offer in table.offers(naming=piece):
            command = offer.command
            if command.card != piece or command.by is None or command.target is not None:
                continue
            name = t.name(piece)
            refused = t.say("refusal", offer.refusal.code, offer.refusal.args) if offer.refusal else None
            label = t.ui("seat.quick", move=t.say("move", command.move), piece=name, seat=command.by)
            buttons = found.setdefault(command.by, {})
            if piece not in buttons or refused is None:
                buttons[piece] = Press(name, "/act", fields_of(command), label, refused)
    usable = {seat for seat, buttons in found.items() if any(each.refused is None for each in buttons.values())}
    return {seat: list(buttons.values()) for seat, buttons in found.items() if seat in usable}


def log_of(table: Table, t: Translator) -> tuple[LogRow, ...]:
    """Return the lines of the log, the newest first."""
    history = table.history
    return tuple(
        LogRow(
            n=line.n,
            at=clock(line.at),
            iso=iso(line.at),
            text=log_text(line.code, line.args, t),
            by=who(line.who, t),
            undone=line.undone,
            uid=line.uid or "",
            reader=t.ui("scan.at-reader", zone=t.reader(line.zone)) if line.zone else "",
            back=bool(history.after(line.n)),
            unsure=", ".join(t.say("check", check) for check in history.record(line.n).unverified),
            forced=_forced(history.record(line.n).command, t),
        )
        for line in table.log(limit=LOG_LINES)
    )


def log_text(code: str, args: Mapping[str, Any], t: Translator) -> str:
    """Return what was done, in words; a level goes by its name."""
    told = {"option": t.say("level", args["option"])} if code == "set-level" else {}
    return t.say("log", code, {**args, **told})


def _forced(command: Command | None, t: Translator) -> str:
    """Why the table insisted: what was typed, or that somebody pressed *it happened*."""
    reason = (command.force or "") if command is not None else ""
    return t.say("answer", "force") if reason == HAPPENED else reason


def who(name: str, t: Translator) -> str:
    """Who did it, in words; a name of a person stays as it is."""
    key = f"ui.who.{name}"
    return t.texts.say(key) if key in t.texts else name


_GOOD = frozenset({"done", "enrolled", "tick", "agree"})
_BAD = frozenset(
    {
        "refused", "unknown-tag", "foreign-tag", "other-game", "no-reading", "words-expired", "words-dropped",
        "nothing-to-undo", "reader-off", "unknown-reader", "empty-seat", "not-enrolled",
        "two-places-left", "slot-full-left",
    }
)  # fmt: skip


def scan_of(hub: Hub, t: Translator) -> Scan:
    """Return the last scan, even when no match is running."""
    last = hub.last_scan
    if last is None:
        return Scan("none", "", "", "", t.ui("scan.none"))
    return Scan(_mood(last), clock(last.at), last.uid, last.zone, _took(last, t))


def _mood(last: LastScan) -> Literal["none", "good", "ask", "bad"]:
    if last.question is not None:
        return "ask"
    if last.code in _GOOD:
        return "good"
    return "bad" if last.code in _BAD else "none"


def _took(last: LastScan, t: Translator) -> str:
    """Return what a scan was taken for: the piece and what it did, or why it did nothing."""
    if last.log is not None:
        piece = t.copy(last.component) if last.component else last.uid
        return f"{piece} — {log_text(*last.log, t)}"
    told = t.say("scan", last.code, last.args)
    if last.refusal is None:
        return told
    cite = last.args.get("cite") if last.question is None else None
    rule = t.ui("now.rule", rule=t.say("rule", cite)) if cite else ""
    return " ".join(part for part in (told, t.say("refusal", last.refusal, last.args), rule) if part)


def armed_of(table: Table | None, t: Translator) -> tuple[str, ...]:
    """Return the action tokens that wait for the rest of their sentence."""
    if table is None:
        return ()
    return tuple(" + ".join(t.name(word) for word in armed.words) for armed in table.armed)
