"""Choose the release and open the link's own USB port, at each start of the board.

This runs before main.py. The port is opened where the package for it is there.
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
