"""The simulated hardware of a board, which is never copied to one."""
