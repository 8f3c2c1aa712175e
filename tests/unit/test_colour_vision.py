"""Test the measure of colour difference in the tests for colour-blind people."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from tests.support import colour_vision
from tests.support.colour_vision import (
    CLEAR_DISTANCE,
    MIN_GLANCE_SHARE,
    MIN_SPOT_SHARE,
    VISIONS,
    differing_fraction,
    linear_light,
    oklab,
    simulate,
)

SAND = "#e8dabb"
OTHERS = [vision for vision in VISIONS if vision != "trichromacy"]


def draw_piece(shape: str, colour: str, *, by: int = 0, size: int = 44) -> np.ndarray:
    """Return the image of a piece on a sand-coloured square. The piece is shifted by ``by`` pixels."""
    image = Image.new("RGB", (size, size), SAND)
    box = (8 + by, 8, size - 9 + by, size - 9)
    pencil = ImageDraw.Draw(image)
    {"circle": pencil.ellipse, "square": pencil.rectangle}[shape](box, fill=colour)
    return np.asarray(image)


def contrast(first: np.ndarray, second: np.ndarray, vision: str) -> float:
    return differing_fraction(oklab(first, vision), oklab(second, vision))


def colour(text: str) -> np.ndarray:
    """Return an image of one pixel with a colour."""
    return np.asarray(Image.new("RGB", (1, 1), text))


@pytest.mark.parametrize("vision", VISIONS)
def test_circle_differs_from_square(vision: str) -> None:
    assert contrast(draw_piece("circle", "#b14c3b"), draw_piece("square", "#b14c3b"), vision) > MIN_SPOT_SHARE


@pytest.mark.parametrize("vision", VISIONS)
def test_light_differs_from_dark(vision: str) -> None:
    assert contrast(draw_piece("circle", "#f0f0f0"), draw_piece("circle", "#303030"), vision) > MIN_GLANCE_SHARE


@pytest.mark.parametrize(
    ("first", "second", "blind"),
    [
        ("#b36a5e", "#289c58", "deuteranopia"),
        ("#c80000", "#4f4500", "protanopia"),
        ("#0078a8", "#008060", "tritanopia (Brettel)"),
        ("#ff0000", "#6c8bb0", "achromatopsia"),
        ("#ff0000", "#5a1f5c", "achromatopsia (rods)"),
    ],
)
def test_hue_alone_makes_no_difference(first: str, second: str, blind: str) -> None:
    """Two pieces of the same shape that differ only in hue count as equal.

    People with normal vision can distinguish them.
    """
    assert contrast(draw_piece("circle", first), draw_piece("circle", second), "trichromacy") > MIN_GLANCE_SHARE
    assert contrast(draw_piece("circle", first), draw_piece("circle", second), blind) < MIN_SPOT_SHARE


@pytest.mark.parametrize("vision", VISIONS)
def test_one_pixel_shift_makes_no_difference(vision: str) -> None:
    assert contrast(draw_piece("square", "#303030"), draw_piece("square", "#303030", by=1), vision) == 0
    assert contrast(draw_piece("square", "#303030"), draw_piece("square", "#303030", by=4), vision) > MIN_SPOT_SHARE


def test_tiny_spot_makes_no_difference() -> None:
    for width, is_visible in ((5, False), (9, True)):
        image = Image.fromarray(draw_piece("circle", "#f0f0f0"))
        ImageDraw.Draw(image).rectangle((0, 0, width - 1, width - 1), fill="#303030")
        assert (
            contrast(draw_piece("circle", "#f0f0f0"), np.asarray(image), "trichromacy") > MIN_SPOT_SHARE
        ) is is_visible


@pytest.mark.parametrize("vision", VISIONS)
def test_greys_are_equal_for_all_viewers(vision: str) -> None:
    ramp = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    assert np.abs(simulate(ramp, vision).astype(int) - ramp).max() <= 1


@pytest.mark.parametrize("vision", OTHERS)
def test_color_blind_viewers_distinguish_fewer_colours(vision: str) -> None:
    """For each kind of colour blindness, the sum of the distances between red, green and blue is smaller."""
    lights = [colour(name) for name in ("#ff0000", "#00ff00", "#0000ff")]

    def spread(viewer: str) -> float:
        return sum(float(np.linalg.norm(oklab(lights[at], viewer) - oklab(lights[at - 1], viewer))) for at in range(3))

    assert spread(vision) < spread("trichromacy") - CLEAR_DISTANCE


def test_srgb_converts_to_linear_light() -> None:
    """The middle grey of sRGB, 118, is 18 % of the light of white (IEC 61966-2-1)."""
    assert linear_light(colour("#767676"))[0, 0, 0] == pytest.approx(0.18, abs=0.002)
    assert colour_vision.srgb_bytes(linear_light(colour("#76a0ff"))).tolist() == [[[0x76, 0xA0, 0xFF]]]


def test_white_and_red_have_reference_oklab_values() -> None:
    """White is (1, 0, 0) and red (0.628, 0.225, 0.126), as in the definition of Oklab (Ottosson 2020)."""
    assert oklab(colour("#ffffff"), "trichromacy")[0, 0] == pytest.approx([1, 0, 0], abs=1e-3)
    assert oklab(colour("#ff0000"), "trichromacy")[0, 0] == pytest.approx([0.628, 0.225, 0.126], abs=1e-3)
