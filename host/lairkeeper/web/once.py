"""Each form counts once: what a double click, a proxy or the back button sends again is known by its token."""

from __future__ import annotations

import hashlib
import re
from functools import wraps
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from lairkeeper.store import StoreError

from .forms import read_form
from .patience import Handler
from .site import Notice, page_named, site_of

_TOKEN: Final = re.compile(rb"(?:^|&)once=[A-Za-z0-9_-]{16,64}(?:&|$)")


def counted_once(handler: Handler) -> Handler:
    """Call the handler unless the very same form has counted before; then show its page with a calm sentence.

    A form is its address and all its fields, with a token that each page makes anew. One without a token (from a
    script) always counts. A form that was refused has not counted, and may come again.
    """

    @wraps(handler)
    async def counted(request: Request) -> Response:
        body = await request.body()
        if not _TOKEN.search(body):
            return await handler(request)
        digest = hashlib.sha256(request.url.path.encode() + b"?" + body).digest()
        site = site_of(request)
        forms = site.hub.store.forms
        if forms.counted(digest):
            page = page_named(await read_form(request))
            return site.done(request, page, Notice("good", site.translator(request.scope).ui("form.again")))
        with forms.counting(digest):
            answer = await handler(request)
            if answer.status_code < 400:
                try:
                    forms.keep(digest)
                except StoreError as error:  # it is done nevertheless, and must not be called refused
                    site.hub.troubles.failed(error)
        return answer

    return counted
