"""A piece's sheet: where it lies and everything that can be done with it, allowed or not, as a tap would find it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from lairkeeper.core.command import Command
from lairkeeper.core.ids import Kind, kind_of
from lairkeeper.core.result import Offer, Refused
from lairkeeper.core.view import View

from ...card_faces import face_of
from ...commands import Press, command_text, fields_of, option_text
from ...errors import PageError
from ...figures import signed
from ...parts.seats import SeatTile, seats_of
from ...parts.todo import place_of
from ...pieces import plain
from ...places import Card, Layout, Place, find_place, layout_of, title_of, where_is
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Table

Copies: TypeAlias = Mapping[Kind, int | None]
"""Copies of each kind that the owner has; None or 0: as many as you own."""
MOST = 24
"""The most pieces that a search names."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One move with a piece: a button for each way to make it, and why others are refused."""

    move: str
    title: str
    likely: bool
    """True when its first button is what a bare tap would do."""
    presses: tuple[Press, ...]
    refusals: tuple[tuple[str, str], ...]
    """Each reason with its rule; the rule may be empty."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The contents of a sheet: one piece, one place with its cards, or the results of a search."""

    title: str
    where: str = ""
    marks: tuple[str, ...] = ()
    deeds: tuple[Deed, ...] = ()
    cards: tuple[Card, ...] = ()
    hidden: int = 0
    named: str = ""
    """The kind whose name in the viewer's language its owner may tell."""
    seat: SeatTile | None = None
    """The seat that the sheet is about: its tokens, its places and how its score adds up."""
    puts: tuple[tuple[str, str], ...] = ()
    """The places where it may be put by hand, with their names; only at the table."""
    label: str = ""
    asks: str = ""
    """The source from which the sheet is made anew: the query of its address."""


def sheet_of(
    table: Table,
    copies: Copies,
    t: Translator,
    *,
    piece: str = "",
    place: str = "",
    find: str = "",
    seat: str = "",
    puts: bool = False,
) -> Sheet:
    """Return the sheet of a piece, of a place, of a seat, or of a search; ``copies``: those of the game's box.

    ``puts``: who asks may also put the piece somewhere by hand.

    Raises ``PageError`` 404 for what is not there.
    """
    view = table.view()
    if seat:
        return _seat_sheet(table, view, seat, t)
    layout = layout_of(table, view, t)
    if place:
        return _place_sheet(layout, place, t)
    found = (
        _piece_sheet(table, copies, view, layout, piece, t) if piece else _found(table, copies, view, layout, find, t)
    )
    return replace(found, puts=_puts(table, view, found.label, t)) if puts and found.label else found


def _puts(table: Table, view: View, label: str, t: Translator) -> tuple[tuple[str, str], ...]:
    """Return the places where a piece may be put by hand; none where the app does not know where it lies."""
    return tuple(
        sorted(
            ((path, place_of(path, view.seats, t)) for path in table.game.puts(table.history.state, label)),
            key=itemgetter(1),
        )
    )


def _seat_sheet(table: Table, view: View, name: str, t: Translator) -> Sheet:
    tile = next((tile for tile in seats_of(table, view, t, buttons_of=table) if tile.name == name), None)
    if tile is None:
        raise PageError(404, "unknown-player", {"seat": name[:40], "allowed": ", ".join(view.seats)})
    return Sheet(name, seat=tile, asks=f"seat={name}")


def _place_sheet(layout: Layout, path: str, t: Translator) -> Sheet:
    found = find_place(layout, path)
    if found is None:
        raise PageError(404, "unknown-place", {"place": path[:40]})
    seat, place = found
    return Sheet(title_of(seat, place, t), cards=_listed(place, t), hidden=place.hidden, asks=f"place={path}")


def _listed(place: Place, t: Translator) -> tuple[Card, ...]:
    """Return the cards of a place, with their copy numbers where two share a name."""
    names = [card.name for card in place.cards]
    cards = tuple(
        replace(card, name=t.copy(card.label) if names.count(card.name) > 1 else card.name) for card in place.cards
    )
    return cards or ((place.only,) if place.only else ())


