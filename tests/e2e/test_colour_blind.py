"""Sides, kinds of pieces, marks and selections are told apart with any kind of colour vision.

Boards are photographed as the page shows them, as small as on the smallest phone, in light and dark; tiles are cut from
the photographs and compared as those with other eyes see them (`eyes.py` says how, and what counts as a difference).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Page

from tests.e2e.conftest import CONFIG
from tests.e2e.scenes import scenes, visit
from tests.support import eyes
from tests.support.eyes import GLANCE, PART, SPOT

THEMES = ("light", "dark")
WIDTHS = {"sensei": 336, "tensor-chess": 480, "tesulda": 466, "tensor-cards": 412, "equilibrium": 800}
"""The widths of the boards on the smallest phones, in pixels: there a square is 44 px wide."""
TILE = 44


@dataclass(frozen=True)
class Shot:
    """A board to be photographed: what an embedded board is asked to show, and what is touched then."""

    game: str
    position: str = ""
    marks: str = ""
    touches: tuple[str, ...] = ()
    options: str = ""
    moves: str = ""

    def marked(self, marks: str) -> Shot:
        """The same with marks."""
        return replace(self, marks=marks)

    def touched(self, *touches: str) -> Shot:
        """The same after touches."""
        return replace(self, touches=touches)


Place = tuple[Shot, str]
"""The source of a tile: a photograph, and there a target or else a CSS selector."""


@dataclass(frozen=True)
class Family:
    """Things that must be told apart, each from each."""

    name: str
    places: Mapping[str, Place]
    share: float = SPOT
    size: int = TILE


def on(shot: Shot, **targets: str) -> dict[str, Place]:
    """Places in one photograph by what is there."""
    return {name.replace("_", " "): (shot, target) for name, target in targets.items()}


def marked(shot: Shot, *places: str) -> dict[str, Shot]:
    """A board plain, and with every kind of mark that can be laid on its places."""
    kinds = ("last", "shown", "danger")
    return {"plain": shot, **{kind: shot.marked(";".join(f"{kind}:{place}" for place in places)) for kind in kinds}}


# --- Tensor Chess -----------------------------------------------------------------------------------------------------

CHESS = {
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
PAWNS = Shot("tensor-chess", "k9/pppppppppp/10/10/10/10/PPPPPPPPPP/9K w - - 0 1")
EN_PASSANT = {
    "light": (Shot("tensor-chess", "7k2/10/10/4pP4/10/10/10/5K4 w - e6 0 1", "taken:f5"), "e6"),
    "dark": (Shot("tensor-chess", "7k2/10/10/3pP5/10/10/10/5K4 w - d6 0 1", "taken:e5"), "d6"),
}
BOUNCES = {
    "light": Shot("tensor-chess", "7k2/10/10/10/10/5T4/10/3B1K4 w - - 0 1", "taken:d1"),
    "dark": Shot("tensor-chess", "7k2/10/10/10/10/4T5/10/2B2K4 w - - 0 1", "taken:c1"),
}
BOUNCE_SQUARES = {"light": ("g4", "e4", "f3"), "dark": ("f4", "d4", "e3")}
CASTLES = Shot("tensor-chess", "7k2/10/10/10/4T5/4R5/10/R4K3R w KQ - 0 1", "taken:f1")
ROOKS = Shot("tensor-chess", "7k2/10/3p2p3/10/3R2R3/10/10/5K4 w - - 0 1")


def tensor_chess() -> Iterator[Family]:
    """Two sides, seven kinds, light and dark squares, tints and signs."""
    for ground, shot in CHESS.items():
        white, black = CHESS_WHITE[ground], CHESS_BLACK[ground]
        for kind in white:
            yield Family(f"{kind}s on {ground}", on(shot, white=white[kind], black=black[kind]), GLANCE)
        yield Family(f"White's pieces on {ground}", on(shot, **white))
        yield Family(f"Black's pieces on {ground}", on(shot, **black))
    for ground, free, own, theirs in (("light", "b3", "a2", "b7"), ("dark", "a3", "b2", "a7")):
        shots = marked(PAWNS, "b3", "a2", "b7", "a3", "b2", "a7")
        go, bounce, way = BOUNCE_SQUARES[ground]
        found = {name: (shot, free) for name, shot in shots.items()} | {
            "refused": (PAWNS.touched(free), free),
            "go": (BOUNCES[ground], go),
            "bounce": (BOUNCES[ground], bounce),
            "en passant": EN_PASSANT[ground],
            "castle": (CASTLES, "b1" if ground == "light" else "c1"),
        }
        yield Family(f"marks on {ground}", found)
        found = {name: (shot, own) for name, shot in shots.items()} | {
            "taken": (PAWNS.marked(f"taken:{own}"), own),
            "by way of": (BOUNCES[ground], way),
        }
        yield Family(f"marks on {ground} with an own piece", found)
        rook, prey = ("d4", "d6") if ground == "dark" else ("g4", "g6")
        found = {name: (shot, theirs) for name, shot in shots.items()} | {
            "refused": (PAWNS.touched(theirs), theirs),
            "capture": (ROOKS.marked(f"taken:{rook}"), prey),
        }
        yield Family(f"marks on {ground} with their piece", found)


# --- Sensei -----------------------------------------------------------------------------------------------------------

SENSEI = {
    "raked across": Shot("sensei", "r1g4/7/1R3G1/7/7/7/7 g 21 arashi"),
    "raked along": Shot("sensei", "1r1g3/7/R5G/7/7/7/7 g 21 arashi"),
}
SENSEI_PLACES = {
    "raked across": {"red": "a7", "green": "c7", "red's master": "b5", "green's master": "f5", "nothing": "d4"},
    "raked along": {"red": "b7", "green": "d7", "red's master": "a5", "green's master": "g5", "nothing": "d5"},
}
STONES = Shot("sensei", "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi")
PITS = Shot("sensei", options="mode:arashi-expert")
GOAL = Shot("sensei", "1g3R1/1G5/1g5/7/7/7/7 g 21 arashi", "taken:b6")


def sensei() -> Iterator[Family]:
    """Two masters and their stones on sand raked across and along, pits, tints and signs."""
    for ground, shot in SENSEI.items():
        found = on(shot, **SENSEI_PLACES[ground])
        yield Family(f"stones, {ground}", {name: found[name] for name in ("red", "green")}, GLANCE)
        yield Family(f"masters, {ground}", {name: found[name] for name in ("red's master", "green's master")}, GLANCE)
        yield Family(f"what is {ground}", found)
        yield Family(f"a pit and what is {ground}", {"pit": (PITS, ".pit"), "nothing": found["nothing"]}, GLANCE)
    for ground, free, own, theirs in (("raked across", "a5", "c1", "c7"), ("raked along", "b5", "f1", "b7")):
        shots = marked(STONES, "a5", "c1", "c7", "b5", "f1", "b7")
        found = {name: (shot, free) for name, shot in shots.items()} | {
            "refused": (STONES.touched(free), free),
            "go": (STONES.marked(f"taken:{free[0]}1"), free),
        }
        yield Family(f"marks {ground}", found)
        found = {name: (shot, own) for name, shot in shots.items()} | {
            "taken": (STONES.marked(f"taken:{own}"), own),
            "a character may come": (STONES.marked("taken:d1"), own),
        }
        yield Family(f"marks {ground} with an own stone", found)
        found = {name: (shot, theirs) for name, shot in shots.items()} | {"refused": (STONES.touched(theirs), theirs)}
        yield Family(f"marks {ground} with their stone", found)
    yield Family("a character's places", on(GOAL, goal="b7", go="b5"))


# --- Tesulda ----------------------------------------------------------------------------------------------------------

BASES = Shot("tesulda", "10/10/(sk)1(ss)1(cs)1(ts)3/1(Sk)1(Ss)1(Cs)1(Ts)2/10/10/10/10/10/10 l - 0")
PIECES = {
    "blue": Shot(
        "tesulda", "(sck)9/1(Tc)1(Ts)1(Td)1(Tz)1(Th)/(St)9/1(tc)1(ts)1(td)1(tz)1(th)/(st)9/10/10/10/10/(Sck)9 l - 0"
    ),
    "green": Shot(
        "tesulda", "9(sck)/(Tc)1(Ts)1(Td)1(Tz)1(Th)1/1(St)8/(tc)1(ts)1(td)1(tz)1(th)1/1(st)8/10/10/10/10/9(Sck) l - 0"
    ),
}
ARMIES = Shot("tesulda")
THREAT = Shot("tesulda", "4(sk)5/10/10/10/10/10/10/4(sss)1(sss)3/10/4(Sk)5 l - 0")
SAFE = Shot("tesulda", "4(sk)5/10/10/10/10/10/10/3(sss)1(sss)4/10/4(Sk)5 l - 0")
ATTACKS = Shot("tesulda", "10/10/4(sk)5/10/(ts)9/1(Tcs)2(Cs)5/(ts)2(ts)6/4(ts)5/10/4(Sk)5 l - 0")


def tesulda() -> Iterator[Family]:
    """Bone and ebony, three bases, seven pieces, blue and green squares, tints and signs."""
    dark = {"prime": "a8", "square": "c8", "circle": "e8", "triangle": "g8"}
    light = {"prime": "b7", "square": "d7", "circle": "f7", "triangle": "h7"}
    for name in dark:
        yield Family(f"sides: {name}", on(BASES, light=light[name], dark=dark[name]), GLANCE)
    yield Family("bases of bone", on(BASES, **light))
    yield Family("bases of ebony", on(BASES, **dark))
    names = ("circle", "square", "diamond", "trapezoid", "hexagon")
    for ground, shot in PIECES.items():
        files = "bdfhj" if ground == "blue" else "acegi"
        for side, rank in (("bone", 9), ("ebony", 7)):
            found = {name: f"{file}{rank}" for name, file in zip(names, files, strict=True)}
            yield Family(f"pieces on {side}, {ground}", on(shot, **found), PART, 18)
    for ground, free, own, theirs in (("blue", "b6", "b2", "a9"), ("green", "a6", "a2", "b9")):
        shots = marked(ARMIES, "b6", "b2", "a9", "a6", "a2", "b9")
        held = ARMIES.marked("taken:d2")
        found = {name: (shot, free) for name, shot in shots.items()} | {"refused": (held.touched(free), free)}
        yield Family(f"marks on {ground}", found)
        found = {name: (shot, own) for name, shot in shots.items()} | {"taken": (ARMIES.marked(f"taken:{own}"), own)}
        yield Family(f"marks on {ground} with an own figure", found)
        found = {name: (shot, theirs) for name, shot in shots.items()} | {"refused": (held.touched(theirs), theirs)}
        yield Family(f"marks on {ground} with their figure", found)
    taken = ATTACKS.marked("taken:b5")
    yield Family(
        "where a figure may go",
        {"nothing": (ATTACKS, "b6"), "go": (taken, "b6"), "reach": (ATTACKS.touched("d4"), "d3")},
    )
    yield Family("whom a figure may attack", {"nothing": (ATTACKS, "a6"), "attack": (taken, "a6")})
    yield Family("who threatens", on(THREAT, one="e3", none="g3"))
    yield Family("who is threatened", {"threatened": (THREAT, "e1"), "safe": (SAFE, "e1")})


# --- Tensor, the card game --------------------------------------------------------------------------------------------

UNCOVER = '[data-do="embed.uncover"]'
CARDS = "W123456789T B123456789T 0-0 1.1"
MOVED = Shot("tensor-cards", f"equilibrium-point first-star r0,1 b6,3 y6,5 {CARDS}")
OWN_STARS = Shot("tensor-cards", f"equilibrium-point three-points+own-side r0,1 b6,3 y6,5 {CARDS}")
USED = Shot("tensor-cards", "equilibrium-point first-star r0,1 b6,3 y6,5 W149T B236T 0-0 1.3")


def tensor_cards() -> Iterator[Family]:
    """Three pieces and their starts, stars and whose they are, cards and what is marked."""
    yield Family("pieces", on(MOVED, red="0,1", blue="6,3", yellow="6,5"), GLANCE)
    yield Family("starts", on(MOVED, red="4,1", blue="3,3", yellow="2,5", none="3,2"), size=28)
    yield Family(
        "stars",
        {"any": (MOVED, ".star-space.any"), **on(OWN_STARS, black=".star-space.black", white=".star-space.white")},
    )
    yield Family(
        "badges",
        {name: (MOVED, f'[data-target="slot:{name}"] .badge') for name in ("red", "blue", "yellow")},
        GLANCE,
        24,
    )
    space, card, piece = "3,4", "card:3", "piece:red"
    shots = marked(MOVED, space, card, piece)
    found = {name: (shot, space) for name, shot in shots.items()}
    yield Family("marks of a space", found | {"refused": (MOVED.touched(UNCOVER, space), space)}, size=60)
    for target, held in ((card, piece), (piece, card)):
        found = {name: (shot, target) for name, shot in shots.items()} | {
            "taken": (MOVED.touched(UNCOVER, target), target),
            "may be next": (MOVED.touched(UNCOVER, held), target),
        }
        yield Family(f"marks of {target}", found, size=60)
    yield Family("cards", {"there": (USED, "card:2"), "used": (USED, "card:5")}, GLANCE)


# --- Tensor: A Game of Equilibrium ------------------------------------------------------------------------------------


def network(board: Mapping[str, str], hand: tuple[str, ...] = (), storage: str = "", offer: str = "SSTTA") -> Shot:
    """A game of two in which the first player has these."""
    first = {
        "board": dict(board),
        "card": "AV/IT",
        "cycles": 6,
        "hand": list(hand),
        "storage": storage,
        "weights": [1, 2, 3, 4, 5],
    }
    second = {
        "board": {"0,-1": "T", "0,0": "V"},
        "card": "VS/TA",
        "cycles": 7,
        "hand": [],
        "storage": "",
        "weights": [3, 3, 3, 3, 3],
    }
    pile = "TIVASIVTST"
    out = "".join(board.values()).upper() + storage + "TV" + pile + offer
    position = {
        "bag": "",
        "cards": [card for card in ("add", "div", "mul", "sub") if card not in hand],
        "final": None,
        "order": [1, 2],
        "passed": [],
        "phase": ["action", 1],
        "pile": pile,
        "players": [first, second],
        "quiet": 0,
        "round": 1,
        "supply": {kind: 20 - out.count(kind) for kind in "AISTV"},
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
TILES = network(ALL_TILES, ("sub", "div"), "ITV", "ITAVS")
FOUR = Shot("equilibrium", options="players:4")


def equilibrium() -> Iterator[Family]:
    """Five types of tiles, on either side; tokens of weights and of players; hexes and what is marked."""
    senses = dict(zip("ITAVS", ("image", "text", "audio", "video", "sensor"), strict=True))
    place = {kind: f"hex:1:{where}" for where, kind in ALL_TILES.items()}
    yield Family("tiles", {name: (TILES, place[kind]) for kind, name in senses.items()}, size=36)
    yield Family("tiles face down", {name: (TILES, place[kind.lower()]) for kind, name in senses.items()}, size=36)
    for kind, name in senses.items():
        yield Family(f"sides of {name}", {"up": (TILES, place[kind]), "down": (TILES, place[kind.lower()])}, GLANCE, 36)
    yield Family("tiles on offer", {name: (TILES, f"tile:{at}") for at, name in enumerate(senses.values())}, size=32)
    yield Family("weights", {name: (TILES, f".p1 .weight.t-{kind.lower()}") for kind, name in senses.items()}, PART, 16)
    yield Family(
        "players' tokens",
        {str(at): (FOUR, f".action-board .token.p{at}") for at in (1, 2, 3, 4)},
        share=GLANCE,
        size=18,
    )
    own, free = place["A"], "hex:1:-2,0"
    shots = marked(TILES, own, free)
    found = {name: (shot, own) for name, shot in shots.items()} | {
        "goes": (TILES.marked("taken:hand:1:sub"), own),
        "may be divided": (TILES.marked("taken:hand:1:div"), own),
    }
    yield Family("marks of a tile", found, size=46)
    found = {name: (shot, free) for name, shot in shots.items()} | {
        "refused": (TILES.touched(free), free),
        "may come": (TILES.marked("taken:storage:1:T"), free),
        "may be hacked": (TILES.marked("taken:storage:1:I"), "hex:2:-1,0"),
    }
    yield Family("marks of a free hex", found, size=46)
    found = {name: (shot, "storage:1:I") for name, shot in marked(TILES, "storage:1:I").items()} | {
        "taken": (TILES.marked("taken:storage:1:I"), "storage:1:I"),
        "passed over": (TILES.marked("taken:storage:1:T"), "storage:1:I"),
    }
    yield Family("marks of what is stored", found, size=58)


GAMES_SEEN: dict[str, Callable[[], Iterator[Family]]] = {
    "sensei": sensei,
    "tensor-chess": tensor_chess,
    "tesulda": tesulda,
    "tensor-cards": tensor_cards,
    "equilibrium": equilibrium,
}


# --- photographs ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def studio(new_context: Callable[..., BrowserContext], site: str) -> Iterator[Page]:
    """A board as it is in other pages, which shows what it is told."""
    context = new_context("desktop", viewport={"width": 820, "height": 740}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site}embed.html#game=sensei")
    page.locator("html[data-ready]").wait_for(state="attached", timeout=CONFIG["timeouts"]["ready"])
    yield page
    context.close()


_PLACED = """async ([width, selectors]) => {
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


def selector(place: str) -> str:
    """The selector of a target, or the selector itself."""
    return place if place[0] in ".[" else f"[data-target={json.dumps(place)}]"


def photographed(page: Page, theme: str, shot: Shot, places: set[str]) -> tuple[np.ndarray, dict[str, list[float]]]:
    """A photograph, and where in it the places are."""
    wanted = {name: value for name in ("position", "marks", "options", "moves") if (value := getattr(shot, name))}
    caption = f"{theme} {shot}"[:400]
    asked = {"game": shot.game, "mode": "play", "theme": theme, "caption": caption, **wanted}
    message = {"ruleboard": 1, "type": "show", "parameters": asked}
    page.evaluate("text => ruleboard.send('message', text)", json.dumps(message))
    page.get_by_text(caption, exact=True).first.wait_for(state="attached")  # it is this that is shown now
    for mark in filter(None, shot.marks.split(";")):
        kind, _, target = mark.partition(":")
        page.locator(f"{selector(target)}.{kind}").wait_for(state="attached")
    for touch in shot.touches:
        page.locator(selector(touch)).first.dispatch_event("click")
    names = sorted(places)
    selectors = [selector(name) for name in names]
    found = page.evaluate(_PLACED, [WIDTHS[shot.game], selectors])
    assert all(found), f"{shot}: {[name for name, at in zip(names, found, strict=True) if not at]} is not there"
    return eyes.opened(page.screenshot()), dict(zip(names, found, strict=True))


def tile(picture: np.ndarray, at: list[float], size: int) -> np.ndarray:
    """A square of a picture around a place."""
    left, top = round(at[0] - size / 2), round(at[1] - size / 2)
    left, top = max(0, left), max(0, top)
    cut = picture[top : top + size, left : left + size]
    assert cut.shape == (size, size, 3), at
    return cut


def tiles(page: Page, theme: str, families: list[Family]) -> list[dict[str, np.ndarray]]:
    """The tiles of all families; each board is shown once."""
    wanted: dict[Shot, set[str]] = {}
    for family in families:
        for shot, place in family.places.values():
            wanted.setdefault(shot, set()).add(place)
    shots = {shot: photographed(page, theme, shot, places) for shot, places in wanted.items()}
    return [
        {
            name: tile(shots[shot][0], shots[shot][1][place], family.size)
            for name, (shot, place) in family.places.items()
        }
        for family in families
    ]


def alike(family: Family, found: Mapping[str, np.ndarray]) -> list[str]:
    """Return sentences on pairs that are not told apart."""
    said = []
    for vision in eyes.VISIONS:
        labs = {name: eyes.oklab(tile, vision) for name, tile in found.items()}
        for one, other in combinations(labs, 2):
            share = eyes.difference(labs[one], labs[other])
            if share < family.share:
                said.append(f"{family.name}: {one} and {other}, {vision}: {share:.1%} differ")
    return said


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES_SEEN)
def test_what_is_different_is_told_apart(studio: Page, game: str, theme: str) -> None:
    families = list(GAMES_SEEN[game]())
    found = tiles(studio, theme, families)
    lines = [line for family, cut in zip(families, found, strict=True) for line in alike(family, cut)]
    assert not lines, "\n".join(lines)


