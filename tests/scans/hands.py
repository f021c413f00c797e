"""Hands over the readers, each with what it means: where a tag is, how well it couples there, and what must come of it.

A gesture is a row of stays: a tag at a reader from when to when, and how likely one look at it succeeds. ``looks``
polls them as the firmware's poller does, a second independent read of a new tag included, through the firmware's own
presence, so that what comes out is what a board sends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.pieces import SHARED, piece
from lairkeeper.core.purse import worth
from lairkeeper.games.forever_evil import GAME
from lairkeeper.scans import AskTable, Ignored, Question, Sighting, StreamPlayer
from lairkeeper.scans.explain import ARMED_FOR
from lairkeeper.scans.question import ALSO, EVERY, FIRST_ONLY, HERE, INSTEAD, PUT_BACK, TURN_OPEN, WHOSE
from lairkeeper.scans.review import POSSIBLE
from lairkeeper.scans.turn_memory import TurnMemory
from lairkeeper.table.last_scan import SILENT

from .noise import Edges, Presence, Tag, uid_of

PERIOD_MS: Final = 40
"""The period at which a board looks at its readers, as delivered."""
TRAYS: Final = ("seat-1", "seat-2", "seat-3", "seat-4")
READERS: Final = ("tap", *TRAYS)
SEATS: Final = ("Ana", "Bo", "Cy", "Di")
SETTLED_MS: Final = 2_600
"""After a gesture: longer than a tag may be on its way, a reader slow to let go, or a board slow to say so."""


@dataclass(frozen=True, slots=True)
class Stay:
    """A tag at a reader, in ms of the gesture; ``near`` is the chance that one look reads it."""

    zone: str
    component: str
    start: int
    end: int
    near: float


@dataclass(frozen=True, slots=True)
class Gesture:
    """``meant``: each piece and the reader where it is to count, once for each time it does."""

    name: str
    stays: tuple[Stay, ...]
    meant: tuple[tuple[str, str], ...]

    @property
    def end(self) -> int:
        return max(stay.end for stay in self.stays)


class Hands:
    """Draws gestures; the same for the same seed."""

    def __init__(self, seed: int, trays: int = len(TRAYS)) -> None:
        self.rng = Random(seed)
        self.trays = TRAYS[:trays]
        self.kinds: Mapping[str, Callable[[], Gesture]] = {
            "approach": self.approach,
            "hover": self.hover,
            "jitter": self.jitter,
            "hard": self.hard,
            "over a neighbour": self.over,
            "back over a neighbour": self.back,
            "double tap": self.double,
            "two hands": self.two_hands,
            "fan": self.fan,
            "verb over a neighbour": self.verb_over,
            "undo over a neighbour": self.undo_over,
        }

    def gesture(self) -> Gesture:
        """Any of them."""
        return self.kinds[self.rng.choice(tuple(self.kinds))]()

    # One tag, one reader

    def approach(self) -> Gesture:
        zone, token = self._zone(), self._token()
        return Gesture("approach", self._tap(zone, token, 0), ((token, zone),))

    def hover(self) -> Gesture:
        """Hover above the reader while the hand thinks, where few looks read the tag, or most."""
        zone, token, ms = self._zone(), self._token(), self.rng.randint(200, 900)
        above = Stay(zone, token, 0, ms, self.rng.uniform(0.1, 0.8))
        return Gesture("hover", (above, *self._tap(zone, token, ms)), ((token, zone),))

    def jitter(self) -> Gesture:
        """Lay a token badly: it is lost again and again, for less than a board takes to believe it."""
        zone, token, at = self._zone(), self._token(), 0
        stays: list[Stay] = []
        for _ in range(self.rng.randint(2, 6)):
            ms = self.rng.randint(150, 500)
            stays.append(Stay(zone, token, at, at + ms, self.rng.uniform(0.7, 1.0)))
            at += ms + self.rng.randint(20, 160)
        return Gesture("jitter", (*stays, *self._tap(zone, token, at)), ((token, zone),))

    def hard(self) -> Gesture:
        """Laid down hard, it jumps once or twice."""
        zone, token, at = self._zone(), self._token(), 0
        stays: list[Stay] = []
        for _ in range(self.rng.randint(1, 2)):
            stays.append(Stay(zone, token, at, at + self.rng.randint(40, 120), 1.0))
            at = stays[-1].end + self.rng.randint(30, 120)
        return Gesture("hard", (*stays, *self._tap(zone, token, at)), ((token, zone),))

    # From reader to reader

    def over(self) -> Gesture:
        """Carried over one or two readers to another."""
        *past, zone = self.rng.sample(self.trays, self.rng.choice((2, 2, 2, min(3, len(self.trays)))))
        token = self._token()
        stays, at = self._past(past, token, 0)
        return Gesture("over a neighbour", (*stays, *self._tap(zone, token, at)), ((token, zone),))

    def back(self) -> Gesture:
        """Tap a token and take it back to the bank over another reader."""
        zone, past = self.rng.sample(self.trays, 2)
        token = self._token()
        stays = self._tap(zone, token, 0, self.rng.randint(300, 2_500))
        behind, _ = self._past([past], token, stays[-1].end + self.rng.randint(0, 600))
        return Gesture("back over a neighbour", (*stays, *behind), ((token, zone),))

    def verb_over(self) -> Gesture:
        """Carry a verb over one tray to another; what is tapped on the first then is without a verb."""
        past, zone = self.rng.sample(self.trays, 2)
        token = self._token()
        stays, at = self._past([past], "verb-discard#1", 0)
        verb = self._tap(zone, "verb-discard#1", at)
        tap = self._tap(past, token, verb[-1].end + self.rng.randint(300, 1_500))
        return Gesture("verb over a neighbour", (*stays, *verb, *tap), ((token, past),))

    def undo_over(self) -> Gesture:
        """Tap a token that counts, then take it back by a word that passes another reader first."""
        past, zone = self.rng.sample(self.trays, 2)
        token = self._token()
        tap = self._tap(zone, token, 0)
        stays, at = self._past([past], "verb-undo#1", tap[-1].end + self.rng.randint(500, 1_500))
        return Gesture("undo over a neighbour", (*tap, *stays, *self._tap(zone, "verb-undo#1", at)), ())

    # Several taps

    def double(self) -> Gesture:
        """Tap the same token twice at one reader, or at two, as quickly as a hand can."""
        first, second = self._zone(), self._zone()
        token = self._token()
        once = self._tap(first, token, 0)
        again = self._tap(second, token, once[-1].end + self.rng.randint(400, 2_000))
        return Gesture("double tap", (*once, *again), ((token, first), (token, second)))

    def two_hands(self) -> Gesture:
        """Two players at the same moment."""
        zones, tokens = self.rng.sample(self.trays, 2), self.rng.sample(_tokens(), 2)
        stays = [
            stay
            for zone, token in zip(zones, tokens, strict=True)
            for stay in self._tap(zone, token, self.rng.randint(0, 400))
        ]
        return Gesture("two hands", tuple(stays), tuple(zip(tokens, zones, strict=True)))

    def fan(self) -> Gesture:
        """Several at once on one reader, one a little after the other."""
        zone, tokens = self._zone(), self.rng.sample(_tokens(), self.rng.randint(2, 4))
        ms = self.rng.randint(500, 1_200)
        stays = [stay for token in tokens for stay in self._tap(zone, token, self.rng.randint(0, 150), ms)]
        return Gesture("fan", tuple(stays), tuple((token, zone) for token in tokens))

    # Parts

    def _zone(self) -> str:
        return self.rng.choice(("tap", *self.trays))

    def _token(self) -> str:
        return self.rng.choice(_tokens())

    def _tap(self, zone: str, component: str, at: int, ms: int | None = None) -> tuple[Stay, ...]:
        """Down, long enough for three looks, and up."""
        down, up = self.rng.randint(20, 120), self.rng.randint(20, 120)
        lies = at + down
        lifts = lies + (ms or self.rng.randint(400, 900))
        return (
            Stay(zone, component, at, lies, 0.4),
            Stay(zone, component, lies, lifts, self.rng.uniform(0.93, 1.0)),
            Stay(zone, component, lifts, lifts + up, 0.4),
        )

    def _past(self, zones: Iterable[str], component: str, at: int) -> tuple[tuple[Stay, ...], int]:
        """Over these readers, 80 to 500 ms each; when it reaches what comes after."""
        stays: list[Stay] = []
        for zone in zones:
            stays.append(Stay(zone, component, at, at + self.rng.randint(80, 500), self.rng.uniform(0.4, 1.0)))
            at = stays[-1].end + self.rng.randint(60, 1_000)
        return tuple(stays), at


def _tokens() -> Sequence[str]:
    return [f"vp-{value}#{n}" for value in (1, 5, 10) for n in range(1, 10)]


class Board:
    """Readers under those hands; rows and the board's clock go on from gesture to gesture."""

    def __init__(self, game: str, seed: int, readers: Sequence[str] = READERS, period: int = PERIOD_MS) -> None:
        self.rng = Random(f"looks {seed}")
        self.game = game
        self.period = period
        self.now = 1_000
        self.row = 0
        self._names: dict[bytes, str] = {}
        self._edges = Edges()
        self._readers = {zone: Presence(1, self._edges.emit) for zone in readers}

    def looks(self, gesture: Gesture) -> list[Sighting]:
        """Return what the board sends from the first look at a gesture until it has settled."""
        begun, end = self.now, self.now + gesture.end + SETTLED_MS
        found: list[Sighting] = []
        while self.now < end:
            self.now += self.period
            for zone, presence in self._readers.items():
                read = self._read(gesture, zone, self.now - begun)
                if not read:
                    presence.nothing(0, self.now)
                elif presence.seen(0, read, self.now) and (again := self._read(gesture, zone, self.now - begun)):
                    presence.seen(0, again, self.now)
                found += (self._sighting(zone, *edge) for edge in self._edges.taken())
        return found

    def _read(self, gesture: Gesture, zone: str, ms: int) -> list[Tag]:
        here = (stay for stay in gesture.stays if stay.zone == zone and stay.start <= ms < stay.end)
        read = [stay.component for stay in here if self.rng.random() < stay.near]
        self._names.update((uid_of(each), each) for each in read)
        return [Tag(uid_of(each), 0) for each in read]

    def _sighting(self, zone: str, kind: str, uid: bytes, read: tuple[int, int] | None) -> Sighting:
        self.row += 1
        component = self._names[uid]
        game = SHARED if piece(component) else self.game
        at = self.now / 1000
        return Sighting(self.row, at, zone, kind, uid.hex(), game, component, "board", "boot", ms=self.now, looks=read)


