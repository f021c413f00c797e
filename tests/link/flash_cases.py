"""On MicroPython only: the journal on a littlefs in memory, with the power cut at every byte that is programmed."""

import os

import micropython
from flashrig import BOOTS, ZONES, keys, put, ring_of
from lairboard import journal as module
from lairboard.erased_block import ErasedBlock
from lairboard.files import Files
from lairboard.journal import SIZE, Journal

BLOCK = 512
BLOCKS = 12
FOLDER = "/flash"


CUT = -5  # EIO, as block devices say it


@micropython.viper
def copy(buf: ptr8, cells: ptr8, start: int, n: int):  # noqa: F821
    for i in range(n):
        buf[i] = cells[start + i]


@micropython.viper
def program(cells: ptr8, buf: ptr8, start: int, n: int):  # noqa: F821
    for i in range(n):
        cells[start + i] = cells[start + i] & buf[i]


@micropython.viper
def erase(cells: ptr8, start: int, n: int):  # noqa: F821
    for i in range(n):
        cells[start + i] = 0xFF


class Flash:
    """NOR flash: programming clears bits, erasing sets them. After `left` units there is no power.

    A byte that is programmed is a unit, and so is each half of a block that is erased.
    Allocates nothing: a file that could not be closed is closed by the garbage collector.
    """

    def __init__(self, cells=None, blocks=BLOCKS):
        self.cells = cells or bytearray(b"\xff" * (BLOCK * blocks))
        self.blocks = blocks
        self.left = None
        self.used = 0

    def readblocks(self, block, buf, offset=0):
        start = block * BLOCK + offset
        copy(buf, self.cells, start, len(buf))

    def writeblocks(self, block, buf, offset=0):
        start = block * BLOCK + offset
        n = self._spend(len(buf))
        program(self.cells, buf, start, n)
        if n < len(buf):
            return CUT
        return 0

    def ioctl(self, op, arg):
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            n = self._spend(2)
            erase(self.cells, arg * BLOCK, n * BLOCK // 2)
            if n < 2:
                return CUT
            return 0
        return None

    def _spend(self, n):
        if self.left is not None:
            n = min(n, self.left)
            self.left -= n
        self.used += n
        return n


class Now:
    """The flash that is mounted, and whether scans go into a block that is erased ahead."""

    mounted = None
    ahead = False


def mount(flash):
    unmount()
    os.mount(os.VfsLfs2(flash), FOLDER)
    Now.mounted = flash


def opened(boot):
    """Return the journal of a board that has just started."""
    return Journal(Files(FOLDER), boot, ErasedBlock(Files(FOLDER), Now.mounted, SIZE) if Now.ahead else None)


def unmount():
    try:
        os.umount(FOLDER)
    except OSError:
        pass


def fresh(blocks=BLOCKS):
    flash = Flash(None, blocks)
    os.VfsLfs2.mkfs(flash)
    return flash


def saving(kept):
    """Save three times while the host is away."""
    journal = opened(BOOTS[1])
    ring = ring_of(0)
    for i in range(3):
        put(ring, 2 * i)
        put(ring, 2 * i + 1)
        if journal.save(ring, ZONES):
            kept.update([(BOOTS[1], seq) for seq in range(1, journal.saved + 1)])
        if journal.failed:
            return


def pausing(kept):
    """Save more than a block takes, with pauses in between; all is acknowledged at last."""
    journal = opened(BOOTS[1])
    ring = ring_of(0)
    for i in range(14):
        put(ring, i)
        if journal.save(ring, ZONES, whole=False):
            kept.add((BOOTS[1], i + 1))
        if i % 4 == 0:
            journal.tidy(ring, ZONES)
        if journal.failed:
            return
    kept.clear()
    ring.drop(14)
    journal.erase(len(journal.old))
    journal.acked(14)
    while not journal.failed and journal.tidy(ring, ZONES):
        pass
    put(ring, 20)
    if not journal.failed and journal.save(ring, ZONES):
        kept.add((BOOTS[1], 15))


def erasing(kept):
    """Let a host come back and take everything, and then go away again."""
    journal = opened(BOOTS[1])
    ring = ring_of(2)
    if journal.save(ring, ZONES):
        kept.update([(BOOTS[1], 1), (BOOTS[1], 2)])
    while journal.old and not journal.failed:
        kept.discard(keys(journal)[0])
        journal.erase(1)
    kept.discard((BOOTS[1], 1))
    kept.discard((BOOTS[1], 2))
    journal.acked(2)
    while not journal.failed and journal.tidy(ring, ZONES):
        pass
    put(ring, 3)
    if not journal.failed and journal.save(ring, ZONES):
        kept.add((BOOTS[1], 3))


def compacting(kept):
    """Acknowledged now and then, never all of it."""
    journal = opened(BOOTS[1])
    ring = ring_of(0)
    for i in range(6):
        put(ring, i)
        put(ring, i)
        if journal.save(ring, ZONES):
            kept.update([(BOOTS[1], seq) for seq in range(ring.read(0)[0], journal.saved + 1)])
        if journal.failed:
            return
        seq = ring.next_seq - 2
        ring.drop(seq)
        for key in [key for key in kept if key[0] == BOOTS[1] and key[1] <= seq]:
            kept.discard(key)
        journal.acked(seq)


def before(flash):
    """Two records of an earlier boot."""
    mount(flash)
    journal = opened(BOOTS[0])
    journal.tidy(ring_of(0), ZONES)
    journal.save(ring_of(2), ZONES)
    unmount()
    return {(BOOTS[0], 1), (BOOTS[0], 2)}


def run(flash, story, kept):
    try:
        mount(flash)
        story(kept)
    finally:
        unmount()


def survives_every_cut(story, limit=256, step=1):
    flash = fresh()
    start = before(flash)
    image = bytes(flash.cells)
    flash.used = 0
    module.LIMIT = limit
    run(flash, story, set(start))
    total = flash.used
    assert total > 200, total
    for cut in range(0, total, step):
        flash = Flash(bytearray(image))
        flash.left = cut
        kept = set(start)
        module.LIMIT = limit
        run(flash, story, kept)
        module.LIMIT = 256
        mount(Flash(bytearray(flash.cells)))  # the board of before is dead, whatever it still has open
        after = opened(BOOTS[2])
        found = keys(after)
        assert kept <= set(found), (cut, kept, found)
        assert len(found) == len(set(found)), (cut, found)
        mine = [seq for boot, seq in found if boot == BOOTS[1]]
        assert mine == sorted(mine), (cut, found)
        # and the journal is fit for use
        after.save(ring_of(1), ZONES)
        while after.tidy(ring_of(1), ZONES):
            pass
        assert not after.failed, cut
        found = keys(opened(BOOTS[3]))
        assert kept <= set(found) and (BOOTS[2], 1) in found, cut
        unmount()
    print(total, "cuts")


def test_cut_while_saving():
    survives_every_cut(saving)


def test_cut_while_erasing():
    survives_every_cut(erasing)


def test_cut_while_compacting():
    survives_every_cut(compacting, 4)


def with_a_block_ahead(story, limit=256, step=1):
    Now.ahead = True
    try:
        survives_every_cut(story, limit, step)
    finally:
        Now.ahead = False


def test_cut_while_saving_ahead():
    with_a_block_ahead(saving)


def test_cut_while_pausing_ahead():
    with_a_block_ahead(pausing, step=5)  # mostly one page after another, 256 bytes each


def test_cut_while_compacting_ahead():
    with_a_block_ahead(compacting, 4)


def test_a_flash_without_room():
    flash = fresh(6)
    mount(flash)
    ballast = 0
    try:
        while True:
            with open(FOLDER + "/ballast%d" % ballast, "wb") as f:
                f.write(b"x" * 100)
            ballast += 1
    except OSError as error:
        assert error.args[0] == 28, error
    journal = Journal(Files(FOLDER), BOOTS[0])
    kept = 0
    ring = ring_of(0)
    for i in range(20):
        put(ring, i)
        journal.save(ring, ZONES)
        kept = journal.saved
    assert journal.failed, "it never filled up"
    found = [seq for _, seq in keys(Journal(Files(FOLDER), BOOTS[1]))]
    assert found[:kept] == list(range(1, kept + 1))
    for i in range(ballast):
        os.remove(FOLDER + "/ballast%d" % i)
    journal.save(ring, ZONES)
    assert len(keys(Journal(Files(FOLDER), BOOTS[1]))) == 20
    unmount()
