"""A table at level ``full`` that knows every card: real decks in a real order, and players who play sensibly.

It follows the events with its hands, by the copies that really lie there. What the app believes must fit at any time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.purse import worth
from lairkeeper.core.result import Accepted
from lairkeeper.core.state import State
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.games.forever_evil.effects.attack import is_defense
from lairkeeper.games.forever_evil.effects.choosable import Picking, fits, open_cards, places_of_pick, verb_of
from lairkeeper.games.forever_evil.full import price
from lairkeeper.games.forever_evil.places import find, owned
from lairkeeper.games.forever_evil.scoring import deck_total
from lairkeeper.rules.step import read

SEATS = ("Ana", "Bo", "Cy", "Di", "Eli")
VILLAINS = tuple(facts.kind for facts in CATALOG.zone("super-villains"))
BOUND = 6_000


class FullTable:
    """One match. ``history`` is what the app has followed; ``places`` is the truth, decks with the top first."""

    def __init__(self, seed: int, players: int | None = None, **ruleset: Any) -> None:
        self.rng = Random(seed)
        seats = SEATS[: players or 2 + seed % 4]
        chosen = self.rng.sample(VILLAINS, len(seats))
        setup = {f"villain.{seat}": f"{kind}#1" for seat, kind in zip(seats, chosen, strict=True)}
        header = Header(GAME.id, seats, "full", {"promos": True, **ruleset}, setup, GAME.version)
        history = History.start(GAME, header)
        assert isinstance(history, History), history
        self.history = history
        self.used: Counter[str] = Counter()
        self.passing: dict[Seat, Component] = {}
        self.places: dict[Path, list[Component]] = self._deal(seats)

    # The truth --------------------------------------------------------------------------------------------------------

    def _deal(self, seats: Iterable[Seat]) -> dict[Path, list[Component]]:
        found: dict[Path, list[Component]] = {"line-up": [], "destroyed": [], "super-hero": ["the-flash#1"]}
        copies = {
            facts.kind: [f"{facts.kind}#{n}" for n in range(1, (facts.copies or 0) + 1)]
            for facts in CATALOG.kinds.values()
        }
        for seat in seats:
            cards = [copies["punch"].pop(0) for _ in range(7)] + [copies["vulnerability"].pop(0) for _ in range(3)]
            self.rng.shuffle(cards)
            found[f"hand.{seat}"], found[f"deck.{seat}"] = cards[:5], cards[5:]
        found["kicks"], found["weaknesses"] = copies["kick"], copies["weakness"]
        found["main-deck"] = [card for facts in CATALOG.zone("main-deck") for card in copies[facts.kind]]
        heroes = [f"{facts.kind}#1" for facts in CATALOG.zone("super-heroes") if facts.kind != "the-flash"]
        for cards in (found["main-deck"], heroes, found["weaknesses"], found["kicks"]):
            self.rng.shuffle(cards)
        found["super-heroes"], found["set-aside"] = heroes[:7], heroes[7:]
        return found

    def at(self, place: Path) -> list[Component]:
        """Return the cards that really lie at a place; cards on top of a deck that were seen are part of it."""
        head, _, seat = place.partition(".")
        return self.places.setdefault(f"deck.{seat}" if head in {"top", "bottom"} else place, [])

    def follow(self, events: tuple[ev.Event, ...]) -> None:
        """Do with hands what the app says has happened."""
        moves = [event for event in events if isinstance(event, ev.Moved | ev.PoolShifted)]
        skip = False
        for one, after in zip(moves, [*moves[1:], None], strict=False):
            if skip:
                skip = False
            elif isinstance(one, ev.PoolShifted):
                self._shift(one)
            elif isinstance(after, ev.Moved) and self._renames(one, after):
                self._move(after.card, one.source, after)
                skip = True
            else:
                self._move(one.card, one.source, one)

    def _renames(self, one: ev.Moved, after: ev.Moved) -> bool:
        """Return True when two moves only say that one copy had been taken for another."""
        same = kind_of(one.card) == kind_of(after.card) and one.target == after.source
        return same and (after.card in self.at(one.source) or after.target.startswith("swept."))

    def _really_at(self, card: Component, believed: Path) -> Path:
        """Return where a card that is counted really lies among its owner's, which the app need not know."""
        return next((place for place, cards in self.places.items() if card in cards), believed)

    def _move(self, label: str, source: Path, event: ev.Moved) -> None:
        if source.startswith(("deck.", "bottom.")) and event.target.startswith("top."):
            return  # turned over where it lies
        if event.target.startswith("swept."):
            source = self._really_at(label, source)
        cards = self.at(source)
        card = label if label in cards else next((card for card in cards if kind_of(card) == kind_of(label)), None)
        assert card is not None, f"{label} is not at {source}: {cards}"
        cards.remove(card)
        target = self.at(event.target)
        if event.target.startswith("bottom."):
            target.append(card)
        elif event.target.startswith("deck."):
            # Into an empty deck it is shuffled; otherwise it goes underneath.
            deck_was_empty = self._shuffling or not target
            self._shuffling = deck_was_empty
            target.insert(self.rng.randint(0, len(target)) if deck_was_empty else len(target), card)
        elif event.index == 0 or event.target.startswith("top."):
            target.insert(0, card)
        else:
            target.append(card)

    _shuffling = False

    def _shift(self, event: ev.PoolShifted) -> None:
        self._shuffling = False
        source, target = self.at(event.source), self.at(event.target)
        for _ in range(event.count):
            seat = event.source.partition(".")[2]
            passed = event.source.startswith("hand.") and event.target.startswith("hand.")
            target.append(source.pop(source.index(self.passing.pop(seat)) if passed else 0))

    def differences(self) -> list[str]:
        """Where the app believes what cannot be."""
        state = self.history.state
        wrong = []
        for seat in state.seats:
            for head in ("hand", "deck"):
                places = ("deck", "top", "bottom") if head == "deck" else (head,)
                size = sum(state.size(f"{each}.{seat}") for each in places)
                if size != len(self.at(f"{head}.{seat}")):
                    wrong.append(f"{head}.{seat}: {size} cards instead of {len(self.at(f'{head}.{seat}'))}")
            hand = (f"hand.{seat}",)
            wrong += [f"{card} is in {hand[0]}" for card in self.at(hand[0]) if find(state, card, hand) is None]
            for head in ("discard", "in-play", "on-villain"):
                wrong += self._kinds_differ(state, f"{head}.{seat}")
        for place in ("line-up", "destroyed", "super-hero"):
            wrong += self._kinds_differ(state, place)
        for place in ("main-deck", "kicks", "weaknesses", "super-heroes"):
            if state.size(place) != len(self.at(place)):
                wrong.append(f"{place}: {state.size(place)} cards instead of {len(self.at(place))}")
        return wrong

    def _kinds_differ(self, state: State, place: Path) -> list[str]:
        believed, true = (Counter(map(kind_of, cards)) for cards in (state.zone(place), self.at(place)))
        return [] if believed == true else [f"{place}: {dict(believed - true)} instead of {dict(true - believed)}"]

    # Playing ----------------------------------------------------------------------------------------------------------

    def do(self, move: str, by: Seat | None = None, card: str | None = None, **rest: Any) -> Accepted:
        """Submit a command that must be accepted."""
        result = self.history.submit(Command(move=move, by=by, card=card, **rest))
        assert isinstance(result, Accepted), f"{move} {by} {card} {rest}: {result}, {self.history.state.top}"
        self.used[f"{move}:{kind_of(card)}" if card else move] += 1
        self._shuffling = False
        self.follow(result.events)
        return result

    def play(self, bound: int = BOUND, check: Callable[[FullTable], None] | None = None) -> None:
        """To the end; ``check`` is called before every step."""
        for _ in range(bound):
            if self.history.state.finished:
                return
            if check is not None:
                check(self)
            self.step()
        raise AssertionError(f"not over after {bound} steps: {self.history.state.top}")

    def step(self) -> None:
        """Do the next thing that somebody does."""
        state = self.history.state
        prompt = state.prompt
        assert prompt is not None
        seat = prompt.waiting[0] if prompt.waiting else prompt.args.get("seat")
        self._answers(state, prompt.code, seat)

    def _answers(self, state: State, code: str, seat: Seat) -> None:
        if code in {"opening", "refill", "add-to-line-up", "take-from-main-deck", "flip", "reveal", "discard-hand"}:
            self._show(state, code, seat)
            return
        match code:
            case "play-or-buy":
                self._turn(state, seat)
            case "attacked":
                self._defend(seat)
            case "pass-left":
                self._pass(seat)
            case "audit":
                self._count(state, seat)
            case "by-hand":
                self.do("done", seat)
            case "choose-foe" | "keep" | "destroy-played" | "under-deck" | "draw-or-pass" | "which-first":
                self._choose(state, code, seat)
            case _:
                self._pick(state, seat)

    def _show(self, state: State, code: str, seat: Seat) -> None:
        """Show the card that lies on top, where the question wants one."""
        match code:
            case "opening" | "refill" | "add-to-line-up":
                self.do("deal", card=self.at("main-deck")[0])
            case "take-from-main-deck":
                self.do("reveal", card=self.at("main-deck")[0 if state.prompt and state.prompt.args["play"] else -1])
            case "flip":
                self.do("flip", card=self.at("super-heroes")[0])
            case "reveal":
                self.do("reveal", card=self.at(f"deck.{seat}")[len(state.zone(f"top.{seat}"))])
            case "discard-hand":
                self.do("discard", seat, self.at(f"hand.{seat}")[0])

    def _choose(self, state: State, code: str, seat: Seat) -> None:
        assert state.prompt is not None
        match code:
            case "choose-foe":
                self.do("answer", seat, target=self.rng.choice([each for each in state.seats if each != seat]))
            case "which-first":
                self.do("answer", seat, self.rng.choice(state.prompt.args["cards"]))
            case "draw-or-pass" if self.rng.random() < 0.5:
                self.do("answer", seat, option="draw")
            case "draw-or-pass":
                self.do("answer", seat, target=self.rng.choice(state.seats))
            case _ if self.rng.random() < 0.6:
                self.do("answer", seat, option="yes")
            case _:
                self.do("no", seat)

    def _turn(self, state: State, seat: Seat) -> None:
        """All cards, then abilities, then the dearest that can be paid, then the end."""
        hand = self.at(f"hand.{seat}")
        if hand and self.rng.random() < 0.97:
            self.do("play", seat, self.rng.choice(hand))
            return
        for option in GAME.options(state, seat):
            if option.code == "use" and self.rng.random() < 0.8:
                self.do("use", seat, option.command.card)
                return
        power = state.counters.get("power", 0)
        hero = state.zone("super-hero")
        if hero and price(state, hero[0], defeat=True) <= power:
            self.do("defeat", seat, hero[0])
            return
        cards = [*state.zone("line-up"), *self.at("kicks")[:1]]
        sold = [card for card in cards if (CATALOG.get(card).cost or 0) <= power and not state.marked(card, "frozen")]
        if sold and self.rng.random() < 0.95:
            self.do("buy", seat, max(sold, key=lambda card: (CATALOG.get(card).cost, card)))
        else:
            self.do("end-turn", seat)

    def _defend(self, seat: Seat) -> None:
        defenses = [card for card in self.at(f"hand.{seat}") if is_defense(card)]
        if defenses and self.rng.random() < 0.7:
            self.do("defend", seat, self.rng.choice(defenses))
        else:
            self.do("no-defense", seat)

    def _pass(self, seat: Seat) -> None:
        card = self.rng.choice(self.at(f"hand.{seat}"))
        if self.rng.random() < 0.5:
            self.do("pass", seat, card)
        else:
            self.passing[seat] = card
            self.do("pass-unseen", seat)

    def _count(self, state: State, seat: Seat) -> None:
        """Tap a deck card by card when cards were passed out of it unseen; the others are known."""
        if owned(state, seat) is None:
            for card in self.deck(seat):
                self.do("sweep", seat, card)
        self.do("done", seat)

    def deck(self, seat: Seat) -> list[Component]:
        """All cards that a seat really has."""
        return [card for head in ("hand", "deck", "discard", "in-play", "swept") for card in self.at(f"{head}.{seat}")]

    def really(self, state: State, card: Component) -> Component:
        """Return the copy that lies where the app believes this one to be: only that can be tapped."""
        place = state.where[card]
        here = self.at(place)
        if place.startswith("top."):
            return here[state.zone(place).index(card)]
        return card if card in here else next(each for each in here if kind_of(each) == kind_of(card))

    def points(self, seat: Seat) -> int:
        """Return what a seat's cards and tokens are really worth at the end."""
        state = self.history.state
        return deck_total(self.deck(seat), state.rules) + worth(state, seat)

    def _pick(self, state: State, seat: Seat) -> None:
        """Cards that fit, out of those that really are there; an optional choice is often made."""
        step = read(Picking, state.frames[-1])
        verb = verb_of(step)
        cards = [self.really(state, card) for card in open_cards(state, step, verb)]
        hand = f"hand.{step.owner}"
        if hand in places_of_pick(step, verb):
            cards += [card for card in self.at(hand) if fits(state, step, verb, card, hand)]
        wants = len(step.picks) < verb.low or self.rng.random() < 0.7
        if cards and wants:
            self.do("answer", seat, self.rng.choice(cards))
        else:
            self.do("done", seat)
