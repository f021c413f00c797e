"""The one thing to do now: a question of the table's, the game's prompt, or who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from lairkeeper.core.view import PromptView, Scoreboard, View
from lairkeeper.table import BACK, EVERY

from ..commands import Press, command_text, fields_of
from ..figures import interval
from ..part import Part, Shown
from ..translator import Translator
from .archived import archived_of
from .undo import undo_from

if TYPE_CHECKING:
    from lairkeeper.table import Question, QuestionOption, Table


@dataclass(frozen=True, slots=True)
class Now:
    """The one thing to do now: a question of the table's, the game's prompt, or who has won."""

    kind: Literal["none", "prompt", "everyone", "question", "finished"]
    where: tuple[str, ...]
    what: str
    """One sentence of at most eight words; pages show it large."""
    help: tuple[str, ...] = ()
    """The taps for it, then the rule that asks for it. Pages show it behind "?"."""
    whose: str = ""
    """The heading: the name of who is asked, and where nobody is, what to do now."""
    number: int | None = None
    """The number of that seat."""
    of: int = 0
    """The number of open questions, this one among them."""
    why: str = ""
    seat: str | None = None
    answers: tuple[Press, ...] = ()
    ranked: bool = False
    waiting: tuple[tuple[int, str], ...] = ()
    """Seats that have not answered yet, by number and name, where several are asked."""
    others: tuple[Now, ...] = ()
    """The other open questions of the table's: one is asked at a time, and a badge counts these."""

    @property
    def alone(self) -> bool:
        """Return True when only the seat of the heading is waited for."""
        return [seat for _, seat in self.waiting] == [self.whose]


def now_of(table: Table, view: View, t: Translator) -> Now:
    """Return what to do now, and the other questions that are open: those that were played past, and later ones."""
    where = _where(view, t)
    first = table.question
    others = tuple(_question(table, each, where, t) for each in table.questions if first is None or each.id != first.id)
    return replace(_first(table, first, view, where, t), others=others)


def _first(table: Table, question: Question | None, view: View, where: tuple[str, ...], t: Translator) -> Now:
    """Return the open question, else the result of a finished match, else the prompt."""
    if question is not None:
        return replace(_question(table, question, where, t), of=len(table.questions))
    if view.finished:
        return _told("finished", (*where, t.ui("now.finished")), winners_text(view.scoreboard, t))
    if view.prompt is None:
        return _told("none", where, t.ui("now.nothing"))
    return _prompt(view.prompt, view, where, t)


def _told(kind: Literal["none", "question", "finished"], where: tuple[str, ...], what: str) -> Now:
    """Return what is said to nobody in particular: it is its own heading."""
    return Now(kind, where, what, whose=what)


def _question(table: Table, question: Question, where: tuple[str, ...], t: Translator) -> Now:
    """Return a question that scans raised: why the app asks it, and the answers, likeliest first."""
    why = t.say("refusal", question.refusal, question.args) if question.refusal else ""
    if question.channel == EVERY:
        why = undo_from(table, int(question.args["n"]), t)
    answers = tuple(
        Press(answer_text(table, option, t), "/answer", (("question", str(question.id)), ("option", str(index))))
        for index, option in enumerate(question.options)
    )
    told = _told("question", where, t.say("question", question.code, question.args))
    help = _help(question.code, question.args, question.cite, t)
    return replace(told, help=help, why=why, answers=answers, ranked=True)


def _help(code: str, args: Mapping[str, Any], cite: str | None, t: Translator) -> tuple[str, ...]:
    """Return what a prompt or question does not say itself; a game of another package may have no help."""
    rule = t.ui("now.rule", rule=t.say("rule", cite)) if cite else ""
    return tuple(line for line in (t.help(code, args), rule) if line)


def answer_text(table: Table, option: QuestionOption, t: Translator) -> str:
    """Return an answer in words: its command if it has one, and that it insists if it does."""
    if option.action == BACK:
        return undo_from(table, int(option.args["n"]), t)
    general = t.say("answer", f"{option.code}-seat" if option.args.get("seat") else option.code, option.args)
    if option.command is None:
        return general
    said = command_text(option.command, t)
    if option.first is not None:
        return t.say("answer", option.code, {"first": command_text(option.first, t), "then": said})
    return said if option.action == "do" else f"{said} — {general}"


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
    help = _help(prompt.code, prompt.args, prompt.cite, t)
    said = t.say("prompt", prompt.code, prompt.args)
    waiting = tuple((view.seats.index(seat) + 1, seat) for seat in waiting_of(view))
    now = Now("prompt", where, said, help, seat=prompt.seat, answers=answers, waiting=waiting)
    whose = prompt.seat or view.active
    if view.active is None:
        now = replace(now, kind="everyone", whose=t.ui("now.everyone" if waiting else "now.nobody"))
        where = (*where, now.whose)
    if whose is None:
        return now
    return replace(now, where=(*where, *played_by(view, whose, t)), whose=whose, number=view.seats.index(whose) + 1)


def played_by(view: View, seat: str, t: Translator) -> tuple[str, ...]:
    """Return the roles of a seat, or the character that it plays, where the game knows."""
    roles = view.extra.get("roles", {}).get(seat, ())
    character = view.extra.get(f"villain.{seat}")
    return tuple(t.say("role", role) for role in roles) or ((t.name(character),) if isinstance(character, str) else ())


def winners_text(board: Scoreboard, t: Translator) -> str:
    """``Ana wins with 41``, or who shares the win."""
    if not board.winners:
        return t.ui("now.nobody-wins")
    best = [team for team in board.teams if set(team.seats) <= set(board.winners)]
    if len(best) == 1:
        (team,) = best
        return t.ui(
            "now.winning-side", team=t.say("team", team.code), seats=listed(team.seats, t), points=interval(team, t)
        )
    points = next(interval(score, t) for score in board.seats if score.seat == board.winners[0])
    if len(board.winners) == 1:
        return t.ui("now.winner", seat=board.winners[0], points=points)
    return t.ui("now.winners", seats=listed(board.winners, t), points=points)


def listed(names: Sequence[str], t: Translator) -> str:
    """Return names in a row: ``Ana, Bo and Cy``."""
    return t.ui("list.and", first=", ".join(names[:-1]), last=names[-1]) if names[1:] else names[0]


def _values(shown: Shown) -> dict[str, Any]:
    if shown.match is None:
        now = _told("none", (), shown.t.ui("now.no-match"))
        return {"now": now, "away": archived_of(shown.hub, shown.t)}
    return {"now": now_of(*shown.match, shown.t), "away": ()}


NOW: Final = Part("parts/now.html", _values, frozen=True)
