"""Marbles, a toy game: rules, house rule, texts and plays of one package, known to Lairkeeper by one entry point."""

from .game import GAME

__all__ = ["GAME"]
