"""Test that sides, pieces, marks and selections are distinguishable with any kind of colour vision.

The tests take screenshots of boards at the size of the smallest phone, in both themes. They cut out tiles and compare
the tiles under simulated colour vision (`tests/support/colour_vision.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple
from zlib import crc32

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Page

from tests.e2e.conftest import PLAYWRIGHT_CONFIG
from tests.e2e.scenes import create_scenes, visit
from tests.support import colour_vision
from tests.support.colour_vision import MIN_GLANCE_SHARE, MIN_PART_SHARE, MIN_SPOT_SHARE

THEMES = ("light", "dark")
BOARD_WIDTHS = {"sensei": 336, "tensor-chess": 480, "tesulda": 466, "tensor-cards": 412, "equilibrium": 800}
"""The widths of the boards on the smallest phones, in pixels: with them a square is 44 px wide."""
TILE_SIZE = 44


@dataclass(frozen=True)
class Shot:
    """A screenshot of an embedded board: the parameters of the board, and the touches before the screenshot."""

    game: str
    position: str = ""
    marks: str = ""
    touches: tuple[str, ...] = ()
    options: str = ""
    moves: str = ""

    def with_marks(self, marks: str) -> Shot:
        """Return a copy of the shot with other marks."""
        return replace(self, marks=marks)

    def with_touches(self, *touches: str) -> Shot:
        """Return a copy of the shot with touches."""
        return replace(self, touches=touches)


TileSource = tuple[Shot, str]
"""The source of a tile: a screenshot, and a target or CSS selector on it."""


@dataclass(frozen=True)
class Family:
    """A group of tiles, each of which must be distinguishable from all the others.

    Attributes:
        name: the name of the group in failure messages.
        sources: the sources of the tiles by name.
        share: the minimum share of pixels that must differ.
        size: the width and height of a tile, in pixels.
    """

    name: str
    sources: Mapping[str, TileSource]
    share: float = MIN_SPOT_SHARE
    size: int = TILE_SIZE


def create_sources(shot: Shot, **targets: str) -> dict[str, TileSource]:
    """Return the sources of tiles, by name: each source is the screenshot and a target on it."""
    return {name.replace("_", " "): (shot, target) for name, target in targets.items()}


def with_each_mark(shot: Shot, *targets: str) -> dict[str, Shot]:
    """Return copies of a shot by name: without marks, and with each kind of mark on the targets."""
    kinds = ("last", "shown", "danger")
    return {
        "plain": shot,
        **{kind: shot.with_marks(";".join(f"{kind}:{target}" for target in targets)) for kind in kinds},
    }


# --- Tensor Chess -----------------------------------------------------------------------------------------------------

ROYAL_SHOTS = {
    "light": Shot("tensor-chess", "10/7Q1q/K1N1p5/5R4/2k1T1n3/1b3P1t2/2B3r3/10 w - - 0 1"),
    "dark": Shot("tensor-chess", "10/n1k5q1/1b1t6/4B1R3/1Q7r/N3P5/1T3p1K2/10 w - - 0 1"),
}
CHESS_WHITE = {
    "light": {"king": "a6", "queen": "h7", "rook": "f5", "bishop": "c2", "knight": "c6", "beast": "e4", "pawn": "f3"},
    "dark": {"king": "h2", "queen": "b4", "rook": "g5", "bishop": "e5", "knight": "a3", "beast": "b2", "pawn": "e3"},
}
CHESS_BLACK = {
    "light": {"king": "c4", "queen": "j7", "rook": "g2", "bishop": "b3", "knight": "g4", "beast": "h3", "pawn": "e6"},
    "dark": {"king": "c7", "queen": "i7", "rook": "j4", "bishop": "b6", "knight": "a7", "beast": "d6", "pawn": "f2"},
}
PAWNS_SHOT = Shot("tensor-chess", "k9/pppppppppp/10/10/10/10/PPPPPPPPPP/9K w - - 0 1")
EN_PASSANT_SQUARES = {
    "light": (Shot("tensor-chess", "7k2/10/10/4pP4/10/10/10/5K4 w - e6 0 1", "taken:f5"), "e6"),
    "dark": (Shot("tensor-chess", "7k2/10/10/3pP5/10/10/10/5K4 w - d6 0 1", "taken:e5"), "d6"),
}
BOUNCE_SHOTS = {
    "light": Shot("tensor-chess", "7k2/10/10/10/10/5T4/10/3B1K4 w - - 0 1", "taken:d1"),
    "dark": Shot("tensor-chess", "7k2/10/10/10/10/4T5/10/2B2K4 w - - 0 1", "taken:c1"),
}
BOUNCE_SQUARES = {"light": ("g4", "e4", "f3"), "dark": ("f4", "d4", "e3")}
CASTLING_SHOT = Shot("tensor-chess", "7k2/10/10/10/4T5/4R5/10/R4K3R w KQ - 0 1", "taken:f1")
ROOKS_SHOT = Shot("tensor-chess", "7k2/10/3p2p3/10/3R2R3/10/10/5K4 w - - 0 1")


def iter_tensor_chess_families() -> Iterator[Family]:
    """Yield the tiles of Tensor Chess: sides, pieces and marks on light and dark squares."""
    for square_colour, shot in ROYAL_SHOTS.items():
        white, black = CHESS_WHITE[square_colour], CHESS_BLACK[square_colour]
        for kind in white:
            yield Family(
                f"{kind}s on {square_colour}",
                create_sources(shot, white=white[kind], black=black[kind]),
                MIN_GLANCE_SHARE,
            )
        yield Family(f"White's pieces on {square_colour}", create_sources(shot, **white))
        yield Family(f"Black's pieces on {square_colour}", create_sources(shot, **black))
    for square_colour, free_square, own_square, enemy_square in (
        ("light", "b3", "a2", "b7"),
        ("dark", "a3", "b2", "a7"),
    ):
        shots = with_each_mark(PAWNS_SHOT, "b3", "a2", "b7", "a3", "b2", "a7")
        go_square, bounce_square, path_square = BOUNCE_SQUARES[square_colour]
        sources = {name: (shot, free_square) for name, shot in shots.items()} | {
            "refused": (PAWNS_SHOT.with_touches(free_square), free_square),
            "go": (BOUNCE_SHOTS[square_colour], go_square),
            "bounce": (BOUNCE_SHOTS[square_colour], bounce_square),
            "en passant": EN_PASSANT_SQUARES[square_colour],
            "castle": (CASTLING_SHOT, "b1" if square_colour == "light" else "c1"),
        }
        yield Family(f"marks on {square_colour}", sources)
        sources = {name: (shot, own_square) for name, shot in shots.items()} | {
            "taken": (PAWNS_SHOT.with_marks(f"taken:{own_square}"), own_square),
            "via": (BOUNCE_SHOTS[square_colour], path_square),
        }
        yield Family(f"marks on {square_colour} with an own piece", sources)
        rook, target = ("d4", "d6") if square_colour == "dark" else ("g4", "g6")
        sources = {name: (shot, enemy_square) for name, shot in shots.items()} | {
            "refused": (PAWNS_SHOT.with_touches(enemy_square), enemy_square),
            "capture": (ROOKS_SHOT.with_marks(f"taken:{rook}"), target),
        }
        yield Family(f"marks on {square_colour} with their piece", sources)


# --- Sensei -----------------------------------------------------------------------------------------------------------

SENSEI = {
    "raked across": Shot("sensei", "r1g4/7/1R3G1/7/7/7/7 g 21 arashi"),
    "raked along": Shot("sensei", "1r1g3/7/R5G/7/7/7/7 g 21 arashi"),
}
SENSEI_SQUARES = {
    "raked across": {"red": "a7", "green": "c7", "red's master": "b5", "green's master": "f5", "nothing": "d4"},
    "raked along": {"red": "b7", "green": "d7", "red's master": "a5", "green's master": "g5", "nothing": "d5"},
}
STONES_SHOT = Shot("sensei", "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi")
PIT_SHOT = Shot("sensei", options="mode:arashi-expert")
GOAL_SHOT = Shot("sensei", "1g3R1/1G5/1g5/7/7/7/7 g 21 arashi", "taken:b6")


def iter_sensei_families() -> Iterator[Family]:
    """Yield the tiles of Sensei: characters, stones, pits and marks on sand raked in both directions."""
    for raking_direction, shot in SENSEI.items():
        sources = create_sources(shot, **SENSEI_SQUARES[raking_direction])
        yield Family(
            f"stones, {raking_direction}", {name: sources[name] for name in ("red", "green")}, MIN_GLANCE_SHARE
        )
        yield Family(
            f"masters, {raking_direction}",
            {name: sources[name] for name in ("red's master", "green's master")},
            MIN_GLANCE_SHARE,
        )
        yield Family(f"squares {raking_direction}", sources)
        yield Family(
            f"a pit and an empty square {raking_direction}",
            {"pit": (PIT_SHOT, ".pit"), "nothing": sources["nothing"]},
            MIN_GLANCE_SHARE,
        )
    for raking_direction, free_square, own_square, enemy_square in (
        ("raked across", "a5", "c1", "c7"),
        ("raked along", "b5", "f1", "b7"),
    ):
        shots = with_each_mark(STONES_SHOT, "a5", "c1", "c7", "b5", "f1", "b7")
        sources = {name: (shot, free_square) for name, shot in shots.items()} | {
            "refused": (STONES_SHOT.with_touches(free_square), free_square),
            "go": (STONES_SHOT.with_marks(f"taken:{free_square[0]}1"), free_square),
        }
        yield Family(f"marks {raking_direction}", sources)
        sources = {name: (shot, own_square) for name, shot in shots.items()} | {
            "taken": (STONES_SHOT.with_marks(f"taken:{own_square}"), own_square),
            "a character may come": (STONES_SHOT.with_marks("taken:d1"), own_square),
        }
        yield Family(f"marks {raking_direction} with an own stone", sources)
        sources = {name: (shot, enemy_square) for name, shot in shots.items()} | {
            "refused": (STONES_SHOT.with_touches(enemy_square), enemy_square)
        }
        yield Family(f"marks {raking_direction} with their stone", sources)
    yield Family("a character's targets", create_sources(GOAL_SHOT, goal="b7", go="b5"))


# --- Tesulda ----------------------------------------------------------------------------------------------------------

BASES_SHOT = Shot("tesulda", "10/10/(sk)1(ss)1(cs)1(ts)3/1(Sk)1(Ss)1(Cs)1(Ts)2/10/10/10/10/10/10 l - 0")
PIECES = {
    "blue": Shot(
        "tesulda", "(sck)9/1(Tc)1(Ts)1(Td)1(Tz)1(Th)/(St)9/1(tc)1(ts)1(td)1(tz)1(th)/(st)9/10/10/10/10/(Sck)9 l - 0"
    ),
    "green": Shot(
        "tesulda", "9(sck)/(Tc)1(Ts)1(Td)1(Tz)1(Th)1/1(St)8/(tc)1(ts)1(td)1(tz)1(th)1/1(st)8/10/10/10/10/9(Sck) l - 0"
    ),
}
ARMIES_SHOT = Shot("tesulda")
THREAT_SHOT = Shot("tesulda", "4(sk)5/10/10/10/10/10/10/4(sss)1(sss)3/10/4(Sk)5 l - 0")
SAFE_SHOT = Shot("tesulda", "4(sk)5/10/10/10/10/10/10/3(sss)1(sss)4/10/4(Sk)5 l - 0")
ATTACKS_SHOT = Shot("tesulda", "10/10/4(sk)5/10/(ts)9/1(Tcs)2(Cs)5/(ts)2(ts)6/4(ts)5/10/4(Sk)5 l - 0")


def iter_tesulda_families() -> Iterator[Family]:
    """Yield the tiles of Tesulda: sides, bases, pieces and marks on blue and green squares."""
    dark = {"prime": "a8", "square": "c8", "circle": "e8", "triangle": "g8"}
    light = {"prime": "b7", "square": "d7", "circle": "f7", "triangle": "h7"}
    for name in dark:
        yield Family(f"sides: {name}", create_sources(BASES_SHOT, light=light[name], dark=dark[name]), MIN_GLANCE_SHARE)
    yield Family("bases of bone", create_sources(BASES_SHOT, **light))
    yield Family("bases of ebony", create_sources(BASES_SHOT, **dark))
    names = ("circle", "square", "diamond", "trapezoid", "hexagon")
    for square_colour, shot in PIECES.items():
        files = "bdfhj" if square_colour == "blue" else "acegi"
        for side, rank in (("bone", 9), ("ebony", 7)):
            sources = {name: f"{file}{rank}" for name, file in zip(names, files, strict=True)}
            yield Family(f"pieces on {side}, {square_colour}", create_sources(shot, **sources), MIN_PART_SHARE, 18)
    for square_colour, free_square, own_square, enemy_square in (
        ("blue", "b6", "b2", "a9"),
        ("green", "a6", "a2", "b9"),
    ):
        shots = with_each_mark(ARMIES_SHOT, "b6", "b2", "a9", "a6", "a2", "b9")
        selected_figure = ARMIES_SHOT.with_marks("taken:d2")
        sources = {name: (shot, free_square) for name, shot in shots.items()} | {
            "refused": (selected_figure.with_touches(free_square), free_square)
        }
        yield Family(f"marks on {square_colour}", sources)
        sources = {name: (shot, own_square) for name, shot in shots.items()} | {
            "taken": (ARMIES_SHOT.with_marks(f"taken:{own_square}"), own_square)
        }
        yield Family(f"marks on {square_colour} with an own figure", sources)
        sources = {name: (shot, enemy_square) for name, shot in shots.items()} | {
            "refused": (selected_figure.with_touches(enemy_square), enemy_square)
        }
        yield Family(f"marks on {square_colour} with their figure", sources)
    selected_attacker = ATTACKS_SHOT.with_marks("taken:b5")
    yield Family(
        "targets of a figure",
        {
            "nothing": (ATTACKS_SHOT, "b6"),
            "go": (selected_attacker, "b6"),
            "reach": (ATTACKS_SHOT.with_touches("d4"), "d3"),
        },
    )
    yield Family("attacks of a figure", {"nothing": (ATTACKS_SHOT, "a6"), "attack": (selected_attacker, "a6")})
    yield Family("threatening figures", create_sources(THREAT_SHOT, threatening="e3", harmless="g3"))
    yield Family("threatened figures", {"threatened": (THREAT_SHOT, "e1"), "safe": (SAFE_SHOT, "e1")})


# --- Tensor, the card game --------------------------------------------------------------------------------------------

UNCOVER_SELECTOR = '[data-do="embed.uncover"]'
HANDS = "W123456789T B123456789T 0-0 1.1"
MOVED_PIECES_SHOT = Shot("tensor-cards", f"equilibrium-point first-star r0,1 b6,3 y6,5 {HANDS}")
OWN_STARS_SHOT = Shot("tensor-cards", f"equilibrium-point three-points+own-side r0,1 b6,3 y6,5 {HANDS}")
USED_CARDS_SHOT = Shot("tensor-cards", "equilibrium-point first-star r0,1 b6,3 y6,5 W149T B236T 0-0 1.3")


def iter_tensor_cards_families() -> Iterator[Family]:
    """Yield the tiles of Tensor Cards: pieces, their starting squares, stars of both players, cards and marks."""
    yield Family("pieces", create_sources(MOVED_PIECES_SHOT, red="0,1", blue="6,3", yellow="6,5"), MIN_GLANCE_SHARE)
    yield Family("starts", create_sources(MOVED_PIECES_SHOT, red="4,1", blue="3,3", yellow="2,5", none="3,2"), size=28)
    yield Family(
        "stars",
        {
            "any": (MOVED_PIECES_SHOT, ".star-space.any"),
            **create_sources(OWN_STARS_SHOT, black=".star-space.black", white=".star-space.white"),
        },
    )
    yield Family(
        "badges",
        {name: (MOVED_PIECES_SHOT, f'[data-target="slot:{name}"] .badge') for name in ("red", "blue", "yellow")},
        MIN_GLANCE_SHARE,
        24,
    )
    space, card, piece = "3,4", "card:3", "piece:red"
    shots = with_each_mark(MOVED_PIECES_SHOT, space, card, piece)
    sources = {name: (shot, space) for name, shot in shots.items()}
    yield Family(
        "marks of a space",
        sources | {"refused": (MOVED_PIECES_SHOT.with_touches(UNCOVER_SELECTOR, space), space)},
        size=60,
    )
    for target, other_target in ((card, piece), (piece, card)):
        sources = {name: (shot, target) for name, shot in shots.items()} | {
            "taken": (MOVED_PIECES_SHOT.with_touches(UNCOVER_SELECTOR, target), target),
            "may be next": (MOVED_PIECES_SHOT.with_touches(UNCOVER_SELECTOR, other_target), target),
        }
        yield Family(f"marks of {target}", sources, size=60)
    yield Family(
        "cards", {"unused": (USED_CARDS_SHOT, "card:2"), "used": (USED_CARDS_SHOT, "card:5")}, MIN_GLANCE_SHARE
    )


# --- Tensor: A Game of Equilibrium ------------------------------------------------------------------------------------


def create_equilibrium_shot(
    board: Mapping[str, str], hand: tuple[str, ...] = (), storage: str = "", offer: str = "SSTTA"
) -> Shot:
    """Return the shot of a two-player game in which the first player has the given board, hand and storage."""
    first_player = {
        "board": dict(board),
        "card": "AV/IT",
        "cycles": 6,
        "hand": list(hand),
        "storage": storage,
        "weights": [1, 2, 3, 4, 5],
    }
    second_player = {
        "board": {"0,-1": "T", "0,0": "V"},
        "card": "VS/TA",
        "cycles": 7,
        "hand": [],
        "storage": "",
        "weights": [3, 3, 3, 3, 3],
    }
    pile = "TIVASIVTST"
    tiles_in_play = "".join(board.values()).upper() + storage + "TV" + pile + offer
    position = {
        "bag": "",
        "cards": [card for card in ("add", "div", "mul", "sub") if card not in hand],
        "final": None,
        "order": [1, 2],
        "passed": [],
        "phase": ["action", 1],
        "pile": pile,
        "players": [first_player, second_player],
        "quiet": 0,
        "round": 1,
        "supply": {kind: 20 - tiles_in_play.count(kind) for kind in "AISTV"},
        "tiles": offer,
    }
    return Shot("equilibrium", json.dumps(position))


ALL_TILES = {
    "-1,0": "I",
    "0,0": "T",
    "1,0": "A",
    "-1,1": "V",
    "0,1": "S",
    "-2,1": "i",
    "-2,2": "t",
    "-1,2": "a",
    "1,-1": "v",
    "0,-1": "s",
}
TILES_SHOT = create_equilibrium_shot(ALL_TILES, ("sub", "div"), "ITV", "ITAVS")
FOUR_PLAYERS_SHOT = Shot("equilibrium", options="players:4")


def iter_equilibrium_families() -> Iterator[Family]:
    """Yield the tiles of Equilibrium: both sides of its tiles, weights, players' tokens, and marks."""
    word_by_letter = dict(zip("ITAVS", ("image", "text", "audio", "video", "sensor"), strict=True))
    targets = {kind: f"hex:1:{hex}" for hex, kind in ALL_TILES.items()}
    yield Family("tiles", {name: (TILES_SHOT, targets[kind]) for kind, name in word_by_letter.items()}, size=36)
    yield Family(
        "tiles face down", {name: (TILES_SHOT, targets[kind.lower()]) for kind, name in word_by_letter.items()}, size=36
    )
    for kind, name in word_by_letter.items():
        yield Family(
            f"sides of {name}",
            {"up": (TILES_SHOT, targets[kind]), "down": (TILES_SHOT, targets[kind.lower()])},
            MIN_GLANCE_SHARE,
            36,
        )
    yield Family(
        "tiles on offer",
        {name: (TILES_SHOT, f"tile:{number}") for number, name in enumerate(word_by_letter.values())},
        size=32,
    )
    yield Family(
        "weights",
        {name: (TILES_SHOT, f".p1 .weight.t-{kind.lower()}") for kind, name in word_by_letter.items()},
        MIN_PART_SHARE,
        16,
    )
    yield Family(
        "players' tokens",
        {str(number): (FOUR_PLAYERS_SHOT, f".action-board .token.p{number}") for number in (1, 2, 3, 4)},
        share=MIN_GLANCE_SHARE,
        size=18,
    )
    own_tile, free_hex = targets["A"], "hex:1:-2,0"
    shots = with_each_mark(TILES_SHOT, own_tile, free_hex)
    sources = {name: (shot, own_tile) for name, shot in shots.items()} | {
        "goes": (TILES_SHOT.with_marks("taken:hand:1:sub"), own_tile),
        "may be divided": (TILES_SHOT.with_marks("taken:hand:1:div"), own_tile),
    }
    yield Family("marks of a tile", sources, size=46)
    sources = {name: (shot, free_hex) for name, shot in shots.items()} | {
        "refused": (TILES_SHOT.with_touches(free_hex), free_hex),
        "may come": (TILES_SHOT.with_marks("taken:storage:1:T"), free_hex),
        "may be hacked": (TILES_SHOT.with_marks("taken:storage:1:I"), "hex:2:-1,0"),
    }
    yield Family("marks of a free hex", sources, size=46)
    sources = {name: (shot, "storage:1:I") for name, shot in with_each_mark(TILES_SHOT, "storage:1:I").items()} | {
        "taken": (TILES_SHOT.with_marks("taken:storage:1:I"), "storage:1:I"),
        "passed over": (TILES_SHOT.with_marks("taken:storage:1:T"), "storage:1:I"),
    }
    yield Family("marks of stored tiles", sources, size=58)


