"""The drivers of reader chips, a folder for each kind."""
