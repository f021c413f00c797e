"""One running match and everything around it. This is the front door: pages and commands import from here."""

from __future__ import annotations

from lairkeeper.core.game import Game
from lairkeeper.core.log_words import PUT, PUT_UNSEEN
from lairkeeper.games import UnknownGameError
from lairkeeper.scans import Armed, Instruction, Question, QuestionOption
from lairkeeper.scans.asking import HAPPENED
from lairkeeper.scans.question import BACK, EVERY
from lairkeeper.table.clocks import Clocks
from lairkeeper.table.edits import EditPlan, EditRefusal, Edits
from lairkeeper.table.enrolment import EnrolSession
from lairkeeper.table.errors import TableError
from lairkeeper.table.hub import Hub
from lairkeeper.table.laid import Laid
from lairkeeper.table.last_scan import LastScan
from lairkeeper.table.live_players import SPEEDS, LiveError, LivePlayers, LiveState
from lairkeeper.table.log import EDITS, NOW, WHAT, Line, LogLine, redo_line, undo_line
from lairkeeper.table.match_list import LONGEST_NOTE, LONGEST_TITLE, is_note, is_title
from lairkeeper.table.public_records import PublicRecord, public_json, records
from lairkeeper.table.replays import PastTable, PlayedLine, PlayedMatch
from lairkeeper.table.result import result_of
from lairkeeper.table.table import Table
from lairkeeper.table.virtual import Virtual, VirtualPiece, demo_uid
from lairkeeper.tags import TagRefusal
from lairkeeper.tags.numberfile import NumberFileError, NumberReport
from lairkeeper.tags.numbersheet import SheetWords

__all__ = [
    "BACK",
    "EDITS",
    "EVERY",
    "HAPPENED",
    "LONGEST_NOTE",
    "LONGEST_TITLE",
    "NOW",
    "PUT",
    "PUT_UNSEEN",
    "SPEEDS",
    "WHAT",
    "Armed",
    "Clocks",
    "EditPlan",
    "EditRefusal",
    "Edits",
    "EnrolSession",
    "Game",
    "Hub",
    "Instruction",
    "Laid",
    "LastScan",
    "Line",
    "LiveError",
    "LivePlayers",
    "LiveState",
    "LogLine",
    "NumberFileError",
    "NumberReport",
    "PastTable",
    "PlayedLine",
    "PlayedMatch",
    "PublicRecord",
    "Question",
    "QuestionOption",
    "SheetWords",
    "Table",
    "TableError",
    "TagRefusal",
    "UnknownGameError",
    "Virtual",
    "VirtualPiece",
    "demo_uid",
    "is_note",
    "is_title",
    "public_json",
    "records",
    "redo_line",
    "result_of",
    "undo_line",
]
