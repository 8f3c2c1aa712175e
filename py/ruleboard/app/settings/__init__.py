"""Preferences and stored data."""
