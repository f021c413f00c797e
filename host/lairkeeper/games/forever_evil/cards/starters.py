"""Starting cards, Kick and Weakness ("Forever Evil, Contents")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..effects.script import Script
from ..effects.vocabulary import gain_power

STARTERS: Final[Mapping[str, Script]] = {
    # Four Punches buy a Giganta (fe-147).
    "punch": Script(play=(gain_power(1),)),
    # It may be played, but does nothing; so does a Weakness (fe-23).
    "vulnerability": Script(),
    "kick": Script(play=(gain_power(2),)),
    "weakness": Script(),
}
"""Scripts by kind."""
