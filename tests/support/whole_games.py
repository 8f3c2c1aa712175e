"""Complete games for tests in several browsers."""

from __future__ import annotations

SENSEI = {
    "arashi": (
        "e1-e3 b1-b6 end f7-f5 e7-e5 @d7-f5 c1-c5 g1-g5 @d1-a1 c7-c6 c6-c7 end b6-d6 d1-d2 @a1-f1 d7-f7 b7-b1 @f5-b1",
        "r1r2rr/3g3/2g1rrg/7/4g2/3g3/gR3G1 r 00 arashi",
        "Red wins",
    ),
    "shizukana-variant": (
        "e1-e2 @d1-e2 a1-a2 f1-e1 end a2-b2 c1-c2 @e2-b2 @d7-c7 a7-a6 b1-a1 @b2-b7",
        "1GRrrgr/r6/7/7/7/1gg1g2/r2gr1g g 20 shizukana-variant",
        "Green wins",
    ),
    # Three green stones and Red's line through the pits: an unfair game (spec: "Unfair game").
    "arashi-expert": (
        "a1-a4 g1-g6 end c7-c6 @d7-f7 a7-a5 e1-e6 @d1-a4 c1-c3",
        "1r1rrRr/2r1g1g/ro3o1/G2o3/1og2o1/7/1g1g1g1 r 21 arashi-expert",
        "Green wins: 3 of Green’s stones touch Red’s unfair line",
    ),
}
"""The actions, the last position and the reason of the end, by mode."""

TWO_PLAYER_GAME = (
    428,
    "setup I@0,0 A@-1,1; setup I@0,0 T@0,1; code add; download A,S,S; run add -1,1 I@1,-1; tweak S; tweak V;"
    "load A@-1,1; pass; hack 1 S@1,-2; tweak T; pass; flip I@0,0; pass; pass; pass; pass; code sub; skip",
)
"""A game of Equilibrium, as seed and actions. It has every kind of action and ends by quiet rounds."""

FOUR_PLAYER_GAME = (
    360,
    "setup I@0,0 S@0,1; setup S@0,0 V@0,1; setup I@0,0 V@-1,0; setup V@0,0 T@1,0; code sub; download I,I,I; pass;"
    "pass; pass; load I@0,2; hack 4 I@0,-1; tweak T; hack 4 I@-1,0; tweak T; pass; flip I@-1,0; pass; pass; pass;"
    "pass; pass; pass; pass; pass; code mul; skip; skip; skip",
)

LATE_TESULDA_POSITION = "(ss)8(tk)/10/3(tcs)6/10/3(Ss)6/10/10/10/5(Cs)4/4(Sck)5 l ch 3"
"""A position of Tesulda shortly before the end."""


def load_game_actions(game: tuple[int, str]) -> list[str]:
    """Return the action texts of a complete game."""
    return [text.strip() for text in game[1].split(";")]
