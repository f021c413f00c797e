"""A match as a file to keep or to send, in each format of ``lairkeeper export``."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from lairkeeper.exports import NotEndedError, all_exports, export, file_text
from lairkeeper.store import StoreError
from lairkeeper.table import TableError

from ...errors import PageError
from ...site import site_of

SEPARATORS = {"comma": ",", "semicolon": ";"}
"""The choices of ``separator``; without one, the viewer's language decides."""
MOST = 9
"""The most digits of the number of a match."""


async def download(request: Request) -> Response:
    """``GET /matches/file?match=&form=&separator=``: a match; of one that runs, what its table may know."""
    site, asked = site_of(request), request.query_params
    form, match = asked.get("form", ""), asked.get("match", "")
    if form not in all_exports():
        raise PageError(404, "bad-choice", {"field": "form", "allowed": ", ".join(all_exports())})
    number = int(match) if match.isascii() and match.isdigit() and len(match) <= MOST else 0
    try:
        separator = SEPARATORS.get(asked.get("separator", ""), site.translator(request.scope).separator)
        text = export(site.hub.store, number, form, separator=separator)
    except NotEndedError:
        raise PageError(409, "not-ended", {"match": number}) from None
    except (StoreError, TableError):
        raise PageError(404, "no-such-match", {"match": match[:MOST]}) from None
    name = {"content-disposition": f'attachment; filename="lairkeeper-{number}.{form}"'}
    kind = "text/csv" if form == "csv" else f"application/{form}"
    return Response(file_text(form, text), media_type=kind, headers=name)
