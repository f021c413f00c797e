"""Write docs/messages.md, every refusal and message by its code: ``python -m tests.house.message_page``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from lairkeeper.games import all_games
from lairkeeper.i18n import read_catalog, shared_texts
from lairkeeper.web.app_texts import app_folders

PAGE: Final = Path(__file__).parents[2] / "docs" / "messages.md"
SECTIONS: Final = (
    ("scan", "Scans", "What the strip *Last scan* says, and the board's light with it."),
    ("question", "Questions about a scan", "Asked when a scan can mean several things, or when the rules say no."),
    ("tag", "Enrolling tags", "Said under *Tags* while tags are enrolled."),
    ("write", "Writing tags", "Said while a piece is written onto its tag."),
    ("printed", "Printed numbers", "Said when a number that is printed on a card is typed or imported."),
    ("number-file", "Files of printed numbers", "Said when a file of printed numbers is imported or exported."),
    ("board", "Connections to boards", "The state of each board, on the pages and in `lairkeeper link`."),
    ("trouble", "Disk, database and network", "Shown on every page, at once and until it is over."),
    ("lan", "Home network", "Said in *Workshop*, and by `lairkeeper lan` and `lairkeeper tls`."),
    ("install", "`lairkeeper board`", "What the commands that change a board say."),
    ("doctor", "`lairkeeper board doctor`", "What the doctor finds on a board."),
)  # fmt: skip
INTRO: Final = """# Messages by code

After reading this page you can look up a code that a page, a log, a play or the JSON of a command names, and know
what to do next. Words in braces are filled in: `{card}` is a piece, `{seat}` a player, `{zone}` a reader.

`python -m tests.house.message_page` makes this page from the texts of the app; do not edit it by hand.
"""


def page() -> str:
    """Return the page as it should be."""
    shared = _texts(shared_texts())
    parts = [INTRO]
    insisted = next(iter(all_games().values())).refusals
    parts += _section(
        "Refusals of every game",
        "A refused command changes nothing. Where the table may insist, the page offers *Insist: it happened*.",
        shared["refusal"],
        {spec.code for spec in insisted if spec.core and spec.forcible},
    )
    for game in all_games().values():
        own = {spec.code: spec.forcible for spec in game.refusals if not spec.core}
        texts = _texts(game.texts_dir)["refusal"]
        forcible = {code for code, may in own.items() if may}
        parts += _section(f"Refusals of {game.title['en']}", "", {code: texts[code] for code in own}, forcible)
    for table, title, intro in SECTIONS:
        texts = shared[table]
        if table == "question":
            texts = {code: f"{_said(text)} {shared['help'][code]}" for code, text in texts.items()}
        parts += _section(title, intro, texts)
    told = [each for folder in app_folders() for each in _texts(folder)["ui"].get("error", {}).items()]
    errors = {code: each for code, each in told if isinstance(each, dict) and "title" in each}
    parts += _section("Requests that a page refuses", "Shown as a page, or as JSON with the code as `error`.", errors)
    return "\n".join(parts)


def _texts(folder: Any) -> dict[str, Any]:
    return read_catalog(folder, "en")


def _section(title: str, intro: str, texts: Mapping[str, Any], forcible: Iterable[str] = ()) -> Iterator[str]:
    yield f"## {title}\n"
    if intro:
        yield f"{intro}\n"
    for code, text in sorted(texts.items()):
        insist = " *The table may insist.*" if code in forcible else ""
        yield f"- `{code}`: {_said(text)}{insist}"
    yield ""


def _said(text: str | Mapping[str, str]) -> str:
    """Return a sentence; of one and of several, how it reads for several."""
    if isinstance(text, str):
        return text
    return f"{text['title']} {text['next']}" if "title" in text else text["other"]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
