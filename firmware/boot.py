"""Runs at each start of the board, before main.py: chooses the release, then a USB port of its
own for the link, where the package for it is there.
"""

import gc

try:
    import release

    release.choose()
except ImportError:
    pass  # the files were copied by hand
try:
    from lairboard.link import cdc

    cdc.open_second()
except ImportError:
    pass
gc.collect()
