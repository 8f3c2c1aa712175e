"""The page: the only code that knows of a browser."""
