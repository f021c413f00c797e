"""Writes the page that says of each card what the app does and what it asks, from the scripts alone.

``python tests/games/forever_evil/card_table.py`` writes docs/games/forever-evil-automatic.md anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from lairkeeper.games.forever_evil.cards import SCRIPTS
from lairkeeper.games.forever_evil.catalog import CATALOG, CardFacts
from lairkeeper.games.forever_evil.effects import vocabulary as v
from lairkeeper.games.forever_evil.effects.filters import Cards
from lairkeeper.games.forever_evil.effects.script import Character, Script

PAGE: Final = Path(__file__).parents[3] / "docs" / "games" / "forever-evil-automatic.md"
HEAD: Final = """# Forever Evil, what is automatic

What the app does by itself at level `full`, and what it asks. This page is made from the scripts of the cards
(`tests/games/forever_evil/card_table.py`) and a test holds it true. What the cards do in words is on the
[page of cards](forever-evil-cards.md).

Every question is left out where nothing can be chosen: one foe, one card that fits, none at all. Whoever is attacked
and holds a card is asked for a Defense. "Tap" means that a card is turned over and must be shown to a reader.

A card that has no script is done by hand: the table says single steps (`draw`, `discard`, `gain`, `power`, `attack` …)
and then confirms. All cards on record have one; only `Card not on record`, for a main deck of more than 106, has none.
"""
SECTIONS: Final = (
    ("Main deck", "main-deck"),
    ("Starters, Kick, Weakness", "starters kicks weaknesses"),
    ("Super Heroes", "super-heroes"),
    ("Super-Villains", "super-villains"),
)
_ACT: Final = {
    "destroy": "destroy",
    "discard": "discard",
    "top": "put on the deck",
    "bottom": "put under the main deck",
    "gain": "gain",
    "freeze": "freeze",
    "give": "put into the attacker's hand",
    "push-back": "put into the discard pile",
    "put-back": "put back on the stack",
    "play": "play",
    "draw": "draw",
}
_PART: Final = {
    "play": "",
    "defend": "as a Defense: ",
    "destroyed": "when destroyed: ",
    "appearance": "First Appearance: ",
    "use": "used: ",
    "on_destroy": "for a card destroyed: ",
    "on_destroy_in_turn": "for a card destroyed in their own turn: ",
    "on_discard": "for the first discard or pass of each turn: ",
    "on_landed": "for an Attack that hits: ",
    "on_first_vp": "for the first VP of their own turn: ",
    "reward": "for it: ",
}


_TESTS: Final = {
    "last-is": "it was a {}",
    "last-costs": "it cost something",
    "shown-is": "it is a {}",
    "first-card": "it is the first card of the turn",
    "cheap-discard": "a card of cost 3 or less lies in your discard pile",
    "five-tokens": "there are 5 VP or more",
}
_COUNTS: Final = {
    "last-cost": "for each Power that it cost",
    "last-vp": "for each point of it",
    "line-up-costs": "for each different cost in the Line-Up",
    "destroyed": "for each different {} in the destroyed pile",
    "played": "for each {} played this turn",
    "locations-in-play": "for each Location in play",
    "tokens": "for each VP token of yours",
    "gangs": "for each other Gang, earlier and later",
}


def named(table: dict[str, str], name: str) -> str:
    """Return a test or count in words."""
    head, _, rest = name.partition(":")
    told = table[head].format(" or ".join(type_in_words(each) for each in rest.split(",")))
    return re.sub(r"\ba (?=[AEIOU])", "an ", told)


def type_in_words(type: str) -> str:
    return type.replace("-", " ").title()


def cards_in_words(cards: Cards) -> str:
    """Which cards, as short as it can be said."""
    words = [
        *(" or ".join(map(type_in_words, cards.types)) for _ in cards.types[:1]),
        *(f"no {type_in_words(each)}" for each in cards.not_types),
        *(CATALOG.get(each).names["en"] for each in cards.kinds),
        *(f"but {CATALOG.get(each).names['en']}" for each in cards.not_kinds),
    ]
    if cards.high is not None:
        words.append(f"cost {cards.low}-{cards.high}" if cards.high else "cost 0")
    elif cards.low:
        words.append(f"cost {cards.low} or more")
    return ", ".join(words) or "any card"


def done_by_app(verb: v.Verb) -> Iterator[str]:
    """Yield what a verb does without a question."""
    match verb:
        case v.GainPower(n, each, later):
            yield f"+{n} Power" + (f" {named(_COUNTS, each)}" if each else "") + (", earlier and later" * later)
        case v.Draw(n):
            yield f"draw {n}"
        case v.GainVP(n, each):
            yield f"gain {n} VP" + (f" {named(_COUNTS, each)}" if each else "")
        case v.LoseVP(n):
            yield f"lose {n} VP, or a Weakness"
        case v.StealVP(n, from_attacker):
            yield f"steal {n} VP" + (" from the attacker" if from_attacker else "")
        case v.Gain(kind, n):
            name = CATALOG.get(kind).names["en"]
            yield f"gain {n} {name}" if n == 1 else f"gain {n} {name}es"
        case v.Discount(n):
            yield f"Super Heroes cost {n} less"
        case v.Until(_):
            yield "destroyed at the end of the turn"
        case v.GiveUp():
            yield "discarded"
        case v.Borrow():
            yield "the texts on the Super-Villain"
        case v.PlayTop():
            yield "the card shown is played"


def asked(verb: v.Verb) -> Iterator[str]:
    """Yield what a verb asks the table."""
    match verb:
        case v.Pick(act, places, cards, low, high):
            number = "" if high == 1 else f"{high} " if low else f"up to {high} "
            may = "whether to " if not low else ""
            types = " and ".join(map(type_in_words, verb.each_of)) or cards_in_words(cards)
            who = ", by the attacker" if verb.whose == "victim" else ""
            yield f"{may}{_ACT[act]} {number}({types}; {', '.join(places)}{who})"
        case v.Attack(all):
            yield "a Defense of each foe" if all else "which foe, and its Defense"
        case v.Reveal(n):
            yield f"tap the top {n if n > 1 else 'card'} of your deck"
        case v.AddToLineUp():
            yield "tap what is added to the Line-Up"
        case v.TakeFromMainDeck(n, _):
            yield f"tap {n} of the main deck"
        case v.KeepLast():
            yield "whether the other card is kept"
        case v.PassLeft():
            yield "what everybody passes, or that it was unseen"
        case v.DrawOrPass():
            yield "whether it is drawn, or to whom it goes"


def walk(program: v.Program, why: str = "") -> Iterator[tuple[str, v.Verb]]:
    """All verbs of a program with their conditions, inner programs after the verb that has them."""
    for verb in program:
        yield why, verb
        match verb:
            case v.When(test, then, otherwise):
                yield from walk(then, f"{why}if {named(_TESTS, test)}: ")
                yield from walk(otherwise, f"{why}if not: ")
            case v.Pick():
                yield from walk(verb.then, f"{why}then ")
                yield from walk(verb.otherwise, f"{why}without: ")
                yield from walk(verb.missing, f"{why}for each one short: ")
            case v.Attack(_, then):
                yield from walk(then, f"{why}if hit: ")


def row(facts: CardFacts) -> str:
    """One line of the table."""
    script = SCRIPTS.get(facts.kind)
    automatic: list[str] = []
    questions: list[str] = []
    for part, label in _PART.items():
        for why, verb in walk(getattr(script, part, ())):
            automatic += [f"{label}{why}{each}" for each in done_by_app(verb)]
            questions += [f"{label}{why}{each}" for each in asked(verb)]
    automatic += [*(["stays in play"] if facts.ongoing not in {None, "grants"} else []), *lasting(script)]
    if isinstance(script, Character) and script.first_of is not None:
        first = "the first card" if script.first_card else "the first such card"
        questions.insert(0, f"whether to destroy {first} ({cards_in_words(script.first_of)})")
    if isinstance(script, Character) and script.line_up_to_deck:
        questions.append("whether a card of the Line-Up goes under their deck")
    if script is None:
        questions.append("everything, by hand")
    name = facts.names["en"] + (" (promo)" if facts.promo else "")
    return f"| {name} | {'; '.join(automatic) or '-'} | {'; '.join(questions) or '-'} |"


def lasting(script: Script | Character | None) -> Iterator[str]:
    """Abilities without a program."""
    if isinstance(script, Script) and script.bonus is not None:
        yield f"+{script.bonus.power} Power for each card played ({cards_in_words(script.bonus.cards)})"
    if isinstance(script, Character) and script.draw_for_heroes:
        yield "at the end of the turn draws for each Hero bought or gained"


def table() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for title, zones in SECTIONS:
        rows = [row(facts) for zone in zones.split() for facts in CATALOG.zone(zone)]
        parts.append("\n".join(["", f"## {title}", "", "| card | automatic | asked |", "|---|---|---|", *rows, ""]))
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(table(), encoding="utf-8")
    print(PAGE.name)
