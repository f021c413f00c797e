"""Newcomers' questions are answered by one search: what to look for, and where the answer is.

Each search goes through all files that git knows, but for tests, data and the changelog, and may find a few lines only.
"""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from lairkeeper.cli import cli

from .test_repo import ROOT, tracked

FEW = 12
"""So many lines can be read at a glance."""
SOURCES = {".py", ".md", ".toml", ".html"}
QUESTIONS = {
    "what does the refusal `not-in-hand` mean, and what to do": (
        "- `not-in-hand`", {"docs/messages.md"}),
    "which code sets the colour of a light that says applied": (
        '"applied": (', {"firmware/lairboard/ui/leds.py"}),
    "who sends the frame E, who takes it, and what is in it": (
        '["E",seq', {"docs/protocol.md"}),
    "where does the host take the frame E": (
        'case ["E", seq', {"host/lairkeeper/board/session.py"}),
    "where does the board make the frame E": (
        'items = ["E", seq', {"firmware/lairboard/link/session.py"}),
    "which code answers the page /readers": (
        'Route("/readers"', {"host/lairkeeper/web/app.py"}),
    "where is the table of the inbox made": (
        "CREATE TABLE inbox", {"host/lairkeeper/store/schema.py"}),
    "what is the setting `period` of a board without a value": (
        '"period": 0', {"firmware/lairboard/config.py"}),
    "how long does a seat token wait for the rest of its sentence": (
        "ARMED_FOR: Final", {"host/lairkeeper/scans/explain.py"}),
    "which data sheet says where the MFRC522 reports a collision": (
        "9.3.1.15", {"firmware/lairboard/rfid/mfrc522.py", "firmware/lairboard/rfid/anticollision.py"}),
}  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
def test_one_search_answers(question: str) -> None:
    words, where = QUESTIONS[question]
    found = [
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.suffix in SOURCES and path.parts[len(ROOT.parts)] != "tests" and path.name != "CHANGELOG.md"
        for line in path.read_text(encoding="utf-8").splitlines()
        if words in line
    ]
    assert where <= set(found), f"{words!r} is not in {where - set(found)}"
    assert len(found) <= FEW, f"{words!r} is in {len(found)} lines"


@pytest.mark.parametrize(
    ("game", "heading", "code"),
    [
        ("forever-evil", "Order of Playing Your Cards", "games/forever_evil/turn.py:"),
        ("evil-101", "Pocket the evidence", "games/evil_101/"),
        ("evil-league", "Captain Hammer Pawn, Ending the Game", "games/evil_league/"),
        ("dc-forever", "Glossary: Asset Card", "games/dc_forever/"),
    ],
)
def test_a_heading_of_a_rulebook_leads_to_the_line_that_enforces_it(game: str, heading: str, code: str) -> None:
    """Expect a heading with many rules to list them first; each leads there by its id."""
    told = CliRunner().invoke(cli, ["rules", game, heading])
    assert told.exit_code == 0, told.output
    assert code in told.output
