"""The QR code of an address, as SVG that stands in the page itself."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup


@lru_cache(maxsize=8)
def qr_svg(text: str) -> Markup:
    """Return black modules on white, in every theme, with the quiet zone of four modules that scanners need."""
    import segno

    code = segno.make(text, error="m", micro=False)
    drawn = code.svg_inline(omitsize=True, border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None)
    return Markup(drawn)
