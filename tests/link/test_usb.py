"""The REPL's port: bytes one by one, pieces out."""

import os

from lairboard.link.usb import ReplPort

RUNS_ON = "both"

NAME = "usb-test-" + os.urandom(4).hex()


def port(content):
    """Return a port whose line is a pair of files, which are always ready."""
    with open(NAME + ".in", "wb") as f:
        f.write(content)
    return ReplPort(open(NAME + ".in", "rb"), open(NAME + ".out", "wb"))


def close(it):
    it.stream.close()
    it._out.close()
    with open(NAME + ".out", "rb") as f:
        written = f.read()
    os.remove(NAME + ".in")
    os.remove(NAME + ".out")
    return written


def test_reads_what_is_there():
    it = port(b"\x1ehello\n\x03")
    assert it.read() == b"\x1ehello\n\x03"
    assert it.read() == b""
    close(it)


def test_reads_a_frames_worth_at_most():
    it = port(b"x" * 700)
    assert len(it.read()) == 512
    assert len(it.read()) == 188
    close(it)


def test_writes_pieces():
    it = port(b"")
    data = memoryview(b"y" * 100)
    n = it.write(data)
    assert n == 64
    assert it.write(data[n:]) == 36
    assert close(it) == b"y" * 100


class Never:
    """A poll that is never ready."""

    def poll(self, ms):
        assert ms == 0, "it waits"
        return []


def test_does_not_touch_a_line_that_is_not_ready():
    it = port(b"data")
    it._readable = it._writable = Never()
    assert it.read() is None
    assert it.write(memoryview(b"data")) == 0
    assert close(it) == b""
