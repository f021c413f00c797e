"""A small made-up game that uses everything the kernel has: sealed plots, raids that may be avoided, pools, shields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Data, Event, Label
from lairkeeper.core.game import PathSpec, PromptSpec, RefusalSpec
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Kernel, Move, Unverified, Verdict
from lairkeeper.core.moves import ADJUST, CHOOSE_FRAME, set_level, table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.pool import bounds, may_hold
from lairkeeper.core.purse import worth
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import choice, number
from lairkeeper.core.state import APP, BANK, Frame, State
from lairkeeper.core.view import Scoreboard, ScoreLine, SeatScore
from lairkeeper.core.views import COUNT, PUBLIC
from lairkeeper.core.work import AFFECTED_CHOOSES, Replacement, Work

from .collect import ask_each, pick_some

VP = {"mole": 1, "spade": 0, "gem": 3}
COPIES = {"mole": 8, "spade": 4, "gem": 2}


@dataclass(frozen=True)
class ToyKind:
    kind: str
    copies: int | None
    names: Mapping[str, str]
    zone: str = "deck"


@dataclass(frozen=True)
class ToyCatalog:
    kinds: Mapping[str, ToyKind]


@dataclass(frozen=True, slots=True)
class ToyRules:
    bank: int | None = number(None, 0, 60, rule="bank", optional=True)
    rounds: int = number(2, 1, 9, rule="rounds")
    raids: str = choice("all", "all", "none", rule="raids")
    loud: bool = choice(False, rule="raids")


def _plots(state: State, frame: Frame, seat: Seat) -> Iterable[Command]:
    return (Command(move="answer", by=seat, card=card) for card in state.zone(f"hand.{seat}"))


def _reveal(work: Work, frame: Frame, answers: Mapping[Seat, Data]) -> None:
    for seat, answer in answers.items():
        card = answer["card"]
        work.move(card, "heap")
        work.emit(ev.Faced(card, (TABLE,)))
        work.count(f"plots.{seat}", 1)
    best = max((VP[kind_of(answer["card"])] for answer in answers.values()), default=0)
    for seat, answer in answers.items():
        if best and VP[kind_of(answer["card"])] == best:
            work.queue("bonus", seat=seat, amount=best)


PLOT = ask_each("plot", "plot", _plots, _reveal, sealed=True, options=("card",), cite="plots")


def _bonus(work: Work, frame: Frame) -> None:
    work.pop()
    work.pay(BANK, frame.data["seat"], frame.data["amount"])


def _defenses(state: State, frame: Frame, seat: Seat) -> Iterable[Command]:
    yield Command(move="answer", by=seat, option="take-it")
    yield Command(move="answer", by=seat, option="hide")


def _raid_done(work: Work, frame: Frame, answers: Mapping[Seat, Data]) -> None:
    for seat, answer in answers.items():
        if answer["option"] == "take-it":
            work.pay(seat, frame.data["raider"], 2)


DEFEND = ask_each("defend", "defend", _defenses, _raid_done, in_order=True, options=("take-it", "hide"), cite="raids")


def _toss_choices(state: State, frame: Frame) -> Iterable[Label]:
    return state.zone(f"hand.{frame.data['seat']}")


def _toss(work: Work, frame: Frame, picked: tuple[Label, ...]) -> None:
    for card in picked:
        work.move(card, "heap")


TOSS = pick_some("toss", "toss", _toss_choices, _toss, low=1, high=2, secret=True, cite="tossing")


def _round(work: Work, frame: Frame) -> None:
    if frame.data.get("step", "plot") == "plot":
        work.set(step="raid")
        work.push("plot", seats=tuple(seat for seat in work.state.seats if work.state.zone(f"hand.{seat}")))
    elif frame.prompt is None:
        work.ask("your-raid", seat=work.state.active, cite="raids")


def _active(state: State, command: Command) -> Verdict:
    if command.by != state.active:
        return Refused("out-of-turn", {"seat": command.by, "active": state.active}, "raids", forcible=True)
    return None


def _raid_check(state: State, command: Command) -> Verdict:
    if state.rules.raids == "none":
        return Refused("no-raids", {}, "raids")
    return _active(state, command) or Unverified(("raid-strength",))


def _raid(work: Work, command: Command) -> None:
    assert command.by is not None
    work.push("defend", seats=work.state.clockwise(command.by)[1:], raider=command.by)


def _active_offer(name: str) -> Any:
    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        yield Command(move=name, by=state.active)

    return offers


def _end_turn(work: Work, command: Command) -> None:
    state = work.state
    assert state.active is not None
    work.pop()
    if state.turn >= state.rules.rounds * len(state.seats):
        best = max(worth(state, seat) for seat in state.seats)
        work.turn_of(None)
        work.finish(tuple(seat for seat in state.seats if worth(state, seat) == best))
    else:
        work.turn_of(state.clockwise(state.active)[1])
        work.push("round")


def _draw_check(state: State, command: Command) -> Verdict:
    if not state.size("deck"):
        return Refused("deck-empty", {}, "drawing")
    return None


def _read_check(state: State, command: Command) -> Verdict:
    if not may_hold(state, "deck", command.card or "") or "#" not in (command.card or ""):
        return Refused("not-in-deck", {"card": command.card}, "drawing")
    return None


def _draw(work: Work, command: Command) -> None:
    work.emit(ev.PoolShifted("deck", f"hand.{command.by}", 1))


def _read(work: Work, command: Command) -> None:
    """Draw a card that an antenna reads as it comes off the deck face down."""
    work.emit(ev.Moved(command.card or "", "deck", f"hand.{command.by}"))
    work.emit(ev.Faced(command.card or "", (APP, command.by or "")))


def _seat_offers(name: str) -> Any:
    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        for seat in state.seats:
            yield Command(move=name, by=seat)

    return offers


def _start_toss(work: Work, command: Command) -> None:
    work.push("toss", seat=command.by)


ROUND = FrameKind(
    "round",
    table_of(
        Move("raid", _raid, _raid_check, _active_offer("raid"), ("by",), refusals=("no-raids",), levels=("full",)),
        Move("draw", _draw, _draw_check, _seat_offers("draw"), ("by",), refusals=("deck-empty",)),
        Move("read", _read, _read_check, needs=("by", "card")),
        Move("toss", _start_toss, candidates=_seat_offers("toss"), needs=("by",)),
        Move("end-turn", _end_turn, _active, _active_offer("end-turn"), ("by",)),
    ),
    _round,
    prompts=(PromptSpec("your-raid", (), "raids"),),
)
BONUS = FrameKind("bonus", {}, _bonus)


def _setup(work: Work, header: Header) -> Refused | None:
    for path, value in header.setup.items():
        head, _, seat = path.partition(".")
        if seat not in header.seats or head not in {"hand", "purse", "shield", "mirror"}:
            return Refused("bad-setup", {"path": path}, invalid=True)
        if head == "hand":
            for card in value:
                work.place(card, path, {"vp": VP[kind_of(card)]})
                work.emit(ev.Faced(card, (seat,)))
        elif head == "purse":
            work.pay_tokens(BANK, seat, {int(each): n for each, n in value.items()})
        else:
            work.emit(ev.Marked(seat, head, None, value))
    for n, seat in enumerate(header.seats if not header.setup else (), 1):
        for card in (f"mole#{n}", f"spade#{n}", f"mole#{n + 4}"):
            work.place(card, f"hand.{seat}", {"vp": VP[kind_of(card)]})
            work.emit(ev.Faced(card, (seat,)))
    for kind, copies in COPIES.items():
        for n in range(1, copies + 1):
            if f"{kind}#{n}" not in work.state.where:
                work.place(f"{kind}#{n}", "deck", {"vp": VP[kind]})
    work.emit(ev.Shuffled("deck"))
    work.turn_of(header.seats[0])
    work.push("round")
    return None


def _sees(state: State, path: str, viewer: str) -> str:
    return PUBLIC if path == "heap" else COUNT


def _score(state: State, viewer: str) -> Scoreboard:
    scores = []
    for seat in state.seats:
        low, high = bounds(state, (f"hand.{seat}",), lambda card: VP[kind_of(card)])
        tokens = worth(state, seat)
        lines = (ScoreLine("tokens", tokens, {"n": tokens}),)
        scores.append(SeatScore(seat, tokens + low, tokens + high, lines))
    return Scoreboard(tuple(scores), state.winners or ())


def _replacements(state: State, event: Event) -> tuple[Replacement, ...]:
    if not isinstance(event, ev.Paid) or event.payer not in state.seats or event.payee not in state.seats:
        return ()
    found = []
    if state.marked(event.payer, "shield"):
        found.append(Replacement("shield", (ev.Unmarked(event.payer, "shield"),), event.payer))
    if state.marked(event.payer, "mirror"):
        turned = ev.Paid(BANK, event.payer, event.tokens)
        found.append(Replacement("mirror", (ev.Unmarked(event.payer, "mirror"), turned), event.payer))
    return tuple(found)


LEVELS = ("plain", "full")
TOY = Kernel(
    id="toy",
    title={"en": "Toy", "fr": "Jouet"},
    players=(2, 4),
    levels=LEVELS,
    languages=("en", "fr"),
    version=1,
    catalog=ToyCatalog({k: ToyKind(k, n, {"en": k.title(), "fr": f"Le {k}"}) for k, n in COPIES.items()}),
    ruleset_type=ToyRules,
    texts_dir=files(__package__).joinpath("texts"),
    plays_dir=files(__package__).joinpath("plays"),
    frames={each.name: each for each in (ROUND, PLOT, BONUS, DEFEND, TOSS, CHOOSE_FRAME)},
    anytime=table_of(ADJUST, set_level(LEVELS, lambda work, before, after: None)),
    setup=_setup,
    scoreboard=_score,
    own_refusals=(RefusalSpec("no-raids"), RefusalSpec("deck-empty"), RefusalSpec("not-in-deck")),
    own_paths=(PathSpec("heap", "cards"),),
    knows=lambda rules, label: kind_of(label) in VP or piece(label) is not None,
    denominations=(1, 5),
    bank=lambda rules, header: None if rules.bank is None else {1: rules.bank},
    sees=_sees,
    replacements=_replacements,
)
CHOOSING = replace(TOY, policy=AFFECTED_CHOOSES)

SETUP = {"hand.Ana": ("mole#1", "gem#1"), "hand.Bo": ("mole#2", "spade#1"), "hand.Cy": ("mole#3", "mole#4")}


def begin(game: Kernel = TOY, seats: tuple[str, ...] = ("Ana", "Bo", "Cy"), **header: Any) -> History:
    """Return a running toy match; fail when it cannot begin."""
    setup = header.pop("setup", {path: cards for path, cards in SETUP.items() if path.partition(".")[2] in seats})
    history = History.start(game, Header("toy", seats, setup=setup, **header))
    assert isinstance(history, History), history
    return history


def do(history: History, **command: Any) -> tuple[Event, ...]:
    """Submit a command that must be accepted; its events."""
    result = history.submit(Command(**command))
    assert not isinstance(result, Refused), result
    return result.events


def refused(history: History, **command: Any) -> Refused:
    """Submit a command that must be refused and change nothing."""
    before = history.state
    result = history.submit(Command(**command))
    assert isinstance(result, Refused), result
    assert history.state is before
    return result


def plot_all(history: History) -> None:
    """Everybody plots the first card of the hand."""
    for seat in history.state.prompt.waiting if history.state.prompt else ():
        do(history, move="answer", by=seat, card=history.state.zone(f"hand.{seat}")[0])
