"""Lights and sounds."""
