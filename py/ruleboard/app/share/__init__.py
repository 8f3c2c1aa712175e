"""The dialog for sharing a game or a position."""
