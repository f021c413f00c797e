"""Who plays, in seating order: people who are known, and names that were just typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lairkeeper.core.ids import folded
from lairkeeper.store import Person, crests_for

from ...forms import Form
from ...names import composed, name_error
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub

NEW: Final = "+"
"""In a form, a name after it is of somebody new; a number alone is that of a known person."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of the players, as the form holds it: its token, name and crest, and who the player plays, if chosen."""

    token: str
    name: str
    crest: int
    villain: str = ""


@dataclass(frozen=True, slots=True)
class Chip:
    """A person who can be chosen. ``place``: where in the seating order, 0 when not chosen."""

    token: str
    name: str
    crest: int
    place: int


class Seating:
    """The players of a form. ``gone``: some of them are not in the list of people any more, and are left out."""

    def __init__(self, hub: Hub, form: Form) -> None:
        self._people = hub.people.list()
        by_id = {str(each.id): each for each in self._people}
        tokens, villains = form.all("seat"), form.all("villain")
        known = [token for token in tokens if token in by_id or token.startswith(NEW)]
        self.gone = len(known) < len(tokens)
        self._tokens = list(dict.fromkeys(self._token(token) for token in known))
        self._villains = dict(zip(tokens, villains, strict=False)) if len(tokens) == len(villains) else {}

    def _token(self, token: str) -> str:
        """Return the token of the known person whose name was typed, else the token itself."""
        if not token.startswith(NEW):
            return token
        name = composed(token.removeprefix(NEW))
        known = next((each for each in self._people if folded(each.name) == folded(name)), None)
        return str(known.id) if known is not None else NEW + name

    @property
    def chosen(self) -> tuple[Chosen, ...]:
        """Return the players in seating order, with the crests that they will have at this table."""
        people = [self._person(token) for token in self._tokens]
        crests = crests_for(self._people, people)
        return tuple(
            Chosen(token, person.name if person else token.removeprefix(NEW), crest, self._villains.get(token, ""))
            for token, person, crest in zip(self._tokens, people, crests, strict=True)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names in seating order."""
        return tuple(each.name for each in self.chosen)

    @property
    def chips(self) -> tuple[Chip, ...]:
        """Return everybody who can be chosen: who played last comes first, who was just typed last."""
        places = {each.token: n for n, each in enumerate(self.chosen, 1)}
        at_table = {each.token: each.crest for each in self.chosen}
        offered = [each for each in self._people if not each.archived or str(each.id) in places]
        chips = [
            Chip(str(each.id), each.name, at_table.get(str(each.id), each.crest), places.get(str(each.id), 0))
            for each in offered
        ]
        new = [Chip(each.token, each.name, each.crest, places[each.token]) for each in self.chosen]
        return (*chips, *(each for each in new if each.token.startswith(NEW)))

    def error(self, t: Translator) -> str:
        """Return the error text when one of the new names cannot be a name, else nothing."""
        new = (token.removeprefix(NEW) for token in self._tokens if token.startswith(NEW))
        return next((error for name in new if (error := name_error(name, t))), "")

    def toggle(self, token: str) -> None:
        """Seat somebody last, or let them go."""
        if token in self._tokens:
            self._tokens.remove(token)
        elif self._person(token) is not None:
            self._tokens.append(token)

    def add(self, typed: str, t: Translator) -> str:
        """Seat somebody by name; return the error text for a name that cannot be one, else nothing."""
        name = composed(typed)
        error = name_error(name, t)
        token = self._token(NEW + name)
        if not error and folded(name) in {folded(each) for each in self.names}:
            error = t.ui("new.error.name-twice", name=name)
        if not error:
            self._tokens.append(token)
        return error

    def _person(self, token: str) -> Person | None:
        return next((each for each in self._people if str(each.id) == token), None)
