"""The readers page: which reader is whose tray, and how well each sees its tags."""

from __future__ import annotations

from typing import Final

from ...part import Part
from ...parts import BOARD, DOCK, PROBLEM
from ...screen import Screen
from ...survey_watch import SurveyWatch
from . import model, routes, seating

SURVEY: Final = Part("readers/survey.html", model.survey, model.of_the_survey)
SCREEN: Final = Screen(
    __name__,
    "/readers",
    routes.ROUTES,
    (PROBLEM, Part("readers/seating.html", seating.seating), SURVEY, BOARD, DOCK),
    watched=SurveyWatch.watched,
)
