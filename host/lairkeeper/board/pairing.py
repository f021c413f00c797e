"""The pairing secrets of this computer: one file, for its owner's eyes only."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

SECRET_BYTES = 32


class PairingError(Exception):
    """The file of secrets cannot be used; says what to do."""


class Pairings:
    """Device to secret. Give it to `Link` as ``pairings``: calling it with a device gives the secret or None."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self, device: str) -> str | None:
        """Return the secret that this device shares with us, 64 hex digits, or None.

        Raises PairingError for a broken file.
        """
        return self._read().get(device)

    def new(self) -> str:
        """Make a secret that nobody knows yet.

        It counts once it is on the board and `keep` was called.
        """
        return secrets.token_hex(SECRET_BYTES)

    def keep(self, device: str, secret: str) -> None:
        """Remember a device's secret; the file is whole at any moment and readable by its owner only."""
        known = self._read() | {device: secret}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        new = self._path.with_suffix(".new")
        new.unlink(missing_ok=True)
        try:
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump(known, file)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
        except OSError as error:
            raise PairingError(f"{self._path} cannot be written: {error.strerror}") from error

    def _read(self) -> dict[str, str]:
        try:
            known = json.loads(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise PairingError(f"{self._path} cannot be read ({error}); remove it and pair again") from error
        if not isinstance(known, dict) or not all(_is_secret(secret) for secret in known.values()):
            raise PairingError(f"{self._path} holds no pairings; remove it and pair again")
        return known


def _is_secret(secret: object) -> bool:
    return isinstance(secret, str) and len(secret) == 2 * SECRET_BYTES and set(secret) <= set("0123456789abcdef")
