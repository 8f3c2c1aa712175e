"""Colour vision: pictures as people with colour-blindness see them, and the contrast of two tiles.

A picture is an array of sRGB bytes, height by width by three. How it looks to others is worked out in linear light:

- the three dichromacies after Machado, Oliveira and Fernandes (2009), as in Chromium's own developer tools;
- tritanopia besides after Brettel, Viénot and Mollon (1997), for which Machado's model was never fitted;
- achromatopsia as the luminance, as Chromium has it, and as the rods see, which hardly see red at all.

How far two colours are apart is measured in OKLab, where 0.02 can just be noticed (CSS Color 4, "ΔEOK").
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import numpy as np
from PIL import Image

CLEAR = 0.1
"""The distance of two colours that differ at a glance: five times the one that can just be noticed."""

SPOT = 0.025
"""The share of a tile that must differ for the tiles to be told apart.

On a square of 44 px, which a finger needs, that is a spot of 8 by 6 px: 1.3 mm on a phone, three times what a healthy
eye makes out at reading distance. The same thing on another square, not quite aligned, differs by less (tested)."""

PART = 0.03
"""The share of a tile no larger than a letter or a figure's part: what parts one letter from another."""

GLANCE = 0.1
"""The share that must differ between what belongs to different sides: a tenth, so that nobody needs to look for it."""

_MACHADO = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
_BRETTEL = np.array(
    [
        [[1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.80500, 0.11911]],
        [[0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.12320], [-0.37562, 1.12767, 0.24796]],
    ]
)
"""Tritanopia: what holds on either side of a plane through the greys."""
_BRETTEL_PLANE = np.array([0.03901, -0.02788, -0.01113])
_LUMINANCE = (0.2126, 0.7152, 0.0722)
_RODS = (0.033, 0.765, 0.202)
"""The rods' answer to each of a screen's three lights (Ward Larson's scotopic luminance of sRGB's)."""

_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def opened(png: bytes) -> np.ndarray:
    """The picture in a PNG file."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def linear(picture: np.ndarray) -> np.ndarray:
    """The light a screen gives for it, from 0 to 1."""
    part = np.arange(256) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)[picture]


def bytes_of(light: np.ndarray) -> np.ndarray:
    """The picture for which a screen gives such light."""
    light = np.clip(light, 0, 1)
    return np.round(255 * np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)).astype(
        np.uint8
    )


def _by(matrix: object) -> Callable[[np.ndarray], np.ndarray]:
    turned = np.asarray(matrix).T
    return lambda light: light @ turned


def _brettel(light: np.ndarray) -> np.ndarray:
    one, other = (light @ matrix.T for matrix in _BRETTEL)
    return np.where((light @ _BRETTEL_PLANE >= 0)[..., None], one, other)


VISIONS: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "trichromacy": lambda light: light,
    **{name: _by(matrix) for name, matrix in _MACHADO.items()},
    "tritanopia (Brettel)": _brettel,
    "achromatopsia": _by([_LUMINANCE] * 3),
    "achromatopsia (rods)": _by([_RODS] * 3),
}
"""The kinds of colour vision by name: first the most common, then the others."""


def seen(picture: np.ndarray, vision: str) -> np.ndarray:
    """A picture as it looks to somebody."""
    return bytes_of(VISIONS[vision](linear(picture)))


def oklab(picture: np.ndarray, vision: str) -> np.ndarray:
    """Return the place of its colours for a kind of colour vision, in OKLab."""
    light = np.clip(VISIONS[vision](linear(picture)), 0, 1)
    return np.cbrt(light @ _TO_LMS.T) @ _TO_OKLAB.T


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """The share of two tiles of one size, in OKLab, that differs clearly.

    A colour that the other tile has one pixel further does not: an edge that has moved a little is no difference.
    """
    return max(_missing(one, other), _missing(other, one))


def _missing(one: np.ndarray, other: np.ndarray) -> float:
    """The share of a tile whose colours the other tile does not have there, nor a pixel beside."""
    rows, columns = np.nonzero(_far(one, other))
    height, width = one.shape[:2]
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if not rows.size:
                break
            there = other[np.clip(rows + down, 0, height - 1), np.clip(columns + right, 0, width - 1)]
            still = _far(one[rows, columns], there)
            rows, columns = rows[still], columns[still]
    return rows.size / (height * width)


def _far(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return ((one - other) ** 2).sum(axis=-1) >= CLEAR**2
