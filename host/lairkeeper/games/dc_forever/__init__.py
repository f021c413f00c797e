"""DC Forever."""

from .game import GAME

__all__ = ["GAME"]
