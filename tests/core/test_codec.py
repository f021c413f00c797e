from __future__ import annotations

import json
from dataclasses import Field, fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lairkeeper.core import codec
from lairkeeper.core.codec import (
    FORMAT,
    LogError,
    command_from_json,
    command_to_json,
    event_from_json,
    event_to_json,
    header_from_json,
    header_to_json,
    record_from_json,
    record_to_json,
    state_to_json,
    view_to_json,
)
from lairkeeper.core.command import Command
from lairkeeper.core.events import EVENT_TYPES, Answered, Asked, Event, FramePushed, Paid, Placed, SeatsOrdered
from lairkeeper.core.header import Header
from lairkeeper.core.history import History, Snapshot
from lairkeeper.core.refusals import CoreRefusal

from .toy import TOY, begin, do, plot_all

words = st.text(st.characters(codec="utf-8"), max_size=8)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | words,
    lambda inner: st.tuples(inner, inner) | st.dictionaries(words, inner, max_size=2),
    max_leaves=4,
)
data = st.dictionaries(words, plain, max_size=3)
FIELDS = {"tokens": st.dictionaries(st.integers(1, 10), st.integers(0, 9))}


def events() -> st.SearchStrategy[Event]:
    """Any event, well formed but not necessarily sensible."""
    by_type = {
        "str": words,
        "int": st.integers(0, 999),
        "bool": st.booleans(),
        "Label": words,
        "Path": words,
        "Facts": data,
        "Data": data,
        "Seat | None": st.none() | words,
        "str | None": st.none() | words,
        "int | None": st.none() | st.integers(0, 9),
        "tuple[str, ...]": st.lists(words, max_size=3).map(tuple),
        "tuple[Path, ...]": st.lists(words, max_size=3).map(tuple),
        "tuple[Seat, ...]": st.lists(words, max_size=3).map(tuple),
        "Mapping[int, int]": FIELDS["tokens"],
    }
    return st.one_of(
        *(
            st.builds(each, **{name: by_type[kind] for name, kind in each.__annotations__.items()})
            for each in EVENT_TYPES
        )
    )


@given(events())
def test_every_event_survives_json(event: Event) -> None:
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@given(
    st.builds(
        Command, move=words, by=st.none() | words, amount=st.none() | st.integers(), prompt=st.none() | st.integers()
    )
)
def test_every_command_survives_json(command: Command) -> None:
    assert command_from_json(json.loads(json.dumps(command_to_json(command)))) == command


def test_a_match_survives_json_in_the_middle_of_every_question() -> None:
    history = begin()
    plot_all(history)
    do(history, move="raid", by="Ana")
    do(history, move="answer", by="Bo", option="take-it")
    lines = [json.dumps(record_to_json(record)) for record in history.records]
    head = json.dumps(header_to_json(history.header))
    for n in range(1, len(lines) + 1):
        records = [record_from_json(json.loads(line)) for line in lines[:n]]
        again = History.replay(TOY, header_from_json(json.loads(head)), records)
        assert isinstance(again, History)
        assert again.records == history.records[:n]
    assert again.state == history.state


def test_states_and_views_are_plain_json() -> None:
    history = begin()
    assert json.loads(json.dumps(state_to_json(history.state)))["seats"] == ["Ana", "Bo", "Cy"]
    assert json.loads(json.dumps(view_to_json(TOY.view(history.state, "Ana"))))["viewer"] == "Ana"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"format": FORMAT + 1, "n": 0, "kind": "start"}, CoreRefusal.LOG_FROM_FUTURE),
        ({"format": 0, "n": 0, "kind": "start"}, CoreRefusal.LOG_BROKEN),
        ({"n": 0, "kind": "start"}, CoreRefusal.LOG_BROKEN),
        ({"format": True, "n": 0, "kind": "start"}, CoreRefusal.LOG_BROKEN),
        ({"format": FORMAT, "n": "0", "kind": "start"}, CoreRefusal.LOG_BROKEN),
        ({"format": FORMAT, "n": 0, "kind": "rumour"}, CoreRefusal.LOG_BROKEN),
        ({"format": FORMAT, "n": 1, "kind": "command", "command": {"mvoe": "x"}}, CoreRefusal.LOG_BROKEN),
        ({"format": FORMAT, "n": 1, "kind": "command", "events": [{"event": "Exploded"}]}, CoreRefusal.LOG_BROKEN),
        ({"format": FORMAT, "n": 1, "kind": "command", "events": [{"event": "Paid"}]}, CoreRefusal.LOG_BROKEN),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line: dict[str, Any], code: CoreRefusal) -> None:
    with pytest.raises(LogError) as caught:
        record_from_json(line)
    assert caught.value.refusal.code == code
    assert caught.value.refusal.invalid


