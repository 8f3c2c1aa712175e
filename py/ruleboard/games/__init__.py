"""The games. Each has its own folder, which ``registry`` discovers."""
