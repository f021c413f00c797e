"""The shared vectors of tests/vectors against the board's side."""

import json

from flashrig import MemoryFiles
from lairboard.journal import Journal, pack
from lairboard.link.frame import Reader
from linkrig import Rig

RUNS_ON = "both"

VECTORS = __file__.rsplit("/", 2)[0] + "/vectors/"


def load(name):
    with open(VECTORS + name) as f:
        return json.load(f)


def raw(text):
    return bytes([ord(c) for c in text])


def test_frames():
    for case in load("frames.json"):
        reader = Reader()
        found = []
        for chunk in case["chunks"]:
            found += reader.feed(raw(chunk))
        assert found == case["frames"], case["name"]
        assert reader.bad == case["bad"], case["name"]


def test_frames_byte_by_byte():
    for case in load("frames.json"):
        reader = Reader()
        found = []
        for byte in raw("".join(case["chunks"])):
            found += reader.feed(bytes([byte]))
        assert found == case["frames"], case["name"]


def rig_of(board):
    files = MemoryFiles()
    records = [
        pack(bytes.fromhex(boot), seq, ms, ord(kind), zone.encode(), flag, bytes.fromhex(data))
        for boot, seq, ms, kind, zone, data, flag in board.get("journal", ())
    ]
    if records:
        files.append("journal.0", b"".join(records))
    return Rig(
        board,
        board["ring"],
        Journal(files, board["boot"]),
        secret=lambda: board.get("secret", ""),
        guarded=board.get("guarded", False),
    )


def play(transcript):
    rig = rig_of(transcript["board"])
    sent = []
    for step in transcript["steps"]:
        at = step["at"]
        if "host" in step and not step.get("lost"):
            rig.session.feed(raw(step["host"]), at)
        elif "put" in step:
            rig.put(step["put"], at)
        elif "lies" in step:
            rig.lying = step["lies"]
        elif "tick" in step:
            rig.session.tick(at)
        elif "board" in step and not step.get("forged"):
            sent += rig.session.out
            del rig.session.out[:]
            assert sent and sent.pop(0) == raw(step["board"]), (transcript["name"], step)
    assert not sent and not rig.session.out, transcript["name"]


def test_sessions():
    transcripts = load("session.json")
    assert len(transcripts) > 15
    for transcript in transcripts:
        play(transcript)


def test_a_wrong_frame_is_noticed():
    transcript = load("session.json")[1]
    for step in transcript["steps"]:
        if step.get("board", "").startswith('\x1e["E",1'):
            step["board"] = step["board"].replace("tap", "top")
    try:
        play(transcript)
    except AssertionError:
        return
    raise AssertionError("a wrong frame passed")
