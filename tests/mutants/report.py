"""The results of the changes: a score a room, and the survivors with what they say and who looked."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from .rooms import ROOT
from .sites import Site
from .trial import TOO_LONG, Trial

KNOWN: Final = Path(__file__).with_name("equivalent.toml")
"""Changes that change nothing, each with the reason."""
_SHOWN: Final = 8


@cache
def known_equivalents(file: Path = KNOWN) -> dict[tuple[str, str, str, str], str]:
    """Return the reasons by file, function, and the statement before and after: line numbers move."""
    listed = tomllib.loads(file.read_text(encoding="utf-8")).get("equivalent", [])
    found = {(each["file"], each["function"], each["was"], each["now"]): each["why"] for each in listed}
    if len(found) < len(listed):
        raise ValueError(f"{file.name} lists a change twice")
    return found


@dataclass(slots=True)
class Outcome:
    """A room: what was drawn, and the trials of what is not known to change nothing."""

    room: str
    seed: int
    drawn: Sequence[Site]
    trials: list[Trial] = field(default_factory=list)

    @property
    def open(self) -> list[Site]:
        return [site for site in self.drawn if site.key not in known_equivalents()]

    @property
    def equivalent(self) -> int:
        return len(self.drawn) - len(self.open)

    @property
    def killed(self) -> int:
        return sum(trial.killed for trial in self.trials)

    @property
    def score(self) -> float:
        """Killed of those that change something."""
        rest = len(self.drawn) - self.equivalent
        return self.killed / rest if rest else 1.0

    @property
    def survivors(self) -> list[Trial]:
        return sorted((t for t in self.trials if not t.killed), key=lambda t: (t.site.file, t.site.line, t.site.now))

    def as_json(self) -> dict[str, Any]:
        return {
            "total": len(self.drawn), "killed": self.killed, "equivalent": self.equivalent,
            "score": round(self.score, 4), "seed": self.seed,
        }  # fmt: skip


def write(outcomes: Iterable[Outcome], folder: Path = ROOT / "build") -> tuple[Path, Path]:
    """``mutants.json`` and ``mutants.txt``; where they are."""
    rooms = list(outcomes)
    folder.mkdir(exist_ok=True)
    scores, texts = folder / "mutants.json", folder / "mutants.txt"
    scores.write_text(json.dumps({room.room: room.as_json() for room in rooms}, indent=1) + "\n", encoding="utf-8")
    texts.write_text("\n".join(line for room in rooms for line in told(room)) + "\n", encoding="utf-8")
    return scores, texts


def told(room: Outcome) -> list[str]:
    """Return a room's result in lines for people."""
    late = sum(trial.verdict == TOO_LONG for trial in room.trials)
    lines = [
        f"{room.room}: {room.killed} of {len(room.drawn) - room.equivalent} killed ({room.score:.1%}), {late} of them "
        f"for taking too long; {room.equivalent} of {len(room.drawn)} known to change nothing; seed {room.seed}",
        "",
    ]
    for trial in room.survivors:
        lines += survivor(trial)
    return lines


def survivor(trial: Trial) -> list[str]:
    """Return a change that nothing noticed, as a difference, and the tests that looked."""
    site = trial.site
    if trial.tests:
        more = f" and {len(trial.tests) - _SHOWN} more" if len(trial.tests) > _SHOWN else ""
        looked = f"  {len(trial.tests)} tests run: {', '.join(trial.tests[:_SHOWN])}{more}"
    else:
        looked = "  not reached: no test runs it"
    head = f"{site.file}:{site.line} in {site.function} ({site.kind})"
    return [head, f"- {site.was}", f"+ {site.now}", looked, ""]
