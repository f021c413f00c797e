"""The wire to the host: frames, the board's half of the session, and the ports it runs over."""
