"""Facts about the written questions of Tensor, the card game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import permutations

from ruleboard.contract.quizzes import QuizAnswer
from ruleboard.engine.timeline import new_timeline
from ruleboard.games.tensor_cards.board import BLUE, PIECES, RED, YELLOW, Space
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE, step_vector
from ruleboard.games.tensor_cards.names import side_name
from ruleboard.games.tensor_cards.resolution import single_card_movements
from ruleboard.games.tensor_cards.state import HIDDEN_CARD, NO_PLACEMENT, State
from ruleboard.games.tensor_cards.targets import piece_target
from ruleboard.learning.checks import Question

from . import (
    ComputedFacts,
    Facts,
    Game,
    action_is_legal,
    answer_agrees_with,
    answer_is_number,
    claim_about,
    is_won,
    legal_texts,
    negate,
    play_moves,
    start_at,
)

game_at = partial(start_at, "tensor-cards")
ALL_CARDS = "W123456789T B123456789T"
START = game_at(f"short-order first-star r3,0 b2,2 y1,4 {ALL_CARDS} 0-0 1.1")
STAR_PASSED_GAME = game_at(f"short-order first-star r3,0 b0,0 y1,4 {ALL_CARDS} 0-0 1.1")
STAR_BLOCKED_GAME = game_at(f"short-order first-star r0,2 b0,0 y1,4 {ALL_CARDS} 0-0 1.1")
NEAR_STARS_GAME = game_at(f"short-order first-star r4,4 b0,2 y1,4 {ALL_CARDS} 0-0 1.1")
ON_STAR_GAME = game_at(f"short-order first-star r4,4 b4,3 y4,2 {ALL_CARDS} 0-0 1.1")
NEXT_TO_STAR_GAME = game_at(f"short-order first-star r3,0 b4,2 y1,4 {ALL_CARDS} 0-0 1.1")
POINTS_GAME = game_at(f"short-order three-points r3,0 b4,2 y1,4 {ALL_CARDS} 0-0 1.1")
MATCH_POINT_GAME = game_at(f"short-order three-points r4,4 b0,2 y1,4 {ALL_CARDS} 2-2 1.1")
RESET_GAME = game_at(f"short-order three-points-reset r4,2 b1,2 y3,4 {ALL_CARDS} 0-1 1.1")
TAKEN_START_GAME = game_at(f"short-order three-points r3,0 b4,2 y2,2 {ALL_CARDS} 1-0 1.1")
WAITING_PIECE_GAME = game_at(f"short-order three-points r3,0 bout y2,2 {ALL_CARDS} 1-1 1.1")
LAST_TURN_GAME = game_at("short-order first-star r3,0 b2,2 y1,4 W358T B1467 0-0 1.3")
OWN_STAR, OPPONENT_STAR = Space(4, 3), Space(0, 1)
"""The star next to White, who reads the questions, and the one next to Black."""


def card_letter(card: int) -> str:
    return "T" if card == 10 else str(card)


def lay_text(cards: tuple[int, ...]) -> str:
    return "lay " + " ".join(f"{piece}{card_letter(card)}" for piece, card in zip("rby", cards, strict=True))


def reveal_cards(game: Game, black: tuple[int, ...], white: tuple[int, ...]) -> Game:
    """Return the game after both placements, with the first order of each two-part card."""
    game = play_moves(game, lay_text(black), lay_text(white))
    while game.outcome is None and (orders := legal_texts(game, "order *")):
        game = play_moves(game, orders[0])
    return game


def with_cards_on(game: Game, cards: dict[int, tuple[int, int]]) -> Game:
    """Return the game after a turn with cards on some pieces and equal cards, which cancel out, on the others."""
    used_cards = {card for pair in cards.values() for card in pair}
    free_cards = iter(card for card in CARDS if card not in used_cards)
    pairs = [cards.get(piece) or (each := next(free_cards), each) for piece in PIECES]
    return reveal_cards(game, tuple(pair[BLACK] for pair in pairs), tuple(pair[WHITE] for pair in pairs))


def piece_space(game: Game, piece: int) -> Space | None:
    """Return the space of a piece at the start of the current turn; None if the piece waits off the board."""
    space: Space | None = game.state.pieces[piece]
    return space


def find_path(game: Game, piece: int, card: int, player: int = WHITE) -> tuple[Space, ...]:
    """Return the spaces on a piece's path by a single card, whose parts act in the first order."""
    state: State = game.state
    first_order = single_card_movements(state.terms, state.pieces, piece, player, card)[0]
    return tuple(space for movement in first_order for space in movement.path)


