"""The dialog that shares a game or a position."""
