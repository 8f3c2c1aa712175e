"""The workshop: boards and decks that people make."""
