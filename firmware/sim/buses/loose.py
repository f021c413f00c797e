"""A plug that loses contact for some transactions, now and then."""

_EVERY = 300  # transactions from one loss of contact to the next
_FOR = 20


def has_contact(chip):
    """Return False while the chip's plug is loose and its wires hang in the air."""
    return chip.broken != "loose" or chip.transactions % _EVERY >= _FOR
