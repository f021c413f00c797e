"""A face-down Scheme is told to nobody but the Rogue side: with any other Scheme everything looks the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lairkeeper.core.codec import view_to_json
from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Pool
from lairkeeper.core.work import Work
from lairkeeper.games.dc_forever import GAME
from lairkeeper.games.dc_forever.places import faced_down, may_come
from lairkeeper.i18n import LANGUAGES, Texts, shared_texts

SCHEMES = ("dose-the-city#1", "cheetah-1#1")
"""One needs seven citizens, the other four."""
HAND = ["dose-the-city#1", "cheetah-1#1", "primal-drive#1", "on-the-hunt#1", "cheetah-2#1", "the-joker-2#1"]
SETUP: dict[str, Any] = {"hand.Ana": HAND, "unaligned": "none", "citizens.scheme-1": 5}
STORY = (
    Command(move="play", by="Ana", card="primal-drive#1"),
    Command(move="end-turn", by="Ana"),
    Command(move="end-turn", by="Bo"),
    Command(move="activate", by="Ana", card="cheetah#1", target="place-1"),
    Command(move="threaten", by="Ana"),
    Command(move="done", by="Ana"),
    Command(move="done", by="Ana"),
    Command(move="activate", by="Bo", card="batman#1", target="place-1"),
    Command(move="done", by="Bo"),
)


PAYER: dict[str, Any] = {
    "locations": ["atlantean-royal-palace#1", "location-9#1", "house-of-mystery#1"],
    "unaligned": "none",
    "team.Ana": ["cheetah#1", "the-joker#1", "lex-luthor#1", "black-manta#1"],
    "team.Bo": ["batman#1", "superman#1", "zatanna#1", "aquaman#1"],
    "starters.Ana": ["cheetah#1", "the-joker#1"],
    "starters.Bo": ["batman#1", "zatanna#1"],
    "hand.Ana": [*SCHEMES, "primal-drive#1", "on-the-hunt#1", "scent-the-prey#1", "throwing-card#1"],
}
PAYMENT = (
    Command(move="pool", by="Ana", card="on-the-hunt#1"),
    Command(move="pool", by="Ana", card="scent-the-prey#1"),
    Command(move="recruit", by="Ana", card="lex-luthor#1"),
    Command(move="use", by="Ana", card="lex-luthor#1"),
    Command(move="pay", by="Ana", card="throwing-card#1"),
    Command(move="end-turn", by="Ana"),
)
"""A Rogue pays and discards out of the hand in which the other Scheme is."""


def told(history: History) -> dict[str, str]:
    """All that the table and the Hero player are told: views, offers, refusals, log lines in both languages."""
    state = history.state
    found = {f"view {viewer}": json.dumps(view_to_json(GAME.view(state, viewer))) for viewer in (TABLE, "Bo")}
    found |= {f"offers {viewer}": repr(GAME.offers(state, viewer)) for viewer in (TABLE, "Bo")}
    record = history.records[-1]
    if record.command is not None:
        code, args = GAME.log(record.command, record.events)
        for lang in LANGUAGES:
            found[f"log {lang}"] = Texts.load(lang, shared_texts(), GAME.texts_dir).say(f"log.{code}", args)
    return found


def story(scheme: str, setup: dict[str, Any], commands: tuple[Command, ...]) -> list[dict[str, str]]:
    rules = {"opening": "first-game"} if setup is SETUP else {}
    history = History.start(GAME, Header(GAME.id, ("Ana", "Bo"), "full", rules, setup))
    assert isinstance(history, History)
    found = []
    for command in (Command(move="play", by="Ana", card=scheme, target="place-1"), *commands):
        result = history.submit(command)
        assert not isinstance(result, Refused), (command, result)
        found.append(told(history))
    return found


@pytest.mark.covers("df-30", "df-167")
@pytest.mark.parametrize(("setup", "commands"), [(SETUP, STORY), (PAYER, PAYMENT)], ids=["threatens", "pays"])
def test_whatever_scheme_it_is_nobody_else_is_told_anything(
    setup: dict[str, Any], commands: tuple[Command, ...]
) -> None:
    one, other = (story(scheme, setup, commands) for scheme in SCHEMES)
    for n, (this, that) in enumerate(zip(one, other, strict=True)):
        for what in this:
            assert this[what] == that[what], f"step {n}: {what} tells {SCHEMES[0]} from {SCHEMES[1]}"


@pytest.mark.covers("df-30", "df-115")
def test_only_the_rogue_player_is_told_what_is_ready() -> None:
    history = History.start(GAME, Header(GAME.id, ("Ana", "Bo"), "full", {"opening": "first-game"}, SETUP))
    assert isinstance(history, History)
    history.submit(Command(move="play", by="Ana", card="cheetah-1#1", target="place-1"))
    assert GAME.view(history.state, "Ana").extra["ready"] == ["place-1"]
    assert all("ready" not in GAME.view(history.state, viewer).extra for viewer in (TABLE, "Bo"))


@pytest.mark.covers("df-20")
def test_what_is_wrong_with_a_scheme_is_told_to_its_owner_alone() -> None:
    setup = {**SETUP, "fallen": ["cheetah#1"]}
    history = History.start(GAME, Header(GAME.id, ("Ana", "Bo"), "full", {"opening": "first-game"}, setup))
    assert isinstance(history, History)
    assert not isinstance(history.submit(Command(move="play", by="Ana", card="cheetah-1#1", target="place-1")), Refused)
    notes = {viewer: GAME.view(history.state, viewer).extra["notes"] for viewer in (TABLE, "Ana", "Bo")}
    assert notes == {TABLE: (), "Ana": ({"card": "cheetah-1#1", "code": "fallen", "seat": "Ana"},), "Bo": ()}


LAID = "cheetah-1#1"
IN_HAND, IN_DECK = (
    Pool({"hand.Ana": 1, "unread-2": 1}, {"cheetah-2#1": 1, "fame": 1}),
    Pool({"deck.Ana": 1}, {"renown": 1}),
)
MIXED = Pool({"hand.Ana": 1, "unread-2": 1, "deck.Ana": 1}, {"cheetah-2#1": 1, "fame": 1, "renown": 1})
OF_BO = Pool({"hand.Bo": 1}, {"prestige": 1})
OF_BOTH = Pool({"hand.Ana": 1, "hand.Bo": 1}, {"prestige": 1, "fame": 1})


def sources(*pools: Pool, layer: str = "Ana") -> list[str]:
    """Return the hands and decks from which a Scheme can come that ``layer`` laid face down."""
    blank = GAME.blank(Header(GAME.id, ("Ana", "Bo", "Cy", "Di"), "full", {"mates-see": False}))
    work = Work(
        blank._replace(
            zones={"scheme-1": (LAID,)}, where={LAID: "scheme-1"}, counters={"owner.cheetah": 1},
            pools={str(n): pool for n, pool in enumerate(pools)},
            pooled={place: str(n) for n, pool in enumerate(pools) for place in pool.places},
        )
    )  # fmt: skip
    faced_down(work, "Bo", LAID)  # what was true of an earlier time is over
    faced_down(work, layer, LAID)
    return [place for place in ("hand.Ana", "deck.Ana", "hand.Bo", "deck.Bo") if may_come(work.state, place, LAID)]


@pytest.mark.covers("df-30")
@pytest.mark.parametrize(
    ("pools", "layer", "possible"),
    [
        ((IN_HAND, IN_DECK), "Ana", ["hand.Ana"]),
        ((MIXED,), "Ana", ["hand.Ana", "deck.Ana"]),
        ((IN_DECK,), "Ana", ["deck.Ana"]),
        ((IN_HAND, IN_DECK, OF_BO), "Ana", ["hand.Ana"]),
        ((OF_BOTH,), "Ana", ["hand.Ana", "hand.Bo"]),
        ((IN_HAND, OF_BO), "Bo", ["hand.Bo"]),
    ],
    ids=["hand apart", "hand and deck mixed", "hand empty", "mates apart", "mates mixed", "given to the mate"],
)
def test_a_face_down_scheme_comes_from_where_it_may_have_been(
    pools: tuple[Pool, ...], layer: str, possible: list[str]
) -> None:
    """Offered from more places, or fewer, it would tell which Scheme lies there (seeds 841193253 and 23013128)."""
    assert sources(*pools, layer=layer) == possible
