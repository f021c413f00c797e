"""The rules that every game must hold, checked on recorded matches. Each check returns what is wrong, or None."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final, TypeAlias

from lairkeeper.core import codec
from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Event, Label
from lairkeeper.core.evolve import fold
from lairkeeper.core.history import History, Record
from lairkeeper.core.ids import TABLE
from lairkeeper.core.pool import mismatch
from lairkeeper.core.purse import IOU, total, worth
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.core.state import BANK, State

from .driver import Recording, offers, steps
from .secrecy import facts_do_not_tell, logs_do_not_tell, secrets_do_not_show

Check: TypeAlias = Callable[[Recording], str | None]
_SAMPLE: Final = 14
_MANY: Final = 150
_TOKEN_MOVES: Final = frozenset({"gain", "lose", "steal", "adjust"})


def same(one: State, other: State) -> bool:
    """Return True when two states are equal but for the ids that will be given next."""
    return one._replace(next_id=0) == other._replace(next_id=0)


def pieces(state: State) -> Counter[Label]:
    """Count every piece in the match, wherever it is."""
    found: Counter[Label] = Counter()
    for cards in state.zones.values():
        found.update(cards)
    for pool in state.pools.values():
        found.update(pool.contents)
    return found


def cards_conserved(recording: Recording) -> str | None:
    """1: no piece is lost or doubled, and every place adds up."""
    placed = 0
    for state, record in zip(recording.states, recording.history.live, strict=True):
        placed += sum(isinstance(event, ev.Placed) for event in record.events)
        found = pieces(state)
        if found.total() != placed:
            return f"record {record.n}: {placed} pieces were placed, {found.total()} are there"
        doubled = [card for card, n in found.items() if n > 1 and "#" in card]
        if doubled:
            return f"record {record.n}: {', '.join(doubled)} in two places"
        if mismatch(state):
            return f"record {record.n}: a pool does not add up"
        where = {card: zone for zone, cards in state.zones.items() for card in cards}
        if where != dict(state.where):
            return f"record {record.n}: the index of places is wrong"
    return None


def tokens_conserved(recording: Recording) -> str | None:
    """2: tokens are conserved per denomination, and none is ever negative."""
    purses: dict[str, Counter[int]] = {}
    for state, record in zip(recording.states, recording.history.live, strict=True):
        if not purses:
            purses = {
                name: Counter(purse) for name, purse in recording.game.blank(recording.history.header).purses.items()
            }
        for event in record.events:
            if isinstance(event, ev.Paid):
                purses.setdefault(event.payer, Counter()).subtract(event.tokens)
                purses.setdefault(event.payee, Counter()).update(event.tokens)
        endless = BANK not in state.purses
        for name, purse in state.purses.items():
            if any(n < 0 for n in purse.values()):
                return f"record {record.n}: {name} holds less than nothing"
            expected = {value: n for value, n in purses[name].items() if n}
            if {value: n for value, n in purse.items() if n} != expected:
                return f"record {record.n}: {name} holds {dict(purse)} instead of {expected}"
        if not endless and any(n < 0 for n in purses[BANK].values()):
            return f"record {record.n}: the bank paid what it has not got"
    return None


def transfers_exact(recording: Recording) -> str | None:
    """3: a transfer moves exactly its amount, and change alters no third party."""
    for before, record, after in steps(recording):
        command = record.command
        if command is None or command.move not in _TOKEN_MOVES or not _pays(record.events):
            continue
        moved = {seat: worth(after, seat) - worth(before, seat) for seat in before.seats}
        strangers = [seat for seat, n in moved.items() if n and seat not in {command.by, command.target}]
        if strangers:
            return f"record {record.n}: {command.move} changed what {', '.join(strangers)} has"
        if command.by is None or command.amount is None:
            continue
        wanted = command.amount
        if command.move == "steal" and command.target in moved:
            wanted = min(wanted, worth(before, command.target))
            if moved[command.target] != -wanted:
                return f"record {record.n}: {command.target} lost {-moved[command.target]} instead of {wanted}"
        if command.move == "lose":
            wanted = -min(wanted, worth(before, command.by))
        if moved[command.by] != wanted:
            return f"record {record.n}: {command.move} moved {moved[command.by]} instead of {wanted}"
    return None


def _pays(events: Iterable[Event]) -> bool:
    """Return True when tokens, or debts of tokens, changed hands; other counters are a game's own."""
    return any(
        isinstance(event, ev.Paid) or (isinstance(event, ev.Counted) and event.counter.startswith(f"{IOU}."))
        for event in events
    )


