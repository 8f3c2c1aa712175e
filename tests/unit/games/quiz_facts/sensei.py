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
    action_is_legal,
    answer_agrees_with,
    answer_is_illegal,
    answer_is_legal,
    answer_is_number,
    answer_wins,
    board_rows,
    board_text,
    can_win,
    claims_on_repetition,
    find_piece,
    is_drawn,
    is_won,
    legal_texts,
    mover_changes,
    play_each_action,
    play_moves,
    repeat_moves,
    start_at,
)

GREEN, RED = 0, 1
game_at = partial(start_at, "sensei")
CHARACTER_ON_D3_GAME = game_at("3R3/7/7/7/3G3/7/g2g2g g 21 arashi")
THREE_ACTION_WIN_GAME = game_at("1rrRr2/5r1/7/3G3/7/2g4/4ggg g 21 arashi")
QUIET_GAME = game_at("r2R3/7/7/7/7/7/3G2g g 21 arashi")
ROUND_TEXTS = ("g1-f1", "end", "a7-b7", "end", "f1-g1", "end", "b7-a7", "end")
THIRD_OCCURRENCE_GAME, FIFTH_OCCURRENCE_GAME = (
    repeat_moves(QUIET_GAME, ROUND_TEXTS, 3),
    repeat_moves(QUIET_GAME, ROUND_TEXTS, 5),
)
STONE_AHEAD_GAME = game_at("1rrRrrr/7/7/7/7/7/g2G3 g 21 arashi")


def with_square(game: Game, square: str, content: str, remaining_moves: str = " 21 ") -> Game:
    """Put a stone (``g`` or ``r``) on a square or empty it (``""``), and return the game from that position."""
    text, rest = game.game.format_position(game.state).split(" ", 1)
    rows = board_rows(text)
    rows[7 - int(square[1])][ord(square[0]) - ord("a")] = content or "."
    return game_at(f"{board_text(rows)} {rest}".replace(" 21 ", remaining_moves))


def character_wins_on(_game: Game, square: str) -> bool:
    """Return True if Green’s character wins by a leap to a square from an adjacent row."""
    origin = f"{square[0]}{int(square[1]) - 1 or 2}"
    board = board_rows("7/7/7/7/7/7/7")
    for name, content in (("c4", "R"), (square, "g"), (origin, "G")):
        board[7 - int(name[1])][ord(name[0]) - ord("a")] = content
    return can_win(game_at(f"{board_text(board)} g 21 arashi"), f"@{origin}-{square}")


def stone_reaches_in_two_moves(game: Game, square: str) -> bool:
    """Return True if the stone on d4 can be on a square after one or two moves."""
    return bool(legal_texts(game, f"d4-{square}")) or any(
        legal_texts(after, f"{text[3:]}-{square}")
        for text in legal_texts(game, "d4-*")
        for after in [play_moves(game, text)]
    )


def stone_blocks_far_edge(game: Game, square: str) -> bool:
    """Return True if the character can leap to the far edge only without the stone on a square."""
    return not can_win(game, "@*") and can_win(with_square(game, square, ""), "@*")


def count_stone_moves(game: Game) -> int:
    """Return the number of stone moves that the player to move can still make in this turn."""
    count, player = 0, game.to_move
    while game.to_move == player and (moves := legal_texts(game, "??-??")):
        game, count = play_moves(game, moves[0]), count + 1
    return count


def can_win_with(*kinds: str) -> bool:
    """Return True if actions that match these patterns, in this order, win in one turn."""
    games = [THREE_ACTION_WIN_GAME]
    for kind in kinds:
        games = [after for game in games if game.outcome is None for after in play_each_action(game, kind)]
    return any(is_won(game, GREEN) for game in games)


def line_is_unfair_with(game: Game, square: str) -> bool:
    """Return True if Green wins by ending the turn after the stone on g1 has moved to a square."""
    return is_won(play_moves(with_square(with_square(game, "g1", ""), square, "g", " 01 "), "end"), GREEN)


def count_touching_stones(game: Game) -> int:
    """Return the number of green stones that touch Red’s line."""
    red, green = (turn_start(game.state, side).position.stones for side in (RED, GREEN))
    return touching_stones(board_tables(game.state.mode), red, green).bit_count()


def has_line(game: Game, side: int) -> bool:
    """Return True if the stones of a side have a line from edge to edge."""
    return bool(edge_line(board_tables(game.state.mode), turn_start(game.state, side).position.stones))


STONE_MOVE_PATTERN, LEAP_PATTERN = "??-??", "@*"

