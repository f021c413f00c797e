"""The banner of every page while something keeps taps from counting, and for a while after it has ended itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from ..part import Part, Shown
from ..piles import pile_words
from ..translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub


@dataclass(frozen=True, slots=True)
class Banner:
    """One line: what runs, the button that ends it, and the page where it is done."""

    mood: Literal["ask", "over"]
    text: str
    href: str
    note: str = ""
    """Says whether taps count; there is no room for it on a phone."""
    stop: str = ""
    """The words of the button; empty where there is nothing to end."""
    action: str = ""


def banner_of(hub: Hub, t: Translator) -> Banner | None:
    """Return what every page says now; None while taps count as usual."""
    session, ended = hub.enrol, hub.enrolment.ended
    if session is not None:
        what = pile_words(hub, session.game, session.pile, t)
        code = "banner.tagged" if session.finished else "banner.tagging"
        text = t.ui(code, what=what, done=session.done, total=session.total)
        return Banner("ask", text, "/tags", t.ui("banner.muted"), t.ui("banner.stop"), "/enrol/step")
    if hub.trial.mode:
        code = "banner.seats" if hub.trial.mode == "seats" else "banner.test"
        href = "/readers" if hub.trial.mode == "seats" else "/test-tap"
        return Banner("ask", t.ui(code), href, t.ui("banner.muted"), t.ui("banner.stop"), f"{href}/step")
    if ended is not None and hub.enrolment.idle.lately:
        what = pile_words(hub, ended.game, ended.pile, t)
        return Banner("over", t.ui("banner.ended", what=what, done=ended.done, total=ended.total), "/tags",
                      t.ui("banner.again"))  # fmt: skip
    return None


def values(shown: Shown) -> Mapping[str, Any]:
    """Return the banner."""
    return {"banner": banner_of(shown.hub, shown.t)}


BANNER: Final = Part("parts/banner.html", values, frozen=True)
