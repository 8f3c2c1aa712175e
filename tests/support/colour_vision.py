"""Simulate colour blindness, and measure the difference between two tiles of a picture.

A picture is an array of sRGB bytes, height × width × 3. The simulations work in linear light:

- the three dichromacies after Machado, Oliveira and Fernandes (2009), as in Chromium's developer tools;
- tritanopia also after Brettel, Viénot and Mollon (1997), since Machado's model was never fitted to tritanopia;
- achromatopsia as the luminance, as in Chromium, and as the response of the rods, which hardly respond to red.

Colour distances are distances in OKLab, where 0.02 is just noticeable (CSS Color 4, "ΔEOK").
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import numpy as np
from PIL import Image

CLEAR_DISTANCE = 0.1
"""The minimum distance of two clearly different colours: five times the just noticeable distance."""

MIN_SPOT_SHARE = 0.025
"""The minimum share of differing pixels of two distinguishable tiles.

On a square of 44 px, the minimum size for a finger, this share is a spot of 8 by 6 px: 1.3 mm on a phone, three times
what a healthy eye resolves at reading distance. The same piece, slightly shifted on another square, differs less
(tested)."""

MIN_PART_SHARE = 0.03
"""The minimum share of differing pixels of small tiles: letters, and the parts of a figure."""

MIN_GLANCE_SHARE = 0.1
"""The minimum share of differing pixels of pieces of different sides: a tenth, to be visible at a glance."""

_MACHADO_MATRICES = {
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
_BRETTEL_MATRICES = np.array(
    [
        [[1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.80500, 0.11911]],
        [[0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.12320], [-0.37562, 1.12767, 0.24796]],
    ]
)
"""Tritanopia: the matrices for the two sides of a plane through the greys."""
_BRETTEL_PLANE_NORMAL = np.array([0.03901, -0.02788, -0.01113])
_LUMINANCE_WEIGHTS = (0.2126, 0.7152, 0.0722)
_ROD_RESPONSE = (0.033, 0.765, 0.202)
"""The response of the rods to the three primaries of a screen (Ward Larson's scotopic luminance of sRGB)."""

_RGB_TO_LMS_MATRIX = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_RGB_TO_OKLAB_MATRICES = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def decode_png(png: bytes) -> np.ndarray:
    """Decode a PNG file to an array of sRGB bytes."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def to_linear_light(picture: np.ndarray) -> np.ndarray:
    """Convert a picture from sRGB bytes to linear light from 0 to 1."""
    values = np.arange(256) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)[picture]


def to_srgb_bytes(light: np.ndarray) -> np.ndarray:
    """Convert a picture from linear light to sRGB bytes."""
    light = np.clip(light, 0, 1)
    return np.round(255 * np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)).astype(
        np.uint8
    )


def _matrix_function(matrix: object) -> Callable[[np.ndarray], np.ndarray]:
    transposed = np.asarray(matrix).T
    return lambda light: light @ transposed


def _simulate_brettel(light: np.ndarray) -> np.ndarray:
    first, second = (light @ matrix.T for matrix in _BRETTEL_MATRICES)
    return np.where((light @ _BRETTEL_PLANE_NORMAL >= 0)[..., None], first, second)


VISION_SIMULATIONS: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "trichromacy": lambda light: light,
    **{name: _matrix_function(matrix) for name, matrix in _MACHADO_MATRICES.items()},
    "tritanopia (Brettel)": _simulate_brettel,
    "achromatopsia": _matrix_function([_LUMINANCE_WEIGHTS] * 3),
    "achromatopsia (rods)": _matrix_function([_ROD_RESPONSE] * 3),
}
"""The kinds of colour vision, by name, the most common first."""


def simulate(picture: np.ndarray, vision: str) -> np.ndarray:
    """Return a picture as people with a kind of colour vision see it."""
    return to_srgb_bytes(VISION_SIMULATIONS[vision](to_linear_light(picture)))


def to_oklab(picture: np.ndarray, vision: str) -> np.ndarray:
    """Convert a picture to OKLab after simulating a kind of colour vision."""
    light = np.clip(VISION_SIMULATIONS[vision](to_linear_light(picture)), 0, 1)
    return np.cbrt(light @ _RGB_TO_LMS_MATRIX.T) @ _RGB_TO_OKLAB_MATRICES.T


def measure_difference(first: np.ndarray, second: np.ndarray) -> float:
    """Return the share of pixels that have clearly different colours in two tiles of the same size.

    An edge that is shifted by one pixel does not count as a difference.
    """
    return max(_measure_unmatched_share(first, second), _measure_unmatched_share(second, first))


def _measure_unmatched_share(tile: np.ndarray, other_tile: np.ndarray) -> float:
    """Return the share of pixels whose colour the other tile does not have at the same or a neighbouring pixel."""
    rows, columns = np.nonzero(_differs(tile, other_tile))
    height, width = tile.shape[:2]
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if not rows.size:
                break
            neighbours = other_tile[np.clip(rows + down, 0, height - 1), np.clip(columns + right, 0, width - 1)]
            differs = _differs(tile[rows, columns], neighbours)
            rows, columns = rows[differs], columns[differs]
    return rows.size / (height * width)


def _differs(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return ((first - second) ** 2).sum(axis=-1) >= CLEAR_DISTANCE**2
