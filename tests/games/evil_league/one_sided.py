"""Rules of the Evil League of which no limit can be shown, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ONE_SIDED: Final[Mapping[str, str]] = {
    "el-6": "a number of pieces that follows from twelve Schemes and four corners",
    "el-7": "a value that every match begins with; another one comes from a set-up that says so",
    "el-39": "a permission for later rounds; its limit, a weapon that is not complete, is el-100",
    "el-53": "it holds for every gain; what is no landing on an occupied number is el-108",
    "el-79": "the end of el-77, told of his pawn",
    "el-84": "a bound that follows from el-67 and el-68; random matches assert it",
    "el-90": "a permission: any number of villains may meet at a location",
    "el-92": "where a pawn lies on a card: physical advice",
    "el-95": "a permission: what is limited to once a round is el-30 and el-33",
}
