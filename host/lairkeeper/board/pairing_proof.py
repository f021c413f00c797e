"""Proof of the pairing secret: HMAC-SHA256 over what both sides have just made up (docs/protocol.md, "Pairing")."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Literal, TypeAlias

Secrets: TypeAlias = Callable[[str], str | None]
"""A device's pairing secret, 64 hex digits, or None for a board that this host is not paired with."""


def make_proof(
    secret: str, role: Literal["board", "host"], host_nonce: str, board_nonce: str, device: str, boot: str
) -> str:
    """Return the proof of one side, 64 hex digits."""
    text = "\n".join(("lairkeeper-1", role, host_nonce, board_nonce, device, boot))
    return hmac.new(bytes.fromhex(secret), text.encode(), sha256).hexdigest()


def same_proof(ours: str, theirs: Any) -> bool:
    """Return True when two proofs are equal, in a time that does not tell where they differ."""
    return isinstance(theirs, str) and hmac.compare_digest(ours.encode(), theirs.encode("utf-8", "replace"))
