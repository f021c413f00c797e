"""Recorded sightings: a bug report is a stream file. One JSON object a line, the first names the format."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from lairkeeper.scans.sighting import Sighting, sighting_from_json, sighting_to_json

FORMAT: Final = 1


class StreamError(ValueError):
    """A stream that cannot be read; the message names the line."""


def write_stream(sightings: Iterable[Sighting]) -> str:
    """Return the text of a stream file."""
    lines = [json.dumps({"stream": FORMAT})]
    lines += [json.dumps(sighting_to_json(each), ensure_ascii=False) for each in sightings]
    return "\n".join(lines) + "\n"


def read_stream(text: str) -> tuple[Sighting, ...]:
    """Return the sightings of a stream file; raises ``StreamError``."""
    lines = text.splitlines()
    try:
        head = json.loads(lines[0]) if lines else None
    except json.JSONDecodeError:
        head = None
    if not isinstance(head, dict) or head.get("stream") != FORMAT:
        raise StreamError(f'line 1 must be {{"stream": {FORMAT}}}; is this a recorded stream of this version?')
    return tuple(_line(n, line) for n, line in enumerate(lines[1:], 2) if line.strip())


def _line(n: int, line: str) -> Sighting:
    try:
        data = json.loads(line)
        if not isinstance(data, dict):
            raise TypeError("not an object")
        return sighting_from_json(data)
    except (json.JSONDecodeError, TypeError) as error:
        raise StreamError(f"line {n}: {error}") from None
