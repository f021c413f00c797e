"""A piece lifted off a reader that is a place: it is on its way, and where it goes is tapped or asked."""

from __future__ import annotations

from lairkeeper.core.result import Offer
from lairkeeper.scans.asking import MOST_OPTIONS
from lairkeeper.scans.context import Context
from lairkeeper.scans.explain import ARMED_FOR
from lairkeeper.scans.question import DO, PUT_BACK, Question, QuestionOption
from lairkeeper.scans.sentence import Sentence
from lairkeeper.scans.sighting import Sighting
from lairkeeper.scans.verdict import AskTable, Incomplete, ScanVerdict
from lairkeeper.scans.zones import COMMON


def lifted(context: Context, sighting: Sighting, now: float) -> ScanVerdict | None:
    """Wait for the tap that says where it goes, then ask; None when its leaving means nothing.

    It means something when the game has the piece at this very place and some legal command moves it on.
    """
    card, role = sighting.component or "", context.role(sighting.zone)
    if role.place is None or sighting.game != context.game.id:
        return None
    if sighting.device not in context.boards.get(sighting.zone, (sighting.device,)):
        return None
    where = context.state.where.get(card)
    if where is None or not role.covers(where):
        return None
    if any(line.card == card and role.covers(line.source or "") for line in context.todo):
        return None
    offers = _onward(context, card)
    if not offers:
        return None
    until = sighting.at + ARMED_FOR
    if now < until:
        return Incomplete(until, Sentence(COMMON, (sighting,), card=card))
    options = (*(QuestionOption(DO, offer.command) for offer in offers[:MOST_OPTIONS]), QuestionOption(PUT_BACK))
    question = Question(
        id=sighting.row, code="lifted", rows=(sighting.row,), at=sighting.at, zone=sighting.zone, uid=sighting.uid,
        channel=COMMON.channel, args={"card": card, "zone": sighting.zone}, options=options,
    )  # fmt: skip
    return AskTable(question)


def _onward(context: Context, card: str) -> list[Offer]:
    """Return the legal offers for a lifted piece, the likeliest first.

    What a bare tap would mean comes first. Among equals, the offers of the seat that acts come first.
    """
    found = {offer.command: offer for offer in context.naming(card) if offer.refusal is None}
    actor = context.actor
    return sorted(found.values(), key=lambda offer: (offer.spoken, offer.command.by not in (actor, None)))
