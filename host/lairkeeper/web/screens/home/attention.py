"""The needs of a table before or during a match, each with the one press that leads to its cure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from lairkeeper.board import LinkState
from lairkeeper.core.pieces import SHARED

from ...part import Shown
from ...parts.board import boards_of
from ...screens import paths
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub

GONE: Final = "gone"
CLOSED: Final = "closed"
"""The word of a link for a board that is simply not there."""
NETWORK: Final = "lan-"
"""The beginning of the codes of troubles with the home network."""
OVER: Final = frozenset({"over", "sink-over"})


@dataclass(frozen=True, slots=True)
class Need:
    """One thing: a badge with its icon, what it is about, what to do, and where."""

    mood: Literal["ask", "bad"]
    icon: str
    badge: str
    title: str
    step: str
    button: str = ""
    href: str = ""
    action: str = ""
    """The address of a form, where a press does it at once."""


def values(shown: Shown) -> Mapping[str, Any]:
    """Return everything that needs attention, the worst first."""
    hub, t = shown.hub, shown.t
    return {"needs": (*_disk(hub, t), *_boards(hub, t), *_tags(hub, t), *_numbers(hub, t))}


def _disk(hub: Hub, t: Translator) -> Iterator[Need]:
    for trouble in hub.troubles.all:
        if trouble.code in OVER:
            continue
        action = "/save" if trouble.code == GONE else ""
        button = t.ui("save-elsewhere") if action else ""
        said = t.say("trouble", trouble.code, trouble.args)
        if trouble.code.startswith(NETWORK):
            yield Need(
                "bad", "phone", t.ui("lan.badge"), t.ui("lan.title"), said, t.ui("home.need.check"), paths()["workshop"]
            )
            continue
        yield Need("bad", "save", t.ui("home.need.disk"), t.ui("home.need.trouble"), said, button, "", action)


def _boards(hub: Hub, t: Translator) -> Iterator[Need]:
    """Yield the boards that are not connected, and those with something that they cannot read."""
    for status, line in zip(hub.boards, boards_of(hub, t), strict=True):
        if line.mood == "good":
            continue
        title = t.ui("home.need.board", name=status.device or status.port) if status.device or status.port else ""
        offline = status.state in (LinkState.CLOSED, LinkState.GREETING, LinkState.REPL)
        badge = t.ui("home.need.offline") if offline else line.state
        said = line.message if line.message and status.message != CLOSED else t.ui("home.need.plug")
        yield Need("bad" if offline else "ask", "plug", badge, title or t.ui("home.need.a-board"), said,
                   t.ui("home.need.check"), paths()["readers"])  # fmt: skip


def _tags(hub: Hub, t: Translator) -> Iterator[Need]:
    """Yield the boxes of which some pieces have tags and others have none."""
    for game in (SHARED, *hub.games):
        have = len(hub.registry.list(game))
        missing = len(hub.registry.missing(hub.stock(game)))
        if have and missing and game in (SHARED, _played(hub)):
            title = t.ui("home.need.tags", game=_title(hub, game, t))
            yield Need("ask", "tag", t.ui("home.need.left", n=missing), title,
                       t.ui("home.need.tag-more", n=missing), t.ui("home.need.tag"),
                       f"{paths()['tags']}?box={game}")  # fmt: skip


def _numbers(hub: Hub, t: Translator) -> Iterator[Need]:
    """Yield the games of which some printed numbers are typed and others are not."""
    for game in hub.games:
        printed = hub.printed(game)
        if not printed.fields or not hub.numbers.of(game):
            continue
        missing = len(hub.numbers.missing(game, printed, hub.stock(game).copies))
        if missing:
            title = t.ui("home.need.numbers", game=_title(hub, game, t))
            yield Need("ask", "workshop", t.ui("home.need.left", n=missing), title,
                       t.ui("home.need.type-more", n=missing), t.ui("home.need.type"),
                       f"{paths()['numbers']}?game={game}")  # fmt: skip


def _played(hub: Hub) -> str:
    """Return the game on the table, else the one that was played last."""
    rows = hub.matches.newest(1)
    return hub.table.game.id if hub.table is not None else rows[0].game if rows else ""


def _title(hub: Hub, game: str, t: Translator) -> str:
    return hub.games[game].title.get(t.lang, game) if game in hub.games else t.ui("home.need.shared")
