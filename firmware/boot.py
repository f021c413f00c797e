"""Runs at each start of the board, before main.py: a USB port of its own for the link, where the
firmware's files and the package for it are there.
"""

import gc

try:
    from lairboard.link import cdc

    cdc.open_second()
except ImportError:
    pass
gc.collect()
