"""Rules of DC Forever of which no limit can be shown, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ONE_SIDED: Final[Mapping[str, str]] = {
    "df-36": "a permission; what is used once a round only is df-34, and a blank card's ability df-49",
    "df-42": "a permission to do a part; its limit, a cost that is not met, is df-41",
    "df-67": "a permission; what ends the stage after passes is df-68",
    "df-76": "a permission: a Scheme holds any number; too few are df-115",
    "df-80": "a sum of any number of modifiers; its floor is df-82, its end df-79",
    "df-92": "the meaning of a word; what does not advance is df-208",
    "df-121": "what lasts has no end here; what ends with the round is df-122 and df-245",
    "df-123": "a number of tokens in the box; uses are counted without them",
    "df-172": "a permission; the limit of abilities is df-34, of an Event its way to the discard pile, df-27",
    "df-182": "they are cards like any other; the limits of paying and empowering are df-32 and df-33",
    "df-183": "a number of pieces; the size of a deck is df-4",
    "df-188": "a permission; its end, the end of the phase, is df-14",
    "df-195": "a permission for effects that demand discards; whose cards they are is df-33",
    "df-198": "a permission: no number of empowering cards is too high",
    "df-202": "a permission; where no Scheme lies is df-70",
    "df-203": "a permission; what a fallen character's cards no longer do is df-21",
    "df-207": "the meaning of a word; what moves none is df-208",
    "df-210": "an order in which nothing is refused; the limits are df-64 and df-211",
    "df-213": "a permission, which a house rule takes away",
    "df-214": "a permission, which a house rule takes away; that nothing is moved is df-73",
    "df-224": "a permission: any number of characters may stand at a Location",
    "df-227": "a permission; the first cycle of the game is df-63",
    "df-230": "it counts like any other; what does not count is df-240",
    "df-239": "which piece marks a Location: physical advice",
    "df-241": "the steps come in every cycle; the house rule that leaves them out is all-passed",
    "df-244": "no card is left out: there is no other side",
    "df-246": "it points to the rules for two players; the differences have their own numbers",
    "df-247": "a choice before the match; its option refuses other values",
}
