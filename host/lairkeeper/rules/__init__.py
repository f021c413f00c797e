"""Toolkit of every game: typed steps, declared moves, their arguments, state paths, log lines, change of level."""
