"""The version of Ruleboard. The page and the wheel read it here; package.json repeats it, and a test compares."""

VERSION = "1.0.0"
