"""Words among the printed numbers that look mistyped: used once, and much like a word that is used, too."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from lairkeeper.core.ids import Kind
from lairkeeper.core.printed import PAIRS, WORDS, Field, Printed, Values

ALIKE: Final = 0.7
"""The likeness of two words, 0 to 1, from which they are taken for one another: ``disc`` and ``disk`` 0.75."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """``word`` stands in ``field`` of ``kind`` and nowhere else; ``near`` is the word that may have been meant."""

    kind: Kind
    field: str
    word: str
    near: str


def doubts(printed: Printed, values: Mapping[Kind, Values]) -> tuple[Doubt, ...]:
    """Return the words to ask about, in the order of the kinds.

    Only words that owners choose themselves: where a field lists its words, another one is refused. Of two words that
    are both used once, the one that stands later is asked about.
    """
    used: dict[str, Counter[str]] = {}
    for _, field, word in _words(printed, values):
        used.setdefault(field, Counter())[word] += 1
    seen: dict[str, set[str]] = {}
    found = []
    for kind, field, word in _words(printed, values):
        count, before = used[field], seen.setdefault(field, set())
        others = [each for each in count if each != word and (count[each] > 1 or each in before)]
        near = difflib.get_close_matches(word, others, n=1, cutoff=ALIKE) if count[word] == 1 else []
        found += [Doubt(kind, field, word, each) for each in near]
        before.add(word)
    return tuple(found)


def _words(printed: Printed, values: Mapping[Kind, Values]) -> Iterator[tuple[Kind, str, str]]:
    """Yield kind, field and word of all free words; a word that stands twice on one card counts once."""
    for kind, fields in printed.fields.items():
        for field in fields:
            if kind in values and field.type in (WORDS, PAIRS) and not field.choices:
                yield from ((kind, field.name, word) for word in _of(field, values[kind].get(field.name) or ()))


def _of(field: Field, value: object) -> dict[str, None]:
    entries = value if isinstance(value, list | tuple) else ()
    return dict.fromkeys(str(each[0] if field.type == PAIRS else each) for each in entries)