# --- what the measure is worth ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("vision", ["protanopia", "deuteranopia", "tritanopia", "achromatopsia"])
def test_the_browser_sees_it_the_same_way(studio: Page, vision: str) -> None:
    before, _at = photographed(studio, "light", STONES, set())
    session = studio.context.new_cdp_session(studio)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
    try:
        browsers = eyes.opened(studio.screenshot()).astype(int)
    finally:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
        session.detach()
    assert np.abs(browsers - before).max() > 40  # else nothing would have been simulated
    assert np.abs(browsers - eyes.seen(before, vision)).max() <= 3


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_on_another_square_is_no_difference(studio: Page, theme: str) -> None:
    same = [
        Family("stones", on(STONES, one="a7", other="e7")),
        Family("free sand", on(STONES, one="c5", other="f4")),
        Family("pawns", on(PAWNS, one="a2", other="g2")),
        Family("free squares", on(PAWNS, one="b3", other="i4")),
        Family("marked squares", on(PAWNS.marked("danger:b3;danger:i4"), one="b3", other="i4")),
        Family("figures", on(ARMIES, one="b9", other="h9")),
        Family("free hexes", on(FOUR, one="hex:1:0,0", other="hex:1:1,0"), size=36),
    ]
    for family, found in zip(same, tiles(studio, theme, same), strict=True):
        assert len(alike(family, found)) == len(eyes.VISIONS), family.name