def card_end_spaces(game: Game, piece: int, card: int) -> list[Space]:
    """Return the end of a piece's path by White’s card alone, for each order of the card's parts."""
    state: State = game.state
    orders = single_card_movements(state.terms, state.pieces, piece, WHITE, card)
    return [movements[-1].path[-1] for movements in orders]


@cache
def list_all_reveals(game_text: str) -> tuple[tuple[Game, Game], ...]:
    """Return pairs of games, before and after each possible pair of placements."""
    return tuple(_iter_reveals(game_at(game_text)))


def _iter_reveals(game: Game) -> Iterator[tuple[Game, Game]]:
    for black in permutations(game.state.hands[BLACK], 3):
        for white in permutations(game.state.hands[WHITE], 3):
            yield game, reveal_cards(game, black, white)


def position_text(game: Game) -> str:
    return game.game.format_position(game.state)


def has_red_moved_by_reveal(game: Game, piece: int, column: int, row: int) -> list[bool]:
    """For each reveal that takes a piece to a column, or farther, in a row, return True if red has moved."""
    result = []
    for before, after in list_all_reveals(position_text(game)):
        end = piece_space(after, piece) if after.outcome is None else None
        if end and end.y == row and end.x >= column:
            result.append(piece_space(before, RED) != piece_space(after, RED))
    return result


def black_wins_on_blue(game: Game, card: int, own_card: int) -> bool:
    """Return True if Black wins with a card on blue, where White has placed the card ``own_card``."""
    game_with_all_cards = game_at(position_text(game).replace("W468T B1689", ALL_CARDS).replace("1.3", "1.1"))
    return is_won(with_cards_on(game_with_all_cards, {BLUE: (card, own_card)}), BLACK)


def stops_for_sure(game: Game, relation: str) -> bool:
    """Return True if White stops each winning card of Black with every card that has this relation to it.

    Args:
        game: the game.
        relation: the relation of White's card to Black's: "same", "lower" or "higher".
    """
    winning_cards = [
        card for card in game.state.hands[BLACK] if find_path(game, BLUE, card, BLACK)[-1] == OPPONENT_STAR
    ]
    own_cards = {
        card: [
            own_card
            for own_card in game.state.hands[WHITE]
            if (own_card > card) - (own_card < card) == {"same": 0, "lower": -1, "higher": 1}[relation]
        ]
        for card in winning_cards
    }
    assert any(own_cards.values())
    return not any(black_wins_on_blue(game, card, own_card) for card, cards in own_cards.items() for own_card in cards)


def does_higher_card_score() -> list[bool]:
    """Return, for each pair of different cards that both take blue to a star, True if the higher one wins."""
    game = game_at(f"short-order first-star r3,0 b4,2 y1,4 {ALL_CARDS} 0-0 1.1")
    scoring_cards = [
        [card for card in CARDS if find_path(game, BLUE, card, player)[-1] == OWN_STAR] for player in (BLACK, WHITE)
    ]
    pairs = [(black, white) for black in scoring_cards[BLACK] for white in scoring_cards[WHITE] if black != white]
    return [is_won(with_cards_on(game, {BLUE: pair}), BLACK if pair[0] > pair[1] else WHITE) for pair in pairs]


CARDS_WITH_CHOICE = {card for card in CARDS if len(START.state.terms.deck[card - 1]) > 1}
EQUAL_SIXES_GAME = reveal_cards(START, (6, 8, 9), (6, 7, 5))
SECOND_TURN_GAME = reveal_cards(START, (6, 8, 9), (6, 8, 5))
SECRET_PLACEMENT_GAME = play_moves(START, "lay r5 b4 y9")
NEXT_DEAL_GAME = reveal_cards(LAST_TURN_GAME, (1, 4, 6), (3, 5, 8))
SCORED_GAME = with_cards_on(POINTS_GAME, {BLUE: (1, 8)})
SCORED_AND_RESET_GAME = with_cards_on(RESET_GAME, {RED: (4, 8)})