FAMILIES_BY_GAME: dict[str, Callable[[], Iterator[Family]]] = {
    "sensei": iter_sensei_families,
    "tensor-chess": iter_tensor_chess_families,
    "tesulda": iter_tesulda_families,
    "tensor-cards": iter_tensor_cards_families,
    "equilibrium": iter_equilibrium_families,
}


# --- screenshots ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def board_page(new_context: Callable[..., BrowserContext], site: str) -> Iterator[Page]:
    """Open an embedded board whose content the tests change by messages."""
    context = new_context("desktop", viewport={"width": 820, "height": 740}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site}embed.html#game=sensei")
    page.locator("html[data-ready]").wait_for(state="attached", timeout=PLAYWRIGHT_CONFIG["timeouts"]["ready"])
    yield page
    context.close()


_FIND_CENTRES_SCRIPT = """async ([width, selectors]) => {
  const board = document.querySelector("svg.board");
  Object.assign(board.style, { position: "fixed", inset: "0 auto auto 0", width: `${width}px` });
  Object.assign(board.style, { height: "auto", maxHeight: "none" });
  document.activeElement?.blur();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return selectors.map((selector) => {
    const box = board.querySelector(selector)?.getBoundingClientRect();
    return box && [box.x + box.width / 2, box.y + box.height / 2];
  });
}"""


