"""Starting cards, the Kick and the Weakness ("Forever Evil, Contents")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..effects.script import Script
from ..effects.vocabulary import gain_power

STARTERS: Final[Mapping[str, Script]] = {
    "punch": Script(play=(gain_power(1),)),
    "vulnerability": Script(),
    "kick": Script(play=(gain_power(2),)),
    "weakness": Script(),
}
