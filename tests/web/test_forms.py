"""Forms: what browsers send, and everything else refused clearly."""

from __future__ import annotations

import pytest

from lairkeeper.table import Hub
from lairkeeper.web.errors import PageError
from lairkeeper.web.forms import MAX_VALUE, Form

from .conftest import ORIGIN, Client


def test_fields_are_trimmed_and_the_first_counts() -> None:
    form = Form([("by", " Ana "), ("by", "Bo"), ("empty", "")])
    assert form["by"] == "Ana"
    assert form.all("by") == ["Ana", "Bo"]
    assert form.text("empty") is None
    assert form.text("absent") is None
    assert dict(form) == {"by": "Ana", "empty": ""}
    assert len(form) == 2


def test_a_needed_field() -> None:
    with pytest.raises(PageError) as caught:
        Form([("move", " ")]).need("move")
    assert (caught.value.status, caught.value.code, caught.value.values) == (400, "missing-field", {"field": "move"})


@pytest.mark.parametrize("text", ["x", "1.5", "--1", "٣", "11", "-3", "9" * 40, "1e3", " 1 2"])
def test_numbers_outside_the_bounds_are_refused(text: str) -> None:
    with pytest.raises(PageError) as caught:
        Form([("n", text)]).number("n", -2, 10)
    assert caught.value.code == "bad-number"
    assert caught.value.values == {"field": "n", "low": -2, "high": 10}


def test_numbers() -> None:
    assert Form([("n", "-2")]).number("n", -2, 10) == -2
    assert Form([("n", "10")]).number("n", -2, 10) == 10
    assert Form([]).number("n", 0, 1) is None


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{}", "application/json", 415),
        (b"--x\r\n", "multipart/form-data; boundary=x", 415),
        (b"move=\xff\xfe", "application/x-www-form-urlencoded", 400),
        (b"move=%ff%fe", "application/x-www-form-urlencoded", 400),
        (b"&".join(b"a%d=1" % n for n in range(300)), "application/x-www-form-urlencoded", 400),
        (b"move=" + b"m" * (MAX_VALUE + 1), "application/x-www-form-urlencoded", 400),
        (b"", "application/x-www-form-urlencoded", 400),
    ],
)
def test_what_is_no_form_changes_nothing(client: Client, hub: Hub, content: bytes, kind: str, status: int) -> None:
    version = hub.version
    answer = client.post("/act", content=content, headers={"origin": ORIGIN, "content-type": kind})
    assert answer.status_code == status
    assert hub.version == version
