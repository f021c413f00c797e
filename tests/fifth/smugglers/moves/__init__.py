"""The moves of Smugglers, one file for each step."""
