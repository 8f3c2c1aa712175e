"""The contract of a game: its actions and outcomes, records and their timeline, selections."""
