"""The field in front of one antenna: who hears a frame, and what their answers add up to."""

from sim.rng import Rng

# ISO/IEC 14443-2 and -3 at 106 kbit/s: 128 carrier cycles a bit; the answer starts 1236 cycles
# after the last pause when the last bit sent was 1, 1172 when it was 0. Microseconds by cycles.
BIT_CYCLES = 128
MHZ_100 = 1356


def bits_us(n):
    """Return the duration of `n` bits in whole microseconds, rounded up."""
    return (n * BIT_CYCLES * 100 + MHZ_100 - 1) // MHZ_100


class Answer:
    """The answer that reaches the receiver.

    It is `value` of `bits` bits, first bit lowest, `delay_us` after the frame's end. `collision`
    is the first bit in doubt (-1: none). `parity` and `protocol` are errors.
    """

    __slots__ = ("bits", "collision", "delay_us", "parity", "protocol", "value")

    def __init__(self, value, bits, delay_us):
        self.value = value
        self.bits = bits
        self.delay_us = delay_us
        self.collision = -1
        self.parity = False
        self.protocol = False


class Noise:
    """Seeded trouble, each kind with a probability per frame.

    It is `deaf` (a tag does not hear), `miss` (an answer is lost), `flip` (a bit turns), `ghost`
    (bits out of nothing) or `capture`. With `capture` the strongest of several tags drowns the
    others, so that no collision shows.
    """

    NAMES = ("deaf", "miss", "flip", "ghost", "capture")

    def __init__(self, seed=1):
        self.rng = Rng(seed)
        self.quiet = True
        for name in self.NAMES:
            setattr(self, name, 0.0)

    def set(self, **levels):
        """Set levels by name; the others stay."""
        for name in levels:
            if name not in self.NAMES:
                raise ValueError("no noise %r: choose among %s" % (name, ", ".join(self.NAMES)))
            setattr(self, name, levels[name])
        self.quiet = not any(getattr(self, name) for name in self.NAMES)


class RfChannel:
    """Tags in front of one antenna. Tags have power while the antenna is on."""

    def __init__(self, seed=1):
        self.tags = []
        self.noise = Noise(seed)
        self.powered = False

    def put(self, tag, now_us):
        """Bring a tag near."""
        self.tags.append(tag)
        if self.powered:
            tag.power_up(now_us)

    def remove(self, tag, now_us):
        """Take a tag away."""
        self.tags.remove(tag)
        tag.power_down(now_us)

    def power(self, on, now_us):
        """Switch the antenna."""
        if on == self.powered:
            return
        self.powered = on
        for tag in self.tags:
            if on:
                tag.power_up(now_us)
            else:
                tag.power_down(now_us)

    def transmit(self, now_us, value, bits):
        """Send a frame that ends at `now_us`; return the Answer that comes back, or None."""
        if not self.tags and self.noise.quiet:
            return None
        answers = []
        for tag in self.tags:
            a = self._one(tag, now_us, value, bits)
            if a is not None:
                answers.append(a)
        slot_us = (1236 if value >> (bits - 1) & 1 else 1172) * 100 // MHZ_100
        if not answers:
            return self._ghost(slot_us)
        answer = self._sum(answers, slot_us)
        if not self.noise.quiet:
            self._spoil(answer)
        return answer

    def _one(self, tag, now_us, value, bits):
        noise = self.noise
        if noise.quiet:
            return tag.hear(now_us, value, bits)
        if noise.rng.chance(noise.deaf):
            tag.garbled(now_us)
            return None
        a = tag.hear(now_us, value, bits)
        return None if noise.rng.chance(noise.miss) else a

    def _sum(self, answers, slot_us):
        value, bits, delay = answers[0]
        out = Answer(value, bits, slot_us + delay)
        if len(answers) > 1 and not self.noise.rng.chance(self.noise.capture):
            for other, n, _ in answers[1:]:
                differ = out.value ^ other
                shorter = min(out.bits, n)
                if n != out.bits:
                    differ |= 1 << shorter
                if differ:
                    first = 0
                    while not differ >> first & 1:
                        first += 1
                    if out.collision < 0 or first < out.collision:
                        out.collision = first
                # Manchester code: both halves are loaded, so a bit in doubt reads as a 1.
                out.value |= other
                out.bits = max(out.bits, n)
        return out

    def _spoil(self, answer):
        rng = self.noise.rng
        if not rng.chance(self.noise.flip):
            return
        bit = rng.below(answer.bits)
        answer.value ^= 1 << bit
        if rng.below(8):
            answer.parity = True
        else:
            # Two bits of one byte: the check bit does not see it.
            other = bit ^ 1
            if other < answer.bits:
                answer.value ^= 1 << other

    def _ghost(self, slot_us):
        rng = self.noise.rng
        if not rng.chance(self.noise.ghost):
            return None
        bits = 1 + rng.below(24)
        answer = Answer(rng.next() & ((1 << bits) - 1), bits, slot_us + rng.below(80))
        answer.parity = bool(rng.below(4))
        answer.protocol = not rng.below(3)
        return answer
