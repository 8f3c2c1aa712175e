"""The page for a new game."""
