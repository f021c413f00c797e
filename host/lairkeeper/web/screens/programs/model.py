"""Tokens in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...api.tokens import KeptToken
from ...durations import day_of
from ...translator import Translator

if TYPE_CHECKING:
    from ...site import Site


@dataclass(frozen=True, slots=True)
class Program:
    """A token: its program, what it may do, for whom, and when it was used last."""

    number: int
    name: str
    scopes: tuple[str, ...]
    seat: str
    used: str
    ends: str = ""
    over: bool = False
    """True when it has expired."""


def rows_of(site: Site, t: Translator) -> tuple[Program, ...]:
    """Return all tokens, the newest first."""
    return tuple(_row(each, site.hub.wall, t) for each in reversed(site.api.tokens.all()))


def _row(token: KeptToken, now: float, t: Translator) -> Program:
    used = t.ui("programs.used", day=day_of(token.used, now, t)) if token.used is not None else t.ui("programs.unused")
    ends = t.ui("programs.ends", day=day_of(token.expires, now, t)) if token.expires is not None else ""
    scopes = tuple(map(str, token.scopes))
    return Program(token.number, token.name, scopes, token.seat or "", used, ends, not token.live(now))
