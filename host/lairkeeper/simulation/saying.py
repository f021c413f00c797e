"""A check that the app has a sentence, in the language of the match, for everything that it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lairkeeper.core.ids import TABLE
from lairkeeper.games import get_game
from lairkeeper.i18n import TextError, Texts, shared_texts
from lairkeeper.table import Table

Said = tuple[str, Mapping[str, Any]]


class Reader:
    """Somebody who reads all that the pages say, in one language."""

    def __init__(self, game: str, lang: str) -> None:
        self._texts = Texts.load(lang, shared_texts(), get_game(game).texts_dir)
        self._known: set[str] = set()

    def speechless(self, table: Table, lines: int) -> list[str]:
        """Return one sentence for each text that is missing or lacks an argument.

        The texts are those of the newest log ``lines``, the prompt, the question and the last scan; each is told once.
        """
        found = []
        for key, args in _said(table, lines):
            if key.startswith("help.") and key not in self._texts:
                continue  # a game of another package may have no help
            try:
                self._texts.say(key, args)
            except TextError as error:
                if key not in self._known:
                    self._known.add(key)
                    found.append(str(error))
        return found


def _said(table: Table, lines: int) -> Iterator[Said]:
    if lines:
        yield from ((f"log.{line.code}", line.args) for line in table.log(TABLE, lines))
    view = table.view(TABLE)
    if view.prompt is not None:
        yield from ((f"{part}.{view.prompt.code}", view.prompt.args) for part in ("prompt", "help"))
        yield from ((f"option.{option.code}", option.args) for option in view.prompt.options)
    question = table.question
    if question is not None:
        yield from ((f"{part}.{question.code}", question.args) for part in ("question", "help"))
        if question.refusal:
            yield f"refusal.{question.refusal}", question.args
    scan = table.last_scan
    if scan is not None:
        yield f"scan.{scan.code}", scan.args
        if scan.refusal:
            yield f"refusal.{scan.refusal}", scan.args
