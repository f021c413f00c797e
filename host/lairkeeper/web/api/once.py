"""A request with an Idempotency-Key counts once: what is sent again gets the answer of the first time."""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

KEY: Final = r"^[A-Za-z0-9._:-]{8,128}$"
"""The pattern of a key, as the OpenAPI document tells it."""
HEADER: Final = "idempotency-key"
KEPT: Final = 256
_KEY: Final = re.compile(KEY)


def is_key(text: str) -> bool:
    """Return True for a key that can be told from others."""
    return _KEY.fullmatch(text) is not None


def digest_of(token: int, path: str, key: str) -> bytes:
    """Return what the database keeps of a key that has counted."""
    return hashlib.sha256(f"api {token} {path} {key}".encode()).digest()


def digest_of_body(body: bytes) -> bytes:
    """Return what tells one body from another."""
    return hashlib.sha256(body).digest()


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """The answer to a key, and the body that it was given to."""

    body: bytes
    answer: bytes


class GivenAnswers:
    """The last answers by key. After a restart only the database knows that a key has counted."""

    def __init__(self) -> None:
        self._given: OrderedDict[bytes, GivenAnswer] = OrderedDict()

    def get(self, key: bytes) -> GivenAnswer | None:
        """Return the answer that was given to a key in this run."""
        return self._given.get(key)

    def keep(self, key: bytes, given: GivenAnswer) -> None:
        """Keep an answer; the oldest go first."""
        self._given[key] = given
        while len(self._given) > KEPT:
            self._given.popitem(last=False)
