"""The end of a match as an event: who has won and why, the ranking, how it came about, what brought the points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.ids import Seat
from lairkeeper.core.view import View
from lairkeeper.table.course import Contender, Course, course_of
from lairkeeper.table.result import played_seconds
from lairkeeper.table.sources import Sources, sources_of
from lairkeeper.table.story import chase_of, source_of, turning_of, winner_of

from ..chart import NARROW, WIDE, Chart, chart_of
from ..durations import duration
from ..figures import signed, signed_total
from ..part import Part, Shown, of_the_match
from ..translator import Translator
from .now import listed

if TYPE_CHECKING:
    from lairkeeper.table import Hub, Table
    from lairkeeper.table.stored import StoredMatch

_STEPS: Final = ("first", "second", "third", "fourth")
SIDE: Final = "side"
"""The type of a part of a bar that has the colour of its seat."""
_SHOWN: Final = 8
"""Percent of the width of a bar from which on a part has room for its number."""


@dataclass(frozen=True, slots=True)
class Arch:
    """One arch of the podium: ``step`` is its height, ``crest`` the one whose colour it has."""

    step: str
    crest: int
    crests: tuple[int, ...]
    who: str
    score: str
    rank: str
    won: bool
    note: str


@dataclass(frozen=True, slots=True)
class Beat:
    """One sentence of how it came about, with its icon."""

    icon: str
    head: str
    text: str


@dataclass(frozen=True, slots=True)
class Portion:
    """One part of a bar, in percent of its width; ``points`` is empty where there is no room for them."""

    x: float
    width: float
    type: str
    code: str
    points: str
    title: str


@dataclass(frozen=True, slots=True)
class Bar:
    """The points of one contender, as they add up; ``total`` is the score in words.

    ``collects`` is what a side with a goal of its own collects.
    """

    crest: int
    who: str
    collects: str
    pieces: tuple[Portion, ...]
    total: str


@dataclass(frozen=True, slots=True)
class Curves:
    """The same scores over time for a wide and for a narrow screen, and as a table."""

    wide: Chart
    narrow: Chart
    label: str
    mark: str
    unit: str
    heads: tuple[tuple[int, str], ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    note: str


@dataclass(frozen=True, slots=True)
class Finale:
    """Everything that the end of a match shows."""

    title: str
    crest: int | None
    facts: tuple[str, ...]
    why: str
    ties: tuple[str, ...]
    podium: tuple[Arch, ...]
    beats: tuple[Beat, ...]
    curves: Curves | None
    bars: tuple[Bar, ...]
    legend: tuple[tuple[str, str, str], ...]
    less: tuple[str, ...]
    goals: bool
    told: str
    """The result in some lines, to send to somebody."""


def finale_of(
    hub: Hub, table: Table | StoredMatch, view: View, t: Translator, course: Course | None = None
) -> Finale | None:
    """Return the end of a finished match; None while it runs. ``course`` saves reading the log, where it is known."""
    if not view.finished:
        return None
    course = course or course_of(table.history)
    sources = sources_of(table.history, course.contenders)
    why, *ties = [t.say("ending", each.code, each.args) for each in table.game.reasons(table.history.state)] or [""]
    names = _Names(table.crests, course, t)
    title, podium = _title(course, names, t), _podium(view, course, names, t)
    facts = _facts(hub, table, view, course, t)
    return Finale(
        title=title,
        crest=next((names.crest(index) for index in (winner_of(course),) if index is not None), None),
        facts=facts,
        why=why,
        ties=tuple(ties),
        podium=podium,
        beats=tuple(_beats(course, sources, names, t)),
        curves=curves_of(course, table.crests, t),
        bars=_bars(course, sources, names, t),
        legend=_legend(course, sources, t),
        less=_less(course, sources, names, t),
        goals=_goals(course),
        told="\n".join((" · ".join(facts), f"{title}. {why}".strip(), *(_place(each, t) for each in podium))),
    )


def _place(arch: Arch, t: Translator) -> str:
    """Return one line of the ranking."""
    said = {"who": arch.who, "score": arch.score}
    return t.ui("ending.place", rank=arch.rank, **said) if arch.rank else t.ui("ending.noplace", **said)


class _Names:
    """The names of the contenders with the crests of their people. A side has the colour of its first."""

    def __init__(self, crests: Mapping[Seat, int], course: Course, t: Translator) -> None:
        self._crests = crests
        self._of = course.contenders
        self._t = t

    def __getitem__(self, index: int) -> str:
        each = self._of[index]
        return self._t.say("team", each.code) if each.code else each.seats[0]

    def crest(self, index: int) -> int:
        return self.crests(index)[0]

    def crests(self, index: int) -> tuple[int, ...]:
        return tuple(self._crests[seat] for seat in self._of[index].seats)

    def said(self, index: int, key: str) -> str:
        """Return the key of a text about a contender: a side has its own, as it is many."""
        return f"ending.{key}-side" if self._of[index].code else f"ending.{key}"


def _goals(course: Course) -> bool:
    return any(each.goal for each in course.contenders)


def _title(course: Course, names: _Names, t: Translator) -> str:
    won = [index for index, each in enumerate(course.contenders) if each.won]
    if not won:
        return t.ui("ending.nobody")
    if len(won) == 1:
        return t.ui(names.said(won[0], "wins"), who=names[won[0]])
    return t.ui("ending.share", who=listed([names[index] for index in won], t))


def _facts(hub: Hub, table: Table | StoredMatch, view: View, course: Course, t: Translator) -> tuple[str, ...]:
    """Return the game, how many turns it took, and how long."""
    row = hub.store.matches.get(table.match)
    seconds = played_seconds(row.started_at, row.finished_at)
    time = duration(seconds, t) if seconds is not None else ""
    turns = t.ui("now.turn", n=course.at[-1]) if course.at and course.unit == "turn" else ""
    title = table.game.title.get(t.lang, table.game.id)
    return tuple(each for each in (title, turns, time) if each)


def _podium(view: View, course: Course, names: _Names, t: Translator) -> tuple[Arch, ...]:
    """Return the arches, the best first."""
    ranked = sorted(range(len(course.contenders)), key=lambda index: course.contenders[index].rank or 0)
    found = []
    for index in ranked:
        each = course.contenders[index]
        height = min((each.rank or len(_STEPS)) - 1, len(_STEPS) - 1)
        found.append(
            Arch(
                _STEPS[height], names.crest(index), names.crests(index), names[index], signed_total(each.score),
                t.ui("seat.rank", n=each.rank) if each.rank else "", each.won, _note(view, each, t),
            )
        )  # fmt: skip
    return tuple(found)


def _note(view: View, each: Contender, t: Translator) -> str:
    """Return who is on the side, and what it collected; of a player whom it plays, where the game knows."""
    if each.code:
        collected = next(score.lines for score in view.scoreboard.seats if score.seat == each.seats[0])[:1]
        goal = [t.say("score", line.code, line.args) for line in collected if each.goal]
        return " · ".join((*goal, ", ".join(each.seats)))
    role = view.extra.get(f"villain.{each.seats[0]}")
    return t.name(role) if isinstance(role, str) else ""


def _beats(course: Course, sources: Sources, names: _Names, t: Translator) -> Sequence[Beat]:
    """Return the turning point, the best source and the closest chase, as far as there are any."""
    found = []
    turning, chase, source = turning_of(course), chase_of(course), source_of(course, sources.brought)
    if turning is not None:
        kind = f"goal-{turning.how}" if _goals(course) else turning.how
        head = t.ui("ending.turning")
        if turning.how == "turn":
            head = f"{head} · {_when(course, turning.at, t)}"
        text = t.ui(names.said(turning.winner, kind), who=names[turning.winner])
        found.append(Beat("i-clock", head, text))
    if source is not None:
        key = "source" if source.whole == course.contenders[source.winner].score else "source-gross"
        said = {"what": t.say("category", source.category), "who": names[source.winner], "points": source.points}
        found.append(Beat("g-coin", t.ui("ending.source-head"), t.ui(f"ending.{key}", whole=source.whole, **said)))
    if chase is not None and turning is not None:
        args: dict[str, Any] = {"rival": names[chase.rival], "who": names[turning.winner], "points": chase.behind}
        text = t.ui(names.said(chase.rival, "chase"), **args)
        if _goals(course):
            args |= {"have": course.scores[chase.at][chase.rival], "goal": course.contenders[chase.rival].goal}
            text = t.ui("ending.chase-goal", **args)
        found.append(Beat("g-power", f"{t.ui('ending.chase-head')} · {_when(course, chase.at, t)}", text))
    return found


def _when(course: Course, index: int, t: Translator) -> str:
    n = course.at[index]
    return t.ui("now.turn", n=n) if course.unit == "turn" else t.ui("ending.change", n=n)


# The score over the turns -----------------------------------------------------------------------------------------


def curves_of(
    course: Course, crests: Mapping[Seat, int], t: Translator, shown: tuple[int, str] | None = None
) -> Curves | None:
    """Return the drawings of the scores over time; None where there is only one entry.

    ``shown`` is an entry to mark and its text, instead of the turning point.
    """
    if len(course.at) < 2:
        return None
    names = _Names(crests, course, t)
    goals, all_of = _goals(course), range(len(course.contenders))
    values = [[float(n) for n in course.standing(index)] for index in range(len(course.at))]
    called = [(names.crest(index), names[index], _total(course.contenders[index], t)) for index in all_of]
    briefly = [
        (crest, name, signed_total(course.contenders[index].score)) for index, (crest, name, _) in enumerate(called)
    ]
    turning = turning_of(course)
    marked = turning is not None and turning.how == "turn"
    at = course.at[turning.at] if turning is not None and marked else None
    mark = ""
    if turning is not None and marked:
        leads = t.ui(names.said(turning.winner, "leads"), who=names[turning.winner])
        mark = t.ui("ending.mark", turn=_when(course, turning.at, t), leads=leads)
    if shown is not None:
        at, mark = course.at[shown[0]], shown[1]
    rows = tuple(
        (number, tuple(signed_total(n) for n in scores))
        for number, scores in zip(course.at, course.scores, strict=True)
    )
    return Curves(
        wide=chart_of(WIDE, called, course.at, values, mark=at, percent=goals),
        narrow=chart_of(NARROW, briefly, course.at, values, mark=at, percent=goals),
        label=t.ui("ending.curve-label", scores=", ".join(f"{name} {score}" for _, name, score in called)),
        mark=mark,
        unit=t.ui("ending.turns" if course.unit == "turn" else "ending.changes"),
        heads=tuple((names.crest(index), names[index]) for index in all_of),
        rows=rows,
        note="" if all(course.known) else t.ui("ending.unknown"),
    )


def _total(each: Contender, t: Translator) -> str:
    if each.goal is None:
        return signed_total(each.score)
    return t.ui("ending.of", n=each.score, goal=each.goal)


# Where the points came from ---------------------------------------------------------------------------------------


def _bars(course: Course, sources: Sources, names: _Names, t: Translator) -> tuple[Bar, ...]:
    """Return the bars, the best first; where sides have goals, a whole bar is the goal, else the longest one."""
    whole = max((sum(n for n in each.values() if n > 0) for each in sources.brought), default=0)
    found = []
    for index in sorted(range(len(course.contenders)), key=lambda at: course.contenders[at].rank or 0):
        each, brought = course.contenders[index], sources.brought[index]
        width = max(each.goal, each.score) if each.goal else whole
        pieces, x = [], 0.0
        for category in sources.categories:
            n = brought.get(category.code, 0)
            if n <= 0 or not width:
                continue
            share = 100 * n / width
            said = t.ui("ending.piece", what=t.say("category", category.code), n=n)
            room = str(n) if share >= _SHOWN else ""
            kind = SIDE if each.goal else category.type
            pieces.append(Portion(round(x, 2), round(share, 2), kind, category.code, room, said))
            x += share
        collects = next((t.say("category", category) for category in brought if each.goal), "")
        found.append(Bar(names.crest(index), names[index], collects, tuple(pieces), _total(each, t)))
    return tuple(found)


def _legend(course: Course, sources: Sources, t: Translator) -> tuple[tuple[str, str, str], ...]:
    """Return type, code and name of each category that is drawn; sides with goals have the colours of their seats."""
    if _goals(course):
        return ()
    drawn = [each for each in sources.categories if any(one.get(each.code, 0) > 0 for one in sources.brought)]
    return tuple((each.type, each.code, t.say("category", each.code)) for each in drawn)


def _less(course: Course, sources: Sources, names: _Names, t: Translator) -> tuple[str, ...]:
    """Return what took points away, which no bar shows."""
    return tuple(
        t.ui("ending.less", who=names[index], what=t.say("category", code), points=signed(n))
        for index, brought in enumerate(sources.brought)
        for code, n in brought.items()
        if n < 0
    )


def _values(shown: Shown) -> Mapping[str, Any]:
    return {"finale": None if shown.match is None else finale_of(shown.hub, *shown.match, shown.t)}


ENDING: Final = Part("parts/ending.html", _values, of_the_match, slow=1, frozen=True)
