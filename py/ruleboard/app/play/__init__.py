"""The page of a game in play."""
