"""The numbers of the driver that `make bench` prints are measured, and within the promise."""

import json
from pathlib import Path

BENCH = Path(__file__).parent.parent.parent / "firmware" / "sim" / "bench_rfid.py"


def test_bench_counts_on_micropython(run_mpy) -> None:
    done = run_mpy(BENCH)
    assert done.returncode == 0, done.stderr
    counted = json.loads(done.stdout)
    assert 1 <= counted["idle_poll_transactions"] <= 6
    assert counted["idle_poll_us"] <= 1000
    assert 30 <= counted["uid7_transactions"] <= 40
    assert counted["uid7_us"] <= 8000
    assert counted["known7_transactions"] < counted["uid7_transactions"]
