"""A reader chip that nobody sells, as docs/add-a-reader-chip.md says to add one: its driver and its model."""