FACTS: Facts = {
    ("goal", "Which pieces can you move"): (
        lambda _game: all(legal_texts(START, f"put {piece}*") for piece in "rby"),
        lambda _game: not legal_texts(START, "put r*"),
        lambda _game: not legal_texts(START, "put y*"),
    ),
    ("goal", "Which stars"): (
        lambda game: all(game.state.terms.is_counting_star(WHITE, star) for star in (OWN_STAR, OPPONENT_STAR)),
        lambda game: not game.state.terms.is_counting_star(WHITE, OPPONENT_STAR),
        lambda game: not game.state.terms.is_counting_star(WHITE, OWN_STAR),
    ),
    ("goal", "right in front of you"): (
        lambda _game: is_won(with_cards_on(NEXT_TO_STAR_GAME, {BLUE: (7, 5)}), BLACK),
        lambda _game: is_won(with_cards_on(NEXT_TO_STAR_GAME, {BLUE: (7, 5)}), WHITE),
        lambda _game: with_cards_on(NEXT_TO_STAR_GAME, {BLUE: (7, 5)}).outcome is None,
    ),
    ("cards", "choose which part comes first"): (
        lambda _game: {2, 3} == CARDS_WITH_CHOICE,
        lambda _game: {5, 6} == CARDS_WITH_CHOICE,
        lambda _game: {7, 8} == CARDS_WITH_CHOICE,
        lambda _game: {2, 4, 6, 8, 10} == CARDS_WITH_CHOICE,
    ),
    ("cards", "the same cards"): (
        lambda _game: START.state.hands == (CARDS, CARDS),
        lambda _game: not {*START.state.hands[BLACK]} & {*START.state.hands[WHITE]},
        lambda _game: START.state.hands[BLACK] != START.state.hands[WHITE],
    ),
    ("directions", "to Black’s left"): (
        lambda _game: step_vector(BLACK, "left") == step_vector(WHITE, "right"),
        lambda _game: step_vector(BLACK, "left") == step_vector(WHITE, "left"),
        lambda _game: step_vector(BLACK, "left") == step_vector(WHITE, "toward"),
        lambda _game: step_vector(BLACK, "left") == step_vector(WHITE, "away"),
    ),
    ("laying", "How many cards"): (
        lambda _game: all(len(text.split()) == 4 for text in legal_texts(START, "lay *")),
        claim_about(action_is_legal("lay ??"), START),
        claim_about(action_is_legal("lay ?? ??"), START),
    ),
    ("laying", "2 of your cards on blue"): answer_agrees_with(lambda _game: bool(legal_texts(START, "lay *b*b*"))),
    ("laying", "change your mind"): (
        lambda _game: bool(legal_texts(play_moves(START, "put r9"), "put r8")),
        lambda _game: not legal_texts(play_moves(START, "put r9"), "put r8"),
        lambda _game: not legal_texts(play_moves(START, "put r9", "put b8"), "put r7"),
    ),
    ("laying", "move yellow at all"): (
        lambda _game: all(" y" in text for text in legal_texts(START, "lay *")),
        lambda _game: any(" y" not in text for text in legal_texts(START, "lay *")),
        claim_about(action_is_legal("*pass*"), START),
    ),
    ("secret", "What do you know"): (
        lambda _game: (
            (view := SECRET_PLACEMENT_GAME.state_for(WHITE)).hands == SECRET_PLACEMENT_GAME.state.hands
            and view.placements == ((HIDDEN_CARD, HIDDEN_CARD, HIDDEN_CARD),)
        ),
        lambda _game: SECRET_PLACEMENT_GAME.state_for(WHITE).placements[BLACK][RED] != HIDDEN_CARD,
        lambda _game: SECRET_PLACEMENT_GAME.state_for(WHITE).hands != SECRET_PLACEMENT_GAME.state.hands,
    ),
    ("secret", "When do you turn"): (
        lambda _game: (
            SECRET_PLACEMENT_GAME.is_hidden() and not reveal_cards(START, (6, 8, 9), (6, 8, 5)).state.placements
        ),
        lambda _game: (
            SECRET_PLACEMENT_GAME.state_for(WHITE).placements != SECRET_PLACEMENT_GAME.state.placements[:0]
            and not SECRET_PLACEMENT_GAME.is_hidden()
        ),
        lambda _game: SECRET_PLACEMENT_GAME.state_for(WHITE).placements[BLACK][RED] != HIDDEN_CARD,
    ),
    ("secret", "which ones before you place yours"): answer_agrees_with(
        lambda _game: play_moves(LAST_TURN_GAME, "lay r1 b4 y6").state_for(WHITE).placements[BLACK][RED] != HIDDEN_CARD
    ),
    ("order", "blue still get through"): (
        lambda game: bool(has_red_moved := has_red_moved_by_reveal(game, BLUE, 2, 1)) and all(has_red_moved),
        lambda game: not has_red_moved_by_reveal(game, BLUE, 2, 1),
        lambda game: False in has_red_moved_by_reveal(game, BLUE, 2, 1),
    ),
    ("order", "clear the way"): answer_agrees_with(lambda game: bool(has_red_moved_by_reveal(game, RED, 3, 3))),
    ("higher", "Which card does it"): (
        lambda _game: bool(does_higher_card_score()) and all(does_higher_card_score()),
        lambda _game: not all(does_higher_card_score()),
        lambda _game: not any(does_higher_card_score()),
    ),
    ("equal", "put the 6 on red"): (
        lambda _game: (
            piece_space(EQUAL_SIXES_GAME, RED) == piece_space(START, RED)
            and 6 not in EQUAL_SIXES_GAME.state.hands[WHITE]
        ),
        lambda _game: 6 in EQUAL_SIXES_GAME.state.hands[WHITE],
        lambda _game: piece_space(EQUAL_SIXES_GAME, RED) != piece_space(START, RED),
    ),
    ("equal", "stop it for sure"): lambda game, answer: stops_for_sure(game, answer.split()[-2]),
    ("lines", "there’s no line"): answer_agrees_with(
        lambda _game: 5 in with_cards_on(START, {BLUE: (8, 5)}).state.hands[WHITE]
    ),
    ("blocked", "2 spaces left"): (
        lambda game: is_won(play_moves(game, "lay rT b6 y5"), WHITE) and find_path(game, BLUE, 6)[-1] != OPPONENT_STAR,
        lambda _game: find_path(STAR_PASSED_GAME, BLUE, 6)[-1] == OPPONENT_STAR,
        lambda _game: find_path(STAR_BLOCKED_GAME, BLUE, 6)[-1] != OPPONENT_STAR,
    ),
    ("all-the-way", "over a star"): answer_agrees_with(
        lambda _game: (
            OPPONENT_STAR in find_path(STAR_PASSED_GAME, BLUE, 6)[1:-1]
            and is_won(with_cards_on(STAR_PASSED_GAME, {BLUE: (1, 6)}), WHITE)
        )
    ),
    ("either-order", "one part is blocked"): (
        lambda _game: Space(3, 2) in card_end_spaces(START, BLUE, 3),
        lambda _game: piece_space(START, BLUE) in card_end_spaces(START, BLUE, 3),
        lambda _game: 3 in with_cards_on(START, {BLUE: (1, 3)}).state.hands[WHITE],
    ),
    ("either-order", "After the first part"): answer_agrees_with(
        lambda game: any(
            OWN_STAR in (movements[0].path[-1],) and movements[-1].path[-1] == OWN_STAR
            for movements in single_card_movements(game.state.terms, game.state.pieces, BLUE, WHITE, 2)
            if len(movements) > 1
        )
    ),
    ("hands", "How many cards will you hold"): answer_is_number(lambda _game: len(SECOND_TURN_GAME.state.hands[WHITE])),
    ("hands", "place it again"): answer_agrees_with(lambda _game: 8 in SECOND_TURN_GAME.state.hands[WHITE]),
    ("hands", "happens to the pieces"): (
        lambda _game: (
            NEXT_DEAL_GAME.state.hand == 2 and NEXT_DEAL_GAME.state.pieces != NEXT_DEAL_GAME.state.terms.board.starts
        ),
        lambda _game: NEXT_DEAL_GAME.state.pieces == NEXT_DEAL_GAME.state.terms.board.starts,
        lambda _game: piece_space(NEXT_DEAL_GAME, RED) is None,
    ),
    ("hands", "can you rule out now"): answer_is_number(lambda game: len(CARDS) - len(game.state.hands[BLACK])),
    ("winning", "later this turn"): (
        lambda _game: is_won(with_cards_on(NEAR_STARS_GAME, {RED: (1, 7)}), WHITE),
        lambda _game: is_won(with_cards_on(NEAR_STARS_GAME, {RED: (1, 7)}), BLACK),
        lambda _game: with_cards_on(NEAR_STARS_GAME, {RED: (1, 7)}).outcome is None,
    ),
    ("winning", "Your 5 would then move blue on"): (
        lambda _game: is_won(with_cards_on(NEXT_TO_STAR_GAME, {BLUE: (7, 5)}), BLACK),
        lambda _game: is_won(with_cards_on(NEXT_TO_STAR_GAME, {BLUE: (7, 5)}), WHITE),
        lambda _game: with_cards_on(NEXT_TO_STAR_GAME, {BLUE: (7, 5)}).outcome is None,
    ),
    ("winning", "already stands on a star"): answer_agrees_with(
        lambda _game: any(is_won(with_cards_on(ON_STAR_GAME, {BLUE: (card, 7)}), WHITE) for card in (9, 1))
    ),
    ("sides", "to Black’s star"): (
        lambda game: not game.state.terms.is_counting_star(WHITE, OPPONENT_STAR),
        lambda game: game.state.terms.is_counting_star(WHITE, OPPONENT_STAR),
        lambda game: game.state.terms.is_counting_star(WHITE, OPPONENT_STAR),
    ),
    ("sides", "the star in front of you"): answer_agrees_with(
        lambda game: game.state.terms.is_counting_star(WHITE, OWN_STAR)
    ),
    ("sides", "Which marked star wins"): lambda game, answer: any(
        str(star) == answer and game.state.terms.is_counting_star(WHITE, star) for star in game.state.terms.board.stars
    ),
    ("points", "Does the turn go on"): (
        lambda _game: SCORED_GAME.state.points[WHITE] == 1 and SCORED_GAME.outcome is None,
        lambda _game: SCORED_GAME.state.points[WHITE] == 0,
        lambda _game: SCORED_GAME.outcome is not None,
    ),
    ("points", "go back to its start"): (
        lambda _game: piece_space(SCORED_GAME, BLUE) == SCORED_GAME.state.terms.board.starts[BLUE],
        lambda _game: SCORED_GAME.state.points[WHITE] == 0,
        lambda _game: piece_space(SCORED_GAME, BLUE) == OWN_STAR,
        lambda _game: piece_space(SCORED_GAME, BLUE) == OWN_STAR,
    ),
    ("points", "2 points each"): (
        lambda _game: is_won(with_cards_on(MATCH_POINT_GAME, {RED: (1, 7)}), WHITE),
        lambda _game: is_won(with_cards_on(MATCH_POINT_GAME, {RED: (1, 7)}), BLACK),
        lambda _game: with_cards_on(MATCH_POINT_GAME, {RED: (1, 7)}).outcome is None,
    ),
    ("points", "Can your 5 still score"): answer_agrees_with(
        lambda game: play_moves(game, "put y8", "lay r7 b5 y8").state.points[WHITE] == 2
    ),
    ("waiting", "What happens to blue"): (
        lambda _game: piece_space(with_cards_on(TAKEN_START_GAME, {BLUE: (1, 8)}), BLUE) is None,
        lambda _game: piece_space(with_cards_on(TAKEN_START_GAME, {BLUE: (1, 8)}), YELLOW) != Space(2, 2),
        lambda _game: piece_space(with_cards_on(TAKEN_START_GAME, {BLUE: (1, 8)}), BLUE) is not None,
        lambda _game: piece_space(with_cards_on(TAKEN_START_GAME, {BLUE: (1, 8)}), BLUE) == OWN_STAR,
    ),
    ("waiting", "come back"): (
        lambda _game: piece_space(with_cards_on(WAITING_PIECE_GAME, {YELLOW: (8, 9)}), BLUE) == Space(2, 2),
        lambda _game: piece_space(with_cards_on(WAITING_PIECE_GAME, {}), BLUE) is not None,
        lambda _game: piece_space(with_cards_on(WAITING_PIECE_GAME, {YELLOW: (8, 9)}), BLUE) is None,
    ),
    ("waiting", "still put a card"): (
        lambda _game: (
            bool(legal_texts(WAITING_PIECE_GAME, "lay *b*"))
            and piece_space(with_cards_on(WAITING_PIECE_GAME, {BLUE: (1, 4)}), BLUE) is None
        ),
        negate(claim_about(action_is_legal("lay *b*"), WAITING_PIECE_GAME)),
        lambda _game: piece_space(with_cards_on(WAITING_PIECE_GAME, {BLUE: (1, 4)}), BLUE) is not None,
    ),
    ("reset", "When do the pieces return"): (
        lambda _game: piece_space(SCORED_AND_RESET_GAME, RED) == find_path(START, RED, 4, BLACK)[-1],
        lambda _game: piece_space(SCORED_AND_RESET_GAME, RED) == RESET_GAME.state.terms.board.starts[RED],
        lambda _game: SCORED_AND_RESET_GAME.state.hand > RESET_GAME.state.hand,
    ),
    ("reset", "Where does the 4 move red from"): (
        lambda _game: piece_space(SCORED_AND_RESET_GAME, RED) == find_path(START, RED, 4, BLACK)[-1],
        lambda _game: piece_space(SCORED_AND_RESET_GAME, RED) == Space(2, 3),
        lambda _game: piece_space(SCORED_AND_RESET_GAME, RED) == RESET_GAME.state.terms.board.starts[RED],
    ),
    ("reset", "Where is blue when"): (
        lambda _game: piece_space(SCORED_AND_RESET_GAME, BLUE) == RESET_GAME.state.terms.board.starts[BLUE],
        lambda _game: piece_space(SCORED_AND_RESET_GAME, BLUE) == piece_space(RESET_GAME, BLUE),
        lambda _game: piece_space(SCORED_AND_RESET_GAME, BLUE) is None,
    ),
    ("boards", "a hole in the board"): answer_agrees_with(
        lambda game: any(
            end not in game.state.terms.board.spaces for line in game.state.terms.board.lines for end in line
        )
    ),
    ("boards", "What looks different"): (
        lambda game: _rotate_starts(game) == [game.state.terms.board.starts[piece] for piece in (YELLOW, BLUE, RED)],
        lambda game: (
            {_rotate_space(game, star) for star in game.state.terms.board.stars} != game.state.terms.board.stars
        ),
        lambda game: (
            {frozenset(_rotate_space(game, end) for end in line) for line in game.state.terms.board.lines}
            != {frozenset(line) for line in game.state.terms.board.lines}
        ),
    ),
}