def test_pieces_that_differ_by_hue_alone_are_found_out(studio: Page) -> None:
    """Sensei's stones without their leaves and flames, of one shape, in a red and a green that deuteranopes confuse."""
    shot = Shot("sensei", "r1g4/7/1R3G1/7/7/7/7 g 21 arashi")
    photographed(studio, "light", shot, set())
    repaint = """() => document.querySelectorAll(".board .stone").forEach((stone) => {
      const disc = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      disc.setAttribute("r", "36");
      disc.style.fill = stone.classList.contains("green") ? "#289c58" : "#b36a5e";
      stone.replaceChildren(disc);
    })"""
    studio.evaluate(repaint)
    picture = eyes.opened(studio.screenshot())
    places = studio.evaluate(_PLACED, [WIDTHS["sensei"], [selector("a7"), selector("c7")]])
    family = Family("stones", on(shot, red="a7", green="c7"), GLANCE)
    said = alike(family, {name: tile(picture, at, TILE) for name, at in zip(("red", "green"), places, strict=True)})
    assert not any("trichromacy" in line for line in said)
    assert any("deuteranopia" in line for line in said)
    studio.reload()
    studio.locator("html[data-ready]").wait_for(state="attached", timeout=CONFIG["timeouts"]["ready"])


# --- beside the board -------------------------------------------------------------------------------------------------


