"""Fills the ground planes of a board file: `python3 fill.py FILE…`, with the Python that has KiCad's ``pcbnew``."""

import sys

import pcbnew

for name in sys.argv[1:]:
    board = pcbnew.LoadBoard(name)
    board.BuildConnectivity()
    if not pcbnew.ZONE_FILLER(board).Fill(board.Zones()):
        sys.exit(f"KiCad could not fill the planes of {name}")
    # True: the project file beside it is ours, not pcbnew's.
    pcbnew.SaveBoard(name, board, True)
