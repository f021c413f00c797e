"""Which commands a sentence may mean, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.result import Offer, Refused
from lairkeeper.scans.context import Context
from lairkeeper.scans.sentence import Sentence

ANYBODY = object()
"""Stands for a seat that nobody named."""
UNSPOKEN: Final = 10
"""Added to the tier of a reading whose verb should have been said."""


@dataclass(frozen=True, slots=True)
class Readings:
    """``whole`` say nothing that was not tapped or given; ``open`` miss a piece or seat still to be tapped.

    Both hold legal commands, equally likely ones only; ``refused`` what the rules forbid, likeliest first.
    """

    whole: tuple[Offer, ...]
    open: tuple[Offer, ...]
    refused: tuple[Offer, ...]

    @property
    def possible(self) -> bool:
        """Return True when the sentence may mean some command, be it refused."""
        return bool(self.whole or self.open or self.refused)


@dataclass(frozen=True, slots=True)
class Guess:
    """Who may act on whom, by what was said. A higher ``tier`` counts only when no lower one has any candidate."""

    tier: int
    by: Seat | object | None
    target: str | None = None
    """None: no target was said."""


@dataclass(frozen=True, slots=True)
class Fit:
    """An offer that a sentence may mean; lower is likelier. ``whole``: nothing is left to be tapped."""

    offer: Offer
    tier: int
    whole: bool
    key: tuple[int, ...]


def readings(sentence: Sentence, context: Context) -> Readings:
    """Search the legal commands that name what was tapped, and nothing else."""
    guesses = _guesses(sentence, context)
    fits = [fit for offer in _candidates(sentence, context) if (fit := _fit(offer, sentence, guesses)) is not None]
    if not fits:
        fits = [fit for offer in _stand_ins(sentence, context) if (fit := _fit(offer, sentence, guesses)) is not None]
    if sentence.place is not None:  # what is laid at a place is about that place, where any move is
        fits = [fit for fit in fits if fit.offer.command.target == sentence.place] or fits
    tier = min((fit.tier for fit in fits), default=0)
    fits = [fit for fit in fits if fit.tier == tier]
    legal = [fit for fit in fits if fit.offer.refusal is None]
    refused = sorted((fit for fit in fits if fit.offer.refusal is not None), key=lambda fit: (not fit.whole, fit.key))
    return Readings(
        _best([fit for fit in legal if fit.whole]),
        _best([fit for fit in legal if not fit.whole]),
        tuple(fit.offer for fit in refused),
    )


def _best(fits: list[Fit]) -> tuple[Offer, ...]:
    """Return the offers that share the lowest key, each command once."""
    lowest = min((fit.key for fit in fits), default=())
    return tuple({fit.offer.command: fit.offer for fit in fits if fit.key == lowest}.values())


def _candidates(sentence: Sentence, context: Context) -> Iterator[Offer]:
    """Yield the offers with the right pieces and verb."""
    if sentence.card is not None:
        offers = context.naming(sentence.card)
    elif sentence.verb is not None:
        offers = context.moving(sentence.moves)
    else:
        offers = context.choosing(sentence.seats)
    for offer in offers:
        if sentence.verb is None or offer.command.move in sentence.moves:
            yield offer


def _stand_ins(sentence: Sentence, context: Context) -> Iterator[Offer]:
    """Yield what the acting seat might do, done by the seat that was said instead: to hear why not.

    Games offer some moves to the active seat alone. A verb with another seat still means that move. It must not be
    dropped, which would give the next card to the wrong player.
    """
    seat = sentence.seats[0] if sentence.seats else sentence.tray
    actor = context.actor
    if sentence.verb is None or seat in (None, actor):
        return
    for offer in _candidates(sentence, context):
        command = offer.command
        if command.by == actor and command.card is not None:
            command = replace(command, by=seat)
            decision = context.game.decide(context.state, command)
            if isinstance(decision, Refused) and not decision.invalid:
                yield replace(offer, command=command, refusal=decision)


def _fit(offer: Offer, sentence: Sentence, guesses: tuple[Guess, ...]) -> Fit | None:
    """Return how well the seats and the target fit; None: not at all."""
    command = offer.command
    named = _named(command, sentence)
    if named is None:
        return None
    verb = sentence.moves.index(command.move) if sentence.verb is not None else 0
    for rank, guess in enumerate(guesses):
        if guess.by is not ANYBODY and command.by is not None and command.by != guess.by:
            continue
        said = guess.target or named
        place = 0
        if said:
            if command.target != said:
                continue
            whole = True
        else:
            whole = command.target is None or command.target == sentence.place or _only_seats(sentence)
            place = int(sentence.place is not None and command.target is None)
        whole = whole and (sentence.card is not None or command.card is None)
        # A move that wants its verb is meant without it only when a target was said, or when nothing else can be.
        silent = offer.spoken and sentence.verb is None and not said
        # A tray says who acts: there a move of nobody's is meant only when it is due.
        if silent and command.by is None and sentence.tray is not None:
            continue
        return Fit(offer, guess.tier + UNSPOKEN * silent, whole, (int(command.prompt is None), rank, verb, place))
    return None


def _only_seats(sentence: Sentence) -> bool:
    """Return True when nothing but seats was said: then the last is the target of whatever may be meant."""
    return bool(sentence.seats) and sentence.card is None and sentence.verb is None


def _named(command: Command, sentence: Sentence) -> str | None:
    """Return the target that the tapped pieces say, "" for none; None when the command is about another piece."""
    card = sentence.card
    if card is None or command.card in (card, kind_of(card)):
        target = sentence.target
        return "" if target is None else kind_of(target) if command.target == kind_of(target) else target
    if command.card is not None or sentence.target is not None:
        return None
    return kind_of(card) if command.target == kind_of(card) else card


def _guesses(sentence: Sentence, context: Context) -> tuple[Guess, ...]:
    """Return what the seats that were said, the tray and the turn make likely, likeliest first."""
    tray, seats, target, actor = sentence.tray, sentence.seats, sentence.target, context.actor
    if sentence.card is None and sentence.verb is None and len(seats) == 1:
        # Nothing but a seat: it answers whom, even if that is oneself.
        return (Guess(0, tray if tray is not None else actor, seats[0]), Guess(1, ANYBODY, seats[0]))
    if tray is not None and seats == (tray,):
        seats = ()
    if len(seats) == 2:
        return (Guess(0, seats[0], seats[1]),)
    if seats and target is None:
        (seat,) = seats
        if tray is not None:
            return (Guess(0, tray, seat), Guess(1, seat))
        # "Seat 2, card": seat 2 does it, or it is done to seat 2, whichever the rules allow.
        return (Guess(0, seat), Guess(0, actor, seat), Guess(1, ANYBODY, seat))
    if seats:
        return (Guess(0, seats[0]),)
    if tray is not None:
        return (Guess(0, tray),)
    return (Guess(0, actor), Guess(1, ANYBODY))