class Beside(NamedTuple):
    """Something beside the board in whose look colour has a part.

    Attributes:
        scene: the scene that shows it, by ``str(scene)``.
        where: its CSS selector.
        change: a function in JavaScript that makes of it what it is not.
        area: the part of it that is compared: the distance below its upper left corner, the width and the height.
        on: a button that is to be pressed until it is there.
    """

    scene: str
    where: str
    change: str
    area: tuple[int, int, int] = (0, 90, TILE)
    on: str = ""


GONE = "e => e.classList.remove('{}')"
BESIDE = {
    "an answer": Beside("sensei: lesson, missed", ".answer .miss", "e => e.className = 'praise'"),
    "a refusal": Beside("tensor-chess: table, refused", ".status .said", "e => e.className = ''"),
    "whose turn it is": Beside("sensei: table, midway", ".player.to-move", GONE.format("to-move")),
    "whose turn of many": Beside("equilibrium: table, crowded", ".strip.to-move", GONE.format("to-move")),
    "the move looked at": Beside("sensei: table, looking back", ".ply.now", GONE.format("now")),
    "what is read": Beside("equilibrium: table, crowded", ".tab[aria-pressed=true]", "e => e.ariaPressed = 'false'"),
    "a setting": Beside("house: settings", ".segment:has(:checked)", "e => e.querySelector('input').checked = false"),
    "a fault": Beside("sensei: new game, a start refused", "#start-error", "e => e.className = ''"),
    "the tool held": Beside("tensor-chess: editor", ".tool.held", GONE.format("held")),
    "the way a piece went": Beside(
        "tensor-cards: table, show",
        ".trail",
        "e => { e.style.display = 'none'; }",
        on='[data-do="play.show_step"].primary',
    ),
    "whose action": Beside(
        "equilibrium: table, over", ".turn.p0.again", "e => e.classList.replace('p0', 'p1')", (12, 24, 24)
    ),
}