def _found(table: Table, copies: Copies, view: View, layout: Layout, text: str, t: Translator) -> Sheet:
    """Return the sheet of the one piece with that name, or of all that could be meant."""
    wanted = plain(text.strip())
    kinds = {kind: t.name(kind) for kind in table.game.catalog.kinds}
    exact = [kind for kind, name in kinds.items() if wanted in (plain(name), kind)]
    if wanted and kind_of(wanted) in kinds:
        exact = [wanted]
    if len(exact) == 1:
        return _piece_sheet(table, copies, view, layout, exact[0], t)
    words = wanted.split()
    found = [
        Card(kind, name, face=face_of(table, view, kind, t))
        for kind, name in kinds.items()
        if words and all(word in plain(name) for word in words)
    ]
    if len(found) == 1:
        return _piece_sheet(table, copies, view, layout, found[0].label, t)
    if not found:
        raise PageError(404, "unknown-kind", {"piece": text[:40]})
    return Sheet(t.ui("sheet.which", text=text[:40]), cards=tuple(found[:MOST]), asks=f"find={text}")


def _piece_sheet(table: Table, copies: Copies, view: View, layout: Layout, label: str, t: Translator) -> Sheet:
    if kind_of(label) not in table.game.catalog.kinds:
        raise PageError(404, "unknown-kind", {"piece": label[:40]})
    offers = _offers(table, copies, layout, label)
    lies = where_is(layout, label, t)
    where, marks = (lies[0], lies[1].marks) if lies else ("", ())
    return Sheet(t.copy(label), where, marks, tuple(_deeds(offers, label, view, t)), label=label, asks=f"piece={label}")


def _offers(table: Table, copies: Copies, layout: Layout, label: str) -> Sequence[Offer]:
    """Return what can be done with a piece.

    A bare kind that means nothing by itself stands for its first copy that does.
    """
    offers = table.offers(naming=label)
    if offers or "#" in label:
        return offers
    seen = [card.label for _, place in layout for card in place.cards if kind_of(card.label) == label]
    best: Sequence[Offer] = ()
    for copy in dict.fromkeys((*seen, *(f"{label}#{n}" for n in range(1, (copies[label] or 1) + 1)))):
        offers = table.offers(naming=copy)
        if any(offer.refusal is None for offer in offers):
            return offers
        best = best or offers
    return best


def _deeds(offers: Iterable[Offer], label: str, view: View, t: Translator) -> Iterable[Deed]:
    """Yield the moves as a tap would take them: allowed ones first, of these first those without a verb."""
    moves: dict[str, list[Offer]] = {}
    for offer in offers:
        moves.setdefault(offer.command.move, []).append(offer)
    ranked = sorted(moves.values(), key=lambda each: (all(o.refusal for o in each), all(o.spoken for o in each)))
    for each in ranked:
        move = each[0].command.move
        presses = tuple(_press(offer, len(each), label, view, t) for offer in each if _pressed(offer))
        yield Deed(move, t.say("move", move), _likely(each, view), presses, tuple(dict.fromkeys(_reasons(each, t))))


def _likely(offers: Sequence[Offer], view: View) -> bool:
    """Return True when a bare tap would do the first of these.

    No verb is needed, and it is clear whose move it is.
    """
    first = offers[0]
    clear = len(offers) == 1 or first.command.by == view.active is not None
    return clear and first.refusal is None and not first.spoken


def _pressed(offer: Offer) -> bool:
    """Return True when an option has a button: it is allowed, or the table may insist on it."""
    return offer.refusal is None or offer.refusal.forcible


def _reasons(offers: Iterable[Offer], t: Translator) -> Iterable[tuple[str, str]]:
    for offer in offers:
        if isinstance(offer.refusal, Refused):
            refusal = offer.refusal
            cite = t.ui("now.rule", rule=t.say("rule", refusal.cite)) if refusal.cite else ""
            yield t.say("refusal", refusal.code, refusal.args), cite


def _press(offer: Offer, among: int, label: str, view: View, t: Translator) -> Press:
    """Return a button that says how this way differs from the others."""
    command = offer.command
    said = command_text(command, t)
    if offer.refusal is not None:
        said = t.ui("sheet.insist", what=said)
    told = _told(command, among, label, view, t)
    return Press(told, "/act", fields_of(command), said, insists=offer.refusal is not None)


def _told(command: Command, among: int, label: str, view: View, t: Translator) -> str:
    to = command.target if command.target != label else None
    target = (to if to in view.seats else t.name(to)) if to else ""
    who = t.ui("sheet.towards", by=command.by, target=target) if command.by and target else command.by or target
    amount = signed(command.amount) if command.amount is not None else ""
    option = option_text(command.move, command.option, t) if command.option else ""
    parts = [part for part in (who, amount, option) if part]
    return " · ".join(parts) if parts else t.say("move", command.move) if among == 1 else command_text(command, t)
