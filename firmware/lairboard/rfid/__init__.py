"""Readers and tags. Nothing here imports `machine`: buses, pins and clocks are passed in."""
