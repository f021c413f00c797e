"""Wirings: one file for each way to connect the parts, the only files that import `machine`."""