FACTS: Facts = {
    ("goal", "Which leap wins"): answer_wins("@*-{}"),
    ("goal", "get across the board"): (
        lambda game: character_wins_on(game, "b7"),
        lambda _game: any(is_won(after, GREEN) for after in play_each_action(STONE_AHEAD_GAME, STONE_MOVE_PATTERN)),
        lambda _game: can_win(game_at("3Rr2/7/7/7/7/4G2/7 g 21 arashi"), LEAP_PATTERN),
    ),
    ("goal", "square in front"): answer_agrees_with(
        lambda game: any(find_piece(play_moves(game, text), text[4:]) == "" for text in legal_texts(game, LEAP_PATTERN))
    ),
    ("quiet", "both stone moves"): stone_reaches_in_two_moves,
    ("character", "keeps your character"): stone_blocks_far_edge,
    ("bearer", "can’t move right now"): answer_is_illegal("{}-*"),
    ("bearer", "do first"): (
        lambda game: bool(legal_texts(play_moves(game, "@d3-d1"), "d3-*")),
        action_is_legal("d3-*"),
        lambda game: not legal_texts(play_moves(game, "@d3-d1"), "d3-*"),
    ),
    ("bearer", "can’t move after that"): lambda game, square: (
        not legal_texts(play_moves(game, "@d3-d1"), f"{square}-*")
    ),
    ("bearer", "Red’s character stands"): (
        lambda game: any(legal_texts(after, "d5-*") for after in play_each_action(game, LEAP_PATTERN)),
        action_is_legal("d5-*"),
        lambda game: not any(legal_texts(after, "d5-*") for after in play_each_action(game, LEAP_PATTERN)),
    ),
    ("turn", "same stone twice"): (
        lambda game: bool(legal_texts(game, LEAP_PATTERN)) and not legal_texts(game, STONE_MOVE_PATTERN),
        lambda game: bool(legal_texts(game, STONE_MOVE_PATTERN)) and not legal_texts(game, LEAP_PATTERN),
        lambda game: game.to_move != GREEN,
        lambda game: bool(legal_texts(game, STONE_MOVE_PATTERN) and legal_texts(game, LEAP_PATTERN)),
    ),
    ("turn", "You leap first"): answer_is_number(count_stone_moves),
    ("turn", "Can you stop now"): answer_agrees_with(
        lambda _game: bool(legal_texts(play_moves(CHARACTER_ON_D3_GAME, "a1-a4"), "end"))
    ),
    ("turn", "end by itself"): (
        lambda _game: mover_changes(CHARACTER_ON_D3_GAME, "a1-a4", "a4-b4", "@d3-d1"),
        lambda _game: bool(legal_texts(play_moves(CHARACTER_ON_D3_GAME, "a1-a4", "a4-b4"), STONE_MOVE_PATTERN)),
        lambda _game: mover_changes(CHARACTER_ON_D3_GAME, "a1-a4", "a4-b4"),
        lambda _game: mover_changes(CHARACTER_ON_D3_GAME, "@d3-d1"),
    ),
    ("winning", "stone have to stop"): lambda game, square: any(
        can_win(after, LEAP_PATTERN) for after in play_each_action(game, f"??-{square}")
    ),
    ("winning", "Which 3 actions"): (
        lambda _game: can_win_with(STONE_MOVE_PATTERN, STONE_MOVE_PATTERN, LEAP_PATTERN),
        lambda _game: can_win_with(STONE_MOVE_PATTERN, STONE_MOVE_PATTERN, STONE_MOVE_PATTERN),
        lambda _game: can_win_with(LEAP_PATTERN, STONE_MOVE_PATTERN, LEAP_PATTERN),
    ),
    ("winning", "second stone move"): (
        lambda _game: can_win(play_moves(THREE_ACTION_WIN_GAME, "c2-a2", "a2-a7"), LEAP_PATTERN),
        lambda _game: play_moves(THREE_ACTION_WIN_GAME, "c2-a2", "a2-a7").outcome is not None,
        lambda _game: not legal_texts(play_moves(THREE_ACTION_WIN_GAME, "c2-a2", "a2-a7"), LEAP_PATTERN),
    ),
    ("unfair", "would a third stone"): line_is_unfair_with,
    ("unfair", "How many green stones"): answer_is_number(count_touching_stones),
    ("unfair", "red stones form a line"): answer_agrees_with(lambda game: has_line(game, RED)),
    ("unfair", "Both lines"): (
        lambda _game: is_won(play_moves(game_at("7/7/rrrRrrr/gggGggg/7/7/7 g 01 arashi"), "end"), GREEN),
        lambda _game: is_won(play_moves(game_at("7/7/rrrRrrr/gggGggg/7/7/7 g 01 arashi"), "end"), RED),
        lambda _game: is_drawn(play_moves(game_at("7/7/rrrRrrr/gggGggg/7/7/7 g 01 arashi"), "end")),
    ),
    ("mixed", "guests"): lambda game, square: square[1] == "7" and VIEWS["sensei"].owner(game.state, square) == GREEN,
    ("mixed", "home row a line"): answer_agrees_with(lambda game: has_line(game, GREEN)),
    ("pits", "can your character leap"): answer_is_legal("@*-{}"),
    ("draws", "third time"): claims_on_repetition(THIRD_OCCURRENCE_GAME),
    ("draws", "Red can move"): (
        lambda game: legal_texts(game) == ("end",) and play_moves(game, "end").to_move == RED,
        lambda game: is_won(play_moves(game, "end"), RED),
        lambda game: is_drawn(play_moves(game, "end")),
    ),
    ("draws", "Neither side"): (is_drawn, lambda game: is_won(game, RED), lambda game: is_won(game, GREEN)),
    ("draws", "fifth time"): (
        lambda _game: is_drawn(FIFTH_OCCURRENCE_GAME),
        lambda _game: FIFTH_OCCURRENCE_GAME.outcome is None and FIFTH_OCCURRENCE_GAME.draw_claim_reason() is not None,
        lambda _game: FIFTH_OCCURRENCE_GAME.outcome is not None and not FIFTH_OCCURRENCE_GAME.outcome.is_draw,
    ),
}

REASONS_WITHOUT_FACT: dict[tuple[str, str], str] = {}

COMPUTED_FACTS: ComputedFacts = {}
