"""Freeze the firmware into MicroPython itself (less RAM, a faster start).

Run this from the port's folder of a MicroPython checkout:

    make BOARD=RPI_PICO_W FROZEN_MANIFEST=/path/to/lairkeeper/firmware/manifest.py

boot.py and main.py stay in flash, where `lairkeeper board install` puts them: a frozen main.py
would be run instead of a newer one. Modules in flash come before frozen ones.
"""

include("$(BOARD_DIR)/manifest.py")  # noqa: F821
package("boards", base_path=".")  # noqa: F821
package("lairboard", base_path=".")  # noqa: F821
