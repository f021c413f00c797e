"""The end of a match on the table page: what it says, in both languages, and that it goes with an undo."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from random import Random

import pytest

from lairkeeper.core.codec import header_to_json, record_to_json
from lairkeeper.core.game import Game
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.games import all_games, get_game
from lairkeeper.i18n import LANGUAGES
from lairkeeper.kit.driver import play_match
from lairkeeper.table import Hub, Table
from lairkeeper.web import create_app
from lairkeeper.web.chart import GAP, LOWEST, MARK_EM, NARROW, WIDE, Canvas, Chart, chart_of
from lairkeeper.web.shortening import shortened, width_of
from tests.fresh import SEED

from .conftest import Client
from .situations import begun, do, hub_of

CASES = [(game, level) for game in all_games().values() for level in game.levels]
each_frame = pytest.mark.parametrize("frame", (WIDE, NARROW), ids=("wide", "narrow"))


def resumed(hub: Hub, history: History) -> Table:
    """Put a match that was played elsewhere on the table."""
    with hub.store.write():
        match = hub.store.matches.create(header_to_json(history.header), 1000.0)
        for at, record in enumerate(history.records):
            hub.store.journal.append(match, record_to_json(record), at=1000.0 + 60 * at, who="page", why="act")
    return hub.match.resume(match)


def ending(client: Client) -> str:
    """Return the part as HTML, with the sections inside it."""
    html = client.get("/table").text
    return html[html.index('<section id="ending"') : html.index('id="seats"')]


def words(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)))


@pytest.mark.parametrize(("game", "level"), CASES, ids=[f"{game.id}-{level}" for game, level in CASES])
def test_the_end_of_whole_matches(game: Game, level: str) -> None:
    rng = Random(f"{SEED} {game.id} {level} page")
    players = rng.randint(*game.players)
    history = play_match(game, rng.randrange(10**6), level=level, players=players, ruleset={}).history
    hub = hub_of()
    resumed(hub, history)
    client = Client(create_app(hub))
    board = game.score(history.state, TABLE)
    shown = {}
    for lang in LANGUAGES:
        client.cookies.set("lang", lang)
        html = ending(client)
        assert not re.search(r"ending\.|category\.|\{\w+\}|None", words(html))
        scores = re.findall(r'<span class="score num">([−\d]+)</span>', html)
        assert sorted(scores) == sorted(str(each.low).replace("-", "−") for each in board.teams or board.seats)
        assert html.count('<rect class="track"') in (0, len(scores))
        shown[lang] = words(html)
    assert shown["en"] != shown["fr"]
    hub.store.close()


def test_each_player_has_the_crest_of_the_person() -> None:
    """Podium, bars and curves have the colours that the people chose, not those of their seats."""
    hub = hub_of()
    hub.people.choose_crest(hub.people.add("Ana").id, 7)
    client = Client(create_app(hub))
    table = begun(hub)
    do(table, move="gain", by="Ana", card="vp-5")
    do(table, move="end-turn", by="Ana")
    do(table, move="gain", by="Bo", card="vp-1")
    do(table, move="end-turn", by="Bo")
    finish(table)
    html = ending(client)
    other = table.crests["Bo"]
    assert table.crests["Ana"] == 7 != other
    for begins, ends in (("podium", "</ol>"), ("sources", "</ol>"), ("chart wide", "<details")):
        _, found, rest = html.partition(f'class="{begins}"')
        assert found, begins
        assert set(re.findall(r'data-seat="(\d)"', rest.partition(ends)[0])) == {"7", str(other)}, begins
    assert '<div class="finale" data-seat="7">' in html
    hub.store.close()


def test_nothing_of_it_before_the_end_and_after_an_undo(client: Client, hub: Hub) -> None:
    table = begun(hub)
    assert ending(client).count("<p") == 0
    do(table, move="gain", by="Ana", card="vp-5")
    finish(table)
    html = ending(client)
    assert "Ana wins" in words(html)
    assert "Most victory points: 5 to 0." in words(html)
    client.send_form("/undo")
    assert not table.view().finished
    assert ending(client).count("<p") == 0
    client.send_form("/redo")
    assert "Ana wins" in words(ending(client))


def finish(table: Table) -> None:
    """Say that the match is over, and count a Punch for everybody."""
    do(table, move="end-game", by=table.header.seats[0], option="line-up")
    while not table.view().finished:
        prompt = table.view().prompt
        assert prompt is not None
        option = prompt.options[0].command
        if option.by:
            do(table, move="sweep", by=option.by, card="punch")
        assert table.act(option, "page")


def test_names_from_outside_stay_words(hub: Hub, client: Client) -> None:
    table = begun(hub, seats=("<b>Ana</b>", "אבג", "x" * 24))
    for seat in table.view().seats:
        do(table, move="gain", by=seat, card="vp-1")
        do(table, move="end-turn", by=seat)
    do(table, move="end-game", by=table.view().active, option="line-up")
    while not table.view().finished:
        prompt = table.view().prompt
        assert prompt is not None
        option = prompt.options[0].command
        if option.by:
            do(table, move="sweep", by=option.by, card="punch")
        table.act(option, "page")
    html = ending(client)
    assert "&lt;b&gt;Ana&lt;/b&gt;" in html
    assert "share the win" in words(html)
    assert "x…" in html, "a long name is cut beside its line"
    assert "x" * 24 in html


def test_invented_numbers_are_labelled() -> None:
    game = get_game("dc-forever")
    hub = hub_of()
    history = play_match(game, 11, level="full", players=2, ruleset={}).history
    table = resumed(hub, history)
    assert table.view().extra["numbers"] == "proxy"
    html = ending(Client(create_app(hub)))
    assert "nvented numbers" in words(html)
    hub.store.close()


# The drawing ------------------------------------------------------------------------------------------------------


@each_frame
def test_no_label_overlaps_another_one_or_leaves_the_drawing(frame: Canvas) -> None:
    rng = Random(SEED)
    for _ in range(200):
        seats = rng.randint(2, 6)
        high = rng.choice((1, 3, 40, 400))
        values = [[float(rng.randint(-2, high)) for _ in range(seats)] for _ in range(rng.randint(2, 9))]
        names = [
            (n + 1, rng.choice(("Ana", "x" * 60, "名前名前名前名前", "🦇" * 20)), str(int(values[-1][n])))
            for n in range(seats)
        ]
        chart = chart_of(frame, names, range(1, len(values) + 1), values)
        heights = sorted(curve.y for curve in chart.curves)
        assert all(below - above >= GAP - 0.2 for above, below in pairwise(heights))
        assert heights[0] >= GAP / 2 - 0.2
        assert heights[-1] <= frame.height - frame.bottom + LOWEST + 0.2
        ends = [float(curve.path.split()[-1]) for curve in chart.curves]
        order = sorted(range(seats), key=lambda n: (ends[n], n))
        assert [chart.curves[n].y for n in order] == heights, "labels stand in the order of their lines"
        rows = [y for y, _ in chart.rows]
        assert all(abs(one - other) > 15 for one, other in pairwise(sorted(rows)))
        xs = [x for x, _ in chart.ticks]
        assert all(after - before > 30 for before, after in pairwise(xs))


@pytest.mark.parametrize(
    ("text", "letters", "short"),
    [
        ("Ana", 3, "Ana"),
        ("Anabel", 4, "Ana…"),
        ("名前名前", 5, "名前…"),
        ("🦇🦇🦇", 4, "🦇…"),
        ("Ana Maria", 5, "Ana…"),
    ],
)
def test_a_name_is_cut_at_its_room(text: str, letters: int, short: str) -> None:
    assert shortened(text, letters) == short


def test_the_mark_keeps_its_number_among_the_ticks() -> None:
    values = [[float(n), 0.0] for n in range(60)]
    chart = chart_of(WIDE, [(1, "Ana", "59"), (2, "Bo", "0")], range(1, 61), values, mark=31)
    assert "31" in [text for _, text in chart.ticks]
    assert chart.mark_text("Lead")[1:] == ("end", "Lead")


def test_the_result_is_told_in_lines_to_send(client: Client, hub: Hub) -> None:
    table = begun(hub)
    do(table, move="gain", by="Ana", card="vp-5")
    assert "share-text" not in ending(client)
    finish(table)
    html = client.get("/table").text
    told = unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", html, re.DOTALL)[-1]).splitlines()
    assert told[0].startswith("DC Deck-building Game: Forever Evil")
    assert told[1] == "Ana wins. Most victory points: 5 to 0."
    assert told[2:4] == ["Place 1 · Ana: 5", "Place 2 · Bo: 0"]
    assert "share-text" not in client.get("/tv").text


@pytest.mark.parametrize("text", ["Lead", "Changement 8 : Crapules en tête", "Changement 8 : " + "M" * 60 + " en tête"])
@pytest.mark.parametrize("mark", range(44, 307, 20))
def test_the_text_of_a_mark_stays_in_the_frame(mark: int, text: str) -> None:
    chart = Chart(NARROW, (), (), (), mark)
    x, end, shown = chart.mark_text(text)
    width = width_of(shown) * MARK_EM
    left, right = (x - width, x) if end == "end" else (x, x + width)
    assert 0 <= left < right <= NARROW.width
    assert shown == text or shown.endswith("…")
