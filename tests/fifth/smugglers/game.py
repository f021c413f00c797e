"""Smugglers in the form that the kernel runs."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from lairkeeper.core.kernel import Kernel, Slots
from lairkeeper.core.moves import ADJUST, table_of
from lairkeeper.rules.paths import finder

from .cards import CATALOG, MOST_PLAYERS
from .effects import EFFECT
from .levels import LEVEL, LEVELS
from .moves.barter import BARTER, ROB
from .moves.by_hand import BY_HAND
from .moves.courses import COURSE
from .moves.coves import DEAL
from .moves.hiring import HIRE_STEP, MUSTER
from .moves.landing import LAND
from .moves.tally import TALLY
from .moves.toll import TOLL
from .places import ROW, holder, sees
from .refusals import REFUSALS
from .round import ROUND_STEP
from .ruleset import Ruleset
from .scoring import scoreboard
from .setup import knows, set_up
from .view import LINES, PATHS, extra

FRAMES: Final = (ROUND_STEP, DEAL, COURSE, LAND, EFFECT, TOLL, BARTER, ROB, BY_HAND, HIRE_STEP, MUSTER, TALLY)

GAME: Final = Kernel(
    id="smugglers",
    title={"en": "Smugglers", "fr": "Contrebandiers"},
    players=(2, MOST_PLAYERS),
    levels=LEVELS,
    languages=("en", "fr"),
    version=1,
    catalog=CATALOG,
    ruleset_type=Ruleset,
    texts_dir=files(__package__).joinpath("texts"),
    plays_dir=files(__package__).joinpath("plays"),
    frames={kind.name: kind for kind in FRAMES},
    anytime=table_of(ADJUST, LEVEL),
    setup=set_up,
    scoreboard=scoreboard,
    own_refusals=REFUSALS,
    own_paths=tuple(each.spec for each in PATHS),
    knows=knows,
    sees=sees,
    holder=holder,
    slots=Slots(ROW, single=False),
    extra=extra,
    find=finder(PATHS),
    lines=LINES,
)
"""Smugglers for the rest of the app."""
