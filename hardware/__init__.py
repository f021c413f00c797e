"""Everything one can make: hand wiring, a carrier board, a box. The pins come from the firmware's board files."""
