"""Keep the garbage collector from looking at the same modules and catalogs again and again."""

from __future__ import annotations

import gc


def settle() -> None:
    """Leave all that is loaded by now, such as modules and catalogs, to the end of the program.

    Whatever lives long is looked at in each full pass of the collector, in which nobody is answered: with all games
    loaded that took up to 80 ms.
    """
    gc.collect()
    gc.freeze()
