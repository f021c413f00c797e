"""Forms as browsers send them: url-encoded, small, every field checked before anything is done with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import Request

from .errors import PageError

MAX_FIELDS: Final = 200
MAX_VALUE: Final = 4_000
LONG_VALUE: Final = 1_000_000
"""The longest value of a form that takes a whole file as text."""


class Form(Mapping[str, str]):
    """The fields of one form; of a field sent twice the first counts for ``[]``, ``all`` gives every value."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self._fields: dict[str, list[str]] = {}
        for name, value in pairs:
            self._fields.setdefault(name, []).append(value.strip())

    def __getitem__(self, name: str) -> str:
        return self._fields[name][0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def all(self, name: str) -> list[str]:
        """Every value that was sent for ``name``, in order."""
        return list(self._fields.get(name, ()))

    def text(self, name: str) -> str | None:
        """Return the value of ``name``; None when it is absent or empty."""
        return self.get(name) or None

    def need(self, name: str) -> str:
        """Return the value of ``name``; raise ``PageError`` 400 when it is absent or empty."""
        value = self.text(name)
        if value is None:
            raise PageError(400, "missing-field", {"field": name})
        return value

    def number(self, name: str, low: int, high: int) -> int | None:
        """Return the value of ``name`` as an int in ``low..high``; None when it is absent.

        Raises ``PageError`` 400 for any other value.
        """
        value = self.text(name)
        if value is None:
            return None
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9 and low <= int(value) <= high):
            raise PageError(400, "bad-number", {"field": name, "low": low, "high": high})
        return int(value)

    def need_number(self, name: str, low: int, high: int) -> int:
        """Return the value of ``name`` in ``low..high``; raises ``PageError`` 400 when it is absent or none."""
        self.need(name)
        value = self.number(name, low, high)
        assert value is not None
        return value


async def read_form(request: Request, longest: int = MAX_VALUE) -> Form:
    """Return the form in ``request``, no value longer than ``longest``.

    Raises ``PageError`` 415 for another content type, and 400 for a malformed body or a value that is too long.
    """
    kind = request.headers.get("content-type", "application/x-www-form-urlencoded").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise PageError(415, "not-a-form")
    try:
        body = (await request.body()).decode("ascii")
        pairs = parse_qsl(body, keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict", encoding="utf-8")
    except (UnicodeDecodeError, ValueError):
        raise PageError(400, "bad-request") from None
    if any(len(value) > longest for _, value in pairs):
        raise PageError(400, "bad-request")
    return Form(pairs)