def change_is_fair(recording: Recording) -> str | None:
    """3: whoever gives change gives exactly what it gets, whatever is tried."""
    game = recording.game
    for at in recording.sample(_SAMPLE):
        state = recording.states[at]
        for payer in state.seats:
            for payee in state.seats:
                if payer == payee or not worth(state, payer):
                    continue
                for amount in range(1, min(12, worth(state, payer)) + 1):
                    wrong = _try_steal(recording, state, Command(move="steal", by=payee, target=payer, amount=amount))
                    if wrong is not None:
                        return wrong
        if not any(spec.name == "steal" for spec in game.moves):
            return None
    return None


def _try_steal(recording: Recording, state: State, command: Command) -> str | None:
    decision = recording.game.decide(state, command)
    if isinstance(decision, Refused) or command.by is None or command.target is None or command.amount is None:
        return None
    after = fold(state, decision.events)
    expected = {command.by: command.amount, command.target: -command.amount}
    for seat in state.seats:
        moved = worth(after, seat) - worth(state, seat)
        if moved != expected.get(seat, 0):
            return f"{command.by} stole {command.amount} from {command.target}: {seat} has {moved:+d}"
    if BANK in state.purses and total(after.purses[BANK]) != total(state.purses[BANK]):
        return "the bank gained or lost by giving change"
    return None


