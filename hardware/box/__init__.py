"""The box for a carrier board and the trays for its readers, drawn with build123d from the board's own places."""
