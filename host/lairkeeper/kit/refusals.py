"""Every refusal code must be reachable, and every code, question, move, option and log line has its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lairkeeper.core.codec import FORMAT, LogError, record_from_json
from lairkeeper.core.command import Command
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History, Record
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import specs
from lairkeeper.i18n import TextError, Texts, shared_texts

from .checks import probes
from .driver import NAMES, Recording, header, offers
from .playfile import Play


def reached(game: Game, recordings: Iterable[Recording], plays: Iterable[Play]) -> set[str]:
    """Return all codes met: in random matches, by wrong headers, commands and logs, and in the game's plays."""
    found: set[str] = set()
    for recording in recordings:
        found |= {str(code) for code in (*recording.refused, *recording.offered)}
        found |= set(_by_probes(recording))
    found |= {result.code for result in _by_headers(game) if isinstance(result, Refused)}
    found |= set(_by_logs(game))
    for play in plays:
        if play.refuse_setup is not None:
            found.add(play.refuse_setup)
        found |= {step.value["code"] for step in play.steps if step.action == "refuse"}
    return {str(code) for code in found}


def _by_headers(game: Game) -> Iterator[object]:
    head = header(game, 0)
    low, high = game.players
    n = len(head.seats)
    for other in (
        Header(game.id, NAMES[: low - 1], None),
        Header(game.id, tuple(f"P{each}" for each in range(high + 1)), None),
        Header(game.id, ("table", *NAMES[1:n]), None),
        Header(game.id, head.seats, "no-such-level"),
        Header(game.id, head.seats, None, {"no-such-option": 1}),
        Header(game.id, head.seats, None, {spec.name: object() for spec in specs(game.ruleset_type)[:1]}),
        *(Header(game.id, head.seats, None, rules) for rules in _idle(game)),
        Header(game.id, head.seats, None, {}, {"no-such-path": 1}),
        Header(game.id, head.seats, None, {}, {"printed": {"no-such-kind": {"points": 1}}}),
    ):
        yield game.start(other)


def _idle(game: Game) -> Iterator[dict[str, object]]:
    """Yield each value of an option that needs another, beside a value of that one which makes it idle."""
    options = {spec.name: spec for spec in specs(game.ruleset_type)}
    for spec in options.values():
        for other, values in spec.needs.items():
            unmet = next(each for each in options[other].choices if each not in values)
            yield from ({spec.name: each, other: unmet} for each in spec.choices)


def _by_probes(recording: Recording) -> Iterator[str]:
    """Yield the codes of commands that are wrong in one thing, everywhere in a match."""
    game, states = recording.game, recording.states
    names = {spec.name for spec in game.moves}
    for at in recording.sample(5):
        state = states[at]
        commands = [Command(move=name) for name in names]
        commands += [
            Command(move=name, by=state.seats[0], card="x", target="y", option="z", amount=1) for name in names
        ]
        commands += [Command(move="set-level", option=level) for level in (state.level, "no-such-level")]
        commands += [Command(move="adjust", by=state.seats[0], amount=-999)]
        for card in (*list(state.where)[:3], *game.catalog.kinds):
            commands += [
                Command(move="put", card=card, target=target, option="kit")
                for target in (state.where.get(card, "no-such-place"), "no-such-place")
            ]
        for seat in state.seats:
            commands += [Command(move=name, by=seat, option="no-such-option", force="kit") for name in names]
            commands += [Command(move=name, by=seat) for name in names]
        for offer in offers(game, state)[:80]:
            commands += [probe for _, probe in probes(offer.command)]
        for command in commands:
            decision = game.decide(state, command)
            if isinstance(decision, Refused):
                yield decision.code
    history = History(game, recording.history.header)
    for result in (history.undo(), history.redo()):
        if isinstance(result, Refused):
            yield result.code


def _by_logs(game: Game) -> Iterator[str]:
    head = header(game, 0)
    for records in ((), (Record(1, "start"),), (Record(0, "undo", span=(1,)),)):
        result = History.replay(game, head, records)
        if isinstance(result, Refused):
            yield result.code
    for line in ({"format": FORMAT + 1, "n": 0, "kind": "start"}, {"n": 0}):
        try:
            record_from_json(line)
        except LogError as error:
            yield error.refusal.code


def untranslated(game: Game, lang: str, recordings: Iterable[Recording] = ()) -> list[str]:
    """Return the keys without a sentence in a language.

    They are those of refusals, questions, options, moves, ruleset options, levels and rules. Log lines, questions and
    options of ``recordings`` that lack an argument of their sentence have none either.
    """
    texts = Texts.load(lang, shared_texts(), game.texts_dir)
    keys = [f"refusal.{spec.code}" for spec in game.refusals]
    keys += [f"prompt.{spec.code}" for spec in game.prompts]
    keys += [f"option.{option}" for spec in game.prompts for option in spec.options]
    keys += [f"move.{spec.name}" for spec in game.moves]
    keys += [f"ruleset.{spec.name}" for spec in specs(game.ruleset_type)]
    keys += [f"{table}.{level}" for level in game.levels for table in ("level", "level-note")]
    rules = [spec.rule for spec in game.moves] + [spec.rule for spec in game.prompts]
    rules += [spec.rule for spec in specs(game.ruleset_type)]
    keys += [f"rule.{rule}" for rule in rules if rule]
    untold = (key for key, args in _spoken(recordings) if not _says(texts, key, args))
    return list(dict.fromkeys([*(key for key in keys if key not in texts), *untold]))


def _spoken(recordings: Iterable[Recording]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the texts and arguments of log lines, and of each question with the options that the table may see."""
    for recording in recordings:
        asked = None
        for state in recording.states:
            if state.prompt is not None and state.prompt.id != asked:
                asked = state.prompt.id
                prompt = recording.game.view(state, TABLE).prompt
                assert prompt is not None
                yield f"prompt.{prompt.code}", prompt.args
                yield from ((f"option.{each.code}", each.args) for each in prompt.options)
        for record in recording.history.records:
            if record.command is not None:
                code, args = recording.game.log(record.command, record.events)
                yield f"log.{code}", args


def _says(texts: Texts, key: str, args: Mapping[str, Any]) -> bool:
    try:
        texts.say(key, args)
    except TextError:
        return False
    return True
