"""Sweeps that nobody chose: 15 cards drawn across a reader, with answers lost."""

from random import Random

import pytest
from rig import Watch

from tests.fresh import SEED

CARDS = 15


def swept(seed: int, lost: float) -> tuple[int, str]:
    """Draw cards across a reader, at times beside some that lie there; how many were told, and how it was done."""
    rng = Random(f"sweep {seed}")
    watch = Watch(seed=seed % 10_000, overhead_us=60)
    watch.field.noise("a", miss=lost)
    lying = [f"04{rng.getrandbits(32):08x}aa{n:02x}" for n in range(rng.randrange(4))]
    for text in lying:
        watch.put(text)
    watch.run(1000 + rng.randrange(100))
    began = watch.told()
    assert sorted(edge[2] for edge in began) == sorted(lying)
    texts = [f"04{rng.getrandbits(32):08x}bb{n:02x}" for n in range(CARDS)]
    speed, pitch = rng.uniform(0.25, 0.5), rng.uniform(15, 20)
    watch.draw_across(texts, speed, pitch)
    watch.run(1200)
    told = watch.told()
    placed = [edge[2] for edge in told if edge[0] == "+"]
    taken = [edge[2] for edge in told if edge[0] == "-"]
    how = f"seed {seed}: {speed:.2f} m/s, {pitch:.1f} mm, {len(lying)} lying"
    assert len(placed) == len(set(placed)), how
    assert set(placed) <= set(texts), how
    assert sorted(taken) == sorted(placed), how
    return len(placed), how


@pytest.mark.parametrize("n", range(12))
def test_a_sweep_with_2_of_100_answers_lost_is_complete(n: int) -> None:
    count, how = swept(SEED + n, 0.02)
    assert count == CARDS, how


def test_with_10_of_100_answers_lost_99_of_100_cards_are_told() -> None:
    counts = [swept(SEED + n, 0.1) for n in range(24)]
    assert sum(count for count, _ in counts) >= 0.99 * CARDS * len(counts), [how for n, how in counts if n < CARDS]
