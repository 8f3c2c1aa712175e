"""The dialog in which a player saves and loads armies."""
