"""What is said once something is taken up."""

from __future__ import annotations

import pytest

from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.hints import hint
from ruleboard.games.tesulda.view import TesuldaView
from tests.unit.tesulda.positions import play

GAME = PACKAGE.game

FACE = TesuldaView()
START = "(ss)8(tk)/10/3(tcs)6/10/3(Ss)6/10/10/10/5(Cs)4/4(Sck)5 l ch 3"


@pytest.mark.parametrize(
    ("actions", "touched", "said"),
    [
        ((), ("d6",), "d6: straight 2, diagonal 0."),
        (("d6-d8",), ("prey:c1",), "Touch your figure on d8 to take it, or a second piece."),
        (("d6-d8",), ("prey:c1", "prey:s1"), "Touch your figure on d8 to take them, or one of them again"),
        (("e1-e2",), ("e2",), "Touch the piece it gives away."),
        (("e1-e2",), ("e2", "piece:k1"), "Touch the figure that gets it, or a second piece."),
        (("e1-e2",), ("piece:k1",), "Touch the figure that gets it, or a second piece."),
    ],
)
def test_a_hint_says_what_to_touch_next(actions: tuple[str, ...], touched: tuple[str, ...], said: str) -> None:
    assert hint(play(GAME.parse_position(START), *actions), touched).startswith(said)


@pytest.mark.parametrize(
    ("touched", "said"),
    [
        (("base:S",), "a free square"),
        (("store:c",), "the figure that gets it."),
        (("e1",), "a square or the store"),
        (("e1", "piece:c1"), "or the store."),
    ],
)
def test_a_hint_leads_the_builder(touched: tuple[str, ...], said: str) -> None:
    state = play(GAME.initial({"setup": "build"}, 1), "S>e1", "c>e1")
    assert said in hint(state, touched)


def test_mistakes_are_said_while_something_is_in_the_hand() -> None:
    state = play(GAME.initial({"setup": "build"}, 1), "T>a1")
    assert "A triangle stands on a1" in hint(state, ("base:S",))


def test_a_refused_square_does_not_take_the_piece_out_of_the_hand() -> None:
    building = GAME.initial({"setup": "build"}, 0)
    assert FACE.keeps_selection(building, ("store:c",), "e1")
    assert not FACE.keeps_selection(building, ("e1",), "e2")
    assert not FACE.keeps_selection(building, ("store:c",), "store:s")
