"""The JSON of the API. The OpenAPI document is made from these types, so it cannot say anything else."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

LARGEST: int = 999_999_999
Count: TypeAlias = Annotated[int, Meta(ge=0)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST)]
RecordNumber: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=400)]
Told: TypeAlias = dict[str, Any]
"""Arguments of a text, as plain JSON."""


class ResponseBody(msgspec.Struct, frozen=True, kw_only=True):
    """The base of everything that the API answers."""


class RequestBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of everything that a caller sends: an unknown field is an error."""


# The match


class CommandText(ResponseBody, frozen=True, kw_only=True):
    """A command as ``POST /match/moves`` takes it. Fields that are null may be left out."""

    move: str
    by: str | None = None
    card: str | None = None
    target: str | None = None
    amount: int | None = None
    option: str | None = None
    prompt: int | None = None


class RefusalText(ResponseBody, frozen=True, kw_only=True):
    """Why a command is not allowed now. ``forcible``: the table may insist."""

    code: str
    text: str
    cite: str | None
    forcible: bool


class OfferText(ResponseBody, frozen=True, kw_only=True):
    """A command that this caller may know of, and why it is not allowed now."""

    text: str
    command: CommandText
    refusal: RefusalText | None


class Offers(ResponseBody, frozen=True, kw_only=True):
    """The offers of the game to this caller. ``n`` is the number of the newest record that it is about."""

    match: int
    n: int
    offers: list[OfferText]


class PromptOption(ResponseBody, frozen=True, kw_only=True):
    """One answer to the prompt: send its command."""

    code: str
    text: str
    command: CommandText


class PromptText(ResponseBody, frozen=True, kw_only=True):
    """The question of the game that is open now. ``seat`` null: everybody, or nobody in particular."""

    id: int
    code: str
    text: str
    seat: str | None
    cite: str | None
    options: list[PromptOption]


class QuestionChoice(ResponseBody, frozen=True, kw_only=True):
    """One answer to an open question, by its number."""

    option: int
    action: str
    text: str


class QuestionText(ResponseBody, frozen=True, kw_only=True):
    """A question that a scan or an undo raised, for ``POST /match/answers``."""

    id: int
    code: str
    text: str
    why: str
    choices: list[QuestionChoice]


class ScoreText(ResponseBody, frozen=True, kw_only=True):
    """The score of a seat. ``low`` and ``high`` are the same when it is known; ``high`` null has no bound yet."""

    seat: str
    low: int
    high: int | None
    rank: int | None
    winner: bool
    tokens: int


class SideScore(ResponseBody, frozen=True, kw_only=True):
    """The score of players who win together."""

    code: str
    seats: list[str]
    low: int
    high: int | None


class PlaceText(ResponseBody, frozen=True, kw_only=True):
    """A place on the table. ``cards`` null: this caller may only know how many lie there."""

    count: int
    cards: list[str] | None


class MatchState(ResponseBody, frozen=True, kw_only=True):
    """The match on the table as this caller may know it. ``n`` is the number of its newest record.

    ``numbers``: ``proxy`` are invented numbers, ``printed`` typed ones; null where all are public. ``facts`` are the
    game's own.
    """

    match: int
    n: int
    viewer: str
    game: str
    title: str
    level: str
    seats: list[str]
    turn: int
    active: str | None
    step: str
    finished: bool
    numbers: Literal["proxy", "printed"] | None
    now: str
    scores: list[ScoreText]
    sides: list[SideScore]
    winners: list[str]
    prompt: PromptText | None
    questions: list[QuestionText]
    places: dict[str, PlaceText]
    facts: Told
    can_undo: bool
    can_redo: bool


class LogText(ResponseBody, frozen=True, kw_only=True):
    """The text ``log.<code>`` of the game with its arguments."""

    code: str
    args: Told


class RecordText(ResponseBody, frozen=True, kw_only=True):
    """One record as everybody at the table may know it: exports and sinks write the same."""

    match: int
    n: int
    at: str
    who: str
    why: str
    kind: str
    line: LogText
    span: list[int]


class Records(ResponseBody, frozen=True, kw_only=True):
    """Records in order. Ask again with ``next`` as ``since``; ``more``: there are some already."""

    match: int
    records: list[RecordText]
    next: int
    more: bool


class Done(ResponseBody, frozen=True, kw_only=True):
    """The result of a request. ``again``: this Idempotency-Key had counted before, and nothing was done now.

    ``n`` is the number of the newest record. ``question``: it must be answered first, as an undo that concerns others.
    """

    match: int
    n: int
    again: bool = False
    question: int | None = None
    unverified: list[str] = []


