"""Frames of level `full`."""

from __future__ import annotations

from typing import Final

from ..end_effects import DISCARD_HAND_STEP
from .attack import ATTACK_STEP, CHOOSE_FOE_STEP
from .by_hand import BY_HAND_STEP
from .choices import DRAW_OR_PASS_STEP, YES_NO_STEP
from .main_deck import ADD_STEP, TAKE_STEP
from .passing import PASS_LEFT_STEP
from .pick import PICK_STEP
from .resolve import RESOLVE_STEP
from .reveal import REVEAL_STEP
from .text import BORROWED_STEP, TEXT_STEP

FULL_STEPS: Final = (
    RESOLVE_STEP,
    TEXT_STEP,
    BORROWED_STEP,
    PICK_STEP,
    YES_NO_STEP,
    DRAW_OR_PASS_STEP,
    CHOOSE_FOE_STEP,
    ATTACK_STEP,
    REVEAL_STEP,
    ADD_STEP,
    TAKE_STEP,
    PASS_LEFT_STEP,
    BY_HAND_STEP,
    DISCARD_HAND_STEP,
)
