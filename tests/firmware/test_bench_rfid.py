"""The numbers of the drivers that `make bench` prints are measured, and within the promise."""

import json
from pathlib import Path

BENCH = Path(__file__).parent.parent.parent / "firmware" / "sim" / "bench_rfid.py"


def test_bench_counts_on_micropython(run_mpy) -> None:
    done = run_mpy(BENCH)
    assert done.returncode == 0, done.stderr
    counted = json.loads(done.stdout)
    assert 1 <= counted["mfrc522.idle_transactions"] <= 6
    assert counted["mfrc522.idle_us"] <= 1000
    assert 30 <= counted["mfrc522.uid7_transactions"] <= 40
    assert counted["mfrc522.uid7_us"] <= 8000
    assert 10 <= counted["mfrc522.known7_transactions"] <= 30
    assert 1 <= counted["mfrc522.halt_transactions"] <= 7
    assert counted["pn532.uid7_us"] <= 15000
    assert counted["pn532.idle_longest_step_us"] <= 1000
    for kind in ("mfrc522", "pn532"):
        assert counted[kind + ".round8_us"] <= 60000
        assert counted[kind + ".presence_1000"] == 200
        assert counted[kind + ".presence_1000_noisy"] == 200
        assert counted[kind + ".tags_read"] == 4
