"""The settings page: preferences and stored data."""