def format_selector(target: str) -> str:
    """Return the CSS selector of a target. A text that is already a CSS selector stays unchanged."""
    return target if target[0] in ".[" else f"[data-target={json.dumps(target)}]"


def take_screenshot(page: Page, theme: str, shot: Shot, names: set[str]) -> tuple[np.ndarray, dict[str, list[float]]]:
    """Take a screenshot of a board. Return the screenshot and the centres, in pixels, of the named targets."""
    optional_parameters = {
        name: value for name in ("position", "marks", "options", "moves") if (value := getattr(shot, name))
    }
    text = f"{theme} {shot}"
    caption = f"{crc32(text.encode())} {text}"[:400]  # the texts of two shots may differ only after their beginning
    parameters = {"game": shot.game, "mode": "play", "theme": theme, "caption": caption, **optional_parameters}
    # A change of the display alone would keep the touches of the screenshot before.
    other_board = {"game": shot.game, "mode": "show", "caption": "Another board"}
    is_board_open = not shot.touches and page.get_by_text(caption, exact=True).count()
    for board_parameters in () if is_board_open else (other_board, parameters):
        message = {"ruleboard": 1, "type": "show", "parameters": board_parameters}
        page.evaluate("text => ruleboard.send('message', text)", json.dumps(message))
        page.get_by_text(board_parameters["caption"], exact=True).first.wait_for(state="attached")
    for mark in filter(None, shot.marks.split(";")):
        kind, _, target = mark.partition(":")
        page.locator(f"{format_selector(target)}.{kind}").wait_for(state="attached")
    for touch in shot.touches:
        page.locator(format_selector(touch)).first.dispatch_event("click")
    sorted_names = sorted(names)
    selectors = [format_selector(name) for name in sorted_names]
    centres = page.evaluate(_FIND_CENTRES_SCRIPT, [BOARD_WIDTHS[shot.game], selectors])
    assert all(centres), (
        f"{shot}: {[name for name, centre in zip(sorted_names, centres, strict=True) if not centre]} is missing"
    )
    return colour_vision.decode_png(page.screenshot()), dict(zip(sorted_names, centres, strict=True))


