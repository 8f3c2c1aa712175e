"""The app: the only package that depends on a browser."""
