"""The kinds of tags and things with a chip that can be put on a simulated reader."""

from sim.ntag import Ntag, Plain
from sim.tag import Phone, Tag

KINDS = (
    "ntag213",
    "ntag215",
    "ntag216",
    "ntag203",
    "ultralight",
    "card4",
    "card10",
    "bank",
    "phone",
)


def make(kind, uid=b""):
    """Return a tag of one of KINDS, "ntag213 weak" being a broken one.

    A phone draws its own UIDs: `uid` is its seed, and its name in `BoardModel.take`.
    """
    kind, _, broken = kind.partition(" ")
    if broken:
        tag = make(kind, uid)
        if broken not in ("check", "weak"):
            raise ValueError("a tag is broken as check or weak, not %s" % broken)
        tag.broken = broken
        return tag
    if kind in ("ntag213", "ntag215", "ntag216"):
        return Ntag(uid, kind)
    if kind in ("ntag203", "ultralight"):
        return Plain(uid, kind)
    if kind == "card4":
        return _named(Tag(uid, 0x0004, 0x08), kind, 4)
    if kind == "card10":
        return _named(Tag(uid, 0x0084, 0x00), kind, 10)
    if kind == "bank":
        return _named(Tag(uid, 0x0044, 0x20), kind, 7)
    if kind == "phone":
        phone = Phone(int.from_bytes(bytes(uid), "little") or 1)
        phone.label = bytes(uid)
        return phone
    raise ValueError("no tag of kind %r: choose among %s" % (kind, ", ".join(KINDS)))


def _named(tag, kind, size):
    if len(tag.uid) != size:
        raise ValueError("a %s has a UID of %d bytes, not %d" % (kind, size, len(tag.uid)))
    tag.kind = kind
    return tag
