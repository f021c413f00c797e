"""The questions that the app must ask when a scan could mean several things, or something the rules forbid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from lairkeeper.core.command import Command
from lairkeeper.core.ids import kind_of

DO: Final = "do"
"""Do the option's command."""
FORCE: Final = "force"
"""It happened at the table although the rules say no: the command with its reason."""
PUT_BACK: Final = "put-back"
"""Nothing happened; the piece goes back."""
IGNORE_TAG: Final = "ignore-tag"
"""Nothing happened, and this tag is left alone from now on."""
ENROL: Final = "enrol"
"""Tell the app what this tag stands for."""
TICK: Final = "tick"
"""It was only put where the list of instructions says."""
DO_BOTH: Final = "do-both"
"""Do ``first``, then the option's command."""
BACK: Final = "take-back"
"""The piece was put back to where it came from: take back what moved it, and all since."""
HERE: Final = "here"
"""The piece is where it was seen last, and nowhere else."""
AGREE: Final = "agree"
"""Take it back; with ``seat``: says this seat."""
KEEP: Final = "keep"
"""Leave it as it is."""
ASK_EACH: Final = "ask-each"
"""Not one for all: every seat must agree."""
ASK_ONCE: Final = "ask-once"
"""One answer for all will do."""
INSTEAD: Final = "instead"
"""It was only on its way past the first reader: take that back, then do the command."""
ALSO: Final = "also"
"""It was tapped at both readers: do the command, too."""
FIRST_ONLY: Final = "first-only"
"""It counts where it was seen first, and nowhere else."""
TURN_OPEN: Final = "turn-open"
"""The question whether the turn is over when what comes after it is tapped."""
WHOSE: Final = "whose"
"""The question who made a move that nobody's tray tells, where the turn before ended without a word."""
OF_TURNS: Final = (TURN_OPEN, WHOSE)
"""Questions about a tap that counts where it was made, whatever the answer: only in whose turn is open."""
EVERY: Final = "*"
"""The channel of a question that may be answered at any reader."""
USE_BOARD: Final = "use-board"
"""The second board counts too."""


@dataclass(frozen=True, slots=True)
class QuestionOption:
    """One answer: text ``answer.<action>``, with a command the move's text, its pieces and its seats."""

    action: str
    command: Command | None = None
    args: Mapping[str, Any] = field(default_factory=dict)
    first: Command | None = None
    """The command that must be done before ``command``."""

    @property
    def commands(self) -> tuple[Command, ...]:
        """Return all that the option does, in order."""
        return tuple(command for command in (self.first, self.command) if command is not None)

    @property
    def code(self) -> str:
        """Return the key of its text in the table ``answer``."""
        return self.action


@dataclass(frozen=True, slots=True)
class Question:
    """Text ``question.<code>`` with ``args``; ``options`` likeliest first. ``rows`` wait until it is answered.

    ``id`` is the first row, so that the same question has the same id after a crash. ``refusal`` is the code of the
    rule that speaks against it (text ``refusal.<code>``), ``cite`` its heading. ``passed``: people have played on since
    it was asked, so that the game's own prompt comes before it.
    """

    id: int
    code: str
    rows: tuple[int, ...]
    at: float
    zone: str
    uid: str
    channel: str
    args: Mapping[str, Any] = field(default_factory=dict)
    options: tuple[QuestionOption, ...] = ()
    refusal: str | None = None
    cite: str | None = None
    passed: bool = False

    def chosen_by(self, name: str) -> int | None:
        """Return the index of the only option that names this seat or piece."""
        names = {name, kind_of(name)}
        fits = [
            at
            for at, option in enumerate(self.options)
            if (does := option.command) is not None and not names.isdisjoint((does.by, does.target, does.card))
        ]
        return fits[0] if len(fits) == 1 else None

    def confirmed(self) -> int | None:
        """Return the index of the only option that makes something happen.

        An option that does something else first counts only when there is no other.
        """
        if self.code == TURN_OPEN:  # "yes, it is over"
            return next((at for at, option in enumerate(self.options) if option.action == DO_BOTH), None)
        sure = (DO, FORCE, USE_BOARD, AGREE, BACK, HERE, INSTEAD)
        fits = [at for at, option in enumerate(self.options) if option.action in sure]
        fits = fits or [at for at, option in enumerate(self.options) if option.action in (DO_BOTH, ALSO)]
        return fits[0] if len(fits) == 1 else None

    def denied(self) -> int | None:
        """Return the index of the option that lets nothing happen."""
        fits = [at for at, option in enumerate(self.options) if option.action in (PUT_BACK, KEEP, FIRST_ONLY)]
        return fits[0] if fits else None

    def begun_by(self, moves: tuple[str, ...]) -> int | None:
        """Return the index of the only option that begins with one of these moves, as something to be done first."""
        fits = [at for at, option in enumerate(self.options) if option.first and option.first.move in moves]
        return fits[0] if len(fits) == 1 else None

    def agreed_by(self, seat: str) -> int | None:
        """Return the index of the option by which this seat agrees."""
        fits = [at for at, option in enumerate(self.options) if option.action == AGREE]
        named = [at for at in fits if self.options[at].args.get("seat") == seat]
        return named[0] if named else None
