"""Texts of a game, and those that its own tables can ask for, whatever is played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from lairkeeper.core.game import Game
from lairkeeper.core.kernel import Kernel
from lairkeeper.core.moves import CHOOSE_FRAME
from lairkeeper.core.ruleset import specs
from lairkeeper.i18n import flatten, read_catalog


def sentences(game: Game, lang: str) -> dict[str, str | dict[str, str]]:
    """Every text of the game's own by its key."""
    return dict(flatten(read_catalog(game.texts_dir, lang)))


def forms(sentence: str | dict[str, str]) -> list[str]:
    """Return a text's forms: one, or one for each number."""
    return [sentence] if isinstance(sentence, str) else list(sentence.values())


def asked(game: Game) -> Iterator[str]:
    """Yield the keys that follow from the game's tables.

    They are: names, card types, levels, refusals, steps, moves, prompts, options, rules, facts.
    """
    assert isinstance(game, Kernel)
    yield from (f"name.{kind}" for kind in game.catalog.kinds)
    printed = game.printed.of(None)
    faces = (game.face(kind, printed.get(kind, {})) for kind in game.catalog.kinds)
    yield from (f"card.{face.word}" for face in faces if face.word)
    yield from (f"level-note.{level}" for level in game.levels)
    yield from (f"refusal.{refusal.code}" for refusal in game.refusals if not refusal.core)
    yield from (f"step.{frame.name}" for frame in game.frames.values() if frame is not CHOOSE_FRAME)
    yield from (f"move.{move.name}" for move in game.moves)
    for prompt in game.prompts:
        if prompt.code != CHOOSE_FRAME.name:
            yield from (f"{table}.{prompt.code}" for table in ("prompt", "help", "screen"))
            yield from (f"option.{code}" for code in prompt.options)
    for option in specs(game.ruleset_type):
        yield f"ruleset.{option.name}"
        yield from (f"choice.{option.name}.{value}" for value in option.choices if isinstance(value, str))
    yield from (f"rule.{key}" for key in cited(game))
    yield from (
        f"ending.{code}"
        for path in sources(game)
        for code in re.findall(r'\bReason\("([a-z-]+)"', path.read_text(encoding="utf-8"))
    )
    for field in {field for fields in game.printed.fields.values() for field in fields}:
        yield f"fact.{field.name}"
        yield from (f"word.{word}" for word in field.choices)


def cited(game: Game) -> set[str]:
    """Rule keys in specs and, as literals, in the game's own files."""
    assert isinstance(game, Kernel)
    keys = {spec.rule for spec in (*game.moves, *game.prompts, *specs(game.ruleset_type)) if spec.rule}
    for path in sources(game):
        text = path.read_text(encoding="utf-8")
        keys.update(re.findall(r'\b(?:cite|rule|(?:CITE|RULE): Final) ?= ?"([a-z-]+)"', text))
        keys.update(re.findall(r'\bno\([A-Z0-9]+\.\w+, "([a-z-]+)"', text))
    return keys


def sources(game: Game) -> list[Path]:
    """Return the game's own files, without its simulated players."""
    package = import_module(f"lairkeeper.games.{game.id.replace('-', '_')}")
    assert package.__file__ is not None
    home = Path(package.__file__).parent
    return sorted(path for path in home.rglob("*.py") if home / "simulation" not in path.parents)
