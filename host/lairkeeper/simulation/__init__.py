"""The simulated table: players that answer prompts by placing tags on the readers of a simulated board."""
