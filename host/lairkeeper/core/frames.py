"""Read the frame that runs and its question where there must be some: only then is a move of a frame looked at."""

from __future__ import annotations

from .state import Frame, Prompt, State


def running(state: State) -> Frame:
    """Return the frame that runs; that there is none is a game's mistake."""
    assert state.top is not None
    return state.top


def question(state: State) -> Prompt:
    """Return what the frame that runs has asked; that it asks nothing is a game's mistake."""
    prompt = running(state).prompt
    assert prompt is not None
    return prompt
