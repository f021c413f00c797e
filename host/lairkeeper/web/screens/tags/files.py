"""Tags as a file: to keep with the box, and to share with another owner."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import Response

from lairkeeper.core.pieces import SHARED
from lairkeeper.table.collection import TagFileError

from ...errors import PageError
from ...site import Notice, site_of
from ...translator import Translator
from ...upload import read_upload

if TYPE_CHECKING:
    from lairkeeper.table.collection import ImportReport

IMPORT: Final = "/tags/import"
MOST: Final = 4 << 20
"""The most bytes of a tag file; a full box has less than 50,000."""
_SHOWN: Final = 5


async def download(request: Request) -> Response:
    """``GET /tags/file?game=``: the tags of one box, or of all."""
    site, game = site_of(request), request.query_params.get("game") or None
    if game is not None and game not in (*site.hub.games, SHARED):
        raise PageError(400, "unknown-game", {"game": game[:40]})
    name = {"content-disposition": f'attachment; filename="lairkeeper-tags{f"-{game}" if game else ""}.toml"'}
    return Response(site.hub.pieces.export_tags(game), media_type="application/toml", headers=name)


async def take(request: Request) -> Response:
    """``POST /tags/import``: enrol what a ``file`` says; with ``replace`` it wins over what is enrolled here."""
    site, sent = site_of(request), await read_upload(request)
    t = site.translator(request.scope)
    raw = await asyncio.to_thread(sent.read)
    try:
        report = site.hub.pieces.import_tags(raw.decode("utf-8-sig"), replace=bool(sent.fields.get("replace")))
    except UnicodeDecodeError:
        return site.page(request, "tags", notice=Notice("bad", t.ui("tags.bad-file", why="UTF-8")), status=422)
    except TagFileError as error:
        return site.page(request, "tags", notice=Notice("bad", t.ui("tags.bad-file", why=str(error)[:300])), status=422)
    if report.refused:
        return site.page(request, "tags", notice=Notice("bad", " ".join(_wrong(report, t))), status=422)
    said = t.ui("tags.imported", n=len(report.enrolled), same=report.unchanged)
    return site.page(request, "tags", notice=Notice("good", said))


def _wrong(report: ImportReport, t: Translator) -> Iterator[str]:
    """Yield what does not fit: the first entries in words, and how many more."""
    yield t.ui("tags.not-imported", n=len(report.refused))
    for n, refusal in report.refused[:_SHOWN]:
        yield t.ui("tags.entry", n=n, why=t.say("tag", str(refusal.code), refusal.args))
    if len(report.refused) > _SHOWN:
        yield t.ui("tags.more-wrong", n=len(report.refused) - _SHOWN)
