"""The files that pages fetch: each has an address that carries the hash of its content, so that it is kept for ever.

``lair.css`` is at ``/static/lair.0123456789.css``. A font is named so on the disk already, because styles name it. Any
other hash, and none, brings the file as it is now, not to be kept: a page from before a restart goes on.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOR_EVER: Final = "public, max-age=31536000, immutable"
DIGITS: Final = 10
_HASHED: Final = re.compile(rf"(?P<stem>.+)\.(?P<digest>[0-9a-f]{{{DIGITS}}})(?P<kind>\.[a-z0-9]+)")


def digest_of(content: bytes) -> str:
    """Return the part of a file's address that changes with its content."""
    return hashlib.sha256(content).hexdigest()[:DIGITS]


class Assets(StaticFiles):
    """Serves the files of ``folders`` and tells their addresses. They do not change while the app runs."""

    def __init__(self, folders: Iterable[Path]) -> None:
        first, *others = folders
        super().__init__(directory=first)
        self.all_directories += others
        # What is asked for -> the file on the disk; only the addresses in `_kept` are those of the content.
        self._file_of: dict[str, str] = {}
        self._kept: dict[str, str] = {}
        for folder in (first, *others):
            for path in folder.rglob("*"):
                if path.is_file():
                    self._add(path.relative_to(folder), path.read_bytes())

    def _add(self, path: Path, content: bytes) -> None:
        digest, name = digest_of(content), path.as_posix()
        hashed = _HASHED.fullmatch(name)
        plain = hashed["stem"] + hashed["kind"] if hashed else name
        self._file_of[plain] = name
        self._kept[plain] = str(Path(plain).with_suffix("").as_posix()) + f".{digest}{path.suffix}"

    def address(self, name: str) -> str:
        """Return the address of a file, by its name without a hash (``lair.css``, ``fonts/….woff2``)."""
        return f"/static/{self._kept[name]}"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file at ``path``, to be kept for ever if the hash in it is that of the content."""
        asked = Path(path).as_posix()
        hashed = _HASHED.fullmatch(asked)
        plain = hashed["stem"] + hashed["kind"] if hashed else asked
        response = await super().get_response(self._file_of.get(plain, asked), scope)
        if self._kept.get(plain) == asked:
            response.headers["cache-control"] = FOR_EVER
        return response
