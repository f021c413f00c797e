"""The page of printed numbers in words: which kinds have theirs, and the form of one kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.printed import CHOICE, FLAG, NUMBER, PAIRS, WORDS, Field, Printed, Problem, read, show
from lairkeeper.table import SheetWords

from ...card_facts import facts_text
from ...game_texts import box_texts
from ...piece_signs import Sign, sign_of
from ...pieces import group_title
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub, NumberReport


_NUMBERED: Final = re.compile(r"(.+?)[\s:]+(-?[0-9]+)")


@dataclass(frozen=True, slots=True)
class NumberRow:
    """One kind: its name and what was typed, empty while nothing was."""

    kind: str
    name: str
    typed: str
    offered: bool
    """True when it is on the list of the shipped set or was typed; the spare numbers are not."""


@dataclass(frozen=True, slots=True)
class Group:
    """Kinds of one sort."""

    title: str
    rows: tuple[NumberRow, ...]
    done: int
    spare: tuple[NumberRow, ...]
    """Numbers kept free for cards that the shipped set does not have."""
    invented: bool = False
    """True when nobody knows how many cards of this sort there are."""


@dataclass(frozen=True, slots=True)
class Input:
    """One field of the form: ``value`` as typed, ``error`` what is wrong with it."""

    name: str
    label: str
    hint: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    """Each value that may be chosen, with its label."""
    number: bool = False
    error: str = ""
    invented: str = ""
    """The number that matches use until one is typed."""
    words: tuple[tuple[str, str], ...] = ()
    """Each word that may be typed in a list, with its label where that is different."""


def groups_of(hub: Hub, game: str, t: Translator) -> tuple[Group, ...]:
    """All kinds that have fields, by sort."""
    typed = hub.numbers.of(game)
    sorts: dict[str, list[NumberRow]] = {}
    catalog = hub.games[game].catalog.kinds
    for kind in hub.printed(game).fields:
        facts = catalog.get(kind)
        if facts is not None:
            said = facts_text(hub.printed(game), kind, typed[kind], t) if kind in typed else ""
            row = NumberRow(kind, t.name(kind), said, kind in typed or facts.copies != 0)
            sorts.setdefault(facts.zone, []).append(row)
    unknown = hub.stock(game).invented
    return tuple(_group(group_title(zone, t), rows, unknown) for zone, rows in sorts.items())


def _group(title: str, rows: list[NumberRow], unknown: frozenset[str]) -> Group:
    listed = tuple(row for row in rows if row.offered)
    return Group(title, listed, sum(bool(row.typed) for row in rows), tuple(row for row in rows if not row.offered),
                 any(row.kind in unknown for row in rows))  # fmt: skip


def inputs_of(
    hub: Hub,
    game: str,
    kind: str,
    t: Translator,
    given: Mapping[str, str] | None = None,
    problem: Problem | None = None,
) -> tuple[Input, ...]:
    """Return the form of one kind, with the values typed just now or, without these, the stored ones."""
    printed, typed = hub.printed(game), hub.numbers.of(game)
    proxy = {} if kind in typed else printed.proxy.get(kind, {})
    fields = printed.fields[kind]
    return tuple(
        replace(_input(each, typed.get(kind, {}), t, given, problem), invented=_kept(each, proxy.get(each.name), t))
        for each in fields
    )


def _input(
    field: Field, kept: Mapping[str, Any], t: Translator, given: Mapping[str, str] | None, problem: Problem | None
) -> Input:
    value = given.get(field.name, "") if given is not None else _kept(field, kept.get(field.name, field.default), t)
    named = tuple((each, t.word(each)) for each in field.choices)
    yes_or_no = (("yes", t.choice("", "true")), ("no", t.choice("", "false")))
    return Input(
        field.name, t.printed(field.name), hint_of(field, t), value,
        yes_or_no if field.type == FLAG else named if field.type == CHOICE else (), field.type == NUMBER,
        _error(field, problem, t) if problem is not None and problem.args.get("field") == field.name else "",
        words=named if field.type in (WORDS, PAIRS) else (),
    )  # fmt: skip


def hint_of(field: Field, t: Translator) -> str:
    """Return what may stand in a field."""
    if field.choices and field.type in (WORDS, PAIRS):
        names = [t.word(each) for each in field.choices[:2]]
        first = [f"{name} {n}" if field.type == PAIRS else name for n, name in enumerate(names, 1)]
        return t.ui(f"numbers.hint.listed-{field.type}", example=", ".join(first))
    return t.ui(f"numbers.hint.{field.type}", low=field.low, high=field.high)


def _kept(field: Field, value: Any, t: Translator) -> str:
    """Return a value as one would type it on this page."""
    if value and field.choices and field.type in (WORDS, PAIRS):
        return ", ".join(t.word(each) if field.type == WORDS else f"{t.word(each[0])} {each[1]}" for each in value)
    return show(field, value)


def _error(field: Field, problem: Problem, t: Translator) -> str:
    """Return the fault of a field in the words of this page."""
    args = {**problem.args, "field": t.printed(field.name)}
    if field.choices and "allowed" in args:
        args["allowed"] = ", ".join(t.word(each) for each in field.choices)
    return t.say("printed", problem.code, args)


def plain(field: Field, text: str, t: Translator) -> str:
    """Return ``text`` in the field's own words: a word of its list may be typed as this page calls it."""
    if field.type == FLAG:
        return {t.choice("", "true").casefold(): "yes", t.choice("", "false").casefold(): "no"}.get(
            text.casefold(), text
        )
    own = {t.word(each).casefold(): each for each in field.choices}
    if field.type == CHOICE:
        return own.get(text.casefold(), text)
    if not field.choices or field.type not in (WORDS, PAIRS):
        return text
    return ", ".join(_plain(part.strip(), own) for part in re.split(r"[,;\n]", text))