def cut_tile(picture: np.ndarray, centre: list[float], size: int) -> np.ndarray:
    """Return the square part of a picture around a point."""
    x, y = (max(0, round(coordinate - size / 2)) for coordinate in centre)
    pixels = picture[y : y + size, x : x + size]
    assert pixels.shape == (size, size, 3), centre
    return pixels


def cut_tiles(page: Page, theme: str, families: list[Family]) -> list[dict[str, np.ndarray]]:
    """Return the tiles of all families, with one screenshot of each board."""
    names_by_shot: dict[Shot, set[str]] = {}
    for family in families:
        for shot, name_on_board in family.sources.values():
            names_by_shot.setdefault(shot, set()).add(name_on_board)
    shots = {shot: take_screenshot(page, theme, shot, names) for shot, names in names_by_shot.items()}
    return [
        {
            name: cut_tile(shots[shot][0], shots[shot][1][name_on_board], family.size)
            for name, (shot, name_on_board) in family.sources.items()
        }
        for family in families
    ]


def describe_similar_pairs(family: Family, tiles: Mapping[str, np.ndarray]) -> list[str]:
    """Return one line for each pair of tiles that cannot be distinguished."""
    lines = []
    for vision in colour_vision.VISION_SIMULATIONS:
        oklab_tiles = {name: colour_vision.to_oklab(cut_tile, vision) for name, cut_tile in tiles.items()}
        for first, second in combinations(oklab_tiles, 2):
            share = colour_vision.measure_difference(oklab_tiles[first], oklab_tiles[second])
            if share < family.share:
                lines.append(f"{family.name}: {first} and {second}, {vision}: {share:.1%} differ")
    return lines


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", FAMILIES_BY_GAME)
def test_board_elements_are_distinguishable(board_page: Page, game: str, theme: str) -> None:
    families = list(FAMILIES_BY_GAME[game]())
    tiles = cut_tiles(board_page, theme, families)
    lines = [
        line
        for family, family_tiles in zip(families, tiles, strict=True)
        for line in describe_similar_pairs(family, family_tiles)
    ]
    assert not lines, "\n".join(lines)


