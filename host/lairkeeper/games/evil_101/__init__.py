"""Evil:101."""

from .game import GAME

__all__ = ["GAME"]
