"""The pages: pure functions from what the app knows to nodes."""
