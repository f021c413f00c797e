"""Parts that several pages share; their templates lie in ``templates/parts``."""

from __future__ import annotations

from typing import Final

from ..part import Part
from .board import BOARD
from .doors import DOORS
from .ending import ENDING
from .lan import LAN
from .log import LOG
from .now import NOW
from .toast import TOAST
from .todo import TODO_LIST
from .zones import ZONES

PROBLEM: Final = Part("parts/problem.html", frozen=True)
DOCK: Final = Part("parts/dock.html")

__all__ = ["BOARD", "DOCK", "DOORS", "ENDING", "LAN", "LOG", "NOW", "PROBLEM", "TOAST", "TODO_LIST", "ZONES"]
