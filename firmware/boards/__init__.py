"""Wirings: which pin goes where. One file for each, and which one a board has by itself."""

_BY_MACHINE = (
    ("Pico 2", "boards.pico2_w"),
    ("Pico2", "boards.pico2_w"),
    ("Pico", "boards.pico_w"),
    ("ESP32S3", "boards.esp32_s3"),
)


def by_machine(text):
    """Return the module of the wiring for the board that MicroPython's banner names in `text`.

    Raise ValueError when there is none for it.
    """
    for part, name in _BY_MACHINE:
        if part in text:
            return name
    raise ValueError("no wiring for %s: name one in the setting wiring" % text)
