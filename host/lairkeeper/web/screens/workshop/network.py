"""The home network in the workshop: the switch, the address, what is wrong, and what to try."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import Response

from ...errors import PageError
from ...forms import read_form
from ...lan import KeptLan, LanError, LanNote, keep_lan
from ...part import Part, Shown
from ...site import site_of
from ...translator import SWITCH

if TYPE_CHECKING:
    from ...lan import Lan
    from ...translator import Translator


@dataclass(frozen=True, slots=True)
class Try:
    """One thing to try, with the command to type if there is one."""

    said: str
    command: str


@dataclass(frozen=True, slots=True)
class Network:
    """The switch and what it has brought about."""

    on: bool
    said: str
    notes: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    """Addresses to choose from, each with its words."""
    chosen: str
    can_secure: bool
    secure: bool
    steps: tuple[Try, ...]


def network_of(lan: Lan, t: Translator) -> Network:
    """Return the home network in words."""
    choices = {each.ip: f"{each.ip} ({each.adapter})" for each in lan.choices()}
    if lan.chosen:
        choices.setdefault(lan.chosen, lan.chosen)
    return Network(
        lan.on,
        _said(lan, t),
        tuple(_words(note, t) for note in lan.notes),
        (("", t.ui("network.usual")), *choices.items()),
        lan.chosen or "",
        lan.own_certificate is not None and lan.own_certificate.exists,
        lan.secure,
        tuple(Try(_words(step, t), step.command) for step in lan.steps) if lan.lonely else (),
    )


def _said(lan: Lan, t: Translator) -> str:
    if not lan.on:
        return t.ui("network.off-note")
    return t.ui("network.on-note", urls=" · ".join(lan.urls)) if lan.urls else t.ui("network.lost-note")


def _words(note: LanNote, t: Translator) -> str:
    return t.say("lan", note.code, note.values)


def _values(shown: Shown) -> Mapping[str, Any]:
    return {"network": network_of(shown.lan, shown.t)}


async def switch(request: Request) -> Response:
    """``POST /workshop/lan``: ``lan`` is ``on`` or ``off``; ``address`` one of this machine, ``secure`` ``on``.

    The next start does the same.
    """
    site = site_of(request)
    form = await read_form(request)
    wanted = form.need("lan")
    if wanted not in SWITCH:
        raise PageError(400, "bad-choice", {"field": "lan", "allowed": ", ".join(SWITCH)})
    kept = KeptLan(wanted == SWITCH[0], form.text("address"), form.text("secure") == SWITCH[0])
    try:
        if kept.on:
            await site.lan.open(kept.address, certificates=site.lan.own_certificate if kept.secure else None)
        else:
            await site.lan.close()
    except LanError as error:
        why = site.translator(request.scope).say("lan", error.code, error.values)
        raise PageError(409, "lan", {"why": why}) from None
    keep_lan(site.hub.store.settings, kept)
    return site.done(request, "workshop")


NETWORK: Final = Part("workshop/network.html", _values)
