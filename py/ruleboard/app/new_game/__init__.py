"""Choosing and beginning a game."""