def _rotate_space(game: Game, space: Space) -> Space:
    """Return the space that a half turn of the board maps a space to."""
    columns, rows = (
        [getattr(board_space, axis) for board_space in game.state.terms.board.spaces] for axis in ("x", "y")
    )
    return Space(max(columns) + min(columns) - space.x, max(rows) + min(rows) - space.y)


def _rotate_starts(game: Game) -> list[Space]:
    return [_rotate_space(game, start) for start in game.state.terms.board.starts]


REASONS_WITHOUT_FACT = {
    ("secret", "handed you the device"): "The page decides what undo may take back.",
    ("sides", "counts for both"): "No built-in board has such a star.",
    ("waiting", "give to a waiting piece"): "It asks for good play, not for a rule.",
    ("reset", "differ from “3 stars”"): "It compares two variants, which the other questions test.",
}


def parse_cards(question: Question) -> tuple[int, list[int], int]:
    """Return the piece of a question, the cards that the question's text names, and the player who answers it."""
    piece = next(candidate for candidate in PIECES if piece_target(candidate) in question.selection)
    return piece, [int(text) for text in re.findall(r"\d+", question.text)], question.seat


def game_after_cards(question: Question) -> Game:
    """Return the game after both players have placed the question's cards on its piece, each with a full hand."""
    piece, (own_card, other_card), reader = parse_cards(question)
    state = replace(question.timeline.state, hands=(CARDS, CARDS), turn=1, placements=(), draft=NO_PLACEMENT)
    game = new_timeline(question.timeline.game, state)
    return with_cards_on(game, {piece: (own_card, other_card) if reader == BLACK else (other_card, own_card)})


