"""Cheat sheets: how to tap each game at each level, on one page in both languages."""

from __future__ import annotations

import re

import pypdfium2
import pytest
from click.testing import CliRunner

from lairkeeper.cli import cli
from lairkeeper.games import all_games
from lairkeeper.table import Hub
from lairkeeper.web.cheat_sheet import cheat_sheet, prompts_of
from tests.cli.test_listing import lairkeeper
from tests.core.test_printed import NUMBERED

from .conftest import Client
from .situations import hub_of
from .test_table import part, text_of

LEVELS = [(id, level) for id, game in all_games().items() for level in game.levels]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_level_of_every_game_has_one_page_in_words(client: Client, lang: str) -> None:
    client.cookies["lang"] = lang
    for game, level in LEVELS:
        address = f"game={game}&level={level}"
        page = client.get(f"/cheat?{address}")
        shown = text_of(page.text)
        assert page.status_code == 200 and not re.search(r"verb-|[{}]|prompt\.|help\.", shown), address
        if level != all_games()[game].levels[-1]:
            continue  # what has most to say fits one page
        pdf = pypdfium2.PdfDocument(client.get(f"/cheat/pdf?{address}").content)
        assert len(pdf) == 1, address
        printed = pdf[0].get_textpage().get_text_bounded()
        for title in re.findall(r"<dt>(.*?)</dt>", page.text):
            assert title.split()[0].split("’")[0] in printed, (address, title)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_each_step_says_how_to_tap_it(lang: str) -> None:
    hub = hub_of()
    for id, level in LEVELS:
        sheet = cheat_sheet(hub, hub.games[id], level, lang)
        assert sheet.steps and all(step.prompt and step.how for step in sheet.steps), (id, level)
        codes = prompts_of(hub, hub.games[id], level)
        assert not {step.prompt for step in sheet.steps} & {code.replace("-", " ") for code in codes}, (id, level)
        assert not any("AnyNumber" in step.how or " 2 " in step.how.replace("level 2", "") for step in sheet.steps)
        assert len({verb.sign.icon for verb in sheet.verbs}) == len(sheet.verbs) >= 3
    hub.store.close()


def test_what_is_asked_most_comes_first_and_what_nobody_saw_last() -> None:
    hub = hub_of()
    game = hub.games["forever-evil"]
    assert hub.asked("forever-evil", "full")[0] == prompts_of(hub, game, "full")[0] == "play-or-buy"
    everything = {code for level in game.levels for code in prompts_of(hub, game, level)}
    assert everything == {spec.code for spec in game.prompts}
    assert "play-or-buy" not in prompts_of(hub, game, "score")
    hub.store.close()


def test_a_game_that_nobody_measured_shows_all() -> None:
    hub = hub_of(games={NUMBERED.id: NUMBERED})
    level = NUMBERED.levels[0]
    assert hub.asked(NUMBERED.id, level) == () and hub.verbs(NUMBERED.id, level) == ()
    assert prompts_of(hub, NUMBERED, level) == tuple(spec.code for spec in NUMBERED.prompts)
    assert len(cheat_sheet(hub, NUMBERED, level, "en").verbs) == 13
    hub.store.close()


def test_it_is_that_of_the_match_and_linked_from_where_one_looks_for_it(client: Client, hub: Hub) -> None:
    assert "Cheat sheet" in part(client, "now")
    for address in ("/", "/new", "/table"):
        assert re.search(r'href="/cheat[?"]', client.get(address).text), address
    assert "How to tap it at level Score" in client.get("/cheat").text
    assert 'href="/cheat?game=evil-101"' in client.get("/cheat").text


@pytest.mark.parametrize("path", ["/cheat", "/cheat/pdf"])
@pytest.mark.parametrize("query", ["game=chess", "game=evil-101&level=deck"])
def test_what_is_not_there_is_said(client: Client, path: str, query: str) -> None:
    answer = client.get(f"{path}?{query}")
    assert answer.status_code == 400 and "Choose one of" in text_of(answer.text)


def test_the_command_writes_it(tmp_path: object) -> None:
    out, db = f"{tmp_path}/out.pdf", ("--db", f"{tmp_path}/t.db")
    done = lairkeeper("tags", "cheat", "evil-101", "--level", "full", "--lang", "fr", "-o", out, *db)
    assert done.returncode == 0, done.stderr
    page = pypdfium2.PdfDocument(out)[0].get_textpage().get_text_bounded()
    assert "Jetons d’action" in page and "Evil:101" in page
    for words, says in (
        (("evil-101", "--level", "deck"), "no level 'deck'; choose one of score, full"),
        (("table",), "table is no game; choose one of"),
        (("chess",), "chess"),
        (("evil-101", "-o", "no/such/folder/x.pdf"), "choose another file with -o"),
    ):
        told = CliRunner().invoke(cli, ["tags", "cheat", *words, *db])
        assert told.exit_code == 1 and says in (told.output or str(told.exception)), words
