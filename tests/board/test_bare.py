"""Firmware sources as boards get them: the same program, line by line, in less room."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from lairkeeper.board.bare import bare
from lairkeeper.board.install import SLACK_BLOCKS, room_of
from lairkeeper.board.release import release_of

from .update_campaign import BLOCK, PICO_KB

FIRMWARE = Path(__file__).parents[2] / "firmware"
SOURCES = sorted(path for room in ("lairboard", "boards") for path in (FIRMWARE / room).rglob("*.py"))


OTHERS_KB = 56
"""The room that the rest takes at most: programs of the top folder, settings, journals, the file system itself."""
SOURCE = '''"""Doc
in two lines."""

A = 4
"""Four of them."""

def f(a):  # why
    """Doc."""
    # more
    return """x  # y
        z""" + (
        a
    )

class Alone:
    """All that it has."""
'''
BARE = '''


A = 4


def f(a):


 return """x  # y
        z""" + (
  a
 )

class Alone:
 """All that it has."""
'''


class WithoutTexts(ast.NodeTransformer):
    """Leaves out the texts that do nothing."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        body = getattr(node, "body", None)
        if isinstance(body, list) and (len(body) > 1 or isinstance(node, ast.Module)):
            texts = (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in body)
            node.body = [  # type: ignore[attr-defined]
                each for each, text in zip(body, texts, strict=True) if not (text and isinstance(each.value.value, str))
            ]
        return node


def program(source: bytes) -> tuple[str, list[int]]:
    tree = ast.parse(source)
    lines = [each.lineno for each in ast.walk(tree) if isinstance(each, ast.stmt) and not isinstance(each, ast.Expr)]
    return ast.dump(WithoutTexts().visit(tree)), lines


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_the_program_is_the_same_and_on_the_same_lines(path: Path) -> None:
    source = path.read_bytes()
    assert program(bare(source)) == program(source)


def test_texts_and_long_statements_stay_as_they_are() -> None:
    source = SOURCE.encode()
    assert bare(source).decode() == BARE


def test_two_releases_in_source_fit_a_pico_with_room_to_spare() -> None:
    """Installing needs the one that runs and the new one.

    Seed 424550796 of 300 installations: with their comments, sources found no room twice.
    """
    release = release_of()
    room = room_of({f"{release.folder}/{name}": data for name, data in release.files.items()}, BLOCK)
    assert 2 * room - SLACK_BLOCKS * BLOCK < (PICO_KB - OTHERS_KB) * 1024
