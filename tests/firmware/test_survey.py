"""The answer to `looks` fits a frame, however many tags lie there and however long."""

from lairboard.link.frame import MAX_SEQ, encode
from lairboard.rfid.iso14443a import Tag
from lairboard.survey import CountingPresence, told

RUNS_ON = "both"
MANY = 0x3FFFFFFF


class Poller:
    def looks(self, zone):
        return (MANY, MANY, MANY, MANY)


class App:
    """A board whose counters stand as high as they go."""

    def __init__(self, tags):
        self.poller = Poller()
        self.presence = CountingPresence(1, lambda *edge: None)
        for now in (0, 40):
            self.presence.seen(0, tags, now)
        self.presence._unread_looks = self.presence._several_looks = [MANY]
        for seen in self.presence._zones[0].seen:
            seen.reads, seen.lost = MANY // 2, MANY // 2


def test_the_answer_for_twenty_tags_fits_a_frame():
    for size in (7, 10):
        app = App([Tag(bytes((4,) * (size - 1) + (i,)), 0) for i in range(20)])
        assert len(app.presence._zones[0].seen) == 20
        answer = told(app, 0)
        assert [uid[-2:] for uid, _, _ in answer["tags"]] == [f"{i:02x}" for i in range(len(answer["tags"]))]
        assert len(answer["tags"]) >= 4
        encode(["R", MAX_SEQ, True, answer])
