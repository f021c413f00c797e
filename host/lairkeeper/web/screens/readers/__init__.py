"""The readers page: how well each reader sees its tags, for who places antennas."""

from __future__ import annotations

from typing import Final

from ...part import Part
from ...parts import BOARD, DOCK, PROBLEM
from ...screen import Screen
from ...survey_watch import SurveyWatch
from . import model, routes

SCREEN: Final = Screen(
    __name__,
    "/readers",
    routes.ROUTES,
    (PROBLEM, Part("readers/survey.html", model.survey, model.of_the_survey), BOARD, DOCK),
    watched=SurveyWatch.watched,
)
