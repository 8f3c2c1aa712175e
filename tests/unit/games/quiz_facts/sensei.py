"""Facts about the written questions of Sensei."""

from __future__ import annotations

from functools import partial

from ruleboard.games.sensei.bitboard import board_tables, edge_line, touching_stones
from ruleboard.games.sensei.state import turn_start
from ruleboard.registry import VIEWS

from . import (
    ComputedFacts,
    Facts,
    Game,
    after_each,
    board_rows,
    board_text,
    can,
    can_win,
    illegal,
    is_drawn,
    is_won,
    legal,
    mover_changes,
    number,
    piece,
    played,
    position,
    repeated,
    texts,
    third_time,
    wins,
    yes,
)

GREEN, RED = 0, 1
game_at = partial(position, "sensei")
BEARER = game_at("3R3/7/7/7/3G3/7/g2g2g g 21 arashi")
WINNING = game_at("1rrRr2/5r1/7/3G3/7/2g4/4ggg g 21 arashi")
QUIET = game_at("r2R3/7/7/7/7/7/3G2g g 21 arashi")
ROUND = ("g1-f1", "end", "a7-b7", "end", "f1-g1", "end", "b7-a7", "end")
SHUFFLED, FIVE = repeated(QUIET, ROUND, 3), repeated(QUIET, ROUND, 5)
STONE_AHEAD = game_at("1rrRrrr/7/7/7/7/7/g2G3 g 21 arashi")


def with_square(game: Game, square: str, content: str, remaining_moves: str = " 21 ") -> Game:
    """Return a game from the position with other content on a square: ``g``, ``r`` or nothing (``""``)."""
    text, rest = game.game.format_position(game.state).split(" ", 1)
    rows = board_rows(text)
    rows[7 - int(square[1])][ord(square[0]) - ord("a")] = content or "."
    return game_at(f"{board_text(rows)} {rest}".replace(" 21 ", remaining_moves))


def character_wins_on(_game: Game, square: str) -> bool:
    """Return True if Green’s character wins by a leap to a square from the row below, or above if it is on row 1."""
    origin = f"{square[0]}{int(square[1]) - 1 or 2}"
    board = board_rows("7/7/7/7/7/7/7")
    for name, content in (("c4", "R"), (square, "g"), (origin, "G")):
        board[7 - int(name[1])][ord(name[0]) - ord("a")] = content
    return can_win(game_at(f"{board_text(board)} g 21 arashi"), f"@{origin}-{square}")


def reached_in_two_moves(game: Game, square: str) -> bool:
    """Return True if the stone on d4 can be on a square after one or two moves."""
    return bool(texts(game, f"d4-{square}")) or any(
        texts(after, f"{text[3:]}-{square}") for text in texts(game, "d4-*") for after in [played(game, text)]
    )


def blocks_the_far_edge(game: Game, square: str) -> bool:
    """Return True if the character could leap to the far edge without the stone on a square."""
    return not can_win(game, "@*") and can_win(with_square(game, square, ""), "@*")


def stone_move_count(game: Game) -> int:
    """Return the number of stones that the player to move can still move in this turn."""
    count, player = 0, game.to_move
    while game.to_move == player and (moves := texts(game, "??-??")):
        game, count = played(game, moves[0]), count + 1
    return count


def wins_with(*kinds: str) -> bool:
    """Return True if actions of these kinds, in this order, win in one turn."""
    games = [WINNING]
    for kind in kinds:
        games = [after for game in games if game.outcome is None for after in after_each(game, kind)]
    return any(is_won(game, GREEN) for game in games)


def unfair_with(game: Game, square: str) -> bool:
    """Return True if Green wins by ending the turn after the stone on g1 has moved to a square."""
    return is_won(played(with_square(with_square(game, "g1", ""), square, "g", " 01 "), "end"), GREEN)


def touching_count(game: Game) -> int:
    """Return the number of green stones that touch Red’s line."""
    red, green = (turn_start(game.state, side).position.stones for side in (RED, GREEN))
    return touching_stones(board_tables(game.state.mode), red, green).bit_count()


def has_line(game: Game, side: int) -> bool:
    """Return True if the stones of a side have a line from edge to edge."""
    return bool(edge_line(board_tables(game.state.mode), turn_start(game.state, side).position.stones))


STONE, LEAP = "??-??", "@*"

