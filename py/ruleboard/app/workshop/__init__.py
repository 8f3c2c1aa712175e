"""The editor of custom boards and decks."""