def decide_is_pure(recording: Recording) -> str | None:
    """4: deciding twice gives the same, changes nothing, and its state is the fold of its events."""
    every = max(1, len(recording.history.live) // _MANY)
    for at, (before, record, after) in enumerate(steps(recording)):
        if record.command is None or at % every:
            continue
        frozen = repr(before)
        one = recording.game.decide(before, record.command)
        other = recording.game.decide(before, record.command)
        if one != other:
            return f"record {record.n}: two decisions differ"
        if repr(before) != frozen:
            return f"record {record.n}: deciding changed the state"
        if isinstance(one, Refused):
            return f"record {record.n}: refused the second time: {one.code}"
        if fold(before, one.events) != one.after or not same(fold(before, record.events), after):
            return f"record {record.n}: the state is not the fold of the events"
    return None


def offers_are_decisions(recording: Recording) -> str | None:
    """5: what is offered as allowed is accepted, what is offered as refused is refused with the same code."""
    rng = Random(recording.seed)
    for at in recording.sample(_SAMPLE):
        state = recording.states[at]
        made = offers(recording.game, state)
        for offer in made if len(made) <= _MANY else rng.sample(made, _MANY):
            decision = recording.game.decide(state, offer.command)
            told = offer.refusal.code if offer.refusal else None
            found = decision.code if isinstance(decision, Refused) else None
            if told != found:
                return f"position {at}: {offer.command} was offered as {told or 'allowed'} and is {found or 'allowed'}"
    return None


def wrong_probes_refused(recording: Recording) -> str | None:
    """5: an allowed command with one thing wrong is refused for that thing."""
    for at in recording.sample(6):
        state = recording.states[at]
        allowed = [offer.command for offer in offers(recording.game, state) if offer.refusal is None]
        by_move = {command.move: command for command in allowed}
        for command in by_move.values():
            for code, probe in probes(command):
                decision = recording.game.decide(state, probe)
                if not isinstance(decision, Refused) or decision.code != code:
                    found = decision.code if isinstance(decision, Refused) else "accepted"
                    return f"position {at}: {probe} should be {code}, is {found}"
    return None


def probes(command: Command) -> Iterator[tuple[str, Command]]:
    """Yield commands that are right but for one thing, with the code they deserve."""
    yield "unknown-move", replace(command, move=f"{command.move}x")
    yield "stale-prompt", replace(command, prompt=10**9)
    if command.by is not None:
        yield "unknown-seat", replace(command, by="nobody-here")
    if command.card is not None:
        yield "unknown-card", replace(command, card="no-such-card#1")


def refusals_leave_no_trace(recording: Recording) -> str | None:
    """6: a refusal has no events, no record and no new state."""
    records = recording.history.records
    for at in range(0, len(records), max(1, len(records) // 5)):
        history = History.replay(recording.game, recording.history.header, records[: at + 1])
        if isinstance(history, Refused):
            return f"the log cannot be replayed: {history.code} {dict(history.args)}"
        for offer in offers(recording.game, history.state)[:_MANY]:
            if offer.refusal is None:
                continue
            before, n = history.state, len(history.records)
            result = history.submit(offer.command)
            if not isinstance(result, Refused) or history.state is not before or len(history.records) != n:
                return f"{offer.command} left a trace although it is refused"
    return None


def nonsense_is_answered(recording: Recording) -> str | None:
    """6: any command at all gets a decision, and what is accepted can happen."""
    rng = Random(recording.seed)
    for at in recording.sample(_SAMPLE):
        state = recording.states[at]
        words = vocabulary(recording, state)
        for _ in range(60):
            command = Command(
                move=rng.choice(words["move"]),
                **{name: rng.choice(words[name]) for name in words if name != "move" and rng.random() < 0.45},
            )
            try:
                decision = recording.game.decide(state, command)
                if isinstance(decision, Accepted) and fold(state, decision.events) != decision.after:
                    return f"position {at}: {command} leads somewhere else"
            except Exception as error:
                return f"position {at}: {command} raises {type(error).__name__}: {error}"
    return None


def vocabulary(recording: Recording, state: State) -> dict[str, list[Any]]:
    """Return words for commands that may mean nothing together."""
    game = recording.game
    kinds = list(game.catalog.kinds)
    cards = [
        *kinds,
        *(f"{kind}#{n}" for kind in kinds[:20] for n in (1, 2, 9)),
        "plus-1",
        "minus-1",
        "seat-1",
        "#",
        "",
        "x#0",
    ]
    top = state.top
    codes = [option for spec in game.prompts for option in spec.options]
    return {
        "move": [spec.name for spec in game.moves],
        "by": [*state.seats, "", TABLE, BANK],
        "card": cards,
        "target": [*state.seats, *state.zones, *cards[:10], "", "purse.x"],
        "amount": [0, 1, -1, 5, 998, -998, 10**9, True, 1.5, "1"],
        "option": [*codes, *game.levels, *(str(value) for value in (top.data.values() if top else ())), ""],
        "prompt": [state.prompt.id if state.prompt else 0, 0],
        "force": ["because", ""],
    }


def _replayed(recording: Recording) -> History | str:
    again = History.replay(recording.game, recording.history.header, recording.history.records)
    return f"the log cannot be replayed: {again.code} {dict(again.args)}" if isinstance(again, Refused) else again


def replay_is_the_match(recording: Recording) -> str | None:
    """7: the log gives the same state, also through JSON."""
    again = _replayed(recording)
    if isinstance(again, str):
        return again
    if again.state != recording.history.state:
        return "the replayed state differs"
    lines = [json.dumps(codec.record_to_json(record)) for record in recording.history.records]
    head = json.dumps(codec.header_to_json(recording.history.header))
    records = [codec.record_from_json(json.loads(line)) for line in lines]
    read = History.replay(recording.game, codec.header_from_json(json.loads(head)), records)
    if isinstance(read, Refused):
        return f"the log cannot be read back: {read.code} {dict(read.args)}"
    if read.state != recording.history.state or read.records != recording.history.records:
        return "the state read back from JSON differs"
    return None


def same_commands_same_events(recording: Recording) -> str | None:
    """8: the same commands on a new match give the same events."""
    again = History.start(recording.game, recording.history.header)
    if isinstance(again, Refused):
        return f"the second match cannot begin: {again.code}"
    if again.last.events != recording.history.records[0].events:
        return "two set-ups from the same header differ"
    for record in recording.history.records[1:]:
        match record.kind:
            case "command" if record.command is not None:
                result = again.submit(record.command)
                if isinstance(result, Refused) or result.events != record.events:
                    return f"record {record.n}: the same command gives other events"
            case "undo":
                again.undo(len(record.span))
            case "redo":
                again.redo(len(record.span))
    return None


def undo_is_the_prefix(recording: Recording) -> str | None:
    """9: undoing n gives the state of n commands ago, redoing all of it the present."""
    again = _replayed(recording)
    if isinstance(again, str):
        return again
    present = again.state
    states = recording.states
    for n in sorted({1, 2, 3, len(states) // 2, len(states) - 1}):
        if not 0 < n < len(states):
            continue
        again.undo(n)
        if not same(again.state, states[-1 - n]):
            return f"undo {n} does not give the state of {n} commands ago"
        again.redo()
        if not same(again.state, present):
            return f"redo after undo {n} does not give the present"
        if not _monotonic(again):
            return "an id was given twice"
    return _no_old_future(again)


def _no_old_future(history: History) -> str | None:
    """Check that a new command after an undo ends what could be redone."""
    if not history.can_undo:
        return None
    history.undo()
    for offer in offers(history.game, history.state):
        if offer.refusal is None and not isinstance(history.submit(offer.command), Refused):
            return "redo works after a new command" if not isinstance(history.redo(), Refused) else None
    return None


def _monotonic(history: History) -> bool:
    """Return True when no question's number comes up twice."""
    asked = [event.prompt for record in history.records for event in record.events if isinstance(event, ev.Asked)]
    return len(asked) == len(set(asked))


def answered_prompts_are_gone(recording: Recording) -> str | None:
    """10: an answer that was taken is not taken again."""
    for _, record, after in steps(recording):
        command = record.command
        if command is None or after.finished:
            continue
        for event in record.events:
            if not isinstance(event, ev.Answered):
                continue
            again = recording.game.decide(after, replace(command, prompt=event.prompt))
            if isinstance(again, Accepted):
                return f"record {record.n}: the question {event.prompt} takes a second answer from {event.seat}"
    if not _monotonic(recording.history):
        return "a question's number came up twice"
    return None


def finished_frames_are_gone(recording: Recording) -> str | None:
    """10: a step that is over is gone, and so is everything when the match is over."""
    over: set[int] = set()
    for state, record in zip(recording.states, recording.history.live, strict=True):
        over |= {event.id for event in record.events if isinstance(event, ev.FramePopped)}
        left = [frame.kind for frame in state.frames if frame.id in over]
        if left:
            return f"record {record.n}: {', '.join(left)} is over and still there"
        if any(isinstance(event, ev.Finished) for event in record.events) and not state.finished:
            return f"record {record.n}: the match is over and goes on"
    return None


def resume_at_every_prompt(recording: Recording) -> str | None:
    """13: save and read back in the middle of every question, and play on: the end is the same."""
    history = recording.history
    lines = [json.dumps(codec.record_to_json(record)) for record in history.records]
    everywhere = range(len(lines))
    for at in everywhere if len(lines) < 40 else everywhere[:: len(lines) // 5]:
        read = [codec.record_from_json(json.loads(line)) for line in lines[: at + 1]]
        again = History.replay(recording.game, history.header, read)
        if isinstance(again, Refused):
            return f"line {at}: cannot be resumed: {again.code}"
        for record in history.records[at + 1 :]:
            wrong = _play_on(again, record)
            if wrong is not None:
                return f"resumed at line {at}: {wrong}"
        if again.state != history.state:
            return f"resumed at line {at}: another end"
    return None


def _play_on(history: History, record: Record) -> str | None:
    match record.kind:
        case "undo":
            history.undo(len(record.span), record.by)
        case "redo":
            history.redo(len(record.span), record.by)
        case _:
            assert record.command is not None
            result = history.submit(record.command)
            if isinstance(result, Refused):
                return f"record {record.n} is refused: {result.code}"
    return None


CHECKS: Final[Mapping[str, Check]] = {
    "1 cards conserved": cards_conserved,
    "2 tokens conserved": tokens_conserved,
    "3 transfers exact": transfers_exact,
    "3 change is fair": change_is_fair,
    "4 deciding is pure": decide_is_pure,
    "5 offers are decisions": offers_are_decisions,
    "5 wrong probes are refused": wrong_probes_refused,
    "6 refusals leave no trace": refusals_leave_no_trace,
    "6 nonsense is answered": nonsense_is_answered,
    "7 replay is the match": replay_is_the_match,
    "8 same commands, same events": same_commands_same_events,
    "9 undo is the prefix": undo_is_the_prefix,
    "10 an answered question is gone": answered_prompts_are_gone,
    "10 finished steps are gone": finished_frames_are_gone,
    "11 secrets do not show": secrets_do_not_show,
    "11 facts do not tell": facts_do_not_tell,
    "11 logs do not tell": logs_do_not_tell,
    "13 resume at every question": resume_at_every_prompt,
}
"""By the number under which the design lists them; 12 and 14 to 17 look at more than one match and live elsewhere."""
SECRETS: Final = frozenset({"11 facts do not tell", "11 logs do not tell"})
"""Checks that look at the matches of the plays, too."""
