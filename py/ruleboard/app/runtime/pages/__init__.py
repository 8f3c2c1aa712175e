"""The kinds of pages, by feature."""
