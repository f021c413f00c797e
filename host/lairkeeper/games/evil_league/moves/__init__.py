"""Moves of the Evil League, one file for each step of a round."""
