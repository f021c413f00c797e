"""Evil League in the form that the kernel runs."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from lairkeeper.core.kernel import Kernel
from lairkeeper.core.moves import CHOOSE_FRAME, table_of
from lairkeeper.core.put import passage, put_by_hand
from lairkeeper.rules.paths import finder

from .cards import CATALOG, LOCATIONS, PRINTED
from .effects import BY_HAND_STEP, EFFECT_STEP
from .faces import face
from .levels import LEVEL, LEVELS
from .loot import veiled
from .moves.actions import ACTIONS_STEP, BONUS_STEP, EQUIP_STEP
from .moves.correcting import ADJUST
from .moves.dealing import DEAL_STEP
from .moves.fight import SPOILS_STEP
from .moves.last import LAST_STEP
from .moves.losing import LOSE_STEP
from .moves.moving import MOVE_STEP
from .moves.opening import AGES_STEP, CAST_STEP, OPENING
from .moves.schemes import REWARDS_STEP, SCHEMES_STEP
from .moves.survey import POWERS_STEP, SURVEY_STEP
from .moves.taking import DRAW_STEP, TAKE_STEP
from .moves.tally import ENDING, TALLY
from .places import holder, sees
from .reasons import reasons
from .refusals import REFUSALS
from .round import ROUND_STEP
from .ruleset import Ruleset
from .scoring import scoreboard
from .setup import knows, set_up
from .view import LINES, PATHS, extra

FRAMES: Final = (
    OPENING, CAST_STEP, AGES_STEP, DEAL_STEP, DRAW_STEP, POWERS_STEP, SURVEY_STEP, ROUND_STEP, MOVE_STEP, ACTIONS_STEP,
    EQUIP_STEP, TAKE_STEP, EFFECT_STEP, BY_HAND_STEP, SPOILS_STEP, LAST_STEP, BONUS_STEP, SCHEMES_STEP, REWARDS_STEP,
    LOSE_STEP, TALLY, ENDING, CHOOSE_FRAME,
)  # fmt: skip
PLAYERS: Final = (3, 5)
"""Fewest and most players by the summary of the rulebook; a house rule allows two."""

PUT: Final = put_by_hand(
    passage("hand unseen loot-deck loot-discard", "loot"),
    passage("bag spare scrap-heap mall", "part"),
    passage("scheme-deck schemes-out", "scheme"),
    passage("mall exchange ez-pawn scrap-heap", "pawn", "captain"),
    sees=sees,
)

GAME: Final = Kernel(
    id="evil-league",
    title={
        "en": "Dr. Horrible's Evil League of Evil",
        "fr": "Dr. Horrible : la ligue du mal (Evil League of Evil)",
    },
    players=PLAYERS,
    seating=lambda rules: (2, PLAYERS[1]),  # two without a winning reputation: the set-up says what is missing
    locations=LOCATIONS,
    levels=LEVELS,
    languages=("en", "fr"),
    version=1,
    catalog=CATALOG,
    printed=PRINTED,
    ruleset_type=Ruleset,
    texts_dir=files(__package__).joinpath("texts"),
    plays_dir=files(__package__).joinpath("plays"),
    face=face,
    frames={kind.name: kind for kind in FRAMES},
    anytime=table_of(ADJUST, PUT, LEVEL),
    setup=set_up,
    scoreboard=scoreboard,
    reasons=reasons,
    own_refusals=REFUSALS,
    own_paths=tuple(each.spec for each in PATHS),
    knows=knows,
    sees=sees,
    holder=holder,
    veil=veiled,
    extra=extra,
    find=finder(PATHS),
    lines=LINES,
)
"""Evil League for the rest of the app."""