@pytest.fixture(scope="module")
def app(new_context: Callable[..., BrowserContext], open_app: Callable[..., Page]) -> Iterator[Page]:
    """A computer's page."""
    context = new_context("desktop", reduced_motion="reduce")
    yield open_app(context.new_page(), "#/")
    context.close()


@pytest.mark.parametrize("what", BESIDE)
def test_what_is_beside_the_board_is_told_without_colours(app: Page, what: str) -> None:
    beside = BESIDE[what]
    visit(app, next(scene for scene in scenes() if str(scene) == beside.scene))
    for _step in range(12 if beside.on else 0):
        if app.locator(beside.where).count():
            break
        app.locator(beside.on).click()
    said = []
    for theme in THEMES:
        app.evaluate("theme => ruleboard.setTheme(theme)", theme)
        element = app.locator(beside.where).first.element_handle()
        element.scroll_into_view_if_needed()
        box = element.bounding_box()
        assert box
        down, width, height = beside.area
        clip = {
            "x": box["x"],
            "y": box["y"] + down,
            "width": min(box["width"], width),
            "height": min(box["height"], height),
        }
        so = eyes.opened(app.screenshot(clip=clip))
        other = element.evaluate_handle("e => { const other = e.cloneNode(true); e.replaceWith(other); return other; }")
        other.evaluate(beside.change)
        not_so = eyes.opened(app.screenshot(clip=clip))
        other.evaluate("(other, e) => other.replaceWith(e)", element)
        said += [f"{theme}, {line}" for line in alike(Family(what, {}), {"so": so, "not so": not_so})]
    assert not said, "\n".join(said)
