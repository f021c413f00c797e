"""DC Deck-building Game: Forever Evil."""

from .game import GAME

__all__ = ["GAME"]
