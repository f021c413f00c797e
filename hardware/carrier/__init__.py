"""The carrier board: design data, KiCad files written from it, router, checks. KiCad itself is needed to check only."""
