"""Matches at level ``deck`` for tests: a known Line-Up, and short words for commands."""

from __future__ import annotations

from typing import Any

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.games.forever_evil import GAME

LINE_UP = ["giganta#1", "catwoman#1", "mallet#2", "vibe#1", "grid#1"]


def begin(
    *seats: str, level: str = "deck", ruleset: dict[str, Any] | None = None, setup: dict[str, Any] | None = None
) -> History:
    """Begin a match, of Ana and Bo unless said otherwise, with its Line-Up dealt."""
    given = {"line-up": LINE_UP, **(setup or {})} if level == "deck" else setup or {}
    history = History.start(GAME, Header(GAME.id, seats or ("Ana", "Bo"), level, ruleset or {}, given))
    assert not isinstance(history, Refused), history
    return history


def do(history: History, move: str, by: str | None = None, card: str | None = None, **rest: Any) -> Accepted:
    result = history.submit(Command(move=move, by=by, card=card, **rest))
    assert isinstance(result, Accepted), result
    return result


def refused(history: History, move: str, by: str | None = None, card: str | None = None, **rest: Any) -> Refused:
    before = history.state
    result = history.submit(Command(move=move, by=by, card=card, **rest))
    assert isinstance(result, Refused), result
    assert history.state is before
    return result


def at(history: History, path: str) -> Any:
    return GAME.lookup(history.state, path)
