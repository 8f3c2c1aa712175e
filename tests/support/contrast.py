"""The contrast of colours, as WCAG defines it."""

from __future__ import annotations

Colour = str | tuple[float, ...]
"""A colour such as ``#2c5d63``, or its channels from 0 to 255."""


def compute_luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour."""
    channels = parse_hex_channels(colour) if isinstance(colour, str) else colour
    linear_channels = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in channels)
    ]
    return 0.2126 * linear_channels[0] + 0.7152 * linear_channels[1] + 0.0722 * linear_channels[2]


def parse_hex_channels(colour: str) -> tuple[int, ...]:
    """Return the channels of ``#2c5d63`` or ``#fff``."""
    digits = colour.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    return tuple(int(digits[index : index + 2], 16) for index in (0, 2, 4))


def compute_contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    lower_luminance, higher_luminance = sorted((compute_luminance(first), compute_luminance(second)))
    return (higher_luminance + 0.05) / (lower_luminance + 0.05)