# --- validity of the measure ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vision", ["protanopia", "deuteranopia", "tritanopia", "achromatopsia"])
def test_simulation_matches_chromium(board_page: Page, vision: str) -> None:
    before, _centres = take_screenshot(board_page, "light", STONES_SHOT, set())
    session = board_page.context.new_cdp_session(board_page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
    try:
        simulated_picture = colour_vision.decode_png(board_page.screenshot()).astype(int)
    finally:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
        session.detach()
    assert np.abs(simulated_picture - before).max() > 40  # otherwise Chromium has not simulated anything
    assert np.abs(simulated_picture - colour_vision.simulate(before, vision)).max() <= 3


@pytest.mark.parametrize("theme", THEMES)
def test_same_piece_on_other_square_is_similar(board_page: Page, theme: str) -> None:
    families = [
        Family("stones", create_sources(STONES_SHOT, one="a7", other="e7")),
        Family("free sand", create_sources(STONES_SHOT, one="c5", other="f4")),
        Family("pawns", create_sources(PAWNS_SHOT, one="a2", other="g2")),
        Family("free squares", create_sources(PAWNS_SHOT, one="b3", other="i4")),
        Family("marked squares", create_sources(PAWNS_SHOT.with_marks("danger:b3;danger:i4"), one="b3", other="i4")),
        Family("figures", create_sources(ARMIES_SHOT, one="b9", other="h9")),
        Family("free hexes", create_sources(FOUR_PLAYERS_SHOT, one="hex:1:0,0", other="hex:1:1,0"), size=36),
    ]
    for family, tiles in zip(families, cut_tiles(board_page, theme, families), strict=True):
        assert len(describe_similar_pairs(family, tiles)) == len(colour_vision.VISION_SIMULATIONS), family.name


def test_pieces_that_differ_by_hue_alone_are_similar(board_page: Page) -> None:
    """The check reports pieces that differ only by hue as similar.

    Deuteranopes would confuse Sensei's stones in a certain red and green if the stones had no leaves and flames.
    """
    shot = Shot("sensei", "r1g4/7/1R3G1/7/7/7/7 g 21 arashi")
    take_screenshot(board_page, "light", shot, set())
    repaint_script = """() => document.querySelectorAll(".board .stone").forEach((stone) => {
      const disc = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      disc.setAttribute("r", "36");
      disc.style.fill = stone.classList.contains("green") ? "#289c58" : "#b36a5e";
      stone.replaceChildren(disc);
    })"""
    board_page.evaluate(repaint_script)
    picture = colour_vision.decode_png(board_page.screenshot())
    centres = board_page.evaluate(
        _FIND_CENTRES_SCRIPT, [BOARD_WIDTHS["sensei"], [format_selector("a7"), format_selector("c7")]]
    )
    family = Family("stones", create_sources(shot, red="a7", green="c7"), MIN_GLANCE_SHARE)
    lines = describe_similar_pairs(
        family,
        {name: cut_tile(picture, centre, TILE_SIZE) for name, centre in zip(("red", "green"), centres, strict=True)},
    )
    assert not any("trichromacy" in line for line in lines)
    assert any("deuteranopia" in line for line in lines)
    board_page.reload()
    board_page.locator("html[data-ready]").wait_for(state="attached", timeout=PLAYWRIGHT_CONFIG["timeouts"]["ready"])


# --- the rest of the page ---------------------------------------------------------------------------------------------


class PageElement(NamedTuple):
    """An element outside the board whose appearance depends on colour.

    Attributes:
        scene: the scene that shows the element, as ``str(scene)``.
        selector: the element's CSS selector.
        change: a JavaScript function that changes the element's state.
        area: the compared part of the element: its offset from the upper left corner, its width and height, in pixels.
        next_button: the CSS selector of a button to click until the element appears.
    """

    scene: str
    selector: str
    change: str
    area: tuple[int, int, int] = (0, 90, TILE_SIZE)
    next_button: str = ""


REMOVE_CLASS_SCRIPT = "e => e.classList.remove('{}')"
PAGE_ELEMENTS = {
    "an answer": PageElement("sensei: lesson, missed", ".answer .miss", "e => e.className = 'praise'"),
    "a refusal": PageElement("tensor-chess: table, refused", ".status .said", "e => e.className = ''"),
    "whose turn it is": PageElement("sensei: table, midway", ".player.to-move", REMOVE_CLASS_SCRIPT.format("to-move")),
    "whose turn of many": PageElement(
        "equilibrium: table, crowded", ".strip.to-move", REMOVE_CLASS_SCRIPT.format("to-move")
    ),
    "the move looked at": PageElement("sensei: table, looking back", ".ply.now", REMOVE_CLASS_SCRIPT.format("now")),
    "what is read": PageElement(
        "equilibrium: table, crowded", ".tab[aria-pressed=true]", "e => e.ariaPressed = 'false'"
    ),
    "a setting": PageElement(
        "app: settings", ".segment:has(:checked)", "e => e.querySelector('input').checked = false"
    ),
    "a fault": PageElement("sensei: new game, a start refused", "#start-error", "e => e.className = ''"),
    "the tool held": PageElement("tensor-chess: editor", ".tool.held", REMOVE_CLASS_SCRIPT.format("held")),
    "the way a piece went": PageElement(
        "tensor-cards: table, show",
        "svg[data-game] .trail",
        "e => { e.style.display = 'none'; }",
        next_button='[data-do="play.show_step"].primary',
    ),
    "whose action": PageElement(
        "equilibrium: table, over", ".turn.p0.again", "e => e.classList.replace('p0', 'p1')", (12, 24, 24)
    ),
}


@pytest.fixture(scope="module")
def app(new_context: Callable[..., BrowserContext], open_app: Callable[..., Page]) -> Iterator[Page]:
    """Return a desktop page with the app."""
    context = new_context("desktop", reduced_motion="reduce")
    yield open_app(context.new_page(), "#/")
    context.close()


@pytest.mark.parametrize("name", PAGE_ELEMENTS)
def test_page_elements_are_distinguishable_without_colours(app: Page, name: str) -> None:
    element_case = PAGE_ELEMENTS[name]
    visit(app, next(scene for scene in create_scenes() if str(scene) == element_case.scene))
    for _step in range(12 if element_case.next_button else 0):
        if app.locator(element_case.selector).count():
            break
        app.locator(element_case.next_button).click()
    lines = []
    for theme in THEMES:
        app.evaluate("theme => ruleboard.setTheme(theme)", theme)
        element = app.locator(element_case.selector).first.element_handle()
        element.scroll_into_view_if_needed()
        box = element.bounding_box()
        assert box
        top_offset, width, height = element_case.area
        clip_area = {
            "x": box["x"],
            "y": box["y"] + top_offset,
            "width": min(box["width"], width),
            "height": min(box["height"], height),
        }
        original_picture = colour_vision.decode_png(app.screenshot(clip=clip_area))
        clone = element.evaluate_handle("e => { const clone = e.cloneNode(true); e.replaceWith(clone); return clone; }")
        clone.evaluate(element_case.change)
        changed_picture = colour_vision.decode_png(app.screenshot(clip=clip_area))
        clone.evaluate("(clone, e) => clone.replaceWith(e)", element)
        lines += [
            f"{theme}, {line}"
            for line in describe_similar_pairs(
                Family(name, {}), {"original": original_picture, "changed": changed_picture}
            )
        ]
    assert not lines, "\n".join(lines)
