"""Names as people write them, in many scripts, drawn anew for each run."""

from __future__ import annotations

import unicodedata
from random import Random

from lairkeeper.core.ids import LONGEST_NAME, folded, is_seat_name, length_of

WRITTEN = (
    "अनन्या", "क्षितिज", "শ্রী সৌম্য", "ஸ்ரீ கார்த்திக்", "น้ำฝน", "กฤษณ์",
    "ស្រីមុំ", "သူရဦး", "علی\u200cرضا", "می\u200cنا", "שִׁירָה", "小明", "ゆうき",
    "김민준", "Nguyễn Thị Ái", "Łucja", "Ёлка", "Ελένη", "O'Brien", "D’Arc", "J.R.R.", "A.", ".", "Dr. B. C.", "Ana B.",
    "Ana.B", "#1 fan", "catwoman#1", "A=B; C/D", "<b>&\"q\"</b>", "50 %", "%2E", "-Zoé", "=1+2", "@home", "{seat}",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f1eb\U0001f1f7 Zoé", "a,b", "page", "scan", "hand.Ana", "view",
    "seat-1", "tap", "C:\\x", "Bo\u00a0Li",
)  # fmt: skip
"""Among them whatever else separates something somewhere in the app."""

_BLOCKS = {
    "Latin": (0x00C0, 0x024F), "Greek": (0x0386, 0x03CE), "Cyrillic": (0x0400, 0x045F), "Hebrew": (0x05D0, 0x05EA),
    "Arabic": (0x0620, 0x06D3), "Devanagari": (0x0901, 0x0963), "Bengali": (0x0981, 0x09E3), "Tamil": (0x0B82, 0x0BD7),
    "Thai": (0x0E01, 0x0E4E), "Burmese": (0x1000, 0x1049), "Georgian": (0x10D0, 0x10FA), "Khmer": (0x1780, 0x17D3),
    "Hiragana": (0x3041, 0x3096), "Han": (0x4E00, 0x9FA5), "Hangul": (0xAC00, 0xD7A3),
}  # fmt: skip
_BETWEEN = (" ", ".", ". ", "'", "’", "-", "\u200c", "\u200d", "·", "", "", "")


def person(rng: Random) -> str:
    """Return a name that somebody may have: one of those above, or letters and marks of one script."""
    if rng.random() < 0.4:
        return rng.choice(WRITTEN)
    low, high = rng.choice(list(_BLOCKS.values()))
    signs = [chr(code) for code in range(low, high + 1)]
    letters = [sign for sign in signs if unicodedata.category(sign)[0] == "L"]
    marks = [sign for sign in signs if unicodedata.category(sign) in ("Mn", "Mc")]
    name = rng.choice(letters)
    for _ in range(rng.randint(0, 11)):
        name += rng.choice(_BETWEEN) + rng.choice(letters) + (rng.choice(marks) if marks and rng.random() < 0.5 else "")
    name = unicodedata.normalize("NFC", name)
    while length_of(name) > LONGEST_NAME:
        name = name[:-1]
    return name.strip()


def people(rng: Random, n: int) -> tuple[str, ...]:
    """Players of one match; no two look the same."""
    found: list[str] = []
    while len(found) < n:
        name = person(rng)
        if is_seat_name(name) and folded(name) not in {folded(each) for each in found}:
            found.append(name)
    return tuple(found)
