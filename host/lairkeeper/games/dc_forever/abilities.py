"""Abilities: effects of cards that are played or used, and their costs.

"DC Forever, Character Abilities", "Play a Card", "Use a Card" and "Glossary: Cost, Blank, Asset Card, Minion Card".
"""

from __future__ import annotations

from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.frames import running
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.pool import bounds
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.step import below, push

from .catalog import CARDS, CHARACTERS, EVENT, character_of, side_of, sort_of
from .hands import discard, in_hand, take
from .places import (
    BLANK,
    CAPTURED,
    CONTROL,
    EXHAUSTED,
    FACE_UP,
    KNOCKED_OUT,
    MASTER_PLAN,
    ROGUE,
    ROUND,
    USED,
    controller_of,
    exhausted,
    fact,
    hand_of,
    in_play,
    mark,
    marked,
    side,
    team,
    unmark,
)
from .refusals import DC, no
from .steps import Activation, Effect, Paying, Words
from .words import CONSTANT

PLAYING: Final = "playing"
"""Zone of an Event until it is resolved and discarded ("DC Forever, Play a Card")."""
MATCH: Final = "match"
"""Mark of a card that works for any character of its player (df-148; "Glossary: Affiliated Cards")."""
SECOND: Final = "second"
"""Option that means the second ability box."""
ALWAYS_ON: Final = frozenset({*CONSTANT, "value-random", "proof", "extra-action"})
"""Words of characters that the app looks up when they matter; nobody uses them (df-36)."""
CITE: Final = "ability"


def words_of(state: State, card: Label, option: str | None = None) -> Words:
    """Return the words of one ability box; a use is of one of the two boxes (df-23; "DC Forever, Affiliated Cards")."""
    found = fact(state, card, "second" if option == SECOND else "effect", ())
    return tuple((str(word), int(n)) for word, n in found)


def has_word(state: State, card: Component, word: str) -> int:
    """Return the number of a character's always-on ability; 0 without it.

    It works outside the character's own activation, too (df-222). A blank card has none (df-49).
    """
    if marked(state, card, BLANK):
        return 0
    return next((n for each, n in words_of(state, card) if each == word), 0)


def user_of(state: State, seat: Seat, card: Label) -> Component | None:
    """Return the player's character that plays or uses a card, or None.

    It is the card's own character, in play under this player and not under a team mate (df-20, df-146, df-257). A
    card that any character may play (df-147), or that works for any (df-148), is the activated character's in its
    activation (df-93); otherwise its own character's, or the player's first one's.
    """
    own = character_of(card)
    here = team(state, seat)
    wide = fact(state, card, "anyone") or marked(state, card, MATCH)
    if wide and (acting := activated(state)) in here:
        return acting
    if own in here:
        return own
    return next(iter(here), None) if wide else None


def no_user(state: State, card: Label, cite: str) -> Refused:
    """Refuse a card whose character has fallen (df-21) or was not recruited."""
    own = character_of(card) or card
    gone = state.where.get(own) in (KNOCKED_OUT, CAPTURED)
    return no(DC.FALLEN if gone else DC.NOT_RECRUITED, cite, card=own)


def may_play(state: State, seat: Seat, card: Label, trigger: str | None) -> Verdict:
    """Return why an Event may not be played from the hand now; else the verdict of the hand.

    A modifier is refused: it is played only with its action (df-28). A reaction Event may be played whenever its moment
    comes, since the limit of once a round is about abilities (df-172).
    """
    verdict = in_hand(state, seat, card, "play")
    if isinstance(verdict, Refused):
        return verdict
    if fact(state, card, "modifier") and _has_acted(state):
        return no(DC.TOO_LATE, "modifiers", card=card)
    if fact(state, card, "type") != EVENT or fact(state, card, "modifier"):
        return no(DC.WRONG_TIME, "play", card=card, step=_step(state))
    if fact(state, card, "trigger") != trigger:
        return no(DC.NO_TRIGGER, "reaction", card=card)
    acting = activated(state)
    if fact(state, card, "activate") and (acting is None or acting != user_of(state, seat, card)):
        return no(DC.WRONG_TIME, "cost", card=card, step=_step(state))
    if user_of(state, seat, card) is None or (side_of(card) != side(state, seat) and not fact(state, card, "anyone")):
        return no_user(state, card, "play")
    return verdict


