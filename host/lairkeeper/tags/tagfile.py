"""Tags as a TOML file, to carry them to another machine or to keep them with the box."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

import tomlkit

from lairkeeper.tags.registry import Registry, Stock, Tag, TagRefusal
from lairkeeper.tags.uid import BadUidError, normal_uid

FORMAT = 1
LARGEST = 4_000_000
"""Characters of a tag file; a full box is below 50,000."""


class TagFileError(ValueError):
    """A file that cannot be read as a tag file; the message names the line or entry and the next step."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Result of an import. When anything is refused, nothing is enrolled."""

    enrolled: tuple[Tag, ...]
    unchanged: int
    refused: tuple[tuple[int, TagRefusal], ...] = ()
    """With the number of the entry in the file, from 1."""


def export_toml(registry: Registry, game: str | None = None) -> str:
    """Return the tags of one game, or all, sorted so that two exports of the same tags are equal."""
    lines = ["# Lairkeeper tags: which tag is on which piece", f"format = {FORMAT}"]
    for tag in sorted(registry.list(game), key=lambda tag: (tag.game, tag.component)):
        lines += ["", "[[tag]]", f'uid = "{tag.uid}"', f'game = "{tag.game}"', f'component = "{tag.component}"']
        if tag.note:
            lines.append(f"note = {tomlkit.item(tag.note).as_string()}")
    return "\n".join(lines) + "\n"


def read_toml(text: str) -> tuple[Tag, ...]:
    """Return the entries as written; raises ``TagFileError``."""
    if len(text) > LARGEST:
        raise TagFileError(f"the file is larger than {LARGEST} characters; is it a tag file?")
    try:
        data = tomllib.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:  # too many digits, too deep
        raise TagFileError(f"not readable as TOML: {error}; export a tag file to see how one looks") from None
    if data.get("format") != FORMAT:
        raise TagFileError(
            f"tag file format {data.get('format', 'missing')}, this Lairkeeper reads format {FORMAT}; "
            "update Lairkeeper, or export again"
        )
    entries = data.get("tag", [])
    if not isinstance(entries, list):
        raise TagFileError("the file must hold [[tag]] entries; export a tag file to see how one looks")
    return tuple(_entry(n, entry) for n, entry in enumerate(entries, 1))


def import_toml(text: str, registry: Registry, stocks: Mapping[str, Stock], *, replace: bool = False) -> ImportReport:
    """Enrol all entries, or none of them when one is refused. ``replace``: what the file says wins over what was.

    Raises ``TagFileError`` for a file that cannot be read, a game that nobody knows, or a UID or piece named twice.
    """
    tags = read_toml(text)
    refused: list[tuple[int, TagRefusal]] = []
    seen: dict[str, int] = {}
    for n, tag in enumerate(tags, 1):
        if tag.game not in stocks:
            raise TagFileError(f"entry {n}: no game {tag.game!r} here; known: {', '.join(stocks)}")
        for name in (tag.uid, f"{tag.game} {tag.component}"):
            if seen.setdefault(name, n) != n:
                raise TagFileError(f"entry {n}: {name} was in entry {seen[name]} already; keep one of them")
        refusal = registry.check(tag.uid, tag.component, stocks[tag.game])
        if refusal is not None and not (replace and refusal.forcible):
            refused.append((n, refusal))
    if refused:
        return ImportReport((), 0, tuple(refused))
    before = {tag.uid: tag for tag in registry.list()}
    done = [registry.enrol(tag.uid, tag.component, stocks[tag.game], note=tag.note, force=True) for tag in tags]
    fresh = tuple(tag for tag in done if isinstance(tag, Tag) and before.get(tag.uid) != tag)
    return ImportReport(fresh, len(tags) - len(fresh))


def _entry(n: int, entry: object) -> Tag:
    if not isinstance(entry, dict):
        raise TagFileError(f"entry {n} is not a table; export a tag file to see how one looks")
    unknown = set(entry) - {"uid", "game", "component", "note"}
    if unknown:
        raise TagFileError(f"entry {n}: unknown key {sorted(unknown)[0]!r}; known: uid, game, component, note")
    for key in ("uid", "game", "component"):
        if not isinstance(entry.get(key), str):
            raise TagFileError(f"entry {n}: {key} is missing or not text")
    note = entry.get("note", "")
    if not isinstance(note, str) or len(note) > 200:
        raise TagFileError(f"entry {n}: note must be text of at most 200 characters")
    try:
        uid = normal_uid(entry["uid"])
    except BadUidError as error:
        raise TagFileError(f"entry {n}: {error}") from None
    return Tag(uid, entry["game"], entry["component"], note)
