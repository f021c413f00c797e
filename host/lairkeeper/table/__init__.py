"""One running match and everything around it. This is the front door: pages and commands import from here."""

from __future__ import annotations

from lairkeeper.core.game import Game
from lairkeeper.sense import Armed, Instruction, Option, Question
from lairkeeper.sense.explain import HAPPENED
from lairkeeper.table.enrolment import EnrolSession
from lairkeeper.table.errors import TableError
from lairkeeper.table.hub import Hub
from lairkeeper.table.log import LogLine
from lairkeeper.table.result import export, result_of
from lairkeeper.table.scans import LastScan
from lairkeeper.table.table import Table
from lairkeeper.table.virtual import Virtual, VirtualPiece, demo_uid

__all__ = [
    "HAPPENED",
    "Armed",
    "EnrolSession",
    "Game",
    "Hub",
    "Instruction",
    "LastScan",
    "LogLine",
    "Option",
    "Question",
    "Table",
    "TableError",
    "Virtual",
    "VirtualPiece",
    "demo_uid",
    "export",
    "result_of",
]
