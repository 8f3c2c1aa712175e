"""Embedded boards: their parameters, messages and controller. An embedded board stores no data."""
