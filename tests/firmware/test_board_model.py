"""The model of a board: tags are placed and taken, and what cannot be is said."""

from rig import Rig, hexes, raises, uid
from sim.board_model import BoardModel
from sim.rf_channel import Answer, RfChannel
from sim.step_clock import StepClock
from sim.tag_kinds import make

RUNS_ON = "both"
A = "04a1b2c3d4e5f6"


def test_place_and_take():
    rig = Rig(2)
    rig.put(A, reader="b")
    assert hexes(rig.model.tags("b")) == [A]
    assert rig.model.tags("a") == []
    assert rig.take(A, reader="b").uid == uid(A)
    assert rig.model.tags("b") == []


def test_a_tag_lies_in_one_place():
    rig = Rig(2)
    rig.put(A)
    assert "lies on a" in str(raises(ValueError, rig.put, A, None, "b"))


def test_what_is_not_there_cannot_be_taken():
    assert A in str(raises(ValueError, Rig().take, A))


def test_an_unknown_reader_is_told_the_known_ones():
    assert "a, b" in str(raises(ValueError, Rig(2).put, A, None, "z"))


def test_an_unknown_noise_is_told_the_known_ones():
    noise = Rig().model.chip("a").rf.noise
    try:
        noise.set(thunder=1)
    except ValueError as error:
        assert "flip" in str(error)
    else:
        raise AssertionError


def test_one_pin_selects_one_reader():
    wiring = (("a", 0, 17), ("b", 0, 17))
    assert "17" in str(raises(ValueError, BoardModel, StepClock(), wiring))


def test_answers_add_up_to_a_collision():
    channel = RfChannel()
    channel.power(True, 0)
    channel.put(make("card4", uid("aabbccdd")), 0)
    assert channel.transmit(6000, 0x52, 7).collision == -1
    channel.put(make("ntag213", uid(A)), 0)
    answer = channel.transmit(12000, 0x52, 7)
    # The first tag was ready and fell back to idle; the ATQA is the second one's alone.
    assert isinstance(answer, Answer)
    assert (answer.value, answer.collision) == (0x0044, -1)
    both = channel.transmit(13000, 0x26, 7)
    assert both is not None and both.value == 0x0004
    channel.power(False, 14000)
    channel.power(True, 14000)
    # 0004 and 0044 differ in bit 6.
    assert channel.transmit(20000, 0x52, 7).collision == 6


def test_the_same_seed_makes_the_same_noise():
    def run(seed):
        channel = RfChannel(seed)
        channel.noise.set(ghost=0.5)
        return [channel.transmit(0, 0x52, 7) is None for _ in range(200)]

    assert run(5) == run(5)
    assert run(5) != run(6)


def test_answers_come_in_the_grid():
    # 1172 or 1236 carrier cycles after the last bit, by its value.
    channel = RfChannel()
    channel.power(True, 0)
    channel.put(make("card4", uid("aabbccdd")), 0)
    assert channel.transmit(6000, 0x52, 7).delay_us == 123600 // 1356
    assert channel.transmit(7000, 0x2093, 16).delay_us == 117200 // 1356
