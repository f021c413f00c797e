"""From scans to one command, a question, or nothing. Pure: the clock and the state are passed in."""

from __future__ import annotations

from lairkeeper.sense.chores import chores
from lairkeeper.sense.context import Context
from lairkeeper.sense.explain import explain
from lairkeeper.sense.listener import Armed, Listener
from lairkeeper.sense.player import PlayScanner, StreamPlayer
from lairkeeper.sense.presence import Presence
from lairkeeper.sense.question import Question, QuestionOption
from lairkeeper.sense.sighting import Sighting
from lairkeeper.sense.stream import StreamError, read_stream, write_stream
from lairkeeper.sense.todo import Instruction, todo_of
from lairkeeper.sense.verdict import Answer, Ask, Do, Nothing, ScanVerdict, Tick, Undo, Wait
from lairkeeper.sense.zones import Role, role_of

__all__ = [
    "Answer",
    "Armed",
    "Ask",
    "Context",
    "Do",
    "Instruction",
    "Listener",
    "Nothing",
    "PlayScanner",
    "Presence",
    "Question",
    "QuestionOption",
    "Role",
    "ScanVerdict",
    "Sighting",
    "StreamError",
    "StreamPlayer",
    "Tick",
    "Undo",
    "Wait",
    "chores",
    "explain",
    "read_stream",
    "role_of",
    "todo_of",
    "write_stream",
]
