"""Test the style parameters of an embedded board: values of CSS Color 4 and CSS Fonts 4, but no other CSS."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.embed import look
from ruleboard.embed.look import LookError
from ruleboard.embed.parameters import ParameterError, format_fragment, parse_fragment
from tests.unit.embed.frame import Frame

VALID_COLORS = [
    *("#abc", "#abcd", "#a1b2c3", "#a1b2c3d4", "transparent", "rebeccapurple", "rgb(1, 2, 3)", "rgba(1,2,3,.5)"),
    *("rgb(10% 20% 30% / 50%)", "hsl(120deg 50% 50%)", "hwb(0.5turn 10% 20%)", "lab(50% -20 30)", "lch(50% 30 120)"),
    *("oklch(0.7 0.1 200 / none)", "color(display-p3 0.1 0.2 0.3 / 0.4)"),
]


@pytest.mark.parametrize("color", VALID_COLORS)
def test_css_color_is_preserved(color):
    assert look.parse_colors(color) == color
    assert look.parse_colors(f"{color} | #000") == f"{color}|#000"


@pytest.mark.parametrize(
    "text",
    [
        *("", "|", "#ab", "#abcde", "blu", "red;color:blue", "red}", "url(https://example.org/a)", "var(--paper)"),
        *("rgb(1 2)", "rgb(1 2 3 4)", "rgb(1px 2 3)", "rgb(1 2 3", "expression(alert(1))", "red/**/", "\\72 ed"),
        *("inherit", "red|white|blue", "color(url 1 2 3)", "image-set(red)", 'red" onload="'),
    ],
)
def test_invalid_color_is_rejected(text):
    with pytest.raises(LookError):
        look.parse_colors(text)


@pytest.mark.parametrize(
    ("text", "css_text"),
    [
        ("Georgia, serif", '"Georgia", serif'),
        ('"Source Serif 4", SERIF', '"Source Serif 4", serif'),
        ("'serif'", '"serif"'),
        ("-apple-system, system-ui", "-apple-system, system-ui"),
        ("Noto Sans", '"Noto Sans"'),
    ],
)
def test_font_list_is_quoted(text, css_text):
    assert look.parse_fonts(text) == css_text


@pytest.mark.parametrize(
    "text", ["", ",", "a,", 'a"b', "a;b", "url(x)", "a}", "\\41", "@import", ", ".join("abcdefghi")]
)
def test_invalid_font_is_rejected(text):
    with pytest.raises(LookError):
        look.parse_fonts(text)


@pytest.mark.parametrize(("text", "css_text"), [("0", "0px"), ("10", "10px"), ("12.50px", "12.5px"), ("64", "64px")])
def test_radius_is_in_pixels(text, css_text):
    assert look.parse_radius(text) == css_text


@pytest.mark.parametrize("text", ["", "-1", "65", "1rem", "50%", "calc(1px)", "1e1", "٣"])
def test_invalid_radius_is_rejected(text):
    with pytest.raises(LookError):
        look.parse_radius(text)


@given(st.text(max_size=60), st.sampled_from([look.parse_colors, look.parse_fonts, look.parse_radius]))
def test_look_values_cannot_inject_css(text, parse):
    try:
        css_text = parse(text)
    except LookError:
        return
    assert not set(css_text) & set(";{}\\@<>:*")
    assert css_text.count('"') % 2 == 0


def test_look_round_trips_through_address():
    fragment = "game=sensei&background=transparent&color=#222|%23eee&accent=teal&font=Georgia,serif&radius=4"
    parameters = parse_fragment(fragment.replace("#222", "%23222"))
    assert parameters.look == {
        "background": "transparent",
        "color": "#222|#eee",
        "accent": "teal",
        "font": '"Georgia", serif',
        "radius": "4px",
    }
    assert parse_fragment(format_fragment(parameters)) == parameters
    assert Frame(format_fragment(parameters)).browser.look == parameters.look


@pytest.mark.parametrize("name", ["background", "color", "accent", "font", "radius"])
def test_look_error_names_invalid_part(name):
    with pytest.raises(ParameterError) as error_info:
        parse_fragment(f"game=sensei&{name}=no;such")
    assert error_info.value.where == name
    frame = Frame(f"game=sensei&{name}=no;such")
    assert "no;such" in frame.class_text("trouble")
    assert frame.browser.look == {}


def test_look_changes_without_restart():
    frame = Frame("game=sensei&mode=play&accent=teal")
    frame.send(type="play", action="a1-a4")
    after = frame.position
    frame.send(type="look", accent="navy", radius="0")
    assert frame.browser.look == {"accent": "navy", "radius": "0px"}
    frame.send(type="look", accent="url(x)")
    assert frame.browser.look == {"accent": "navy", "radius": "0px"}
    assert [error["where"] for error in frame.sent_messages("error")] == ["accent"]
    frame.send(type="look", caption="no")
    assert frame.sent_messages("error")[-1]["where"] == "caption"
    assert frame.position == after


def test_look_applies_to_studies_and_lessons():
    assert Frame("game=sensei&lesson=character&accent=teal").browser.look == {"accent": "teal"}
    assert Frame("study=mine.json&accent=teal").browser.look == {"accent": "teal"}


CAPTION_FRAGMENT = "game=sensei&caption=Green%20begins&caption-fr=Vert%20commence&caption-pt-BR=O%20verde"


@pytest.mark.parametrize(
    ("lang", "readers", "caption"),
    [
        ("fr", ("en",), "Vert commence"),
        ("fr-CA", ("en",), "Vert commence"),
        ("pt-br", ("fr",), "O verde"),
        ("de", ("fr",), "Green begins"),
        ("", ("de", "fr-CH"), "Vert commence"),
        ("", ("de",), "Green begins"),
    ],
)
def test_caption_language_defaults_to_readers(lang, readers, caption):
    parameters = parse_fragment(CAPTION_FRAGMENT + (f"&lang={lang}" if lang else ""))
    assert parameters.caption_in(readers) == caption
    assert parse_fragment(format_fragment(parameters)) == parameters


def test_caption_is_displayed_in_readers_language():
    frame = Frame(CAPTION_FRAGMENT)
    assert "Green begins" in frame.text
    frame = Frame(CAPTION_FRAGMENT + "&lang=pt-BR")
    assert "O verde" in frame.text


@pytest.mark.parametrize("name", ["caption-", "caption-french!", "caption-f"])
def test_caption_without_language_is_rejected(name):
    with pytest.raises(ParameterError):
        parse_fragment(f"game=sensei&{name}=A")


def test_duplicate_caption_is_rejected():
    with pytest.raises(ParameterError):
        parse_fragment("game=sensei&caption-fr=A&caption-FR=B")
