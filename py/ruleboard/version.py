"""The version of Ruleboard, for the page and the wheel. It is also in package.json."""

VERSION = "1.0.0"
