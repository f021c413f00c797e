"""A backup is downloaded, made every week, or restored: checked now, and put in place at the next start."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Final

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from lairkeeper.store.restoring import RestoreError, WaitingBackup
from lairkeeper.table.backups import FolderError

from ...durations import day_of
from ...forms import read_form
from ...once import counted_once
from ...patience import patient
from ...site import Notice, Site, site_of
from ...translator import Translator
from ...upload import Upload, read_upload

RESTORE: Final = "/backup/restore"
MOST: Final = 1 << 30
"""The most bytes of a backup that is sent by a page."""


async def show(request: Request) -> Response:
    """Answer ``GET /backup``."""
    return _page(request, site_of(request))


async def download(request: Request) -> Response:
    """``GET /backup/file``: everything in one file, made and checked now. Taps count meanwhile."""
    site = site_of(request)
    day = datetime.fromtimestamp(site.hub.wall).strftime("%Y-%m-%d")
    folder = Path(tempfile.mkdtemp(prefix="lairkeeper-", dir=_place(site)))
    made = folder / f"lairkeeper-{day}.db"

    def clear() -> None:
        made.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            folder.rmdir()

    try:
        await site.hub.backups.write(made)
    except BaseException:
        clear()
        raise
    kind = "application/vnd.sqlite3"
    return FileResponse(made, filename=made.name, media_type=kind, background=BackgroundTask(clear))


async def choose(request: Request) -> Response:
    """``POST /backup/weekly``: ``folder`` gets a backup every week; empty: no more."""
    site, form = site_of(request), await read_form(request)
    t = site.translator(request.scope)
    folder = "" if form.text("off") else form.get("folder", "")
    try:
        site.hub.backups.choose(folder)
    except FolderError as error:
        return _page(request, site, Notice("bad", _why(error, t)), 422)
    return _page(request, site, Notice("good", t.ui("backup.chosen" if folder else "backup.not-chosen")))


async def restore(request: Request) -> Response:
    """``POST /backup/restore``: a ``file`` is checked, and put in place at the next start."""
    site, sent = site_of(request), await read_upload(request)
    t = site.translator(request.scope)
    try:
        facts = (await _restored(site, sent)).facts
    except RestoreError as error:
        said = {"file": sent.name, "n": error.values["n"], "detail": error.values["detail"]}
        return _page(request, site, Notice("bad", t.ui(f"backup.refused.{error.code}", **said)), 422)
    when = day_of(facts.newest, site.hub.wall, t) if facts.newest is not None else t.ui("backup.no-match")
    told = t.ui("backup.checked", matches=facts.matches, people=facts.people, tags=facts.tags, day=when)
    return _page(request, site, Notice("good", told))


async def stay(request: Request) -> Response:
    """``POST /backup/stay``: what waits for the next start is deleted, and the present database stays."""
    site = site_of(request)
    await read_form(request)
    site.hub.backups.stay()
    return _page(request, site, Notice("good", site.translator(request.scope).ui("backup.stays")))


async def _restored(site: Site, sent: Upload) -> WaitingBackup:
    with tempfile.TemporaryDirectory(prefix="lairkeeper-", dir=_place(site)) as folder:
        file = Path(folder) / "sent.db"
        await asyncio.to_thread(sent.save, file)
        return await site.hub.backups.restore(file)


def _why(error: FolderError, t: Translator) -> str:
    return t.ui("backup.bad-folder", why=error.why) if error.whole else t.ui("backup.not-whole")


def _place(site: Site) -> Path | None:
    """Return the folder of the database: its disk has room for what is as large. None: that of the system."""
    return site.hub.backups.database.parent if site.hub.backups.database is not None else None


def _page(request: Request, site: Site, notice: Notice | None = None, status: int = 200) -> Response:
    t = site.translator(request.scope)
    return site.page(request, "backup", notice=notice, status=status, title=f"{t.ui('backup.title')} · Lairkeeper")


ROUTES: Final = (
    Route("/backup", show),
    Route("/backup/file", download),
    Route("/backup/weekly", patient(counted_once(choose)), methods=["POST"]),
    Route("/backup/stay", patient(counted_once(stay)), methods=["POST"]),
    Route(RESTORE, restore, methods=["POST"]),
)
