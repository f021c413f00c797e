"""Phones and screens: who is let in, who asks, codes, and the way to send somebody away."""

from __future__ import annotations

from typing import Final

from ...access.gate import TABLE_ROLES, Allowed
from ...part import Part
from ...parts import PROBLEM
from ...screen import Screen
from . import model, routes

SCREEN: Final = Screen(
    __name__,
    "/phones",
    routes.ROUTES,
    (PROBLEM, Part("phones/inside.html", model.values, model.stamp)),
    redrawn=False,
    allowed={"/phones/answer": Allowed(send=TABLE_ROLES)},
)
