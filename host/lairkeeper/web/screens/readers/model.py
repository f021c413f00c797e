"""The readers page in words: how well each reader sees its tags, and what is in its way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lairkeeper.table.survey import Grade, percent

from ...part import Shown, Stamp
from ...pieces import tag_name
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub
    from lairkeeper.table.survey import ReaderLooks


@dataclass(frozen=True, slots=True)
class TagLine:
    """A tag in the field, by its piece's name or its number, and the share of looks that have read it."""

    name: str
    share: int
    told: str


@dataclass(frozen=True, slots=True)
class ReaderCard:
    """One reader. ``share`` is the percentage of looks that have read a tag; ``verdict`` says it without numbers."""

    key: str
    title: str
    grade: Grade
    verdict: str
    share: int
    tags: tuple[TagLine, ...]
    noise: tuple[tuple[str, str], ...]

    @property
    def measured(self) -> bool:
        """Return True when there is a share to show."""
        return self.grade in ("good", "fair", "weak")


def cards_of(hub: Hub, t: Translator) -> tuple[ReaderCard, ...]:
    """One card a reader of the boards that are connected."""
    readers = hub.devices.survey.readers()
    several = len({each.device for each in readers}) > 1
    return tuple(_card(hub, each, t, several) for each in readers)


def _card(hub: Hub, reader: ReaderLooks, t: Translator, several_boards: bool) -> ReaderCard:
    title = t.reader(reader.zone) + (f" · {reader.device}" if several_boards else "")
    tags = tuple(
        TagLine(tag_name(hub, tag.uid, t), tag.share, t.ui("survey.of", n=tag.read, of=tag.of)) for tag in reader.tags
    )
    verdict = t.ui(f"survey.verdict.{reader.grade}")
    key = f"{reader.device}-{reader.zone}"
    share = 0 if reader.grade == "empty" else reader.share
    return ReaderCard(key, title, reader.grade, verdict, share, tags, _noise(reader, t))


def _noise(reader: ReaderLooks, t: Translator) -> tuple[tuple[str, str], ...]:
    """Return what was in the way, as percentages of the looks; an empty field has no lost answers."""
    if not reader.looks:
        return ()
    lost = reader.silent if reader.grade != "empty" else 0
    counts = {"lost": lost, "unread": reader.unread, "garbled": reader.garbled + reader.collided,
              "several": reader.several}  # fmt: skip
    return tuple((t.ui(f"survey.{name}"), f"{percent(n, reader.looks)} %") for name, n in counts.items())


def survey(shown: Shown) -> dict[str, Any]:
    """Return a card for each reader."""
    return {"cards": cards_of(shown.hub, shown.t)}


def of_the_survey(hub: Hub) -> Stamp:
    """Return the stamp of what changes with each figure."""
    return (hub.version, hub.devices.survey.version)
