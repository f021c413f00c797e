"""All that a game says about itself outside of a match: pieces, cards as scripts, fields, moves, paths, house rules."""

from __future__ import annotations

from collections.abc import Mapping

from lairkeeper.core.game import Game
from lairkeeper.core.ruleset import specs
from lairkeeper.games.forever_evil.cards import SCRIPTS

from .pictures import Pictures, printed


def prints(game: Game) -> Pictures:
    """Return a print of each thing, by what it is."""
    numbers = game.printed
    things: dict[str, object] = {
        **{f"piece {kind}": facts for kind, facts in game.catalog.kinds.items()},
        **{f"fields {kind}": fields for kind, fields in numbers.fields.items()},
        **{f"invented {kind}": values for kind, values in numbers.proxy.items()},
        **{f"move {spec.name} {n}": spec for n, spec in enumerate(game.moves)},
        **{f"path {spec.path}": spec for spec in game.paths},
        **{f"refusal {spec.code}": spec for spec in game.refusals},
        **{f"house rule {spec.name}": spec for spec in specs(game.ruleset_type)},
        **{f"script {kind}": script for kind, script in _scripts(game).items()},
        "players": game.players,
        "levels": game.levels,
        "title": game.title,
    }
    return {name: [printed(thing)] for name, thing in things.items()}


def _scripts(game: Game) -> Mapping[str, object]:
    """Return what each card does, in a game that has its texts written down as data."""
    return SCRIPTS if game.id == "forever-evil" else {}
