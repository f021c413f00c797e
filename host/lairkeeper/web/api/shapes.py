"""From the running match to the JSON of the API, made from what one viewer may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from lairkeeper.core.command import Command
from lairkeeper.core.printed import OWN, PROXY
from lairkeeper.core.result import Offer, Refused
from lairkeeper.core.view import PromptView, View
from lairkeeper.table import EVERY

from ..commands import command_text
from ..parts.now import answer_text, now_of
from ..parts.undo import undo_from
from ..translator import Translator
from .types import (
    CommandText,
    MatchState,
    OfferText,
    PlaceText,
    PromptOption,
    PromptText,
    QuestionChoice,
    QuestionText,
    RefusalText,
    ScoreText,
    SideScore,
)

if TYPE_CHECKING:
    from lairkeeper.table import Question, Table

NUMBERS: Final = "numbers"
"""In a view's ``extra``: which printed numbers the match is played with."""


def encoded(value: Any) -> bytes:
    """Return a value as JSON."""
    return _ENCODER.encode(value)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, frozenset | set):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_plain)


def state_of(table: Table, viewer: str, t: Translator) -> MatchState:
    """Return the match as ``viewer`` may know it, with texts in the language of ``t``."""
    view = table.view(viewer)
    board = view.scoreboard
    numbers = view.extra.get(NUMBERS)
    return MatchState(
        match=table.match,
        n=table.history.last.n,
        viewer=viewer,
        game=view.game,
        title=table.game.title.get(t.lang, view.game),
        level=view.level,
        seats=list(view.seats),
        turn=view.turn,
        active=view.active,
        step=view.step,
        finished=view.finished,
        numbers=None if numbers is None else PROXY if numbers == PROXY else OWN,
        now=now_of(table, view, t).what,
        scores=[
            ScoreText(
                seat=each.seat, low=each.low, high=each.high, rank=each.rank,
                winner=each.seat in board.winners, tokens=view.tokens.get(each.seat, 0),
            )
            for each in board.seats
        ],
        sides=[
            SideScore(code=each.code, seats=list(each.seats), low=each.low, high=each.high) for each in board.teams
        ],
        winners=list(board.winners),
        prompt=_prompt(view, t),
        questions=questions_of(table, t),
        places=_places(view),
        facts=dict(view.extra),
        can_undo=table.can_undo,
        can_redo=table.can_redo,
    )  # fmt: skip


def _places(view: View) -> dict[str, PlaceText]:
    return {
        path: PlaceText(count=zone.count, cards=None if zone.cards is None else list(zone.cards))
        for path, zone in view.zones.items()
    }


def _prompt(view: View, t: Translator) -> PromptText | None:
    asked: PromptView | None = view.prompt
    if asked is None or view.finished:
        return None
    options = [
        PromptOption(code=each.code, text=t.say("option", each.code, each.args), command=command_of(each.command))
        for each in asked.options
    ]
    return PromptText(
        id=asked.id,
        code=asked.code,
        text=t.say("prompt", asked.code, asked.args),
        seat=asked.seat,
        cite=_cite(asked.cite, t),
        options=options,
    )


def questions_of(table: Table, t: Translator) -> list[QuestionText]:
    """Return the open questions of scans and of undos, as everybody at the table may know them."""
    return [_question(table, each, t) for each in table.questions]


def _question(table: Table, question: Question, t: Translator) -> QuestionText:
    why = t.say("refusal", question.refusal, question.args) if question.refusal else ""
    if question.channel == EVERY:
        why = undo_from(table, int(question.args["n"]), t)
    choices = [
        QuestionChoice(option=at, action=option.action, text=answer_text(table, option, t))
        for at, option in enumerate(question.options)
    ]
    text = t.say("question", question.code, question.args)
    return QuestionText(id=question.id, code=question.code, text=text, why=why, choices=choices)


def offer_of(offer: Offer, t: Translator) -> OfferText:
    """Return an offer with its text, and its refusal in words."""
    refusal = refusal_of(offer.refusal, t) if offer.refusal is not None else None
    return OfferText(text=command_text(offer.command, t), command=command_of(offer.command), refusal=refusal)


def refusal_of(refusal: Refused, t: Translator) -> RefusalText:
    """Return a refusal in words."""
    text = t.say("refusal", refusal.code, refusal.args)
    return RefusalText(code=str(refusal.code), text=text, cite=_cite(refusal.cite, t), forcible=refusal.forcible)


def command_of(command: Command) -> CommandText:
    """Return a command as a caller sends it."""
    return CommandText(
        move=command.move, by=command.by, card=command.card, target=command.target, amount=command.amount,
        option=command.option, prompt=command.prompt,
    )  # fmt: skip


def _cite(rule: str | None, t: Translator) -> str | None:
    return t.say("rule", rule) if rule else None