def answer_of(question: Question, gesture: Gesture) -> int | None:
    """Return the answer of the hand that made the gesture; None when no answer fits."""
    if question.channel == EVERY:  # a step is to be taken back, and all agree
        return 0
    card = question.args["card"]
    if question.code in (TURN_OPEN, POSSIBLE):  # the next player has begun, or the piece was on its way past
        meant = (card, question.zone) in gesture.meant
        return 0 if meant else len(question.options) - 1
    here = (card, question.zone) in gesture.meant
    there = (card, question.args.get("other")) in gesture.meant
    wanted = [ALSO] if here and there else [INSTEAD, HERE, ALSO] if here else [FIRST_ONLY, PUT_BACK]
    actions = [option.action for option in question.options]
    return next((actions.index(action) for action in wanted if action in actions), None)


@dataclass(slots=True)
class Outcome:
    """The results of many gestures, by their names; ``wrong`` says which and why."""

    played: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Judge:
    """A match at level ``score`` under those hands: each gesture against what it meant."""

    def __init__(
        self, seed: int, seats: Sequence[str] = SEATS, period: int = PERIOD_MS, turn_end: str = "told"
    ) -> None:
        self.hands = Hands(seed, len(seats))
        self.board = Board(GAME.id, seed, READERS[: len(seats) + 1], period)
        self.seats = seats
        self.turn_end = turn_end
        history = History.start(GAME, Header(GAME.id, tuple(seats), "score", {"turn-end": turn_end}))
        assert isinstance(history, History)
        self.player = StreamPlayer(history)
        self.player.turns = TurnMemory(turn_end == "understood")
        self.outcome = Outcome()
        self._active = ""
        """Whose turn it was for the app when the gesture began."""

    def play(self, gestures: int) -> Outcome:
        """Play so many of them."""
        for n in range(gestures):
            self.one(n, self.hands.gesture())
        return self.outcome

    def one(self, n: int, gesture: Gesture) -> None:
        player = self.player
        before, told = self.scores(), len(player.verdicts)
        self._active = player.history.state.active or ""
        for sighting in self.board.looks(gesture):
            player.until(sighting.at)
            player.listener.hear(sighting)
        player.until(self.board.now / 1000)
        made = player.verdicts[told:]
        came = {seat: now - before[seat] for seat, now in self.scores().items()}
        asked = [each.question.code for each in made if isinstance(each, AskTable)]
        said = [each.code for each in made if isinstance(each, Ignored) and each.code not in SILENT]
        meant = self.meant(gesture)
        for id in [each.id for each in player.questions]:
            for question in [each for each in player.questions if each.id == id]:
                self.answer(question, gesture)
        after = {seat: now - before[seat] for seat, now in self.scores().items()}
        self.outcome.played[gesture.name] += 1
        self.outcome.asked[gesture.name] += bool(asked)
        self.outcome.said[gesture.name] += bool(said)
        what = f"{n} {gesture.name}: meant {meant}, came {came}, then {after}; asked {asked}, said {said}; {gesture}"
        if self.turn_end == "understood" and any(zone == "tap" for _, zone in gesture.meant):
            # Whose turn it is may have changed in the gesture: that it counts once is what matters here.
            meant, came, after = ({"": sum(each.values())} for each in (meant, came, after))
        if any(after[seat] > meant[seat] for seat in meant):
            self.outcome.wrong.append(f"counted twice: {what}")
        elif after != meant and not said and WHOSE not in asked:
            self.outcome.wrong.append(f"dropped in silence: {what}")
        elif came != meant and not (asked or said):
            self.outcome.wrong.append(f"other than meant: {what}")
        self._clear()

    def meant(self, gesture: Gesture) -> dict[str, int]:
        """Return what each seat gains by the gesture."""
        found = dict.fromkeys(self.seats, 0)
        for token, zone in gesture.meant:
            found[self.seat_of(zone)] += int(token.partition("-")[2].partition("#")[0])
        return found

    def seat_of(self, zone: str) -> str:
        return self._active if zone == "tap" else self.seats[TRAYS.index(zone)]

    def scores(self) -> dict[str, int]:
        return {seat: worth(self.player.history.state, seat) for seat in self.seats}

    def answer(self, question: Question, gesture: Gesture) -> None:
        """As whoever made the gesture would."""
        option = self._whose(question, gesture) if question.code == WHOSE else answer_of(question, gesture)
        if option is not None:
            self.player.choose(question, option)

    def _whose(self, question: Question, gesture: Gesture) -> int | None:
        """Return the option of whoever made the gesture: the turn before may have ended without a word."""
        zone = next((zone for card, zone in gesture.meant if card == question.args["card"]), "")
        seat = self._active if zone == "tap" else None
        by = [option.command.by if option.command is not None else None for option in question.options]
        return by.index(seat) if seat in by else None

    def _clear(self) -> None:
        """Close all questions and the list, so that the next gesture finds nothing open."""
        for question in self.player.questions:
            self.player.listener.used(question.rows)
        self.player.todo = ()
        self.board.now += round(ARMED_FOR * 1_000)
        self.player.until(self.board.now / 1_000)
