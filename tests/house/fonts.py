"""Cut the fonts of the pages: ``python -m tests.house.fonts FOLDER``.

FOLDER holds the sources, variable fonts by the names in ``CUTS`` (woff2 or ttf), as their projects publish them under
the SIL Open Font License; none reserves its name. The first commit with fonts in this repository has them too. What no
page uses is left out: weights, features of type setting, hints, and characters. Each file gets the hash of its content
into its name. The ranges to put into `lair.css` are printed.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from lairkeeper.web.assets import digest_of

FOLDER = Path(__file__).parents[2] / "host/lairkeeper/web/static/fonts"
FIRST = (
    *range(0x20, 0x7F), *range(0xA0, 0x100), 0x131, 0x152, 0x153, *range(0x2010, 0x2016), *range(0x2018, 0x201F),
    0x2020, 0x2022, 0x2026, 0x202F, 0x2030, 0x2039, 0x203A, 0x20AC, 0x2122, 0x2212,
)  # fmt: skip
"""English, French and their neighbours: what the first paint needs."""
NAMES = (*range(0x100, 0x131), *range(0x132, 0x152), *range(0x154, 0x180), 0x192, *range(0x1CD, 0x1DD), 0x1E6, 0x1E7,
         *range(0x1F8, 0x21C), *range(0x1E80, 0x1E86), 0x1E9E, *range(0x1EA0, 0x1EFA))  # fmt: skip
"""Names in the other languages that write Latin letters; fetched where a name needs one of them."""
ARROWS = range(0x2190, 0x2194)


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of a font: which characters, which weights, which features."""

    source: str
    chars: Iterable[int]
    features: tuple[str, ...] = ("ccmp", "kern", "locl", "mark", "tnum")
    weights: tuple[int, int] = (400, 700)


DISPLAY = ("ccmp", "kern", "liga", "lnum", "locl", "mark", "tnum")
CUTS = (
    Cut("inter-5.3.0-latin", FIRST),
    Cut("inter-5.3.0-latin-ext", NAMES),
    Cut("inter-4.1-arrows", ARROWS),
    Cut("alegreya-5.3.0-latin", FIRST, DISPLAY),
    Cut("alegreya-5.3.0-latin-ext", NAMES, DISPLAY),
    Cut("jetbrains-mono-5.3.0-latin", FIRST),
)


def cut(source: Path, how: Cut) -> tuple[bytes, set[int]]:
    """Return the file of a cut as woff2, and the characters in it."""
    font = TTFont(source)
    options = Options()
    options.layout_features, options.hinting, options.glyph_names = list(how.features), False, False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # who made it, and under which licence
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=how.chars)
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": how.weights, "opsz": None} if _sized(font) else {"wght": how.weights})
    font.flavor, font.recalcTimestamp = "woff2", False
    file = io.BytesIO()
    font.save(file)
    return file.getvalue(), set(font.getBestCmap())


def _sized(font: TTFont) -> bool:
    return any(axis.axisTag == "opsz" for axis in font["fvar"].axes)


def ranges(chars: Iterable[int]) -> str:
    """Return characters as a ``unicode-range``."""
    found: list[list[int]] = []
    for char in sorted(chars):
        if found and found[-1][1] == char - 1:
            found[-1][1] = char
        else:
            found.append([char, char])
    return ", ".join(f"U+{one:04X}" if one == last else f"U+{one:04X}-{last:04X}" for one, last in found)


def main(sources: Path) -> None:
    """Write each cut beside the licences, and say what to put into the styles."""
    for how in CUTS:
        source = next(path for kind in ("woff2", "ttf") if (path := sources / f"{how.source}.{kind}").is_file())
        content, chars = cut(source, how)
        for old in FOLDER.glob(f"{how.source}.*woff2"):
            old.unlink()
        name = f"{how.source}.{digest_of(content)}.woff2"
        (FOLDER / name).write_bytes(content)
        print(f"{name}  {len(content):,} bytes\n    unicode-range: {ranges(chars)};")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
