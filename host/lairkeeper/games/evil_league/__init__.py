"""Dr. Horrible's Evil League of Evil."""

from .game import GAME

__all__ = ["GAME"]
