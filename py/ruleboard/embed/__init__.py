"""Embedded boards: their parameters, messages and controller. They store nothing."""
