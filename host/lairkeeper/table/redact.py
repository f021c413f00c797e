"""Cards that an antenna read through their backs, as they may be shown: a card, face down, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from lairkeeper.core.command import Command
from lairkeeper.core.ids import Component
from lairkeeper.core.pieces import FACE_DOWN
from lairkeeper.scans import Question, QuestionOption
from lairkeeper.table.last_scan import LastScan

Veiled: TypeAlias = Callable[[str], bool]
"""A function that returns True when nobody may be told which card this is."""


def words(veiled: Veiled, cards: Iterable[Component]) -> tuple[Component, ...]:
    """Return the pieces that wait for the rest of their sentence, as they may be shown."""
    return tuple(FACE_DOWN if veiled(card) else card for card in cards)


def scan(veiled: Veiled, last: LastScan) -> LastScan:
    """Return the last scan; without the tag's number, which would tell the card."""
    if last.component is None or not veiled(last.component):
        return replace(last, args=_args(veiled, last.args))
    return replace(last, component=FACE_DOWN, uid="", args={**_args(veiled, last.args), "uid": ""})


def question(veiled: Veiled, asked: Question) -> Question:
    """Return a question whose answers keep their places."""
    card = asked.args.get("card")
    uid = "" if isinstance(card, str) and veiled(card) else asked.uid
    return replace(
        asked, uid=uid, args=_args(veiled, asked.args), options=tuple(_option(veiled, each) for each in asked.options)
    )


def _option(veiled: Veiled, option: QuestionOption) -> QuestionOption:
    first = None if option.first is None else _command(veiled, option.first)
    command = None if option.command is None else _command(veiled, option.command)
    return replace(option, command=command, first=first, args=_args(veiled, option.args))


def _command(veiled: Veiled, command: Command) -> Command:
    card, target = (FACE_DOWN if each and veiled(each) else each for each in (command.card, command.target))
    return replace(command, card=card, target=target)


def _args(veiled: Veiled, args: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _value(veiled, value) for name, value in args.items()}


def _value(veiled: Veiled, value: Any) -> Any:
    if isinstance(value, str):
        return FACE_DOWN if veiled(value) else value
    if isinstance(value, list | tuple):
        return type(value)(_value(veiled, each) for each in value)
    return value
