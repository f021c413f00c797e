"""Files as browsers send them with a form (``multipart/form-data``)."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from starlette.datastructures import UploadFile
from starlette.requests import Request

from .errors import PageError

MOST_FIELDS = 20


@dataclass(frozen=True, slots=True)
class Upload:
    """One file with its name, and the other fields of the form."""

    name: str
    file: BinaryIO
    size: int
    fields: Mapping[str, str] = field(default_factory=dict)

    def save(self, target: Path) -> None:
        """Write it to a new file."""
        with target.open("xb") as opened:
            shutil.copyfileobj(self.file, opened, 1 << 20)

    def read(self) -> bytes:
        """Return its bytes."""
        return self.file.read()


async def read_upload(request: Request) -> Upload:
    """Return the file of the field ``file``.

    Raises ``PageError`` 415 for another kind of form, and 400 when no file was chosen or the form is malformed.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "multipart/form-data":
        raise PageError(415, "not-a-form")
    form = await request.form(max_files=1, max_fields=MOST_FIELDS)
    sent = form.get("file")
    if not isinstance(sent, UploadFile) or not sent.size:
        raise PageError(400, "no-file")
    fields = {name: value for name, value in form.multi_items() if isinstance(value, str)}
    return Upload((sent.filename or "")[:200], sent.file, sent.size, fields)
