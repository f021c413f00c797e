"""Card effects at level `full`: a small vocabulary of data, and the frames that carry it out."""
