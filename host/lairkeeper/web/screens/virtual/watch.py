"""Watch it play: the buttons of the simulated players, and what they do in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.table import SPEEDS, LiveState

from ...part import Shown
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub, LivePlayers


@dataclass(frozen=True, slots=True)
class WatchPanel:
    """``told`` says what the players do, or why they cannot; ``can``: they can begin."""

    state: str = LiveState.IDLE
    told: str = ""
    speed: str = ""
    can: bool = False
    offered: bool = True
    speeds: tuple[str, ...] = SPEEDS

    @property
    def playing(self) -> bool:
        """Return True while they play."""
        return self.state == LiveState.PLAYING

    @property
    def waits(self) -> bool:
        """Return True while they can go on."""
        return self.state in (LiveState.PAUSED, LiveState.DISTURBED)


def watch_of(hub: Hub, t: Translator) -> WatchPanel:
    """Return the panel; it is not offered where nobody can play by themselves."""
    players = hub.virtual.players if hub.virtual is not None else None
    if players is None:
        return WatchPanel(offered=False)
    over = players.state in (LiveState.IDLE, LiveState.LOST, LiveState.ENDED)
    no = players.trouble if over else ""
    told = t.ui(f"virtual.watch.no.{no}") if no else t.ui(f"virtual.watch.state.{players.state}")
    return WatchPanel(players.state, told, players.speed, over and not no)


DEEDS: Final = ("begin", "pause", "go-on", "step", "stop", *SPEEDS)
"""The buttons of the panel."""


def press(players: LivePlayers, what: str) -> bool:
    """Do what a button says; False for a button that there is not. Raises ``LiveError``."""
    if what in SPEEDS:
        players.set_speed(what)
    elif what in DEEDS:
        getattr(players, what.replace("-", "_"))()
    return what in DEEDS


def watch(shown: Shown) -> dict[str, Any]:
    """Return the panel."""
    return {"watch": watch_of(shown.hub, shown.t)}
