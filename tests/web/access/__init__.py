"""Who may call from where."""
