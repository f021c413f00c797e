"""Bugs of level ``full``, put in on purpose: the plays or a table that knows every card must catch each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import pytest

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import Kernel, always
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.games.forever_evil import GAME, appearance, end_effects, full, hands, turn
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.games.forever_evil.effects import acts, attack, choices, counts, filters, text
from lairkeeper.games.forever_evil.effects.carry_out import Text
from lairkeeper.games.forever_evil.effects.vocabulary import Borrow
from lairkeeper.games.forever_evil.places import hand_of, in_play_of
from lairkeeper.kit.play import run_play
from lairkeeper.kit.playfile import Play
from lairkeeper.kit.plays import read_plays
from lairkeeper.kit.seeded_bugs import Patches, rewired
from lairkeeper.rules.step import read, replace, save

from .full_table import FullTable

PLAYS: Final[dict[str, Play]] = {name: play for name, play in read_plays(GAME).items() if name.startswith("full-")}
Install: TypeAlias = Callable[[Patches], Kernel]


def _played_cards_shuffled(patches: Patches) -> Kernel:
    shuffle = hands.shuffle

    def eager(work: Work, seat: Seat) -> bool:
        for card in work.state.zone(in_play_of(seat)):
            work.move(card, f"discard.{seat}")
        return shuffle(work, seat)

    patches.set(hands, "shuffle", eager)
    return GAME


def _shuffled_too_early(patches: Patches) -> Kernel:
    draw = hands.draw

    def early(work: Work, seat: Seat, n: int) -> int:
        if work.state.size(f"deck.{seat}") <= n:
            hands.shuffle(work, seat)
        return draw(work, seat, n)

    patches.set(hands, "draw", early)
    return GAME


def _second_defense(patches: Patches) -> Kernel:
    return rewired(GAME, "defend", check=always)


def _counter_clockwise(patches: Patches) -> Kernel:
    foes = attack.foes_of
    patches.set(attack, "foes_of", lambda state, seat: tuple(reversed(foes(state, seat))))
    return GAME


def _last_text_only(patches: Patches) -> Kernel:
    borrow = text._BEGIN[Borrow]

    def forgetful(work: Work, step: Text, verb: Any, at: int) -> None:
        borrow(work, step, verb, at)
        now = read(text.Borrowed, work.top)
        save(work, now, replace(now, texts=now.texts[:1]))

    patches.put(text._BEGIN, Borrow, forgetful)
    return GAME


def _free_of_charge(patches: Patches) -> Kernel:
    patches.set(full, "price", lambda state, card, defeat: 0)
    return GAME


def _power_stays(patches: Patches) -> Kernel:
    patches.set(turn, "forget", lambda work: None)
    return GAME


def _harley_in_nobodys_turn(patches: Patches) -> Kernel:
    def always_draws(work: Work, seat: Seat) -> None:
        kind, character = acts.character_of(work.state, seat)
        if character.on_discard:
            acts.trigger(work, kind, "on_discard", seat, kind)

    patches.set(acts, "left_hand", always_draws)
    return GAME


def _end_of_turn_discards(patches: Patches) -> Kernel:
    put_down = end_effects.put_down

    def as_in_a_turn(work: Work) -> None:
        seat = work.state.active
        assert seat is not None
        if work.state.size(hand_of(seat)):
            acts.left_hand(work, seat)
        put_down(work)

    patches.set(turn, "put_down", as_in_a_turn)
    return GAME


def _paid_although_avoided(patches: Patches) -> Kernel:
    over = attack._over

    def generous(work: Work, step: attack.Attacking) -> None:
        over(work, replace(step, landed=True))

    patches.set(attack, "_over", generous)
    return GAME


def _kept_card_at_once(patches: Patches) -> Kernel:
    patches.set(choices, "note", lambda work, fact, n=1: None)
    return GAME


def _one_type_only(patches: Patches) -> Kernel:
    def printed(card: Label, place: str, rules: Any) -> tuple[str, ...]:
        return CATALOG.get(card).types

    patches.set(filters, "types_at", printed)
    return GAME


def _only_one_is_hit(patches: Patches) -> Kernel:
    begin = attack.begin_appearance_attack
    patches.set(appearance, "begin_appearance_attack", lambda work, hero, order: begin(work, hero, order[:1]))
    return GAME


def _nothing_comes_of_destroying(patches: Patches) -> Kernel:
    patches.set(acts, "trigger", lambda work, kind, part, seat, card: None)
    return GAME


def _earlier_gangs_only(patches: Patches) -> Kernel:
    gangs = counts._gangs
    patches.set(counts, "_gangs", lambda state, told: gangs(state, told) // 2)
    return GAME


def _avoided_by_all(patches: Patches) -> Kernel:
    """Plant a fault: the Defense of one protects everybody."""
    ask = attack._ask

    def once(work: Work, step: attack.Attacking) -> None:
        after = replace(step, at=len(step.targets)) if step.defenders else step
        save(work, step, after)
        ask(work, after)

    patches.set(attack, "_ask", once)
    return GAME


def _attacker_unpaid(patches: Patches) -> Kernel:
    """In a foe's discard pile the owner of a card destroys it, not the attacker."""
    destroy = acts.destroy

    def by_owner(work: Work, seat: Seat, label: Label, places: Any) -> Any:
        owner = next((place.partition(".")[2] for place in places if place.startswith("discard.")), "") or seat
        return destroy(work, owner, label, places)

    patches.set(acts, "destroy", by_owner)
    return GAME


