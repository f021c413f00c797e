"""The printed pieces that every game shares: verb tokens, amount tokens and seat tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from .ids import Kind, kind_of

FACE_DOWN: Final = "face-down"
"""Stands in what is shown for a card that nobody may be told; it is no piece."""
SHARED: Final = "table"
"""The registry's id for pieces that belong to no game."""

SEATS: Final = 8
"""Seat tokens in the set: as many as may sit at the largest table."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A shared piece: how many are printed, and what tapping it says."""

    kind: Kind
    copies: int = 1
    moves: tuple[str, ...] = ()
    """Moves that a verb token names, likeliest first; the one legal in the context is meant."""
    amount: int = 0
    """The number that an amount token stands for."""
    seat: int = 0
    """The place at the table that a seat token stands for, 1 for the first seat of the match."""


def _verbs() -> tuple[Piece, ...]:
    return (
        Piece("verb-undo", moves=("undo",)),
        Piece("verb-confirm", moves=("done", "confirm", "commit", "answer")),
        Piece("verb-no", moves=("no-defense", "no", "pass")),
        Piece("verb-end-turn", moves=("end-turn",)),
        Piece("verb-end-game", moves=("end-game",)),
        Piece("verb-play", moves=("play", "deal")),
        Piece("verb-buy", moves=("buy", "defeat")),
        Piece("verb-gain", moves=("gain", "empower")),
        Piece("verb-destroy", moves=("destroy",)),
        Piece("verb-discard", moves=("discard", "lose", "put-back", "bottom")),
        Piece("verb-pass", moves=("pass", "pass-unseen")),
        Piece("verb-attack", moves=("attack", "steal")),
        Piece("verb-defend", moves=("defend",)),
    )


def _all() -> tuple[Piece, ...]:
    amounts = (Piece("plus-1", amount=1), Piece("minus-1", amount=-1), Piece("plus-5", amount=5))
    seats = tuple(Piece(f"seat-{n}", seat=n) for n in range(1, SEATS + 1))
    return _verbs() + amounts + seats


PIECES: Final[Mapping[Kind, Piece]] = {piece.kind: piece for piece in _all()}


def piece(label: str) -> Piece | None:
    """Return the shared piece that a component or kind is; None when it belongs to a game."""
    return PIECES.get(kind_of(label))


KINDS: Final[Mapping[Kind, int]] = {piece.kind: piece.copies for piece in PIECES.values()}


def moves_of(label: str) -> tuple[str, ...]:
    """Return the moves that a verb token names, likeliest first; none for any other piece."""
    found = piece(label)
    return found.moves if found else ()
