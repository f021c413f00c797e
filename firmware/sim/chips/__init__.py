"""Models of reader chips, a folder for each kind."""
