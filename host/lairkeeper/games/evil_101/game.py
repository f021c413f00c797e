"""Evil:101 in the form that the kernel runs."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from lairkeeper.core.kernel import Kernel, Slots
from lairkeeper.core.moves import ADJUST, CHOOSE_FRAME, table_of
from lairkeeper.core.put import passage, put_by_hand
from lairkeeper.rules.paths import finder

from .cards import CATALOG, PRINTED
from .faces import face
from .levels import CATCH_UP, LEVEL, LEVELS
from .moves.agents import AGENTS
from .moves.chases import CHASE_STEP, POCKET, WHICH
from .moves.collecting import HOARD
from .moves.handover import THROW
from .moves.plots import PLOTS
from .moves.purchases import BUY
from .moves.reveal import JUDGE, SHOW
from .moves.tally import TALLY
from .moves.targets import DEAL
from .places import ROW, holder, sees, veiled
from .reasons import reasons
from .refusals import REFUSALS
from .round import ROUND_STEP, SHARE
from .ruleset import Ruleset
from .scoring import scoreboard
from .setup import knows, set_up
from .view import LINES, PATHS, extra

FRAMES: Final = (
    ROUND_STEP, DEAL, PLOTS, AGENTS, SHOW, JUDGE, WHICH, CHASE_STEP, POCKET, HOARD, THROW, BUY, TALLY, CATCH_UP,
    CHOOSE_FRAME,
)  # fmt: skip

PUT: Final = put_by_hand(
    passage("target-deck target-discard"),
    passage("hand plots plots-discard aside"),
    passage("agents agents-hand agents-discard"),
    passage("chases chases-discard chased"),
    sees=sees,
)

GAME: Final = Kernel(
    id="evil-101",
    title={"en": "Evil:101", "fr": "Evil:101"},
    players=(2, 6),
    seating=lambda rules: (2, rules.most_players),  # two players at least (e1-82)
    levels=LEVELS,
    languages=("en", "fr"),
    version=1,
    catalog=CATALOG,
    ruleset_type=Ruleset,
    texts_dir=files(__package__).joinpath("texts"),
    plays_dir=files(__package__).joinpath("plays"),
    face=face,
    frames={kind.name: kind for kind in FRAMES},
    anytime=table_of(SHARE, ADJUST, PUT, LEVEL),
    setup=set_up,
    scoreboard=scoreboard,
    reasons=reasons,
    own_refusals=REFUSALS,
    own_paths=tuple(each.spec for each in PATHS),
    knows=knows,
    printed=PRINTED,
    sees=sees,
    holder=holder,
    veil=veiled,
    slots=Slots(ROW, single=False),
    extra=extra,
    find=finder(PATHS),
    lines=LINES,
)
"""Evil:101 for the rest of the app."""
