"""The dialog in which a player saves armies and loads saved ones."""
