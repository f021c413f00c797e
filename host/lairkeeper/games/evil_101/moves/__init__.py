"""Moves of Evil:101, one file for each step of a round."""
