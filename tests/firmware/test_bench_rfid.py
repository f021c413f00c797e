"""The numbers of the drivers that `make bench` prints are measured, and within the promise."""

import json
from pathlib import Path

BENCH = Path(__file__).parent.parent.parent / "firmware" / "sim" / "bench_rfid.py"


README = BENCH.parents[1] / "README.md"
PAGE = BENCH.parents[2] / "CONTRIBUTING.md"


def test_bench_counts_on_micropython(run_mpy) -> None:
    done = run_mpy(BENCH)
    assert done.returncode == 0, done.stderr
    counted = json.loads(done.stdout)
    uid7, uid4, known = (counted[f"mfrc522.{name}_us"] / 1000 for name in ("uid7", "uid4", "known7"))
    assert (
        f"polls an empty reader in {counted['mfrc522.idle_transactions']} bus transactions and reads a 7-byte UID in"
        f" {counted['mfrc522.uid7_transactions']}, {uid7:.1f} ms (a 4-byte one in {uid4:.1f} ms, a known tag in"
        f" {known:.1f} ms; modelled, 60 µs a transaction)"
    ) in PAGE.read_text(), "CONTRIBUTING.md has other figures than were measured"
    assert 1 <= counted["mfrc522.idle_transactions"] <= 5
    assert counted["mfrc522.idle_us"] <= 1000
    assert 20 <= counted["mfrc522.uid7_transactions"] <= 32
    assert 4050 <= counted["mfrc522.uid7_us"] <= 8000, "the air alone takes 4.05 ms"
    assert counted["mfrc522.uid4_us"] <= 5000
    assert counted["mfrc522.known7_us"] <= 6000
    assert 10 <= counted["mfrc522.known7_transactions"] <= 30
    assert 1 <= counted["mfrc522.halt_transactions"] <= 7
    assert counted["pn532.uid7_us"] <= 15000
    assert counted["pn532.idle_longest_step_us"] <= 1000
    assert 15_000 <= counted["mfrc522.told_us"] < 30_000
    told = f"told within {counted['mfrc522.told_us'] / 1000:.1f} ms"
    assert told in README.read_text(), f"firmware/README.md has another figure: {told}"
    page = README.read_text()
    assert f"a PN532 tells a new tag within {counted['pn532.told_us'] / 1000:.1f} ms" in page
    assert counted["pn532.sweep_0"] == 100
    assert counted["pn532.sweep_2"] >= 98
    assert counted["pn532.sweep_10"] >= 93
    assert counted["mfrc522.sweep_2"] == 100
    assert 99 <= counted["mfrc522.sweep_10"] <= 100
    ms = {name: f"{value / 1000:.1f} ms" for name, value in counted.items() if name.endswith("_us")}
    i2c, spi = "mfrc522-i2c", "mfrc522"
    for sentence in (
        f"it tells a new tag within {ms[f'{i2c}.told_us']}",
        f"reads a 7-byte UID in {counted[f'{i2c}.uid7_transactions']} transactions and {ms[f'{i2c}.uid7_us']},"
        f" where SPI takes {counted[f'{spi}.uid7_transactions']} and {ms[f'{spi}.uid7_us']}",
        f"verifies a known tag in {ms[f'{i2c}.known7_us']}",
        f"keeps the processor for {ms[f'{i2c}.idle_longest_step_us']} at a time,"
        f" where SPI takes {ms[f'{spi}.idle_longest_step_us']}",
        f"takes {ms[f'{i2c}.round8_us']}, where SPI takes {ms[f'{spi}.round8_us']}",
        f"and {counted[f'{i2c}.sweep_10']:.0f} in 100 if 10 % are lost",
    ):
        assert sentence in page, f"firmware/README.md has another figure: {sentence}"
    assert counted[f"{i2c}.sweep_0"] == counted[f"{i2c}.sweep_2"] == 100
    for kind in ("mfrc522", "mfrc522-i2c", "pn532"):
        assert 0 < counted[kind + ".four_longest_step_us"] <= 5000
        assert counted[kind + ".round8_us"] <= 60000
        assert counted[kind + ".presence_1000"] == 200
        assert counted[kind + ".presence_1000_noisy"] == 200
        assert counted[kind + ".tags_read"] == 4


def test_a_scan_is_kept_in_less_than_5_ms(run_mpy) -> None:
    done = run_mpy(BENCH.with_name("bench_journal.py"))
    assert done.returncode == 0, done.stderr
    counted = {name.removeprefix("journal."): value for name, value in json.loads(done.stdout).items()}
    assert counted["writes"] > 30
    assert (counted["write_pages"], counted["write_erases"]) == (1, 0)
    assert counted["longest_step_us"] <= 5000
    assert counted["file_us"] > 45_000, "the model has no erase in it"
    ms = {name: f"{value / 1000:.1f} ms" for name, value in counted.items() if name.endswith("_us")}
    page = " ".join(README.read_text().split())
    for sentence in (
        f"one page, {ms['write_us']}, at most {ms['write_worst_us']}",
        f"were told and kept was {ms['longest_step_us']}",
        f"is {ms['pause_us']}, at most {ms['pause_worst_us']}",
        f"as before: {ms['file_us']}, at most {ms['file_worst_us']}",
    ):
        assert sentence in page, f"firmware/README.md has another figure: {sentence}"
