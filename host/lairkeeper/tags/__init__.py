"""Meaning of each tag: the registry, enrolment, and the file that carries tags to another machine."""

from __future__ import annotations

from lairkeeper.tags.enrol import BulkEnrol, parse_plan
from lairkeeper.tags.numbers import Numbers
from lairkeeper.tags.registry import Registry, Stock, Tag, TagCode, TagRefusal
from lairkeeper.tags.uid import BadUidError, is_copied, is_like_its_memory, is_random, is_short, normal_uid

__all__ = [
    "BadUidError",
    "BulkEnrol",
    "Numbers",
    "Registry",
    "Stock",
    "Tag",
    "TagCode",
    "TagRefusal",
    "is_copied",
    "is_like_its_memory",
    "is_random",
    "is_short",
    "normal_uid",
    "parse_plan",
]
