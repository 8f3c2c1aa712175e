"""The version of Ruleboard, for the page and the wheel. It must be the same as in package.json."""

VERSION = "1.0.0"