def is_end_after_both_cards(question: Question, answer: QuizAnswer) -> bool:
    piece, _cards, _reader = parse_cards(question)
    start, after = question.timeline, game_after_cards(question)
    return answer_space(start, answer) == piece_space(after, piece)


def answer_space(game: Game, answer: QuizAnswer) -> Space | None:
    """Return the space of an answer, which names a space or a piece."""
    for piece in PIECES:
        if answer.target == piece_target(piece):
            return piece_space(game, piece)
    return next(space for space in game.state.terms.board.spaces if str(space) == answer.target)


def is_end_with_one_card(question: Question, answer: QuizAnswer) -> bool:
    piece, (card,), reader = parse_cards(question)
    player = 1 - reader if question.kind.kind == "card-directions" else reader
    state: State = question.timeline.state
    orders = single_card_movements(state.terms, state.pieces, piece, player, card)
    return answer_space(question.timeline, answer) in [movements[-1].path[-1] for movements in orders]


def takes_piece_to_space(question: Question, answer: QuizAnswer) -> bool:
    piece, _cards, reader = parse_cards(question)
    player = 1 - reader if question.kind.kind == "which-directions" else reader
    state: State = question.timeline.state
    (order, *_others) = single_card_movements(state.terms, state.pieces, piece, player, int(answer.text))
    return {str(order[-1].path[-1])} == set(question.highlighted)


