"""The wires between a board and a reader chip. Buses and pins are passed in.

A transport has `name` (as `board info` shows it), `address` (on I2C, else None), `write(out)`,
and `code(code)`: the code of a fault as `reader.HELP` has it for these wires. It raises OSError
when the bus fails.
"""
