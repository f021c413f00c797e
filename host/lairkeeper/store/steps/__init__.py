"""Steps of the database that stand in files of their own; ``schema.py`` lists all in order."""
