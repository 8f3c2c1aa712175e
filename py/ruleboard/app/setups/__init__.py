"""Setups saved by name, and used in a game."""