def _plain(part: str, own: Mapping[str, str]) -> str:
    """One word of a list, with its number if there is one."""
    found = _NUMBERED.fullmatch(part)
    word, number = (found[1], f" {found[2]}") if found else (part, "")
    return own.get(word.casefold(), word) + number


def next_missing(hub: Hub, game: str, after: str | None = None) -> str | None:
    """Return the next kind of the shipped list without numbers, after ``after`` and then from the start.

    Returns None when all kinds have their numbers.
    """
    kinds = [kind for kind, copies in hub.stock(game).copies.items() if copies != 0]
    if after in kinds:
        at = kinds.index(after) + 1
        kinds = kinds[at:] + kinds[:at]
    missing = hub.numbers.missing(game, hub.printed(game), dict.fromkeys(kinds))
    return missing[0] if missing else None


def games_of(hub: Hub, t: Translator) -> Iterator[tuple[str, str]]:
    """Yield the id and title of each game whose numbers are typed in."""
    for id, game in hub.games.items():
        if game.printed.fields:
            yield id, game.title.get(t.lang, id)


@dataclass(frozen=True, slots=True)
class Progress:
    """The number of cards that have their numbers; ``invented``: nobody knows how many cards there are."""

    done: int
    total: int
    invented: bool

    @property
    def left(self) -> int:
        """Return how many cards are still to be typed."""
        return self.total - self.done


def progress_of(groups: tuple[Group, ...]) -> Progress:
    """Return how far the typing is."""
    total = sum(len(group.rows) for group in groups)
    done = sum(bool(row.typed) for group in groups for row in group.rows)
    return Progress(done, total, any(group.invented for group in groups))


def card_of(hub: Hub, game: str, kind: str, t: Translator) -> Sign:
    """Return the card whose numbers are typed, as it is drawn."""
    return sign_of(hub, game, kind, box_texts(hub, game, t.lang))


def checked(hub: Hub, game: str, kind: str, given: Mapping[str, str], t: Translator) -> dict[str, str]:
    """Return what is wrong with each field as it is typed; an empty field is not wrong yet."""
    found = {}
    for each in hub.printed(game).fields[kind]:
        text = given.get(each.name, "").strip()
        problem = read(each, plain(each, text, t)) if text else None
        found[each.name] = _error(each, problem, t) if isinstance(problem, Problem) else ""
    return found


def lacking(hub: Hub, game: str, kind: str, given: Mapping[str, str], t: Translator) -> tuple[str, ...]:
    """Return the names of the fields that must still be filled in."""
    return tuple(
        t.printed(each.name) for each in hub.printed(game).fields[kind]
        if not each.optional and not given.get(each.name, "").strip()
    )  # fmt: skip


def sheet_words(hub: Hub, game: str, t: Translator) -> SheetWords:
    """Return what a sheet calls cards and columns in the viewer's language; semicolons where commas are decimal."""
    allowed = {CHOICE, FLAG}

    def hint(field: Field) -> str:
        words = [t.choice("", "true"), t.choice("", "false")] if field.type == FLAG else map(t.word, field.choices)
        return " / ".join(words) if field.type in allowed else hint_of(field, t)

    return SheetWords(t.name, t.printed, hint, t.separator)


def said_of(report: NumberReport, printed: Printed, t: Translator) -> tuple[str, ...]:
    """Return one sentence for each card of a file that cannot be taken over, with its line in a sheet."""
    said = []
    for kind, problem in report.refused:
        field = next((each for each in printed.fields.get(kind, ()) if each.name == problem.args.get("field")), None)
        why = _error(field, problem, t) if field is not None else t.say("printed", problem.code, problem.args)
        card = t.name(kind) if kind in printed.fields else kind
        line = report.lines.get(kind)
        said.append(t.ui("numbers.line", n=line, card=card, why=why) if line else f"{card}: {why}")
    return tuple(said)
