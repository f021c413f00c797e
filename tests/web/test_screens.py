"""Each screen has its texts in both languages and uses no other screen's; each of its parts has a template."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from lairkeeper.i18n import LANGUAGES, arguments, flatten, read_catalog, shared_texts
from lairkeeper.web.app_texts import app_folders
from lairkeeper.web.screen import Screen
from lairkeeper.web.screens import all_screens
from lairkeeper.web.site import HERE

every_screen = pytest.mark.parametrize("screen", all_screens().values(), ids=list(all_screens()))


def said(text: str | dict[str, str]) -> set[str]:
    """Return the arguments of a text."""
    forms = (text,) if isinstance(text, str) else text.values()
    return {name for form in forms for name in arguments(form)}


@every_screen
def test_both_languages_say_the_same_things(screen: Screen) -> None:
    assert all(screen.folder().joinpath(f"{lang}.toml").is_file() for lang in ("en", "fr"))
    english, *others = (
        {key: said(text) for key, text in flatten(read_catalog(screen.folder(), lang))} for lang in LANGUAGES
    )
    assert english and others and all(each == english for each in others)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_in_two_files(lang: str) -> None:
    keys = Counter(key for folder in app_folders() for key, _ in flatten(read_catalog(folder, lang)))
    assert [key for key, n in keys.items() if n > 1] == []


@every_screen
def test_a_screen_uses_its_own_texts_and_shared_ones(screen: Screen) -> None:
    known = {key for folder in (shared_texts(), screen.folder()) for key, _ in flatten(read_catalog(folder, "en"))}
    sources = [path for path in Path(str(screen.folder())).iterdir() if path.suffix in (".py", ".html")]
    calls = [call for path in sources for call in re.findall(r"\bt\.ui\(((?:[^()]|\([^()]*\))*)\)", path.read_text())]
    named = {key for call in calls for key in re.findall(r"""["']([\w-]+(?:\.[\w-]+)+)["']""", call)}
    assert named, "no text found: the pattern is wrong"
    assert {f"ui.{key}" for key in named} <= known


def test_no_file_that_pages_fetch_hides_another() -> None:
    names = Counter(path.name for path in HERE.rglob("static/*") if path.is_file())
    assert [name for name, n in names.items() if n > 1] == []


@every_screen
def test_each_template_is_there(screen: Screen) -> None:
    folder = Path(str(screen.folder()))
    own = {part.template for part in screen.parts if not (HERE / "templates" / part.template).is_file()}
    assert own <= {f"{screen.id}/{path.name}" for path in folder.glob("*.html")}
    assert (folder / "page.html").is_file()
