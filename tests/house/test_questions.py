"""Newcomers' questions are answered by one search for words of the question.

A search finds whole lines, as `git grep WORDS -- docs firmware host README.md CONTRIBUTING.md` does. It may find a few
lines only, and these must say the answer.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest
from click.testing import CliRunner

from lairkeeper.cli import cli
from lairkeeper.games import all_games

from .test_repo import ROOT, tracked

FEW: Final = 12
"""So many lines can be read at a glance."""
SOURCES: Final = {".py", ".md", ".toml", ".html"}
READ: Final = {"docs", "firmware", "host", "README.md", "CONTRIBUTING.md"}
MESSAGES: Final = "docs/messages.md"
BOARD_END: Final = "firmware/lairboard/link/session.py"
HOST_END: Final = "host/lairkeeper/board/session.py"
LIGHTS: Final = "firmware/lairboard/ui/leds.py"
PATTERNS: Final = runpy.run_path(str(ROOT / LIGHTS))["PATTERNS"]
QUESTIONS: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "the app refuses with `not-in-hand`: what should I do": (
        "`not-in-hand`", {MESSAGES: "Was a tap forgotten? Undo it."}),
    "my reader shines magenta: what is wrong, what should I do, and where is the code": (
        "magenta", {"docs/first-match.md": "lairkeeper board doctor", LIGHTS: '"fault": ('}),
    "the doctor says reader-no-bus: which wire do I check": (
        "reader-no-bus", {MESSAGES: "CS wire first"}),
    "which code answers the address /readers": (
        '"/readers"', {"host/lairkeeper/web/screens/readers/routes.py": "Route("}),
    "which file makes the table inbox": (
        "TABLE inbox", {"host/lairkeeper/store/schema.py": "CREATE"}),
    "what does the setting `period` do, and what is its default": (
        "`period`", {"firmware/README.md": "18 with one reader, 40 with more"}),
    "what is an armed tag, and which code lets it wait": (
        "| armed |", {"docs/glossary.md": "scans/explain.py"}),
    "what is a tombstone on the link, and which code makes one": (
        "tombstone", {"docs/protocol.md": "readers that do not score", "firmware/lairboard/ring.py": "Turn runs"}),
    "how does a board go back to the release before": (
        "back to the release before", {"docs/commands.md": "`rollback`", "firmware/README.md": "board rollback"}),
    "who uses section 9.3.1.15 of the MFRC522's data sheet, and for what": (
        "9.3.1.15", {"firmware/lairboard/rfid/drivers/mfrc522/driver.py": "collision"}),
}  # fmt: skip


@cache
def lines() -> tuple[tuple[str, str], ...]:
    """Return each line that a newcomer searches, with its file."""

    def each() -> Iterator[tuple[str, str]]:
        for path in tracked():
            name = path.relative_to(ROOT)
            if path.suffix in SOURCES and name.parts[0] in READ:
                yield from ((str(name), line) for line in path.read_text(encoding="utf-8").splitlines())

    return tuple(each())


def found(words: str) -> dict[str, str]:
    """Return the lines that have these words, joined by file; a search that finds many answers nothing."""
    hits = [(file, line) for file, line in lines() if words in line]
    assert len(hits) <= FEW, f"{words!r} is in {len(hits)} lines"
    files: dict[str, str] = {}
    for file, line in hits:
        files[file] = f"{files.get(file, '')}\n{line}"
    return files


@pytest.mark.parametrize("question", QUESTIONS)
def test_one_search_answers(question: str) -> None:
    words, answers = QUESTIONS[question]
    assert words.strip('"| ').casefold() in question.casefold(), "a newcomer knows only the words of the question"
    files = found(words)
    for file, answer in answers.items():
        assert answer in files.get(file, ""), f"a search for {words!r} does not find {answer!r} in {file}"


@pytest.mark.parametrize("letter", list("HGAaCPphEJSsRL!?"))
def test_the_letter_of_a_frame_leads_to_the_page_and_to_both_ends(letter: str) -> None:
    files = found(f'"{letter}"')
    assert f'`["{letter}"' in files.get("docs/protocol.md", "")
    assert BOARD_END in files
    assert ("host/lairkeeper/board/commands.py" if letter == "C" else HOST_END) in files


@pytest.mark.parametrize("light", sorted(set(PATTERNS) - {"idle"}))
def test_the_colour_of_a_light_leads_to_its_meaning_and_its_code(light: str) -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    told = re.search(rf"^\| \*{light}\* \| ([\w ]+) \| (\w.+) \|$", page, re.M)
    assert told is not None, f"the page does not say which colour {light} has"
    files = found(told[1])
    assert told[2] in files["docs/protocol.md"]
    assert f'"{light}": ({", ".join(map(str, PATTERNS[light][:3]))}, ' in files[LIGHTS]


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_code_of_a_refusal_leads_to_its_sentence(game: str) -> None:
    """Expect few lines with a code: one for each game that has it."""
    codes = [spec.code for spec in all_games()[game].refusals]
    assert len(codes) >= 10
    for code in codes:
        assert f"- `{code}`: " in found(f"- `{code}`").get(MESSAGES, "")


@pytest.mark.parametrize(
    ("game", "heading"),
    [
        ("forever-evil", "Order of Playing Your Cards"),
        ("evil-101", "Pocket the evidence"),
        ("evil-league", "Captain Hammer Pawn, Ending the Game"),
        ("dc-forever", "Glossary: Asset Card"),
    ],
)
def test_a_heading_of_a_rulebook_leads_to_the_line_that_enforces_it(game: str, heading: str) -> None:
    """Expect each rule under the heading with its code, and that code to name the rule."""
    said = CliRunner().invoke(cli, ["rules", game, heading])
    assert said.exit_code == 0, said.output
    for rule in said.output.strip().split("\n\n"):
        id, *_ = rule.split()
        places = re.findall(r"(host/lairkeeper/games/[\w/.]+):(\d+)$", rule, re.M)
        assert places, rule
        for file, line in places:
            code = (ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1 :]
            assert re.search(rf"\b{id}\b", "\n".join(code[:12])), f"{file}:{line} does not name {id}"
