"""The seed that is drawn anew for each run of the tests."""

from __future__ import annotations

import os
import secrets

_KEPT = "LAIRKEEPER_FRESH_SEED"

SEED = int(os.environ.setdefault(_KEPT, str(secrets.randbelow(10**9))))
"""The seed of this run. Processes that run tests side by side share it; set the variable to play a run again."""