def _has_acted(state: State) -> bool:
    """Return True when the activated character has begun an action."""
    now = below(Activation, state)
    return now is not None and now.acts > 0


def _step(state: State) -> str:
    """Return the kind of the step that runs."""
    return running(state).kind


def activated(state: State) -> Component | None:
    """Return the character that is activated now, or None."""
    now = below(Activation, state)
    return now.char if now is not None else None


def another_acts(state: State, seat: Seat, card: Component) -> bool:
    """Return True for a card whose character is in play and is not the activated one.

    A face-up Scheme of the Master Plan waits for its player's decision (df-209), and a fallen character's cards work
    on (df-26): both are no matter of who is activated.
    """
    user = card if sort_of(card) == CHARACTERS else user_of(state, seat, card)
    return user is not None and user != activated(state) and state.where.get(card) != MASTER_PLAN


def may_use(state: State, seat: Seat, card: Label, option: str | None, trigger: str | None) -> Verdict:
    """Return why an ability of a card may not be used now, or None.

    The card must be in play under this player's control (df-168, df-257), or a face-up single-use Scheme of the Master
    Plan (df-209). The ability boxes of a blank card cannot be used (df-49, df-160). Each use is of one ability
    (df-193).
    """
    sort = sort_of(card)
    zone = state.where.get(card, "").partition(".")[0]
    waiting = zone == MASTER_PLAN and marked(state, card, FACE_UP) and fact(state, card, "mode") == "single"
    if sort not in (CHARACTERS, CARDS) or not (zone in ("team", "area", "attached") or waiting):
        return no_user(state, card, CITE) if sort == CHARACTERS else no(DC.NOT_IN_PLAY, CITE, card=card)
    if controller_of(state, card) != seat:
        return no(DC.NOT_RECRUITED, "control", card=card)
    if marked(state, card, BLANK):
        return no(DC.BLANK, "blank", card=card)
    words = words_of(state, card, option)
    if not words or (sort == CHARACTERS and all(word in ALWAYS_ON for word, _ in words)):
        return no(DC.NO_ABILITY, CITE, card=card)
    if option != SECOND and fact(state, card, "trigger") != trigger:
        return no(DC.NO_TRIGGER, "reaction", card=card)
    return _own_costs(state, seat, card, option, waiting) or _limited(state, seat, card, option)


def _own_costs(state: State, seat: Seat, card: Component, option: str | None, waiting: bool) -> Refused | None:
    """Return why the card's own cost cannot be met, or None ("Glossary: Asset Card, Minion Card").

    Exhausting and discarding need the card's character in play; an ability without such a cost works on (df-26).
    "Activate" is met only while that character is activated in the Confrontation Stage (df-145).
    """
    own = fact(state, card, "second-own-cost" if option == SECOND else "own-cost")
    activate = fact(state, card, "activate")
    user = card if sort_of(card) == CHARACTERS else user_of(state, seat, card)
    if user is None and marked(state, card, CONTROL) and in_play(state, character_of(card) or ""):
        user = character_of(card)  # the controller uses the card in its character's place
    if user is None and not waiting and (own or activate or state.rules.fallen_cards == "nothing"):
        return no_user(state, card, "asset")
    if own == "exhaust" and exhausted(state, card):
        return no(DC.EXHAUSTED, "use", card=card)
    if activate and activated(state) != user:
        return no(DC.WRONG_TIME, "cost", card=card, step=_step(state))
    return None


def cost_of(state: State, card: Label, option: str | None) -> int:
    """Return the resources that an ability box costs."""
    found: int = fact(state, card, "second-cost" if option == SECOND else "cost", 0)
    return found


def used_mark(option: str | None) -> str:
    """Return the name of the mark that an ability box was used this round; no count of tokens limits it (df-123)."""
    return f"{USED}-{SECOND}" if option == SECOND else USED


