"""INVENTED VALUES, for demo and tests only: the real game prints none of them, but for those that examples state.

Every character gets cards after the same pattern, so that each rule meets a card that needs it. Named cards differ
where the rulebook tells their effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from .roster import HERO, ROSTER, TWICE

Values = dict[str, Any]

_CHARACTERS: Final[dict[str, str]] = {
    # recruitment cost, Health, Attack, Rescue or Threaten; cost of the ability; its words; its trigger
    "aquaman": "8 6 2 2; 2; free 1",
    "batman": "7 6 2 1; 0; reduce-modifier 2",
    "blue-beetle": "6 5 2 1; 1; reduce 1; when-attacked",
    "cyborg": "8 6 2 2; 3; ready 1",
    "the-flash": "7 5 1 3; 3; by-hand 1",
    "green-lantern": "7 5 2 2; 3; retrieve 1",
    "superman": "10 8 3 2; 3; heal 2",
    "wonder-woman": "9 7 3 1; 2; fetch 1",
    "zatanna": "5 4 1 2; 1; return 1",
    "black-manta": "7 6 2 2; 3; exhaust 1",
    "cheetah": "8 6 3 1; 0; advance 1; after-attacks",
    "the-joker": "7 5 1 3; 0; discard 1, to 0, reduce 2; when-attacked",
    "klarion-bleak": "5 4 1 2; 2; by-hand 1",
    "lex-luthor": "6 4 1 3; 2; draw 2",
    "punchline": "4 4 1 1; 0; value-random 1",
    "reverse-flash": "8 6 2 2; 0; proof 1",
    "silver-banshee": "7 5 0 3; 0; only-threaten 1",
    "sinestro": "10 7 2 2; 0; extra-action 1",
}
_TRAITS: Final = {HERO: "hero, justice", "rogue": "rogue, villainy"}
_HEROIC: Final[tuple[Values, ...]] = (
    {"type": "event", "starter": True, "icons": 1, "buy": 3, "modifier": "attack", "bonus": 2, "effect": "draw 0"},
    {"type": "event", "starter": True, "icons": 2, "buy": 3, "modifier": "rescue", "bonus": 2, "effect": "draw 0"},
    {"type": "event", "starter": True, "icons": 1, "buy": 2, "effect": "draw 2"},
    {"type": "attachment", "starter": True, "icons": 2, "buy": 2, "effect": "heal 2", "own-cost": "discard"},
    {"type": "asset", "icons": 2, "buy": 4, "effect": "draw 1", "own-cost": "exhaust"},
    {"type": "event", "icons": 1, "buy": 3, "effect": "reduce 2", "trigger": "when-attacked"},
    {"type": "event", "icons": 3, "buy": 4, "effect": "heal 3, then 0, draw 1"},
    {"type": "event", "icons": 2, "buy": 5, "modifier": "attack-rescue", "bonus": 3, "effect": "draw 1"},
)
_ROGUISH: Final[tuple[Values, ...]] = (
    {"type": "scheme", "starter": True, "icons": 2, "buy": 3, "threshold": 4, "draw": 1, "mode": "completed",
     "effect": "draw 1"},
    {"type": "scheme", "starter": True, "icons": 2, "buy": 4, "threshold": 5, "draw": 2, "mode": "single",
     "effect": "damage 2"},
    {"type": "event", "starter": True, "icons": 1, "buy": 3, "modifier": "attack", "bonus": 2, "effect": "draw 0"},
    {"type": "event", "starter": True, "icons": 3, "buy": 3, "modifier": "threaten", "bonus": 2, "effect": "draw 0"},
    {"type": "event", "starter": True, "icons": 2, "buy": 2, "effect": "draw 2"},
    {"type": "minion", "starter": True, "icons": 1, "buy": 3, "effect": "advance 1", "own-cost": "exhaust"},
    {"type": "attachment", "icons": 2, "buy": 4, "on": "enemy", "effect": "host-damage 2", "own-cost": "discard"},
    {"type": "event", "icons": 1, "buy": 3, "effect": "advance 1", "trigger": "after-rescues"},
    {"type": "scheme", "icons": 1, "buy": 5, "threshold": 6, "draw": 0, "mode": "ongoing", "effect": "by-hand 1"},
    {"type": "event", "icons": 2, "buy": 5, "modifier": "threaten", "bonus": 3, "effect": "damage 1"},
)  # fmt: skip
_NAMED: Final[dict[str, Values]] = {
    "trident-of-neptune": {"effect": "free 1"},
    "batcave": {"effect": "heal 1", "own-cost": None},
    "forcefield": {"trigger": "after-readied", "effect": "draw 1"},
    "neural-scrambler": {"second": "exhaust 1", "second-own-cost": "discard"},
    "technomorph": {"effect": "ready 1"},
    "lightning-reflexes": {"trigger": "when-threatens", "effect": "save 1"},
    "crime-scene-re-creation": {"effect": "free 1"},
    "natural-recharge": {"type": "event", "effect": "retrieve 1", "own-cost": None},
    "power-ring": {"type": "event", "effect": "heal 2", "own-cost": None},
    "x-ray-vision": {"effect": "by-hand 1", "own-cost": None, "second": "draw 3", "second-own-cost": "discard"},
    "kryptonian-physiology": {"effect": "ignore-modifier 1"},
    "gift-of-artemis": {"modifier": None, "bonus": None, "effect": "damage 2", "traits": "gift, magic"},
    "gift-of-demeter": {"type": "event", "own-cost": None, "effect": "heal 3", "traits": "gift, magic, power"},
    "bracelets-of-submission": {"effect": "ignore-number 1"},
    "reading-the-cards": {"type": "event", "own-cost": None, "effect": "look 1", "anyone": True},
    "escape-artist": {"effect": "return 1"},
    "battle-on-many-fronts": {"type": "event", "on": None, "own-cost": None, "effect": "exhaust 1"},
    "enhanced-strength": {"bonus": 3, "icons": 2},
    "dose-the-city": {"threshold": 7, "effect": "damage-exhausted 4"},
    "witch-s-road": {"type": "event", "on": None, "own-cost": None, "effect": "by-hand 1"},
    "twin-swords": {"bonus": 1},
    "toxic-gas": {"modifier": None, "bonus": None, "effect": "damage-most 1"},
    "twist-of-luck": {"trigger": "after-round", "effect": "draw 1"},
    "lexcorp-ceo": {"effect": "draw 1", "own-cost": None, "cost": 1},
    "highest-office": {"type": "event", "threshold": None, "mode": None, "draw": None, "effect": "draw 3"},
    "get-it": {"buy": 3},
    "on-the-hunt": {"icons": 3},
    "get-serious": {"bonus": 4, "effect": "draw 0"},
    "phase": {"effect": "proof 1"},
    "death-spirit": {"effect": "draw 1"},
    "true-name": {"modifier": None, "bonus": None, "effect": "damage 2", "activate": True},
    "curse-of-the-crone": {"bonus": 1, "effect": "forced 2"},
    "hard-light-duplicate": {"type": "event", "on": None, "own-cost": None, "effect": "sacrifice 1, to 0, recover 1"},
    "impose-order": {"modifier": None, "bonus": None, "effect": "extra-action 1", "activate": True},
    "apex-predator": {"trigger": "after-falls", "effect": "advance 2"},
    "humble-atlantis": {"threshold": 4},
}
_LOCATIONS: Final = (
    "8; ; hurt 1",
    "7; rescue 1; ", "8; ; threaten 2", "6; attack 1; attack 1", "9; ; ", "7; draw 1; ", "8; hurt 1; hurt 1",
    "6; ; draw 1", "10; ; ", "5; rescue 2; threaten 2", "9; ; attack 1", "7; attack 1; ",
)  # fmt: skip
"""Citizens; the Hero side; the Rogue side."""
_UNALIGNED: Final = (
    "4 2 1; claim 0, strike 3", "5 2 2; claim 0", "3 1 1; strike 0", "6 3 1; claim 0, strike 2", "4 1 2; claim 1",
    "5 2 1; claim 0, strike 4", "7 3 2; strike 0", "3 2 1; claim 0",
)  # fmt: skip
"""Health, Attack, Claim; then ``claim`` or ``strike``, each with the citizens from which it is on."""
_ICONS: Final = {"renown": 1, "prestige": 2, "fame": 3}


def _character(character: str, side: str) -> Values:
    numbers, cost, effect, *trigger = (part.strip() for part in _CHARACTERS[character].split(";"))
    recruit, health, attack, own = numbers.split()
    return {
        "recruit": recruit, "health": health, "attack": attack, "rescue" if side == HERO else "threaten": own,
        "effect": effect, "cost": cost, "trigger": trigger[0] if trigger else "", "traits": _TRAITS[side],
    }  # fmt: skip


def _affiliated(kind: str, at: int, side: str, twin: bool) -> Values:
    pattern = (_HEROIC if side == HERO else _ROGUISH)[at]
    values = {**pattern, "traits": _TRAITS[side], **_NAMED.get(kind, {})}
    if twin and kind not in TWICE and at == _MINION:
        values["starter"] = False  # with two Twin Swords six cards are starred already
    return {name: value for name, value in values.items() if value is not None}


_MINION: Final = 5


def proxy_values(
    cards: Mapping[str, tuple[str, ...]], places: Iterable[str], unaligned: Iterable[str], resources: Iterable[str]
) -> dict[str, Values]:
    """Return the invented values by kind, as one would type them."""
    found: dict[str, Values] = {}
    for character, entry in ROSTER.items():
        found[character] = _character(character, entry.side)
        twin = bool(TWICE & set(cards[character]))
        for at, kind in enumerate(cards[character]):
            found[kind] = _affiliated(kind, at, entry.side, twin)
    for kind in resources:
        found[kind] = {"icons": _ICONS[kind]}
    for kind, line in zip(places, _LOCATIONS, strict=True):
        citizens, hero, rogue = (part.strip() for part in line.split(";"))
        found[kind] = {"citizens": citizens, "hero": hero, "rogue": rogue}
    for kind, line in zip(unaligned, _UNALIGNED, strict=True):
        numbers, thresholds = (part.strip() for part in line.split(";"))
        health, attack, claim = numbers.split()
        found[kind] = {"health": health, "attack": attack, "claim": claim, "thresholds": thresholds}
    return found
