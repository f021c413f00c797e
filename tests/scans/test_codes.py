"""Whatever is made of a scan can be said, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lairkeeper.scans
import lairkeeper.table
from lairkeeper.i18n import LANGUAGES, Texts, shared_texts
from lairkeeper.scans import question
from lairkeeper.scans.carried import CARRIED
from lairkeeper.scans.guards import UNTOUCHED, WRONG_TRAY
from lairkeeper.scans.question import TURN_OPEN, WHOSE
from lairkeeper.scans.review import POSSIBLE
from lairkeeper.table.last_scan import SILENT

SOURCE = "\n".join(
    path.read_text(encoding="utf-8")
    for room in (lairkeeper.scans, lairkeeper.table)
    for path in sorted(Path(str(room.__file__)).parent.glob("*.py"))
)
NOTHING = set(re.findall(r'Ignored\(\s*"([a-z-]+)"', SOURCE)) | set(re.findall(r'problem="([a-z-]+)"', SOURCE))
ASKED = set(re.findall(r'\basked\(sentence, "([a-z-]+)"', SOURCE)) | set(re.findall(r' code="([a-z-]+)"', SOURCE))
NOTHING |= {"two-places-left", "slot-full-left"} | set(re.findall(r'FLICKERED: Final = "([a-z-]+)"', SOURCE))
ASKED |= {"two-places", "slot-full", CARRIED, TURN_OPEN, UNTOUCHED, WHOSE, WRONG_TRAY}
ASKED |= {f"take-back-{why}" for why in ("reveal", "others", "steps")}
NOT_ACTIONS = {"EVERY", "TURN_OPEN", "WHOSE", "OF_TURNS"}
ACTIONS = {value for name, value in vars(question).items() if name.isupper() and name not in NOT_ACTIONS}


def test_the_source_was_read() -> None:
    assert {"refused", "two-places-left", "in-place"} <= NOTHING
    assert {"which", "lifted", "two-places", "unknown-tag", "tick-or-move"} <= ASKED
    assert {"do", "take-back", "agree", "tick"} <= ACTIONS


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_code_has_its_sentence(lang: str) -> None:
    texts = Texts.load(lang, shared_texts())
    needed = {f"scan.{code}" for code in (NOTHING | ASKED) - SILENT}
    needed |= {f"question.{code}" for code in (*ASKED, POSSIBLE)} | {f"answer.{action}" for action in ACTIONS}
    assert sorted(key for key in needed if key not in texts) == []
