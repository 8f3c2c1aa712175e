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
    VISION_SIMULATIONS,
    measure_difference,
    simulate,
    to_linear_light,
    to_oklab,
)

SAND_COLOUR = "#e8dabb"
OTHER_VISIONS = [vision for vision in VISION_SIMULATIONS if vision != "trichromacy"]


def draw_piece(shape: str, colour: str, *, shift: int = 0, size: int = 44) -> np.ndarray:
    """Return the image of a piece on a sand-coloured square. The piece is shifted by ``shift`` pixels."""
    image = Image.new("RGB", (size, size), SAND_COLOUR)
    box = (8 + shift, 8, size - 9 + shift, size - 9)
    draw = ImageDraw.Draw(image)
    {"circle": draw.ellipse, "square": draw.rectangle}[shape](box, fill=colour)
    return np.asarray(image)


def measure_contrast(first: np.ndarray, second: np.ndarray, vision: str) -> float:
    return measure_difference(to_oklab(first, vision), to_oklab(second, vision))


def create_pixel(text: str) -> np.ndarray:
    """Return an image of one pixel with a colour."""
    return np.asarray(Image.new("RGB", (1, 1), text))


@pytest.mark.parametrize("vision", VISION_SIMULATIONS)
def test_circle_differs_from_square(vision: str) -> None:
    assert measure_contrast(draw_piece("circle", "#b14c3b"), draw_piece("square", "#b14c3b"), vision) > MIN_SPOT_SHARE


@pytest.mark.parametrize("vision", VISION_SIMULATIONS)
def test_light_differs_from_dark(vision: str) -> None:
    assert measure_contrast(draw_piece("circle", "#f0f0f0"), draw_piece("circle", "#303030"), vision) > MIN_GLANCE_SHARE


@pytest.mark.parametrize(
    ("first", "second", "blind_vision"),
    [
        ("#b36a5e", "#289c58", "deuteranopia"),
        ("#c80000", "#4f4500", "protanopia"),
        ("#0078a8", "#008060", "tritanopia (Brettel)"),
        ("#ff0000", "#6c8bb0", "achromatopsia"),
        ("#ff0000", "#5a1f5c", "achromatopsia (rods)"),
    ],
)
def test_hue_alone_makes_no_difference(first: str, second: str, blind_vision: str) -> None:
    """Two pieces of the same shape that differ only in hue count as equal.

    People with normal vision can distinguish them.
    """
    assert measure_contrast(draw_piece("circle", first), draw_piece("circle", second), "trichromacy") > MIN_GLANCE_SHARE
    assert measure_contrast(draw_piece("circle", first), draw_piece("circle", second), blind_vision) < MIN_SPOT_SHARE


@pytest.mark.parametrize("vision", VISION_SIMULATIONS)
def test_one_pixel_shift_makes_no_difference(vision: str) -> None:
    assert measure_contrast(draw_piece("square", "#303030"), draw_piece("square", "#303030", shift=1), vision) == 0
    assert (
        measure_contrast(draw_piece("square", "#303030"), draw_piece("square", "#303030", shift=4), vision)
        > MIN_SPOT_SHARE
    )


def test_tiny_spot_makes_no_difference() -> None:
    for width, is_visible in ((5, False), (9, True)):
        image = Image.fromarray(draw_piece("circle", "#f0f0f0"))
        ImageDraw.Draw(image).rectangle((0, 0, width - 1, width - 1), fill="#303030")
        assert (
            measure_contrast(draw_piece("circle", "#f0f0f0"), np.asarray(image), "trichromacy") > MIN_SPOT_SHARE
        ) is is_visible


@pytest.mark.parametrize("vision", VISION_SIMULATIONS)
def test_greys_are_equal_for_all_viewers(vision: str) -> None:
    grey_picture = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    assert np.abs(simulate(grey_picture, vision).astype(int) - grey_picture).max() <= 1


@pytest.mark.parametrize("vision", OTHER_VISIONS)
def test_color_blind_viewers_distinguish_fewer_colours(vision: str) -> None:
    """For each kind of colour blindness, the sum of the distances between red, green and blue is smaller."""
    light_colours = [create_pixel(name) for name in ("#ff0000", "#00ff00", "#0000ff")]

    def sum_distances(viewer: str) -> float:
        return sum(
            float(np.linalg.norm(to_oklab(light_colours[at], viewer) - to_oklab(light_colours[at - 1], viewer)))
            for at in range(3)
        )

    assert sum_distances(vision) < sum_distances("trichromacy") - CLEAR_DISTANCE


def test_srgb_converts_to_linear_light() -> None:
    """The middle grey of sRGB, 118, is 18 % of the light of white (IEC 61966-2-1)."""
    assert to_linear_light(create_pixel("#767676"))[0, 0, 0] == pytest.approx(0.18, abs=0.002)
    assert colour_vision.to_srgb_bytes(to_linear_light(create_pixel("#76a0ff"))).tolist() == [[[0x76, 0xA0, 0xFF]]]


def test_white_and_red_have_reference_oklab_values() -> None:
    """White is (1, 0, 0) and red (0.628, 0.225, 0.126), as in the definition of Oklab (Ottosson 2020)."""
    assert to_oklab(create_pixel("#ffffff"), "trichromacy")[0, 0] == pytest.approx([1, 0, 0], abs=1e-3)
    assert to_oklab(create_pixel("#ff0000"), "trichromacy")[0, 0] == pytest.approx([0.628, 0.225, 0.126], abs=1e-3)
