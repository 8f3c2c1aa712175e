"""The page of a game that is played, and the board that other features share."""
