"""The home page: stored games and new ones."""
