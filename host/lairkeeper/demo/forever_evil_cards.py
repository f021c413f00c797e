"""What the cards do at the simulated table of level ``full``, told step by step with the taps that tell the app."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.core.view import PromptView
from lairkeeper.games.forever_evil.catalog import CATALOG

from .acts import Act, Tap
from .forever_evil_deck import Player
from .forever_evil_rules import JUNK, TableTurn, Waiting, cost, is_a, junk_first

_NO_MATTER: Final = frozenset({"vp-1", "vp-2", "power-1", "power-2", "discount"})
"""What gives the same in any order, so that nobody asks which comes first."""
_TRIGGERS: Final = {
    "steve-trevor": "steve-trevor",
    "emperor-penguin": "vp-2",
    "word-of-power": "discount",
    "venom-injector": "power-2",
}
"""What destroying a card brings to whoever destroys it."""
_BONUS: Final = {
    "belle-reve": "villain",
    "central-city": "super-power",
    "happy-harbor": "hero",
    "star-labs": "equipment",
}
_FOR_COST: Final = {
    "amanda-waller": "villain",
    "the-blight": "super-power",
    "super-intellect": "equipment",
    "secret-society-communicator": "hero",
}
_TRASH: Final = {
    "steel": "hero",
    "atomica": "villain",
    "expert-marksman": "super-power",
    "sledgehammer": "equipment",
}
_COUNTS: Final = {
    "owlman": ("equipment", "equipment"),
    "power-ring": ("hero", "hero"),
    "superwoman": ("villain", "villain"),
    "ultraman": (None, "super-power"),
}
_AGAIN: Final = {
    "batman": ("equipment", 3, 6, 1),
    "green-lantern": ("hero", 3, 6, 1),
    "wonder-woman": ("villain", 3, 6, 1),
    "superman": ("super-power", 4, 99, 2),
}
_TO_TOP: Final = {"vibe": ("hero", "super-power"), "grid": ("villain", "equipment")}
_WATCH: Final = {"blackgate-prison": ("vulnerability", "weakness"), "earth-3": ("punch",)}


class CardTexts:
    """The cards of a simulated match. Every method that lets something happen yields the taps that tell it."""

    _rng: Random
    _seats: tuple[Seat, ...]
    _players: dict[Seat, Player]
    _villains: dict[Seat, Kind]
    _tokens: dict[Seat, int]
    _stacks: dict[str, list[Component]]
    _line_up: list[Component]
    _main_deck: list[Component]
    _destroyed: list[Component]
    _frozen: dict[Component, list[Seat]]
    _layout: str
    _in_turn: bool
    _turn_facts: TableTurn
    _current: Seat
    _prompt: Callable[[], PromptView | None]
    _move: Callable[..., Act]
    _seat_token: Callable[[Seat], Component]
    _tray: Callable[[Seat], str]
    _leave: Callable[[Component], None]
    _deal: Callable[[], Act]
    _take: Callable[[list[Component]], Component]
    _ended: bool

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._waiting: list[list[Waiting]] = []
        self._kept: set[Component] = set()
        self._known: set[Component] = set()
        self.used: set[Kind] = set()
        """Whose text was carried out, and how: ``kind``, ``kind defends``, ``kind destroyed``, ``kind appears``."""

    # Taps ---------------------------------------------------------------------------------------------------------

    def _asked(self, *codes: str, seat: Seat | None = None, card: Component | None = None) -> bool:
        """Whether the app asks one of these now, of this seat, about this card."""
        prompt = self._prompt()
        if prompt is None or prompt.code not in codes:
            return False
        about = prompt.args.get("card")
        waiting = prompt.args.get("waiting", ())
        return (seat is None or not waiting or seat in waiting) and (
            card is None or about is None or kind_of(about) == kind_of(card)
        )

    def _say(self, seat: Seat, *pieces: Component) -> Act:
        """On the seat's own tray; at one tap point after its token, unless it is the one who acts anyway."""
        if self._layout != "tap":
            return self._move(*(Tap(self._tray(seat), piece) for piece in pieces))
        prompt = self._prompt()
        waiting = prompt.args.get("waiting", ()) if prompt is not None else ()
        actor = waiting[0] if waiting else self._current if self._in_turn else None
        words = pieces if seat == actor else (self._seat_token(seat), *pieces)
        return self._move(*(Tap("tap", word) for word in words))

    # Waiting ------------------------------------------------------------------------------------------------------

    def _settled(self, body: Iterator[Act]) -> Iterator[Act]:
        """Something happens, and then what it has set off, in the order that whoever is at turn wants."""
        self._waiting.append([])
        yield from body
        yield from self._set_off()
        self._waiting.pop()

    def _set_off(self) -> Iterator[Act]:
        waiting = self._waiting[-1]
        while waiting:
            at = next((n for n, each in enumerate(waiting) if each.what in _NO_MATTER), None)
            if at is None:
                at = 0
                if self._asked("which-first"):
                    kinds = list(dict.fromkeys(each.kind for each in waiting))
                    kind = self._rng.choice(kinds)
                    at = next(n for n, each in enumerate(waiting) if each.kind == kind)
                    seat = self._current if self._in_turn else waiting[0].seat
                    yield self._say(seat, f"{kind}#1")
            yield from self._happens(waiting.pop(at))

    def _wait(self, kind: Kind, what: str, seat: Seat, card: Component) -> None:
        self._waiting[-1].append(Waiting(kind, what, seat, card))

    def _happens(self, each: Waiting) -> Iterator[Act]:
        seat, card = each.seat, each.card
        match each.what:
            case "vp-1" | "vp-2":
                self._gain_vp(seat, int(each.what[-1]))
            case "power-1" | "power-2":
                self._power(seat, int(each.what[-1]))
            case "discount":
                if self._is_turn(seat):
                    self._turn_facts.discount += 4
            case "weakness":
                self._gain_weaknesses(seat, 1)
            case "draw":
                self._players[seat].draw(1)
            case "reward":
                self._players[seat].draw(1)
                self._gain_vp(seat, 1)
            case "steve-trevor":
                self._players[seat].draw(2)
                yield from self._discards(seat, card, 1)
            case "destroy-played":
                yield from self._black_adam(seat, card)
            case "under-deck":
                yield from self._black_manta(seat, card)

    def _is_turn(self, seat: Seat) -> bool:
        return self._in_turn and seat == self._current

    # What happens to tokens and cards ---------------------------------------------------------------------------

    def _power(self, seat: Seat, n: int) -> None:
        if self._is_turn(seat):
            self._turn_facts.power += n

    def _gain_vp(self, seat: Seat, n: int) -> None:
        if n > 0:
            self._tokens[seat] += n
            self._first_vp(seat)

    def _first_vp(self, seat: Seat) -> None:
        if self._villains.get(seat) == "sinestro" and self._is_turn(seat) and not self._turn_facts.first_vp:
            self._turn_facts.first_vp = True
            self._wait("sinestro", "draw", seat, "sinestro#1")

    def _steal_vp(self, thief: Seat, victim: Seat, n: int = 1) -> None:
        moved = min(n, self._tokens[victim])
        self._tokens[victim] -= moved
        self._tokens[thief] += moved
        if moved:
            self._first_vp(thief)

    def _gain_weaknesses(self, seat: Seat, n: int) -> None:
        for _ in range(min(n, len(self._stacks["weakness"]))):
            self._players[seat].discard.append(self._take(self._stacks["weakness"]))

    def _destroy(self, seat: Seat, card: Component) -> None:
        """``seat`` destroys a card, wherever it lies."""
        if card in self._line_up:
            self._leave(card)
        else:
            next(player for player in self._players.values() if card in player.cards).remove(card)
        self._kept.discard(card)
        self._destroyed.append(card)
        kind = kind_of(card)
        if kind in _TRIGGERS:
            self.used.add(f"{kind} destroyed")
            self._wait(kind, _TRIGGERS[kind], seat, card)
        if self._villains.get(seat) == "bizarro":
            self._wait("bizarro", "weakness", seat, card)
        if self._villains.get(seat) == "deathstroke" and self._is_turn(seat):
            self._wait("deathstroke", "power-1", seat, card)

    def _discard(self, seat: Seat, card: Component) -> None:
        player = self._players[seat]
        player.hand.remove(card)
        player.discard.append(card)
        self._left_hand(seat)

    def _left_hand(self, seat: Seat) -> None:
        """Harley Quinn draws once in every player's turn, when she first discards or passes."""
        if self._villains.get(seat) == "harley-quinn" and self._in_turn and seat not in self._turn_facts.discarded:
            self._turn_facts.discarded.add(seat)
            self._wait("harley-quinn", "draw", seat, "harley-quinn#1")

    def _under_main_deck(self, card: Component) -> None:
        self._main_deck.insert(0, card)
        self._known.add(card)
        self._kept.discard(card)

    def _acquired(self, seat: Seat, card: Component, *, from_line_up: bool) -> Iterator[Act]:
        """Lex Luthor counts Heroes, Black Manta may put the card under his deck."""
        if self._is_turn(seat) and is_a(card, "hero"):
            self._turn_facts.heroes += 1
        if from_line_up and self._villains.get(seat) == "black-manta":
            self._wait("black-manta", "under-deck", seat, card)
        yield from ()

    # Super-Villains ---------------------------------------------------------------------------------------------

    def _black_adam(self, seat: Seat, card: Component) -> Iterator[Act]:
        player = self._players[seat]
        if card not in player.in_play:
            return
        yes = kind_of(card) in ("kick", "word-of-power", "bizarro-power") or self._rng.random() < 0.2
        yield self._say(seat, "verb-confirm#1" if yes else "verb-no#1")
        if yes:
            self.used.add("black-adam")
            self._destroy(seat, card)
            self._wait("black-adam", "reward", seat, card)

    def _black_manta(self, seat: Seat, card: Component) -> Iterator[Act]:
        player = self._players[seat]
        if card not in player.discard:
            return
        yes = self._rng.random() < 0.5
        yield self._say(seat, "verb-confirm#1" if yes else "verb-no#1")
        if yes:
            self.used.add("black-manta")
            player.discard.remove(card)
            player.deck.insert(0, card)

    def _weaknesses_in_discard(self, seat: Seat) -> int:
        return sum(kind_of(card) == "weakness" for card in self._players[seat].discard)

    def _use_bizarro(self, seat: Seat) -> Iterator[Act]:
        self.used.add("bizarro")
        yield self._say(seat, "bizarro#1")
        weaknesses = [card for card in self._players[seat].discard if kind_of(card) == "weakness"]
        yield from self._settled(self._puts_back(seat, weaknesses))

    def _puts_back(self, seat: Seat, weaknesses: list[Component]) -> Iterator[Act]:
        for card in self._rng.sample(weaknesses, 2):
            if self._asked("pick-put-back", seat=seat):
                yield self._say(seat, card)
            self._players[seat].discard.remove(card)
            self._stacks["weakness"].append(card)
        self._players[seat].draw(1)

    # Playing ------------------------------------------------------------------------------------------------------

    def _play_from_hand(self, seat: Seat, card: Component) -> Iterator[Act]:
        player = self._players[seat]
        player.hand.remove(card)
        player.in_play.append(card)
        yield self._say(seat, card)
        yield from self._settled(self._played(seat, card))

    def _played(self, seat: Seat, card: Component) -> Iterator[Act]:
        """A card in play does what it says; then Locations, then what the Super-Villain makes of it."""
        facts = self._turn_facts
        facts.plays.append(card)
        self.used.add(kind_of(card))
        yield from self._text(kind_of(card), seat, card)
        self._power(seat, self._bonus(seat, card))
        black_adam = self._villains.get(seat) == "black-adam" and self._is_turn(seat)
        if black_adam and not facts.first_of and is_a(card, "super-power"):
            facts.first_of = True
            if card in self._players[seat].in_play:
                self._wait("black-adam", "destroy-played", seat, card)

    def _bonus(self, seat: Seat, card: Component) -> int:
        player = self._players[seat]
        lasting = [each for each in player.in_play if each != card]
        if any(kind_of(each) == "firestorm" for each in lasting):
            lasting += player.on_villain
        total = 0
        for each in lasting:
            kind = kind_of(each)
            if kind == "green-arrow":
                total += kind_of(card) == "punch"
            elif kind in _BONUS and is_a(card, _BONUS[kind]) and (kind, kind_of(card)) != ("central-city", "kick"):
                total += 1
        return total

    def _text(self, kind: Kind, seat: Seat, source: Component) -> Iterator[Act]:
        """The text of a kind, played by ``seat`` as the card ``source``."""
        power = CATALOG.get(kind).power
        if power:
            self._power(seat, power)
        if kind in _FOR_COST:
            yield from self._destroy_for_cost(seat, source, _FOR_COST[kind])
        elif kind in _TRASH:
            yield from self._trash(seat, source, _TRASH[kind])
        elif kind in _COUNTS:
            yield from self._count_names(seat, source, *_COUNTS[kind])
        elif kind in _AGAIN:
            yield from self._play_destroyed(seat, source, *_AGAIN[kind][:3])
        elif kind in _TO_TOP:
            fitting = [c for c in self._players[seat].discard if cost(c) <= 5 and is_a(c, *_TO_TOP[kind])]
            yield from self._on_top(seat, source, fitting, 0, 1)
        else:
            yield from self._own_text(kind, seat, source)

    def _own_text(self, kind: Kind, seat: Seat, source: Component) -> Iterator[Act]:
        text = getattr(self, f"_play_{kind.replace('-', '_')}", None)
        if text is not None:
            yield from text(seat, source)

    # Choosing -----------------------------------------------------------------------------------------------------

    def _choose(
        self, code: str, seat: Seat, source: Component, chosen: Sequence[Component], done: Callable[[Component], Any],
        most: int = 1,
    ) -> Iterator[Act]:  # fmt: skip
        """Tap what was chosen, card by card; say that it is all when the app would take more, up to ``most``."""
        codes = (f"pick-{code}", f"may-{code}")
        for card in chosen:
            if self._asked(*codes, seat=seat, card=source):
                yield self._from_where(self._say(seat, card), card)
            after = done(card)
            if after is not None:
                yield from after
        if len(chosen) < most and self._asked(*codes, seat=seat, card=source):
            yield self._say(seat, "verb-confirm#1")

    def _from_where(self, act: Act, card: Component) -> Act:
        """A card of hand or discard pile; should the app not know its number, it asks from where it came."""
        held = any(card in player.hand for player in self._players.values())
        lay = any(card in player.discard for player in self._players.values())
        return replace(act, choose={"option": "hand" if held else "discard"}) if held or lay else act

    def _own(self, seat: Seat) -> list[Component]:
        player = self._players[seat]
        return [*player.hand, *player.discard]

    def _must(self, cards: Iterable[Component], n: int = 1) -> list[Component]:
        return sorted(cards, key=junk_first)[:n]

    def _discards(
        self, seat: Seat, source: Component, n: int, fits: Callable[[Component], bool] = lambda card: True,
        chooser: Seat | None = None,
    ) -> Iterator[Act]:  # fmt: skip
        """Cards of a hand are discarded, as far as there are fitting ones."""
        chosen = self._must((card for card in self._players[seat].hand if fits(card)), n)
        if chooser is not None:
            chosen = chosen[::-1]
        yield from self._choose("discard", chooser or seat, source, chosen, lambda card: self._discard(seat, card), n)

    def _may_destroy(self, seat: Seat, source: Component, cards: Iterable[Component]) -> list[Component]:
        """Junk goes gladly, something else now and then."""
        cards = sorted(cards, key=junk_first)
        junk = [card for card in cards if kind_of(card) in JUNK or kind_of(card) in _TRIGGERS]
        if junk and self._rng.random() < 0.8:
            return [self._rng.choice(junk)]
        return [self._rng.choice(cards)] if cards and self._rng.random() < 0.25 else []

    def _destroys(self, seat: Seat, source: Component, chosen: Sequence[Component]) -> Iterator[Act]:
        yield from self._choose("destroy", seat, source, chosen, lambda card: self._destroy(seat, card))

    def _destroy_for_cost(self, seat: Seat, source: Component, wanted: str) -> Iterator[Act]:
        chosen = self._may_destroy(seat, source, self._own(seat))
        yield from self._destroys(seat, source, chosen)
        if chosen:
            self._power(seat, cost(chosen[0]) if is_a(chosen[0], wanted) else 0)
        else:
            self._power(seat, 2)

    def _trash(self, seat: Seat, source: Component, kept: str) -> Iterator[Act]:
        chosen = self._may_destroy(seat, source, (card for card in self._own(seat) if not is_a(card, kept)))
        yield from self._destroys(seat, source, chosen)
        if chosen and cost(chosen[0]) > 0:
            self._gain_vp(seat, 1)

    def _count_names(self, seat: Seat, source: Component, goes: str | None, counted: str) -> Iterator[Act]:
        there = [card for card in self._line_up if goes is None or is_a(card, goes, owned=False)]
        chosen = [self._rng.choice(there)] if there and self._rng.random() < 0.7 else []
        yield from self._destroys(seat, source, chosen)
        self._power(seat, len({kind_of(card) for card in self._destroyed if is_a(card, counted, owned=False)}))

    def _play_destroyed(self, seat: Seat, source: Component, wanted: str, power: int, most: int) -> Iterator[Act]:
        """Up to three destroyed cards are played, and go under the main deck when all is done."""
        player = self._players[seat]
        played: list[Component] = []
        while len(played) < 3:
            there = [c for c in self._destroyed if is_a(c, wanted, owned=False) and cost(c) <= most]
            if not there or self._rng.random() < 0.15:
                break
            card = self._rng.choice(there)
            if not self._asked("may-play", seat=seat, card=source):
                break
            yield self._say(seat, card)
            self._destroyed.remove(card)
            player.in_play.append(card)
            played.append(card)
            yield from self._settled(self._played(seat, card))
        if self._asked("may-play", seat=seat, card=source):
            yield self._say(seat, "verb-confirm#1")
        for card in played:
            if card in player.in_play:
                player.in_play.remove(card)
                self._under_main_deck(card)
        if not played:
            self._power(seat, power)

    def _on_top(
        self, seat: Seat, source: Component, cards: Sequence[Component], low: int, high: int
    ) -> Iterator[Act]:  # fmt: skip
        n = min(high, len(cards)) if low or self._rng.random() < 0.8 else 0
        chosen = self._rng.sample(list(cards), n)
        player = self._players[seat]

        def goes(card: Component) -> None:
            player.discard.remove(card)
            player.deck.append(card)

        yield from self._choose("top", seat, source, chosen, goes, high)
        self._on_top_count = len(chosen)

    _on_top_count = 0

    # Revealing ----------------------------------------------------------------------------------------------------

    def _reveal(self, seat: Seat, n: int) -> Iterator[Act]:
        """The top cards of the own deck are turned over, as many as there are; the truth knows which they are."""
        player = self._players[seat]
        if len(player.deck) < n:
            lower = player.discard
            self._rng.shuffle(lower)
            player.deck, player.discard = lower + player.deck, []
        most = min(n, len(player.deck))
        for _ in range(most):
            prompt = self._prompt()
            if prompt is not None and prompt.code == "reveal":
                yield self._say(seat, player.deck[prompt.args["n"] - most - 1])

    def _tops(self, seat: Seat, n: int) -> list[Component]:
        return self._players[seat].deck[::-1][:n]

    # Attacks ------------------------------------------------------------------------------------------------------

    def _foes(self, seat: Seat) -> tuple[Seat, ...]:
        at = self._seats.index(seat)
        return self._seats[at + 1 :] + self._seats[:at]

    def _attack_one(self, seat: Seat, source: Component, kind: Kind) -> Iterator[Act]:
        foes = self._foes(seat)
        foe = self._rng.choice(foes)
        if len(foes) > 1:
            yield self._say(seat, self._seat_token(foe))
        yield from self._attack(source, seat, (foe,), kind)

    def _attack(
        self, source: Component, by: Seat | None, targets: Sequence[Seat], kind: Kind | None = None
    ) -> Iterator[Act]:
        """One after the other defends or is hit; Sinestro is paid once for all who were."""
        landed = False
        for seat in targets:
            if self._players[seat].hand and (yield from self._defends(seat, by)):
                continue
            landed = True
            self.used.add(f"{kind or kind_of(source)} {'appears' if by is None else 'hits'}")
            hit = getattr(self, f"_{'appears' if by is None else 'hit'}_{(kind or kind_of(source)).replace('-', '_')}")
            yield from hit(seat, source, by)
        if landed and by is not None and self._villains.get(by) == "sinestro":
            self._wait("sinestro", "vp-1", by, source)

    def _defends(self, seat: Seat, by: Seat | None) -> Generator[Act, None, bool]:
        """Whether a Defense is played: mostly, by who holds one."""
        held = [card for card in self._players[seat].hand if CATALOG.get(card).defense]
        if held and self._rng.random() < 0.85:
            card = self._rng.choice(held)
            yield self._say(seat, card)
            kind = kind_of(card)
            self.used.add(f"{kind} defends")
            yield from getattr(self, f"_defend_{kind.replace('-', '_')}")(seat, card, by)
            return True
        yield self._say(seat, "verb-no#1")
        return False
