"""A short name for the device that a browser says it runs on: people tell their phones apart by it."""

from __future__ import annotations

from typing import Final

_DEVICES: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("SMART-TV", "TV"),
    ("SmartTV", "TV"),
    ("Tizen", "TV"),
    ("Web0S", "TV"),
    ("CrKey", "TV"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
_BROWSERS: Final = (
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Edg/", "Edge"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("OPR/", "Opera"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)


def device_of(user_agent: str) -> str:
    """``Mozilla/5.0 (Linux; Android 15 …) Chrome/140 …`` -> ``Android · Chrome``; empty when nothing is known.

    It is a hint that any program may make up: nothing depends on it.
    """
    device = next((name for mark, name in _DEVICES if mark in user_agent), "")
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "")
    return " · ".join(part for part in (device, browser) if part)
