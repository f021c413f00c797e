"""Definition of DC Forever for the kernel."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import COMPONENT
from lairkeeper.core.kernel import Kernel
from lairkeeper.core.moves import CHOOSE_FRAME, table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.put import passage, put_by_hand

from .action import ACTION
from .activation import ACTIVATION, PHASE
from .by_hand import HAND
from .catalog import CATALOG, PRINTED
from .citizens import denominations
from .correcting import ADJUST, RESOLVE_BY_HAND
from .effects import EFFECT
from .faces import face
from .levels import LEVEL, LEVELS
from .locations import AFTERMATH, DEAL, NEXT
from .meaning import by_name, named
from .opening import DRAFT, OPENING, STARTERS
from .paying import PAY
from .places import AT, sees, veiled
from .reactions import REACT
from .reasons import reasons
from .refusals import REFUSALS
from .resolution import RESOLUTION, REWARD
from .rounds import CONFRONTATION, ORDER, ROUND_FRAME, TRIM
from .ruleset import Ruleset
from .setup import set_up
from .standing import extra, scoreboard
from .strike import RANDOM, STRIKE
from .tally import TALLY
from .view import LINES, PATHS, find

FRAMES: Final = (
    OPENING, DRAFT, STARTERS, ORDER, DEAL, NEXT, ROUND_FRAME, ACTION, PAY, EFFECT, HAND, TRIM, CONFRONTATION, PHASE,
    ACTIVATION, STRIKE, RANDOM, AFTERMATH, REACT, RESOLUTION, REWARD, TALLY, CHOOSE_FRAME,
)  # fmt: skip


def _knows(rules: Any, label: Label) -> bool:
    """Return True for a kind of the box or of the shared set, or one of its copies."""
    return _in_the_box(label)


@lru_cache(4096)
def _in_the_box(label: Label) -> bool:
    kind, _, copy = label.partition("#")
    facts = CATALOG.find(kind)
    if facts is None and piece(kind) is None:
        return False
    if not copy:
        return "#" not in label
    most = (facts.copies or 1) if facts else 99
    return COMPONENT.fullmatch(label) is not None and int(copy) <= most


PUT: Final = put_by_hand(
    passage("hand deck discard", own=True),
    passage("location-deck location-discard"),
    passage("place-1 place-2 place-3 place-4", "standee", "unaligned"),
    sees=sees,
)

GAME: Final = Kernel(
    id="dc-forever",
    title={"en": "DC Forever", "fr": "DC Forever"},
    players=(2, 4),
    levels=LEVELS,
    languages=("en", "fr"),
    version=1,
    catalog=CATALOG,
    printed=PRINTED,
    ruleset_type=Ruleset,
    texts_dir=files(__package__).joinpath("texts"),
    plays_dir=files(__package__).joinpath("plays"),
    face=face,
    frames={kind.name: by_name(kind) if kind is not CHOOSE_FRAME else kind for kind in FRAMES},
    anytime=table_of(named(RESOLVE_BY_HAND), ADJUST, PUT, LEVEL),
    setup=set_up,
    scoreboard=scoreboard,
    reasons=reasons,
    own_refusals=REFUSALS,
    own_paths=tuple(each.spec for each in PATHS),
    knows=_knows,
    locations=AT,
    denominations=denominations,
    sees=sees,
    veil=veiled,
    extra=extra,
    find=find,
    lines=LINES,
)
"""DC Forever as all other packages see it."""
