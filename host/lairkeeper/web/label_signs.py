"""Labels and cheat sheets in the look of the pages: colours and icons are those of ``lair.css`` and ``icons.svg``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lairkeeper.core.ids import Component
from lairkeeper.core.pieces import SHARED

from .game_texts import box_texts, box_title
from .piece_signs import sign_of

if TYPE_CHECKING:
    from lairkeeper.table import Hub
    from lairkeeper.table.printing import SheetLabel

    from .cheat_sheet import CheatSheet
    from .translator import Translator

STATIC: Final = Path(__file__).parent / "static"
GROUNDS: Final = {"loot": "power", "scheme": "weak", "person": "starter"}
"""Card types that have the ground of another one (match.css)."""
PLAIN: Final = "gold-text"
"""The colour of a token that is neither a seat's nor a card's."""


@cache
def light_colours() -> dict[str, str]:
    """Return the colour tokens of ``lair.css`` as ``#rrggbb``, in the light theme."""
    css = (STATIC / "lair.css").read_text(encoding="utf-8")
    found = re.findall(r"--([a-z0-9-]+): (?:light-dark\()?(#[0-9a-f]{6})\b", css)
    colours: dict[str, str] = {}
    for name, value in found:
        colours.setdefault(name, value)
    return colours


@cache
def icon_paths() -> dict[str, tuple[float, str]]:
    """Return the side and the path of each icon of ``icons.svg`` by its id."""
    svg = (STATIC / "icons.svg").read_text(encoding="utf-8")
    found = re.findall(r'<symbol id="([a-z0-9-]+)" viewBox="0 0 ([0-9]+) [0-9]+"><path d="([^"]+)"/></symbol>', svg)
    return {id: (float(side), path) for id, side, path in found}


def label_of(hub: Hub, box: str, component: Component, lang: str) -> SheetLabel:
    """Return the label of a piece: its sign in the colour of its seat or card type, and its name in ``lang``."""
    from lairkeeper.table.printing import LabelSign, SheetLabel

    t = box_texts(hub, box, lang)
    drawn = sign_of(hub, box, component, t)
    note = t.texts.say("sheet.invented") if hub.stock(box).invents(component) else ""
    if drawn.card is not None or box != SHARED:
        type = hub.games[box].face(component.partition("#")[0], {}).type
        ground = light_colours()[GROUNDS.get(type, type)]
    else:
        ground = light_colours()[f"p{drawn.crest}" if drawn.crest else PLAIN]
    id = f"g-{drawn.card.face.icon}" if drawn.card is not None else f"c-{drawn.crest}" if drawn.crest else drawn.icon
    if not id:
        return SheetLabel(box, component, drawn.name, note, LabelSign(ground, text=drawn.text.replace("−", "–")))
    side, path = icon_paths()[id]
    return SheetLabel(box, component, drawn.name, note, LabelSign(ground, path, side, stroked=id.startswith("i-")))


def cheat_pdf(sheet: CheatSheet, t: Translator, paper: str = "a4") -> bytes:
    """Return a cheat sheet as one page. Raises ``LabelError``."""
    from lairkeeper.table.printing import CheatText, LabelSign, cheat_page

    ground, paths = light_colours()[PLAIN], icon_paths()
    verbs = [
        (LabelSign(ground, paths[verb.sign.icon][1], stroked=True), verb.sign.name, verb.moves) for verb in sheet.verbs
    ]
    level = t.ui("cheat.about", level=sheet.name, note=sheet.note)
    steps = [(step.prompt, step.how) for step in sheet.steps]
    text = CheatText(
        sheet.title, level, t.ui("cheat.rules"), sheet.rules, t.ui("cheat.verbs"), verbs, t.ui("cheat.steps"),
        sheet.stands, steps,
    )  # fmt: skip
    return cheat_page(text, paper)


def cheat_pdf_if_any(sheet: CheatSheet, t: Translator) -> bytes | None:
    """Return a cheat sheet as one page; None in a script that the PDF has no letters of."""
    from lairkeeper.table.printing import LabelError

    try:
        return cheat_pdf(sheet, t)
    except LabelError:
        return None


def label_sheet(hub: Hub, box: str, components: Iterable[Component], lang: str, paper: str = "a4") -> bytes:
    """Return a PDF with the labels of these pieces of a box. Raises ``LabelError``."""
    from lairkeeper.table.printing import needs_ids, sheet

    t = box_texts(hub, box, lang)
    title = t.texts.say("sheet.title", {"game": box_title(hub, box, t)})
    labels = [label_of(hub, box, each, lang) for each in components]
    said = t.texts.say("sheet.ids") if needs_ids(labels) else ""
    return sheet(labels, title, t.texts.say("sheet.ruler"), paper, said)
