"""The app as a device installs it: its name, icons and places."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from lairkeeper.i18n import LANGUAGES

from .access.gate import ANYBODY, Allowed
from .grounds import grounds
from .screens import paths
from .site import site_of

SIZES: Final = (192, 512)


async def manifest(request: Request) -> JSONResponse:
    """``GET /manifest.webmanifest?lang=fr``: what a browser installs. It asks without cookies."""
    site = site_of(request)
    lang = request.query_params.get("lang")
    t = site.translator_in(lang if lang in LANGUAGES else site.language(request.scope))
    return JSONResponse(
        {
            "id": "/",
            "name": "Lairkeeper",
            "description": t.ui("about"),
            "lang": t.lang,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "theme_color": grounds()["dark"],
            "background_color": grounds()["dark"],
            "icons": [
                {"src": site.assets.address(f"app-{n}.png"), "sizes": f"{n}x{n}", "type": "image/png", "purpose": each}
                for n in SIZES
                for each in ("any", "maskable")
            ],
            "shortcuts": [{"name": t.ui(f"nav.{name}"), "url": paths()[name]} for name in ("table", "tv", "seat")],
        },
        media_type="application/manifest+json",
    )


ALLOWED: Final = {"/manifest.webmanifest": Allowed(read=ANYBODY)}
ROUTES: Final = (Route("/manifest.webmanifest", manifest),)