def test_a_broken_header_is_refused() -> None:
    with pytest.raises(LogError):
        header_from_json({"format": FORMAT, "game": "toy"})
    with pytest.raises(LogError):
        header_from_json({"format": FORMAT, "game": "toy", "seats": ["A", "B"], "colour": "red"})


def test_old_lines_are_lifted_step_by_step() -> None:
    def named_kind(line: dict[str, Any]) -> dict[str, Any]:
        return {**{key: value for key, value in line.items() if key != "type"}, "kind": line["type"]}

    def counted(line: dict[str, Any]) -> dict[str, Any]:
        return {**line, "n": line["n"] - 1}

    old = {"format": FORMAT - 2, "n": 1, "type": "start"}
    record = record_from_json(old, {FORMAT - 2: named_kind, FORMAT - 1: counted})
    assert (record.n, record.kind) == (0, "start")
    assert old == {"format": FORMAT - 2, "n": 1, "type": "start"}, "lifting changes nothing in place"


def test_what_a_field_holds_by_default_is_not_written() -> None:
    assert event_to_json(Placed("a#1", "x")) == {"event": "Placed", "card": "a#1", "zone": "x"}
    assert event_to_json(SeatsOrdered(("A",), None, 1))["active"] is None
    assert event_to_json(Paid("A", "B", {5: 1}))["tokens"] == {"5": 1}
    assert event_to_json(FramePushed(1, "x")) == {"event": "FramePushed", "id": 1, "kind": "x"}
    assert "sealed" not in event_to_json(Asked(1, 2, "x"))
    assert event_to_json(Answered(1, None))["seat"] is None


def test_a_value_without_a_json_form_is_a_mistake() -> None:
    with pytest.raises(TypeError):
        codec.plain(object())


LEFT_OUT: dict[str, object] = {
    "Placed.facts": {},
    "Placed.index": None,
    "Moved.index": None,
    "Marked.owner": None,
    "Marked.amount": 1,
    "Marked.until": None,
    "Unmarked.owner": None,
    "FramePushed.data": {},
    "FramePushed.queued": False,
    "Asked.args": {},
    "Asked.seats": (),
    "Asked.sealed": False,
    "Asked.cite": None,
    "Answered.answer": {},
    "Answered.sealed": False,
    "Adjusted.by": None,
    "Adjusted.why": "",
    "Command.by": None,
    "Command.card": None,
    "Command.target": None,
    "Command.amount": None,
    "Command.option": None,
    "Command.prompt": None,
    "Command.force": None,
    "Header.level": None,
    "Header.ruleset": {},
    "Header.setup": {},
    "Header.version": 1,
}
"""The value of each field that a line of a log does not mention."""


def test_what_a_log_line_may_leave_out_stays_what_it_is() -> None:
    """A line of an old log does not mention what holds its default: another default would be another match."""
    kept = {
        f"{kind.__name__}.{name}": value
        for kind in (*EVENT_TYPES, Command, Header)
        for name, value in ((each.name, codec._default(each)) for each in fields(kind))
        if not isinstance(value, Field)
    }
    assert kept == LEFT_OUT


def test_the_numbers_of_a_snapshot_are_kept_in_rows() -> None:
    snapshot = Snapshot(9, (0, 1, 2, 5, 7, 8), (3,), begin().state)
    assert codec.snapshot_to_json(snapshot)["live"] == [[0, 2], [5, 5], [7, 8]]
