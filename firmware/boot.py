"""Runs at each start of the board, before main.py."""

import gc

gc.collect()
