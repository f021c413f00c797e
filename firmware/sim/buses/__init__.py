"""Models of the buses of a board, apart from the chips on them."""