def cannot_move(question: Question, answer: QuizAnswer) -> bool:
    piece, _cards, reader = parse_cards(question)
    return len(find_path(question.timeline, piece, int(answer.text), reader)) == 1


def is_winner_with_both_cards(question: Question, answer: QuizAnswer) -> bool:
    outcome = game_after_cards(question).outcome
    winner = None if outcome is None else outcome.winners[0]
    texts_by_winner = {None: "Nobody yet", question.seat: "I do"}
    return answer.text == texts_by_winner.get(winner, side_name(1 - question.seat))


def acts_first(question: Question, answer: QuizAnswer) -> bool:
    _piece, (own_card, other_card), reader = parse_cards(question)
    if own_card == other_card:
        return answer.text == "Neither: they cancel out"
    return answer.text == ("Mine" if own_card > other_card else f"{side_name(1 - reader)}’s")


def is_end_count(question: Question, answer: QuizAnswer) -> bool:
    piece, (card,), reader = parse_cards(question)
    state: State = question.timeline.state
    orders = single_card_movements(state.terms, state.pieces, piece, reader, card)
    return int(answer.text) == len({movements[-1].path[-1] for movements in orders})


COMPUTED_FACTS: ComputedFacts = {
    "end-*": is_end_after_both_cards,
    "card-*": is_end_with_one_card,
    "which-*": takes_piece_to_space,
    "winner-*": is_winner_with_both_cards,
    "stuck-*": cannot_move,
    "first": acts_first,
    "first-piece": lambda _question, answer: answer.target == piece_target(PIECES[0]),
    "last-piece": lambda _question, answer: answer.target == piece_target(PIECES[-1]),
    "parts": is_end_with_one_card,
    "part-count": is_end_count,
}
