"""A game's public interface as plain values: all that a play may name."""

from __future__ import annotations

from typing import Any

from lairkeeper.core.game import Game
from lairkeeper.core.ruleset import specs


def describe(game: Game) -> dict[str, list[dict[str, Any]]]:
    """Return the five lists of a game's public interface, as plain JSON values."""
    return {
        "moves": [
            {"move": spec.name, "needs": list(spec.needs), "takes": list(spec.takes), "levels": list(spec.levels),
             "steps": list(spec.frames), "refusals": list(spec.refusals), "rule": spec.rule}
            for spec in game.moves
        ],
        "refusals": [{"code": spec.code, "forcible": spec.forcible, "core": spec.core} for spec in game.refusals],
        "ruleset": [
            {"name": spec.name, "type": spec.type, "default": spec.default, "bounds": spec.allowed, "rule": spec.rule}
            for spec in specs(game.ruleset_type)
        ],
        "state": [{"path": spec.path, "type": spec.type} for spec in game.paths],
        "prompts": [{"code": spec.code, "options": list(spec.options), "rule": spec.rule} for spec in game.prompts],
    }  # fmt: skip
