"""The version of Ruleboard, for the page and the wheel; package.json repeats it, and a test compares them."""

VERSION = "1.0.0"
