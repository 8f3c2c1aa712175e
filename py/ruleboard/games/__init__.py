"""The games, one folder each, which ``registry`` discovers."""