class PaceState(ResponseBody, frozen=True, kw_only=True):
    """The turn clock and the pause."""

    clock: bool
    paused: bool
    whose: str | None
    seconds: float


# What a caller sends


class MoveRequest(RequestBody, frozen=True, kw_only=True):
    """A command: ``lairkeeper moves GAME`` lists them. ``force`` is the reason for which the table insists."""

    move: Word
    by: Word | None = None
    card: Word | None = None
    target: Word | None = None
    amount: Annotated[int, Meta(ge=-9999, le=9999)] | None = None
    option: Word | None = None
    prompt: RecordNumber | None = None
    force: Word | None = None


class UndoSteps(RequestBody, frozen=True, kw_only=True):
    """The number of commands to take back."""

    n: Annotated[int, Meta(ge=1, le=9999)] = 1


class QuestionAnswer(RequestBody, frozen=True, kw_only=True):
    """The id of an open question, and the number of the answer."""

    question: RecordNumber
    option: Annotated[int, Meta(ge=0, le=99)]


class NewMatch(RequestBody, frozen=True, kw_only=True):
    """A match to begin. What is left out is as usual for the game."""

    game: Word
    seats: Annotated[list[Word], Meta(min_length=1, max_length=20)]
    level: Word | None = None
    rules: dict[str, bool | int | str] = {}
    numbers: Literal["proxy", "printed"] | None = None


class PaceChange(RequestBody, frozen=True, kw_only=True):
    """Switches; what is left out stays as it is."""

    clock: bool | UnsetType = UNSET
    paused: bool | UnsetType = UNSET


class NoQuery(RequestBody, frozen=True, kw_only=True):
    """No parameter."""


class RecordsQuery(RequestBody, frozen=True, kw_only=True):
    """The records to list: from which number on, and how many."""

    since: RecordNumber = 0
    limit: Annotated[int, Meta(ge=1, le=100)] = 100


class MatchesQuery(RequestBody, frozen=True, kw_only=True):
    """The number of matches to list."""

    limit: Annotated[int, Meta(ge=1, le=200)] = 50


# What there is beside the match


class SeatResult(ResponseBody, frozen=True, kw_only=True):
    """The result of a match for a seat."""

    seat: str
    score: int | None
    rank: int | None
    winner: bool


class MatchEntry(ResponseBody, frozen=True, kw_only=True):
    """A match of the list. Times are UTC. ``result`` is empty until it has ended."""

    match: int
    game: str
    title: str | None
    seats: list[str]
    level: str | None
    state: Literal["running", "archived", "finished", "damaged"]
    started: str
    finished: str | None
    result: list[SeatResult]


class MatchListing(ResponseBody, frozen=True, kw_only=True):
    """Matches, the newest first, without those that were deleted."""

    matches: list[MatchEntry]


class PersonEntry(ResponseBody, frozen=True, kw_only=True):
    """Somebody who plays here. ``crest``: colour and symbol, 1 to 8."""

    id: int
    name: str
    crest: int
    played: int
    won: int
    archived: bool


class PeopleList(ResponseBody, frozen=True, kw_only=True):
    """The people who play here, those who sat down last first."""

    people: list[PersonEntry]


class TokenEntry(ResponseBody, frozen=True, kw_only=True):
    """A token without its secret. Times are UTC."""

    number: int
    name: str
    scopes: list[str]
    seat: str | None
    created: str
    used: str | None
    expires: str | None


class TokenList(ResponseBody, frozen=True, kw_only=True):
    """The tokens of all programs."""

    tokens: list[TokenEntry]


class Running(ResponseBody, frozen=True, kw_only=True):
    """The match on the table in short."""

    match: int
    n: int
    game: str
    level: str
    finished: bool


class About(ResponseBody, frozen=True, kw_only=True):
    """The versions, the match on the table, and the caller."""

    name: str
    version: str
    api: str
    games: list[str]
    languages: list[str]
    running: Running | None
    token: TokenEntry


# Streams


class EventsQuery(RequestBody, frozen=True, kw_only=True):
    """``seconds`` after which the stream ends; 0: it tells what there is now. Without it, the stream stays open."""

    seconds: Annotated[int, Meta(ge=0, le=86_400)] | None = None


class MatchNow(ResponseBody, frozen=True, kw_only=True):
    """The match that is on the table from now on, and the number of its newest record; null: none is."""

    match: int | None
    n: int | None


class QuestionsNow(ResponseBody, frozen=True, kw_only=True):
    """The open questions after one was asked or answered."""

    match: int
    questions: list[QuestionText]