def _limited(state: State, seat: Seat, card: Component, option: str | None) -> Refused | None:
    """Return why an ability with a cost may not be used, or None: it was used this round, or cannot be paid.

    An ability with a cost is used once a round (df-34), in all stages together (df-200), and so is a reaction (df-37).
    An ability without a cost is used any number of times (df-36).
    """
    cost = cost_of(state, card, option)
    if not cost:
        return None
    if marked(state, card, used_mark(option)):
        return no(DC.TWICE, CITE, card=card)
    have = available(state, seat, card)
    return no(DC.CANNOT_PAY, CITE, card=card, cost=cost, have=have) if have < cost else None


def icons_of(state: State, card: Label) -> int:
    """Return the number of resource icons on a card."""
    found: int = fact(state, card, "icons", 0)
    return found


def payers(state: State, seat: Seat, char: Component | None) -> tuple[Component, ...]:
    """Return the cards with icons that pay for a Hero's ability: attached to or empowering that Hero (df-35, df-199).

    An attachment pays only for the player to whom it belongs (df-142).
    """
    found = []
    for card, host in state.attached.items():
        head, _, owner = state.where.get(card, "").partition(".")
        if host == char and icons_of(state, card) and (head == "empower" or owner == seat):
            found.append(card)
    return tuple(found)


def pays_from_hand(state: State, seat: Seat) -> bool:
    """Return True when a player pays from the hand: Rogues do, Heroes never (df-35, df-199).

    A house rule lets Rogues pay with attached cards, like Heroes.
    """
    return side(state, seat) == ROGUE and state.rules.rogue_pays == "hand"


def available(state: State, seat: Seat, card: Component) -> int:
    """Return the most that a player could pay for a card's ability."""
    if not pays_from_hand(state, seat):
        char = card if sort_of(card) == CHARACTERS else user_of(state, seat, card) or card
        return sum(icons_of(state, each) for each in payers(state, seat, char))
    own = side(state, seat)
    return bounds(state, (hand_of(seat),), lambda label: icons_of(state, label) if side_of(label) == own else 0)[1]


# Doing it ---------------------------------------------------------------------------------------------------------


def play_event(work: Work, seat: Seat, card: Label, about: Component | None = None) -> None:
    """Play an Event from the hand: it is resolved, then discarded."""
    user = user_of(work.state, seat, card)
    played = take(work, card, hand_of(seat), PLAYING)
    push_effect(work, seat, played, words_of(work.state, played), char=user, about=about, event=True)


def push_effect(
    work: Work, seat: Seat, card: Component, words: Words, *, char: Component | None,
    about: Component | None = None, event: bool = False,
) -> None:  # fmt: skip
    """Begin the step that carries out the words of a card's effect."""
    push(work, Effect(seat, card, char, words, about, event, ok=True, asker=seat))


def start_ability(work: Work, seat: Seat, card: Component, option: str | None, about: Component | None) -> None:
    """Ask for payment first (df-193); an ability that is not paid has no effect (df-143; "Glossary: Cost")."""
    need = cost_of(work.state, card, option)
    if need:
        char = card if sort_of(card) == CHARACTERS else user_of(work.state, seat, card)
        push(work, Paying(seat, card, char, need, 0, option, about))
    else:
        finish_ability(work, seat, card, option, about)


def finish_ability(work: Work, seat: Seat, card: Component, option: str | None, about: Component | None) -> None:
    """Carry out an ability that is paid for.

    The card's own cost comes first: the card is exhausted or discarded (df-144). Then comes the effect.

    An ability with a cost is marked as used until the round ends, the Confrontation Stage included (df-200).
    """
    state = work.state
    words = words_of(state, card, option)
    user = card if sort_of(card) == CHARACTERS else user_of(state, seat, card)
    host = state.attached.get(card)
    if cost_of(state, card, option):
        mark(work, card, used_mark(option), seat, ROUND)
    own = fact(state, card, "second-own-cost" if option == SECOND else "own-cost")
    if own == "exhaust" and not exhausted(state, card):
        mark(work, card, EXHAUSTED)
    elif own == "discard":
        discard(work, card)
    if state.where[card] == MASTER_PLAN:
        unmark(work, card, FACE_UP)  # a single-use Scheme lies face down once it has been used (df-209)
    push_effect(work, seat, card, words, char=user or host, about=about or host)
