"""A whole match by itself: simulated players, real firmware, the real link, the real table; then the two are compared.

Everything happens in simulated time on one thread, so that the same seed gives the same match.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from lairkeeper.board import BoardEvent, LockstepLink, SimulatedBoard
from lairkeeper.board.events import PLACED, REMOVED
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.ids import TABLE
from lairkeeper.core.pieces import SHARED, piece
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import as_option, specs
from lairkeeper.games import get_game
from lairkeeper.i18n import LANGUAGES, Texts, shared_texts
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub, Question, Table, demo_uid
from lairkeeper.table.last_scan import LastScan

from .acts import Act, FixedRules, Intent, Overfull, ReadsView, SimulatedLevel, SimulatedMatch, Tap
from .installed import levels_of
from .leaks import Watch
from .meant import flickered, option_meant
from .noise import NOISES, USUAL
from .saying import Reader

EPOCH: Final = 1_767_225_600.0
"""When every simulated match begins: 2026-01-01 00:00 UTC."""
PATIENCE_MS: Final = 12_000
"""Milliseconds that the players wait for the app before they give up: longer than any word stays armed."""
REACH_MS: Final = 300
"""A hand does not lay the same piece down again sooner than this after it has left."""
ON_ITS_WAY_MS: Final = 2_100
"""Longer than a piece counts as being on its way from one reader to the next."""
PERIODS_MS: Final = (40, 80, 120)
"""Periods at which the board may be set to look at its readers: as delivered, and slower."""
HOLD_MS: Final = (450, 900)
"""A tag lies on a reader for so long."""
ONCE_MORE_MS: Final = 2_100
"""Told that a tag was lost and found again, a hand lifts it for so long and lays it down once more."""
SWEEP_MS: Final = 100
"""Milliseconds for which the last card of a fan lies over the reader."""
LONGEST_LOOK_MS: Final = 300
"""A card of a fan lies so long over the reader at most until it is read."""
SWEEPS: Final = 4
"""Times that a fan is drawn over a reader at most."""
COMMANDS: Final = (Intent.MOVE, Intent.JIGGLE)
"""Intents of which the app must make exactly one command."""


class DemoError(Exception):
    """The simulated match cannot begin; the message says what to change."""


@dataclass(slots=True)
class Tally:
    """The counts, differences and leaks of a match, taken while it ran."""

    sent: list[tuple[str, str, int] | None] = field(default_factory=list)
    """The inbox key of each tag placed on purpose; None for one that no event came of."""
    asked: int = 0
    noise: int = 0
    extra: int = 0
    """Events that no placing can explain."""
    differences: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)


class AutoMatch:
    """One match at work. ``progress`` is called with a share of 1 now and then."""

    def __init__(
        self, simulated: SimulatedMatch, board: SimulatedBoard, store: Store, rng: Random,
        progress: Callable[[int], None],
        *, lang: str = LANGUAGES[0], noise: str = USUAL, epoch: float = EPOCH,
    ) -> None:  # fmt: skip
        self._simulated = simulated
        self._epoch = epoch
        self._noise = NOISES[noise]
        self._reader = Reader(simulated.header.game, lang)
        self._board = board
        self._store = store
        self._rng = rng
        self._progress = progress
        self._tally = Tally()
        self._seen: list[BoardEvent] = []
        self._watch = Watch(simulated)
        self._told = 0
        self._tapped: dict[str, tuple[str, int]] = {}
        """By piece: the reader that it left last, and when."""
        self._plug_in()
        self._hub.set_language(lang)
        self.table = self._begin()

    def _plug_in(self) -> None:
        """Make a hub on the store and its link to the board."""
        self._hub = Hub(self._store, clocks=Clocks(self._time, self._steady))
        self._link = LockstepLink(
            self._board, self._store.inbox, on_events=self._received, on_snapshot=self._hub.lying,
            on_status=self._hub.board_changed, epoch=self._epoch,
        )  # fmt: skip
        self._hub.add_link(self._link)

    def _begin(self) -> Table:
        header = self._simulated.header
        more = self._simulated.more_cards if isinstance(self._simulated, Overfull) else ()
        self._hub.enrol_demo_set(header.game, more)
        table = self._hub.start(
            header.game, header.seats, level=header.level, ruleset=header.ruleset, setup=header.setup
        )
        if isinstance(table, Refused):
            raise _cannot_begin(get_game(header.game), table)
        return table

    def play(self) -> Tally:
        """Play the whole match and return the tally, which holds what went wrong."""
        self._link.start()
        self._pump()
        for n, act in enumerate(self._acts()):
            self._act(act)
            self._look(act)
            self._progress(n)
        view = self.table.view(TABLE)
        self._tally.differences += self._simulated.differences(view)
        self._link.close()
        return self._tally

    def _acts(self) -> Iterator[Act]:
        if isinstance(self._simulated, ReadsView):
            self._simulated.watch(lambda: self.table.view(TABLE))
        return self._noise.over(self._simulated.acts(), self._simulated.readers, self._rng)

    def times(self) -> list[int]:
        """Return how often each tag that was placed on purpose has counted; 0 for one that no event came of."""
        used = _used(self._store, self.table.match)
        return [used[key] if key else 0 for key in self._tally.sent]

    # One act ------------------------------------------------------------------------------------------------------

    def _act(self, act: Act) -> None:
        records = self._records()
        self._tap_all(act)
        self._wait(lambda: bool(self.table.question) or not self._undecided())
        meant = act.intent in COMMANDS
        if self.table.question:
            self._tally.asked += len(act.taps) * meant
            self._answer(self.table.question, act if meant else None)
            self._wait(lambda: not self._undecided())
        came = self._records() - records
        if came != act.commands:
            words = ", ".join(f"{tap.component} on {tap.reader}" for tap in act.taps)
            last = self.table.last_scan
            self._tally.differences.append(
                f"{act.intent.value} {words}: {came} commands instead of {act.commands}; last scan {last and last.code}"
            )

    def _tap_all(self, act: Act) -> None:
        if act.swept:
            self._sweep(act.taps)
            return
        for tap in act.taps:
            self._tap(tap, act.intent)

    def _sweep(self, taps: Sequence[Tap]) -> None:
        """Draw a fan over a reader, and once more as long as the board has not read all of its cards."""
        tags = [(tap, *self._uid(tap.component)) for tap in taps]
        for tap in taps:
            self._reach(tap)
        begun = len(self._seen)
        for _ in range(SWEEPS):
            for n, (tap, uid, kind) in enumerate(tags):
                self._board.place(tap.reader, uid, kind)
                self._until_read(uid, begun)
                if n:
                    self._board.take(*_lying(tags[n - 1]))
            self._link.advance(SWEEP_MS)
            self._board.take(*_lying(tags[-1]))
            self._wait(lambda: all(self._came(REMOVED, uid, begun) for _, uid, _ in tags), 2_000)
            self._link.advance(ONCE_MORE_MS)
            if all(self._came(PLACED, uid, begun) for _, uid, _ in tags):
                break
        self._tapped |= {tap.component: (tap.reader, self._link.now_ms) for tap in taps}
        for _, uid, _kind in tags:
            placed = [event.key for event in self._seen[begun:] if event.kind == PLACED and event.uid == uid]
            self._tally.sent.append(placed[0] if placed else None)

    def _tap(self, tap: Tap, intent: Intent) -> None:
        uid, kind = self._uid(tap.component)
        meant = intent in COMMANDS or intent is Intent.TICK
        begun = len(self._seen)
        self._reach(tap)
        before = self.table.last_scan
        self._lay(tap, uid, kind)
        if meant and self._flickered(tap, before):
            self._board.take(tap.reader, uid)
            self._link.advance(ONCE_MORE_MS)
            begun = len(self._seen)
            self._lay(tap, uid, kind)
        if intent is Intent.JIGGLE:
            self._jiggle(tap, uid, kind)
        self._board.take(tap.reader, uid)
        self._wait(lambda: self._came(REMOVED, uid, begun), 2_000)
        self._tapped[tap.component] = (tap.reader, self._link.now_ms)
        self._link.advance(REACH_MS)
        placed = [event.key for event in self._seen[begun:] if event.kind == PLACED and event.uid == uid]
        self._tally.extra += max(0, len(placed) - 1)
        if meant:
            self._tally.sent.append(placed[0] if placed else None)
        self._tally.noise += not meant or intent is Intent.JIGGLE

    def _until_read(self, uid: str, since: int) -> None:
        """Move a fan so slowly that each card is read before the next: of two at once, chance tells the order."""
        self._wait(lambda: self._came(PLACED, uid, since), LONGEST_LOOK_MS)

    def _lay(self, tap: Tap, uid: str, kind: str) -> None:
        """Lay a piece down and leave it there for a moment."""
        begun = len(self._seen)
        self._board.place(tap.reader, uid, kind)
        self._wait(lambda: self._came(PLACED, uid, begun), 2_000)
        self._link.advance(self._rng.randint(*HOLD_MS))

    def _flickered(self, tap: Tap, before: LastScan | None) -> bool:
        """Return True when the screen calls this tap the one before and says how to tap once more."""
        self._pump()
        return flickered(self.table.last_scan, before, tap.component)

    def _reach(self, tap: Tap) -> None:
        """Let enough time pass for a piece that changes readers to count as another tap."""
        reader, left = self._tapped.get(tap.component, (tap.reader, 0))
        if reader != tap.reader and (ms := left + ON_ITS_WAY_MS - self._link.now_ms) > 0:
            self._link.advance(ms)

    def _jiggle(self, tap: Tap, uid: str, kind: str) -> None:
        """Take the tag out of the field for less than a real absence, and put it back."""
        self._board.take(tap.reader, uid)
        self._link.advance(120)
        self._board.place(tap.reader, uid, kind)
        self._link.advance(200)

    def _uid(self, component: str) -> tuple[str, str]:
        if component == "phone":
            return f"08{self._rng.getrandbits(24):06x}", "phone"
        if component == "stranger":
            return f"04{self._rng.getrandbits(48):012x}", "ntag213"
        box = SHARED if piece(component) else self._simulated.header.game
        return demo_uid(box, component).lower(), "ntag213"

    def _answer(self, question: Question, act: Act | None) -> None:
        """Answer with what the act meant, or with "put it back" for what was never meant."""
        n = option_meant(question, act)
        if n is not None:
            self.table.answer(question.id, n, "page")
            return
        self._tally.differences.append(f"question {question.code} has no option that was meant")

    # The clock ----------------------------------------------------------------------------------------------------

    def _time(self) -> float:
        return self._link.time() if hasattr(self, "_link") else self._epoch

    def _steady(self) -> float:
        return self._link.now_ms / 1000 if hasattr(self, "_link") else 0.0

    def _received(self, events: Sequence[BoardEvent]) -> None:
        self._seen.extend(events)
        self._hub.received(events)

    def _pump(self) -> None:
        self._hub.pump()

    def _wait(self, until: Callable[[], bool], ms: int = PATIENCE_MS) -> None:
        """Let time pass in small steps, as the table needs them, until something is so."""
        for _ in range(0, ms, 50):
            self._pump()
            if until():
                return
            self._link.advance(50)
        self._pump()

    def _undecided(self) -> bool:
        left = {row.id for row in self._store.inbox.unconsumed()}
        return bool(self.table.armed) or bool(left - set(self.table.kept))

    def _came(self, kind: str, uid: str, since: int) -> bool:
        return any(event.kind == kind and event.uid == uid for event in self._seen[since:])

    def _records(self) -> int:
        return len(self.table.history)

    def _look(self, act: Act) -> None:
        """Check after an act that the pages show nothing secret and say everything in words."""
        new, self._told = self._records() - self._told, self._records()
        self._tally.differences += self._reader.speechless(self.table, new)
        said = (self.table.last_scan, self._hub.last_scan, *self.table.questions, *self.table.armed)
        self._tally.leaks += self._watch.look(self.table, act, new, said)


def run(
    game: str,
    *,
    players: int,
    seed: int,
    level: str | None,
    layout: str,
    ruleset: Mapping[str, Any],
    store: Store,
    lang: str = LANGUAGES[0],
    noise: str = USUAL,
    interpreter: str = "auto",
    progress: Callable[[int], None] = lambda n: None,
    names: Sequence[str] = (),
    epoch: float = EPOCH,
) -> dict[str, Any]:
    """Play a whole match by itself; the report as one JSON object. Raises ``DemoError`` for what cannot be played.

    ``names`` are the players in place of the usual ones; ``epoch`` is when the match begins, in seconds since 1970.
    """
    began = time.monotonic()
    simulated = simulated_match_of(game, players, seed, level, layout, ruleset, names)
    settings = {"period": Random(f"board {seed}").choice(PERIODS_MS)}
    with SimulatedBoard(simulated.readers, paced=False, seed=seed, settings=settings, interpreter=interpreter) as board:
        hands = Random(f"hands {seed}")
        match = AutoMatch(simulated, board, store, hands, progress, lang=lang, noise=noise, epoch=epoch)
        tally = match.play()
        times = match.times()
        view = match.table.view(TABLE)
        scores = view.scoreboard
        return {
            "game": game,
            "players": players,
            "seed": seed,
            "level": simulated.header.level,
            "layout": layout,
            "lang": lang,
            "noise": noise,
            "period": settings["period"],
            **({"numbers": view.extra["numbers"]} if "numbers" in view.extra else {}),
            "finished": view.finished,
            "winners": list(scores.winners),
            "scores": {each.seat: each.low for each in scores.seats},
            "scans": {
                "sent": len(times),
                "accepted": times.count(1),
                "asked": tally.asked,
                "lost": times.count(0),
                "doubled": tally.extra + sum(n > 1 for n in times),
                "noise": tally.noise,
            },
            "differences": tally.differences,
            "leaks": tally.leaks,
            "interpreter": board.interpreter,
            "seconds": round(time.monotonic() - began, 1),
        }


def ok(report: Mapping[str, Any]) -> bool:
    """Return True when nothing was lost, doubled, leaked or different."""
    scans = report["scans"]
    clean = not (scans["lost"] or scans["doubled"] or report["differences"] or report["leaks"])
    return bool(clean and report["finished"] and scans["accepted"] == scans["sent"])


def _lying(tag: tuple[Tap, str, str]) -> tuple[str, str]:
    tap, uid, _ = tag
    return tap.reader, uid


def _used(store: Store, match: int) -> Counter[tuple[str, str, int]]:
    """Return the number of journal records, or lines ticked off, that each event took part in."""
    ticks = (row for row in store.inbox.after(0) if row.outcome == "tick")
    used = Counter(row.event.key for row in ticks)
    for record in store.journal.read(match):
        for row in store.inbox.get(record.consumed):
            used[row.event.key] += 1
    return used


SEATS: Final = ("Ana", "Bo", "Cy", "Dee", "Eli", "Flo", "Gil", "Hal")


def simulated_match_of(
    game: str, players: int, seed: int, level: str | None, layout: str, ruleset: Mapping[str, Any],
    names: Sequence[str] = (),
) -> SimulatedMatch:  # fmt: skip
    """Return the simulated match of a game at a tracking level; ``names`` are other players than the usual ones.

    Raises ``DemoError`` naming what there is instead.
    """
    known = get_game(game)
    level = level or known.default_level
    if level not in known.levels:
        raise DemoError(f"{game} has no level {level!r}; choose one of {', '.join(known.levels)} with --level")
    simulated = simulated_levels(game)
    if level not in simulated:
        raise DemoError(
            f"nobody simulates {game} at level {level} yet; choose one of {', '.join(simulated)} with --level"
        )
    listed = {spec.name: spec for spec in specs(known.ruleset_type)}
    ruleset = {name: as_option(listed[name], value) if name in listed else value for name, value in ruleset.items()}
    begun = known.start(Header(game, SEATS[:players], level, ruleset))
    if isinstance(begun, Refused) and begun.code == CoreRefusal.BAD_PLAYERS:
        fewest, most = begun.args["low"], begun.args["high"]
        raise DemoError(f"{game} is for {fewest} to {most} players, not {players}; choose with --players")
    if isinstance(begun, Refused) and begun.code in (CoreRefusal.UNKNOWN_OPTION, CoreRefusal.BAD_VALUE):
        raise _cannot_begin(known, begun)
    made = simulated[level].seat(tuple(names) or SEATS[:players], Random(f"{game} {seed}"), layout, ruleset)
    for name, value in ruleset.items():
        if isinstance(made, FixedRules) and name in set(listed) - made.house_rules:
            said = str(value).lower()
            raise DemoError(f"nobody simulates {game} with {name}={said} yet; leave --auto out and play it by hand")
    return made


def simulated_levels(game: str) -> Mapping[str, SimulatedLevel]:
    """Return the levels that a game has simulated players for. Raises ``DemoError`` when it has none."""
    found = levels_of(game)
    if not found:
        raise DemoError(f"{game} has no simulated players; play it by hand, without --auto and --campaign")
    return found


def _cannot_begin(game: Game, refusal: Refused) -> DemoError:
    texts = Texts.load("en", shared_texts(), game.texts_dir)
    return DemoError(f"the match cannot begin: {texts.say(f'refusal.{refusal.code}', refusal.args)}")
