"""Whole matches of each game: sent elsewhere and replayed there, handed to BG Stats, drawn as a picture."""

from __future__ import annotations

import asyncio
import io
import json

import pytest
from PIL import Image

from lairkeeper.core.codec import header_to_json, record_to_json
from lairkeeper.core.ids import TABLE
from lairkeeper.exports import bg_stats_link, export
from lairkeeper.exports.bgsplay import LONGEST
from lairkeeper.exports.coming import ComingError, keep_match, match_here, read_match
from lairkeeper.games import all_games
from lairkeeper.kit.driver import play_match
from lairkeeper.table import Hub
from lairkeeper.table.installation import match_id
from lairkeeper.table.result import result_of
from lairkeeper.web.result_picture import result_picture
from lairkeeper.web.screens.share.model import finale_in, shared_of

from ..fresh import SEED
from ..web.conftest import client_for
from ..web.situations import hub_of

STARTED = 1_780_000_000.0


def played(game: str, players: int) -> tuple[Hub, int]:
    """Return a hub with a whole match of random moves, archived."""
    whole = play_match(all_games()[game], SEED, level=all_games()[game].levels[-1], players=players, ruleset={}).history
    hub = hub_of()
    with hub.store.write():
        match = hub.store.matches.create(header_to_json(whole.header), STARTED)
        for at, record in enumerate(whole.records):
            hub.store.journal.append(match, record_to_json(record), at=STARTED + at, who="page", why="act")
        hub.store.people.sit_down(match, whole.header.seats, STARTED)
    if whole.state.finished:
        hub.store.matches.finish(match, result_of(whole.game.view(whole.state, TABLE)), STARTED + 3600)
    return hub, match


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_match_of_each_game_goes_everywhere(game: str) -> None:
    hub, match = played(game, all_games()[game].players[1])
    raw = export(hub.store, match, "json", secrets=True).encode()
    other = hub_of()
    coming = read_match(raw, other.match.find)
    number = keep_match(other.store, coming, [f"P{n}" for n in range(len(coming.header.seats))], STARTED + 1e6)
    here, there = other.store.matches.get(number), hub.store.matches.get(match)
    if there.result is not None:
        assert here.result == there.result
    assert match_here(other.store, coming) == number
    with pytest.raises(ComingError, match="twice"):
        keep_match(other.store, coming, [f"Q{n}" for n in range(len(coming.header.seats))], STARTED + 1e6)
    assert match_id(other.store, number) == match_id(hub.store, match)
    assert [row.record for row in other.store.journal.read(number)] == [
        row.record for row in hub.store.journal.read(match)
    ]
    if there.result is None:
        return
    site = client_for(hub, session=False).app.state.site
    for lang in ("en", "fr"):
        finale, note = asyncio.run(finale_in(site, match, lang))
        assert bool(note) == (there.result.get("numbers") == "proxy")
        assert Image.open(io.BytesIO(result_picture(finale, note))).size == (1200, 630)
        assert asyncio.run(shared_of(site, match, lang))[0].finale == finale
    assert len(bg_stats_link(hub.store, match)) <= LONGEST
    (play,) = json.loads(export(hub.store, match, "bgsplay"))["plays"]
    won = [score["winner"] for score in play["playerScores"]]
    assert [seat["winner"] for seat in there.result["seats"]] == won
    assert play["usesTeams"] == any("team" in score for score in play["playerScores"])
