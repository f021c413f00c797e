"""The made-up games by chance: small enough that chance comes to all that the kernel and the senses do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.kit.driver import NAMES, random_rules

from ..core.toy import CHOOSING, SETUP
from ..core.toy import TOY as RAIDS
from ..scans.toy import TOY as MARKET
from .chance import Chance
from .fingers import Fingers
from .onward import choose_late
from .pictures import Pictures, grouped, printed

FOLDER: Final = Path(__file__).parent / "toys"
WALKS, TAPS = "walks.json", "taps.json"
MATCHES: Final = range(60)
STEPS: Final = 40
TOGETHER: Final = 4
"""So many steps or taps have one print."""

Lived = Iterator[tuple[str, object]]


def walk(seed: object) -> Lived:
    """Yield what is done, offered, tried and seen in a match with sealed plots, raids, shields and debts."""
    rng = Random(f"walk {seed}")
    game = rng.choice((RAIDS, RAIDS, CHOOSING))
    history = _begun(game, rng)
    chance = Chance(game, rng, choose_late)
    for _ in range(STEPS):
        done = chance.step(history)
        if done is None:
            return
        yield done[0], [done[1], chance.seen(history.state), history.can_undo, len(history)]


def taps(seed: object) -> Lived:
    """Taps at a match of one of the games, and what the senses make of them."""
    rng = Random(f"taps {seed}")
    game = rng.choice((MARKET, MARKET, RAIDS))
    history = _begun(game, rng)
    fingers = Fingers(history, rng)
    for _ in range(STEPS):
        yield fingers.act()


def _of_raids(rng: Random) -> dict[str, object]:
    """Draw a set-up of that game: empty, or hands, tokens and shields."""
    if rng.random() < 0.3:
        return {}
    setup: dict[str, object] = dict(SETUP)
    for seat in ("Ana", "Bo", "Cy"):
        setup |= {f"purse.{seat}": {rng.choice((1, 5)): rng.randrange(4)}} if rng.random() < 0.5 else {}
        setup |= {f"{rng.choice(('shield', 'mirror'))}.{seat}": 1} if rng.random() < 0.4 else {}
    return setup


def _begun(game: Game, rng: Random) -> History:
    """Begin a match of the game; draw anew when a bank by house rule is too small for what was drawn."""
    while True:
        setup = _of_raids(rng) if game is not MARKET else {}
        rules = random_rules(game, rng)
        if any(path.startswith("mirror") for path in setup):
            rules.pop("bank", None)  # a mirror has the bank pay, which must be able to
        seats = NAMES[:3] if setup else NAMES[: rng.randint(*game.players)]
        begun = History.start(game, Header(game.id, seats, rng.choice(game.levels), rules, setup))
        if isinstance(begun, History):
            return begun


def prints() -> dict[str, Pictures]:
    """Return the prints of all matches that are kept, by their seed, for each file."""
    return {file: {str(seed): _prints(live(seed)) for seed in MATCHES} for file, live in ((WALKS, walk), (TAPS, taps))}


def _prints(lived: Lived) -> list[str]:
    return [printed(seen) for _, seen in grouped(lived, TOGETHER)]