BUGS: Final[dict[str, Install]] = {
    "played cards are shuffled": _played_cards_shuffled,
    "a deck is shuffled before it is empty": _shuffled_too_early,
    "a second Defense is accepted": _second_defense,
    "Weaknesses go round counter-clockwise": _counter_clockwise,
    "Firestorm has one text only": _last_text_only,
    "nothing costs anything": _free_of_charge,
    "Power stays for the next turn": _power_stays,
    "Harley Quinn draws for every discard, in nobody's turn too": _harley_in_nobodys_turn,
    "the discards at the end of a turn set something off": _end_of_turn_discards,
    "Sinestro is paid for an Attack that all avoid": _paid_although_avoided,
    "a kept card is used in the turn in which it was kept": _kept_card_at_once,
    "Element Woman is a Hero only, everywhere": _one_type_only,
    "a First Appearance hits one player": _only_one_is_hit,
    "nothing comes of destroying": _nothing_comes_of_destroying,
    "a Gang counts the earlier ones only": _earlier_gangs_only,
    "one Defense protects everybody": _avoided_by_all,
    "what the attacker destroys pays its owner": _attacker_unpaid,
}


def caught_by(game: Kernel) -> str | None:
    """Return what notices that something is wrong with a game; None when nothing does."""
    for name, play in PLAYS.items():
        try:
            result = run_play(play, name, game=game)
        except (ValueError, LookupError, TypeError, RuntimeError, AssertionError) as error:
            return f"{name}: {type(error).__name__}"
        if not result.ok:
            return name
    table = FullTable(0)
    try:
        table.play(check=_agrees)
    except (ValueError, LookupError, TypeError, RuntimeError, AssertionError) as error:
        return f"whole match: {error}"
    return None


def _agrees(table: FullTable) -> None:
    assert table.differences() == []


@pytest.mark.parametrize("name", BUGS)
def test_every_bug_is_caught(name: str) -> None:
    patches = Patches()
    try:
        assert caught_by(BUGS[name](patches)) is not None, f"nobody noticed: {name}"
    finally:
        patches.undo()


def test_a_sound_game_is_not_suspected() -> None:
    state: State = FullTable(0).history.state
    assert state.level == "full"
    assert caught_by(GAME) is None
