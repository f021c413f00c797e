"""Who may call from where: roles, sessions, and how a phone is let in."""
