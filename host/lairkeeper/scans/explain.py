"""From one reader's sightings to a verdict: the search order of the rules core, step by step.

Unknown tag, then a word for the app itself, then the open question, then the commands of the game: exactly one legal
reading happens at once, several are asked, a forbidden one is asked when the table may insist and explained when not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from lairkeeper.core.ids import Component, kind_of
from lairkeeper.core.pieces import SHARED
from lairkeeper.core.result import Offer, Refused
from lairkeeper.scans.asking import HAPPENED, MOST_OPTIONS, asked
from lairkeeper.scans.context import Context
from lairkeeper.scans.guards import ROUND_UNTOUCHED, UNTOUCHED, guarded
from lairkeeper.scans.pairs import pairs
from lairkeeper.scans.question import (
    BACK,
    DO,
    DO_BOTH,
    ENROL,
    FORCE,
    IGNORE_TAG,
    PUT_BACK,
    TICK,
    USE_BOARD,
    WHOSE,
    Question,
    QuestionOption,
)
from lairkeeper.scans.reading import Readings, readings
from lairkeeper.scans.sentence import Sentence
from lairkeeper.scans.sighting import Sighting
from lairkeeper.scans.turn_end import understood
from lairkeeper.scans.turn_memory import END_TURN
from lairkeeper.scans.verdict import AnswerChosen, AskTable, Ignored, Incomplete, ScanVerdict, Submit, Tick, Undo
from lairkeeper.scans.zones import Role

ARMED_FOR: Final = 8.0
"""Seconds that a seat or verb token, or a card that misses its target, waits for the rest of its sentence."""
ON_THE_WAY: Final = 1.5
"""Seconds after that in which a tap may still arrive that was made in time: a noisy line sends it again."""


def explain(
    context: Context, sightings: Sequence[Sighting], now: float, question: Question | None = None
) -> ScanVerdict | None:
    """Return the first verdict on the sightings of one channel, in their order; None when there are none.

    ``question`` is the one that is open, so that a token can answer it. Rows that the verdict does not name stay.
    """
    sentence: Sentence | None = None
    for sighting in sightings:
        role = context.role_for(sighting)
        # Words that were said before stay armed: what means something alone takes no part in a sentence.
        verdict = _alone(context, sighting, role)
        if verdict is None and sentence is None:
            verdict = _tick(context, sighting, role) or _in_place(context, sighting, role)
        if verdict is None:
            verdict = _word(context, sighting, role, question)
        if verdict is not None:
            return verdict
        if sentence is not None and _too_late(sighting, sentence):
            break
        longer = _longer(context, sentence or Sentence(role), sighting, role)
        if longer is None:
            break
        sentence = longer
        found = readings(sentence, context)
        verdict = _whole(context, sentence, found)
        if verdict is None and sentence.card is not None and not found.open:
            verdict = _no_reading(sentence)
        if verdict is not None:
            return understood(context, sentence, guarded(context, sentence, verdict))
    else:
        if sentence is not None:
            ends = sentence.last.at + sentence.last.late + ARMED_FOR
            if now < ends + ON_THE_WAY:
                # Tokens are dropped, and leave the screen in time. A card stays there, and its target counts with it.
                return Incomplete(ends + ON_THE_WAY, sentence, ends if sentence.card is None else None)
    return _cut(context, sentence) if sentence is not None else None


def _too_late(sighting: Sighting, sentence: Sentence) -> bool:
    """Return True when the words before a tap had run out by its time: what the screen still shows counts.

    Words are shown from when they are heard, which a full disk or a cable may have put off. A player who taps after
    that still has the whole time. A player who tapped before it could not know.
    """
    last, shown = sentence.last, ARMED_FOR + (ON_THE_WAY if sentence.card is not None else 0.0)
    after = sighting.seconds_after(last)
    return after >= shown + (last.late if after > last.late else 0.0)


def _alone(context: Context, sighting: Sighting, role: Role) -> ScanVerdict | None:
    """Return the verdict on a sighting that means nothing, whatever was tapped before or comes after it."""
    rows = (sighting.row,)
    if role.problem is not None:
        return Ignored(role.problem, rows, {"zone": sighting.zone}, refused=role.problem != "reader-off")
    if sighting.device not in context.boards.get(sighting.zone, (sighting.device,)):
        return AskTable(_second_board(sighting, role))
    if sighting.foreign:
        return Ignored("foreign-tag", rows, {"zone": sighting.zone}, refused=True)
    if sighting.component is None:
        return AskTable(_unknown(sighting, role))
    if sighting.game not in (SHARED, context.game.id):
        return Ignored("other-game", rows, {"card": sighting.component, "game": sighting.game}, refused=True)
    shared = sighting.shared
    if shared is not None and shared.seat > len(context.seats):
        return Ignored("empty-seat", rows, {"n": shared.seat, "zone": sighting.zone}, refused=True)
    return None


def _tick(context: Context, sighting: Sighting, role: Role) -> ScanVerdict | None:
    """Return the verdict on a piece that is put where the list of instructions says.

    Words said before it mean a move.
    """
    line = context.tick(sighting)
    if line is None:
        return None
    if context.played_on:
        sentence = Sentence(role).plus(sighting, context.seats)
        if sentence is not None and (moves := readings(sentence, context).whole):
            ticks = QuestionOption(TICK, args={"line": line, "card": sighting.component})
            options = (
                ticks,
                *(QuestionOption(DO, offer.command) for offer in moves[:MOST_OPTIONS]),
                QuestionOption(PUT_BACK),
            )
            return AskTable(asked(sentence, "tick-or-move", options))
    return Tick(line, (sighting.row,))


def _in_place(context: Context, sighting: Sighting, role: Role) -> Ignored | None:
    """Return the verdict on a piece at the place where the game has it anyway: laid out, or put back after a look."""
    component = sighting.component or ""
    where = context.state.where.get(component)
    if role.place is None or sighting.game != context.game.id:
        return None
    if not (role.covers(where) if where is not None else _may_lie_unread(context, component, role)):
        return None
    return Ignored("in-place", (sighting.row,), {"card": sighting.component, "zone": sighting.zone})


def _may_lie_unread(context: Context, component: Component, role: Role) -> bool:
    """Return True when a card that nobody has tapped may lie at this slot: laid there it has not left it."""
    return role.single and any(
        n and role.covers(path) and (component in pool.contents or kind_of(component) in pool.contents)
        for pool in context.state.pools.values()
        for path, n in pool.places.items()
    )


def _word(context: Context, sighting: Sighting, role: Role, question: Question | None) -> ScanVerdict | None:
    """Return the verdict on an answer to the open question or on the word for taking back.

    Each of them is a sentence by itself.
    """
    rows, shared = (sighting.row,), sighting.shared
    if question is not None:
        chosen = _answer(context, question, sighting, role)
        if chosen is not None:
            return AnswerChosen(question.id, chosen, rows)
        if shared is not None and "confirm" in shared.moves:
            return Ignored("choose-first", rows, {"question": question.code}, refused=True)
    if shared is not None and "undo" in shared.moves:
        return Undo(rows) if context.can_undo else Ignored("nothing-to-undo", rows, refused=True)
    return None


def _answer(context: Context, question: Question, sighting: Sighting, role: Role) -> int | None:
    """Return the index of the option of the open question that this tap chooses."""
    shared = sighting.shared
    seat = context.seats[shared.seat - 1] if shared is not None and shared.seat else role.seat
    if seat is not None and shared is not None and (shared.seat or "confirm" in shared.moves):
        agreed = question.agreed_by(seat)
        if agreed is not None:
            return agreed
    if shared is not None and "confirm" in shared.moves:
        return question.confirmed()
    if shared is not None and "no" in shared.moves:
        return question.denied()
    if shared is not None and not question.rows and question.code in (UNTOUCHED, ROUND_UNTOUCHED):
        # A click was asked about: the token for the same says yes.
        return question.confirmed() if set(shared.moves) & set(END_TURN) else None
    if shared is not None and (begun := question.begun_by(shared.moves)) is not None:
        return begun
    if question.code not in ("which", "lifted", "wrong-tray", WHOSE) or sighting.uid == question.uid:
        return None
    if shared is not None and shared.seat:
        return question.chosen_by(context.seats[shared.seat - 1])
    return question.chosen_by(sighting.component or "")


def _unknown(sighting: Sighting, role: Role) -> Question:
    options = (QuestionOption(ENROL, args={"uid": sighting.uid}), QuestionOption(PUT_BACK), QuestionOption(IGNORE_TAG))
    return Question(
        id=sighting.row, code="unknown-tag", rows=(sighting.row,), at=sighting.at, zone=sighting.zone,
        uid=sighting.uid, channel=role.channel, args={"uid": sighting.uid, "zone": sighting.zone}, options=options,
    )  # fmt: skip


def _second_board(sighting: Sighting, role: Role) -> Question:
    args = {"zone": sighting.zone, "device": sighting.device, "card": sighting.component or sighting.uid}
    return Question(
        id=sighting.row, code="second-board", rows=(sighting.row,), at=sighting.at, zone=sighting.zone,
        uid=sighting.uid, channel=role.channel, args=args,
        options=(QuestionOption(USE_BOARD, args=args), QuestionOption(PUT_BACK)),
    )  # fmt: skip


def _longer(context: Context, sentence: Sentence, sighting: Sighting, role: Role) -> Sentence | None:
    """Return the sentence with one more word; None when the word does not belong to it."""
    longer = sentence.plus(sighting, context.seats)
    if longer is None:
        return None
    if role.place is not None and longer.role.place is None:
        longer = replace(longer, role=role)
    if sentence.card is None:
        return longer
    # What follows a card belongs to it only if some command takes both.
    return longer if readings(longer, context).possible else None


def _whole(context: Context, sentence: Sentence, found: Readings) -> ScanVerdict | None:
    """Return the verdict on a sentence that needs no more words; None while it may get more, or means nothing."""
    back = _put_back(context, sentence, found)
    if back is not None:
        return back
    if found.whole:
        return _one_or_ask(sentence, found.whole)
    if sentence.card is not None and len(found.open) == 1 and not found.open[0].tapped:
        return _one_or_ask(sentence, found.open)
    if found.open:
        return None
    two = pairs(sentence, context)
    doubtful = any(offer.refusal is not None and offer.refusal.forcible for offer in found.refused)
    if len(two) == 1 and two[0].quiet and not doubtful:
        return Submit((two[0].first, two[0].then), sentence.rows)
    both = tuple(QuestionOption(DO_BOTH, pair.then, first=pair.first) for pair in two[:MOST_OPTIONS])
    if found.refused and (sentence.card is not None or _bare(found.refused)):
        return _refused(sentence, found.refused, both)
    if both:
        return AskTable(asked(sentence, "two-steps", (*both, QuestionOption(PUT_BACK))))
    if sentence.verb is not None and sentence.card is None and not found.possible:
        if len(sentence.sightings) > 1 and "no" in sentence.moves:
            return Ignored("words-dropped", sentence.rows, {"cards": list(sentence.words[:-1])})
        return _no_use(context, sentence)
    return None


def _no_use(context: Context, sentence: Sentence) -> Ignored:
    """Return the verdict on a verb that fits nothing.

    While somebody has a question to answer, the verdict gives that as the reason.
    """
    prompt = context.state.prompt
    args = {"card": sentence.last.component}
    if prompt is not None and prompt.waiting:
        return Ignored("verb-waits", sentence.rows, {**args, "seats": list(prompt.waiting)}, refused=True)
    return Ignored("verb-no-use", sentence.rows, args, refused=True)


def _put_back(context: Context, sentence: Sentence, found: Readings) -> ScanVerdict | None:
    """Ask about a piece that lies again where it lay before its last move: it is never undone unasked.

    Moves that want their verb do not count against it; others that are legal do.
    """
    if sentence.card is None or sentence.verb is not None or sentence.seats or sentence.target is not None:
        return None
    if any(not offer.spoken for offer in (*found.whole, *found.open)):
        return None
    n = context.came_from(sentence.card, sentence.role)
    if n is None:
        return None
    others = tuple(QuestionOption(DO, offer.command) for offer in found.whole[:MOST_OPTIONS])
    question = asked(
        sentence, "take-back-piece", (QuestionOption(BACK, args={"n": n}), *others, QuestionOption(PUT_BACK))
    )
    return AskTable(replace(question, args={**question.args, "n": n}))


def _bare(offers: Sequence[Offer]) -> bool:
    """Return True when one of these needs no piece, so that the verb alone was the whole wish."""
    return any(offer.command.card is None for offer in offers)


def _one_or_ask(sentence: Sentence, offers: Sequence[Offer]) -> ScanVerdict:
    if len(offers) == 1:
        return Submit((offers[0].command,), sentence.rows)
    options = tuple(QuestionOption(DO, offer.command) for offer in offers[:MOST_OPTIONS])
    return AskTable(asked(sentence, "which", (*options, QuestionOption(PUT_BACK))))


def _refused(sentence: Sentence, offers: Sequence[Offer], both: tuple[QuestionOption, ...] = ()) -> ScanVerdict:
    """Ask whether it happened anyway when the table may insist; otherwise say why not."""
    forcible = [offer for offer in offers if offer.refusal is not None and offer.refusal.forcible]
    first = forcible[0] if forcible else offers[0]
    refusal = first.refusal or Refused("")
    if not forcible and not both:
        args = {"refusal": refusal.code, "cite": refusal.cite, **refusal.args}
        return Ignored("refused", sentence.rows, args, refused=True)
    same = _told_apart(first, [offer for offer in forcible if offer.command.move == first.command.move])
    options = tuple(QuestionOption(FORCE, replace(offer.command, force=HAPPENED)) for offer in same[:MOST_OPTIONS])
    question = asked(sentence, "refused", (QuestionOption(PUT_BACK), *both, *options, QuestionOption(IGNORE_TAG)))
    return AskTable(replace(question, args={**question.args, **refusal.args}, refusal=refusal.code, cite=refusal.cite))


def _told_apart(first: Offer, offers: list[Offer]) -> list[Offer]:
    """Return the offers without those that come to the same.

    A target unsaid is enough. A piece stands for its reader and its owner.
    """
    if first.command.target is None:
        return [offer for offer in offers if offer.command.target is None]
    pieces = [offer for offer in offers if "#" in (offer.command.target or "")]
    return pieces if first in pieces else offers


def _cut(context: Context, sentence: Sentence) -> ScanVerdict:
    """Return the verdict on a sentence that will not go on. A choice is asked, never made, after a time-out."""
    found = readings(sentence, context)
    fillable = tuple(offer for offer in found.open if not offer.tapped)
    if sentence.card is not None and fillable:
        return _one_or_ask(sentence, fillable)
    return Ignored("words-expired", sentence.rows, {"cards": list(sentence.words)})


def _no_reading(sentence: Sentence) -> Ignored:
    """Return the verdict on words that make no command together, or on a piece that this level does not follow."""
    if len(sentence.sightings) == 1:
        return Ignored("no-use", sentence.rows, {"card": sentence.card})
    return Ignored("no-reading", sentence.rows, {"cards": list(sentence.words)}, refused=True)
