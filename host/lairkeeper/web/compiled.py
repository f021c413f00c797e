"""Page templates, compiled once in a process however many sites it makes."""

from __future__ import annotations

from typing import Final

import jinja2
from jinja2.bccache import Bucket


class CompiledTemplates(jinja2.BytecodeCache):
    """Compiled code by template; Jinja compares the checksum of the source before it takes any."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the code of a template, if it was compiled before."""
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        self._code[bucket.key] = bucket.bytecode_to_string()


COMPILED: Final = CompiledTemplates()
