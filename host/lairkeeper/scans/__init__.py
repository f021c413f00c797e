"""From scans to one command, a question, or nothing. Pure: the clock and the state are passed in."""

from __future__ import annotations

from lairkeeper.scans.context import Context
from lairkeeper.scans.explain import explain
from lairkeeper.scans.instructions import Instruction, instructions_of
from lairkeeper.scans.listener import Armed, Listener
from lairkeeper.scans.player import PlayScanner, StreamPlayer
from lairkeeper.scans.presence import Presence
from lairkeeper.scans.question import Question, QuestionOption
from lairkeeper.scans.sighting import Sighting
from lairkeeper.scans.stream import StreamError, read_stream, write_stream
from lairkeeper.scans.todo_list import hand_instructions
from lairkeeper.scans.verdict import AnswerChosen, AskTable, Ignored, Incomplete, ScanVerdict, Submit, Tick, Undo
from lairkeeper.scans.zones import Role, role_of

__all__ = [
    "AnswerChosen",
    "Armed",
    "AskTable",
    "Context",
    "Ignored",
    "Incomplete",
    "Instruction",
    "Listener",
    "PlayScanner",
    "Presence",
    "Question",
    "QuestionOption",
    "Role",
    "ScanVerdict",
    "Sighting",
    "StreamError",
    "StreamPlayer",
    "Submit",
    "Tick",
    "Undo",
    "explain",
    "hand_instructions",
    "instructions_of",
    "read_stream",
    "role_of",
    "write_stream",
]
