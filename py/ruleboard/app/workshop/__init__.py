"""Boards and decks of one's own."""
