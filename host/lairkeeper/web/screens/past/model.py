"""The past in words: the log, one command of it, and what a change of it leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lairkeeper.core.result import Refused
from lairkeeper.core.view import View

from ...figures import interval
from ...move_forms import MoveForm, forms_of
from ...parts.log import LOG_LINES, LogRow, log_of, log_text
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import EditPlan, Line, Table

ALL = 5_000
"""Lines of the log when the whole of it is asked for."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The log; ``more``: there are older lines."""

    rows: tuple[LogRow, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class PastMoment:
    """One command, and every other one that was possible then."""

    n: int
    text: str
    counts: bool
    forms: tuple[MoveForm, ...]
    refused: str = ""
    insist: tuple[tuple[str, str], ...] = ()
    """The fields of a correction that the rules refuse, but the table may insist on."""


@dataclass(frozen=True, slots=True)
class PastMisfit:
    """A command that no longer fits; ``why`` is empty where that would tell a hidden card."""

    n: int
    text: str
    why: str
    rule: str
    may_keep: bool
    forms: tuple[MoveForm, ...]


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """A player's score as it is and as it would be."""

    seat: str
    now: str
    then: str
    turn: bool


@dataclass(frozen=True, slots=True)
class PastDraft:
    """A change that is not made yet; ``misfit`` is the next thing to decide."""

    what: str
    misfit: PastMisfit | None
    decided: int
    gone: tuple[str, ...]
    rewritten: tuple[tuple[str, str], ...]
    standing: tuple[ScoreChange, ...]
    next: str
    shows: bool
    agree: tuple[str, ...]
    records: int


def lines_of(table: Table, t: Translator, *, everything: bool) -> Lines:
    """Return the newest lines of the log, or all."""
    rows = log_of(table, t, ALL if everything else LOG_LINES)
    return Lines(rows, len(rows) < len(table.history))


def moment_of(table: Table, n: int, t: Translator, refused: Refused | None = None) -> PastMoment | None:
    """Return one command; None where it cannot be changed. ``refused``: why a correction is against the rules."""
    line = table.edits.line(n)
    if line is None:
        return None
    view, offers = table.edits.moment(n)
    forms = forms_of(table.game, offers, view, t, table.edits.known(n))
    why = t.say("refusal", refused.code, refused.args) if refused is not None else ""
    return PastMoment(n, log_text(*line, t), table.edits.counts(n), forms, why)


def draft_of(table: Table, plan: EditPlan, t: Translator) -> PastDraft:
    """Return the change that is drafted, up to the next thing to decide."""
    before, after = table.edits.standing(plan)
    edit = plan.edit
    was = table.edits.line(edit.of)
    misfit = _misfit(table, plan, t) if plan.misfit is not None else None
    return PastDraft(
        what=_what(table, plan, was, t),
        misfit=misfit,
        decided=len(plan.draft.choices),
        gone=tuple(log_text(*line, t) for line in table.edits.gone(plan)),
        rewritten=tuple((log_text(*was, t), log_text(*now, t)) for was, now in table.edits.rewritten(plan)),
        standing=_standing(before, after, t) if misfit is None else (),
        next=_next(after, t),
        shows=plan.shows,
        agree=before.seats if table.edits.each_agrees else (),
        records=table.edits.records,
    )


def _what(table: Table, plan: EditPlan, was: Line | None, t: Translator) -> str:
    told = log_text(*was, t) if was is not None else ""
    if plan.draft.command is None:
        return t.say("log", "edit-removed", {"what": told})
    now = table.edits.line_now(plan)
    said = log_text(*now, t) if now is not None else ""
    if not table.edits.counts(plan.edit.of):
        return t.say("log", "edit-put-back", {"now": said})
    return t.say("log", "edit-corrected", {"what": told, "now": said})


def _misfit(table: Table, plan: EditPlan, t: Translator) -> PastMisfit:
    line, why, view, offers = table.edits.question(plan)
    assert plan.misfit is not None
    n, forcible = plan.misfit.record.n, plan.misfit.refusal.forcible
    rule = t.ui("now.rule", rule=t.say("rule", why.cite)) if why is not None and why.cite else ""
    told = t.say("refusal", why.code, why.args) if why is not None else ""
    forms = forms_of(table.game, offers, view, t, table.edits.known(n))
    return PastMisfit(n, log_text(*line, t), told, rule, forcible, forms)


def _standing(before: View, after: View, t: Translator) -> tuple[ScoreChange, ...]:
    now = {score.seat: interval(score, t) for score in before.scoreboard.seats}
    return tuple(
        ScoreChange(score.seat, now[score.seat], interval(score, t), score.seat == after.active)
        for score in after.scoreboard.seats
    )


def _next(after: View, t: Translator) -> str:
    """Return what is asked after the change; empty when nothing is."""
    if after.finished:
        return t.ui("past.over")
    return t.say("prompt", after.prompt.code, after.prompt.args) if after.prompt is not None else ""
