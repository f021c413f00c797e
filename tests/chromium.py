"""The system's Chromium, and how the tests start it: without a sandbox for root, and without talking to anybody."""

from __future__ import annotations

CHROMIUM = "/usr/bin/chromium"
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
