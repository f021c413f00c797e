"""Smugglers, a toy game: rules, cards, texts, plays and simulated players in one package, known by one entry point."""

from .game import GAME

__all__ = ["GAME"]
