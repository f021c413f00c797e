"""The kernel: pure rules machinery without a clock, chance, I/O or any game's name."""
