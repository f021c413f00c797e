"""The shared transcripts of tests/vectors against the host's side."""

from __future__ import annotations

import copy
import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from lairkeeper.board import HostSession, MemoryInbox

TRANSCRIPTS = json.loads((Path(__file__).parents[1] / "vectors" / "session.json").read_text("utf-8"))


class KnownInbox(MemoryInbox):
    """An inbox that already holds something."""

    def __init__(self, known: list[Any] | None) -> None:
        super().__init__()
        self.known = known

    def last(self, device: str) -> tuple[str, int] | None:
        return (self.known[0], self.known[1]) if self.known else super().last(device)


def play(transcript: dict[str, Any]) -> None:
    inbox = KnownInbox(transcript["known"])
    nonces = (f"aaaa{i:04}" for i in itertools.count(1))
    host = HostSession(
        inbox,
        wall=lambda: 0.0,
        nonce=nonces.__next__,
        pairings=lambda _: transcript.get("secret"),
        guarded=transcript["board"].get("guarded", False),
    )
    sent = b""
    for step in transcript["steps"]:
        at = step["at"]
        if "open" in step:
            host.open("port", at)
        elif "board" in step and not step.get("lost"):
            host.feed(step["board"].encode("latin-1"), at)
        elif "tick" in step:
            host.tick(at)
        elif "ask" in step:
            assert host.command(*step["ask"], now_ms=at)
        elif "committed" in step:
            assert [event.seq for event in inbox.events if event.boot == transcript["board"]["boot"]] == step[
                "committed"
            ]
        elif "old" in step:
            old = [event for event in inbox.events if event.boot != transcript["board"]["boot"]]
            assert [[event.boot, event.seq] for event in old] == step["old"]
        elif "state" in step:
            assert [host.status.state, host.status.message] == step["state"]
        elif "host" in step and not step.get("forged"):
            sent += host.outgoing()
            frame = step["host"].encode("latin-1")
            assert sent.startswith(frame), step
            sent = sent[len(frame) :]
    assert sent + host.outgoing() == b""


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda transcript: transcript["name"])
def test_transcripts(transcript: dict[str, Any]) -> None:
    play(transcript)


def test_a_wrong_frame_is_noticed() -> None:
    transcript = copy.deepcopy(TRANSCRIPTS[1])
    for step in transcript["steps"]:
        if '["A",1]' in step.get("host", ""):
            step["host"] = step["host"].replace("1]", "2]")
    with pytest.raises(AssertionError):
        play(transcript)
