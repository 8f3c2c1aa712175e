"""The dialog in which a player saves and uses armies."""
