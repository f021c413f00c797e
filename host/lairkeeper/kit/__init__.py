"""The checks that any game must pass, and the runner of plays. Pure: files come in as text."""
