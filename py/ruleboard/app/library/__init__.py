"""The list of kept games."""