FACTS: Facts = {
    ("goal", "Which leap wins"): wins("@*-{}"),
    ("goal", "get across the board"): (
        lambda game: character_wins_on(game, "b7"),
        lambda _game: any(is_won(after, GREEN) for after in after_each(STONE_AHEAD, STONE)),
        lambda _game: can_win(game_at("3Rr2/7/7/7/7/4G2/7 g 21 arashi"), LEAP),
    ),
    ("goal", "square in front"): yes(
        lambda game: any(piece(played(game, text), text[4:]) == "" for text in texts(game, LEAP))
    ),
    ("quiet", "both stone moves"): reached_in_two_moves,
    ("character", "keeps your character"): blocks_the_far_edge,
    ("bearer", "can’t move right now"): illegal("{}-*"),
    ("bearer", "do first"): (
        lambda game: bool(texts(played(game, "@d3-d1"), "d3-*")),
        can("d3-*"),
        lambda game: not texts(played(game, "@d3-d1"), "d3-*"),
    ),
    ("bearer", "can’t move after that"): lambda game, square: not texts(played(game, "@d3-d1"), f"{square}-*"),
    ("bearer", "Red’s character stands"): (
        lambda game: any(texts(after, "d5-*") for after in after_each(game, LEAP)),
        can("d5-*"),
        lambda game: not any(texts(after, "d5-*") for after in after_each(game, LEAP)),
    ),
    ("turn", "same stone twice"): (
        lambda game: bool(texts(game, LEAP)) and not texts(game, STONE),
        lambda game: bool(texts(game, STONE)) and not texts(game, LEAP),
        lambda game: game.to_move != GREEN,
        lambda game: bool(texts(game, STONE) and texts(game, LEAP)),
    ),
    ("turn", "You leap first"): number(stone_move_count),
    ("turn", "Can you stop now"): yes(lambda _game: bool(texts(played(BEARER, "a1-a4"), "end"))),
    ("turn", "end by itself"): (
        lambda _game: mover_changes(BEARER, "a1-a4", "a4-b4", "@d3-d1"),
        lambda _game: bool(texts(played(BEARER, "a1-a4", "a4-b4"), STONE)),
        lambda _game: mover_changes(BEARER, "a1-a4", "a4-b4"),
        lambda _game: mover_changes(BEARER, "@d3-d1"),
    ),
    ("winning", "stone have to stop"): lambda game, square: any(
        can_win(after, LEAP) for after in after_each(game, f"??-{square}")
    ),
    ("winning", "Which 3 actions"): (
        lambda _game: wins_with(STONE, STONE, LEAP),
        lambda _game: wins_with(STONE, STONE, STONE),
        lambda _game: wins_with(LEAP, STONE, LEAP),
    ),
    ("winning", "second stone move"): (
        lambda _game: can_win(played(WINNING, "c2-a2", "a2-a7"), LEAP),
        lambda _game: played(WINNING, "c2-a2", "a2-a7").outcome is not None,
        lambda _game: not texts(played(WINNING, "c2-a2", "a2-a7"), LEAP),
    ),
    ("unfair", "would a third stone"): unfair_with,
    ("unfair", "How many green stones"): number(touching_count),
    ("unfair", "red stones form a line"): yes(lambda game: has_line(game, RED)),
    ("unfair", "Both lines"): (
        lambda _game: is_won(played(game_at("7/7/rrrRrrr/gggGggg/7/7/7 g 01 arashi"), "end"), GREEN),
        lambda _game: is_won(played(game_at("7/7/rrrRrrr/gggGggg/7/7/7 g 01 arashi"), "end"), RED),
        lambda _game: is_drawn(played(game_at("7/7/rrrRrrr/gggGggg/7/7/7 g 01 arashi"), "end")),
    ),
    ("mixed", "guests"): lambda game, square: square[1] == "7" and VIEWS["sensei"].owner(game.state, square) == GREEN,
    ("mixed", "home row a line"): yes(lambda game: has_line(game, GREEN)),
    ("pits", "can your character leap"): legal("@*-{}"),
    ("draws", "third time"): third_time(SHUFFLED),
    ("draws", "Red can move"): (
        lambda game: texts(game) == ("end",) and played(game, "end").to_move == RED,
        lambda game: is_won(played(game, "end"), RED),
        lambda game: is_drawn(played(game, "end")),
    ),
    ("draws", "Neither side"): (is_drawn, lambda game: is_won(game, RED), lambda game: is_won(game, GREEN)),
    ("draws", "fifth time"): (
        lambda _game: is_drawn(FIVE),
        lambda _game: FIVE.outcome is None and FIVE.draw_claim_reason() is not None,
        lambda _game: FIVE.outcome is not None and not FIVE.outcome.is_draw,
    ),
}

KNOWLEDGE: dict[tuple[str, str], str] = {}

COMPUTED: ComputedFacts = {}
