"""A board wired by hand: tables, parts list and drawings for 1, 2, 4 and 8 readers."""
