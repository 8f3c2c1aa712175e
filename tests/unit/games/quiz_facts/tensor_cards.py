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

from . import ComputedFacts, Facts, Game, at, can, is_won, negated, number, played, position, texts, yes

game_at = partial(position, "tensor-cards")
ALL = "W123456789T B123456789T"
START = game_at(f"short-order first-star r3,0 b2,2 y1,4 {ALL} 0-0 1.1")
STAR_PASSED = game_at(f"short-order first-star r3,0 b0,0 y1,4 {ALL} 0-0 1.1")
STAR_BLOCKED = game_at(f"short-order first-star r0,2 b0,0 y1,4 {ALL} 0-0 1.1")
NEAR_STARS = game_at(f"short-order first-star r4,4 b0,2 y1,4 {ALL} 0-0 1.1")
ON_STAR = game_at(f"short-order first-star r4,4 b4,3 y4,2 {ALL} 0-0 1.1")
NEXT_TO_STAR = game_at(f"short-order first-star r3,0 b4,2 y1,4 {ALL} 0-0 1.1")
POINT = game_at(f"short-order three-points r3,0 b4,2 y1,4 {ALL} 0-0 1.1")
MATCH = game_at(f"short-order three-points r4,4 b0,2 y1,4 {ALL} 2-2 1.1")
RESET = game_at(f"short-order three-points-reset r4,2 b1,2 y3,4 {ALL} 0-1 1.1")
TAKEN = game_at(f"short-order three-points r3,0 b4,2 y2,2 {ALL} 1-0 1.1")
WAITING = game_at(f"short-order three-points r3,0 bout y2,2 {ALL} 1-1 1.1")
LAST_TURN = game_at("short-order first-star r3,0 b2,2 y1,4 W358T B1467 0-0 1.3")
OWN_STAR, OTHER_STAR = Space(4, 3), Space(0, 1)
"""The star next to White, who reads the questions, and the one next to Black."""


def letter(card: int) -> str:
    return "T" if card == 10 else str(card)


def lay(cards: tuple[int, ...]) -> str:
    return "lay " + " ".join(f"{piece}{letter(card)}" for piece, card in zip("rby", cards, strict=True))


def revealed(game: Game, black: tuple[int, ...], white: tuple[int, ...]) -> Game:
    """Return the game after both placements, with the first order of each card of two parts."""
    game = played(game, lay(black), lay(white))
    while game.outcome is None and (orders := texts(game, "order *")):
        game = played(game, orders[0])
    return game


def with_cards_on(game: Game, cards: dict[int, tuple[int, int]]) -> Game:
    """Return the game after Black’s and White’s cards on some pieces. Equal cards on the other ones cancel out."""
    used = {card for pair in cards.values() for card in pair}
    free = iter(card for card in CARDS if card not in used)
    pairs = [cards.get(piece) or (each := next(free), each) for piece in PIECES]
    return revealed(game, tuple(pair[BLACK] for pair in pairs), tuple(pair[WHITE] for pair in pairs))


def end_of(game: Game, piece: int) -> Space | None:
    """Return the space of a piece at the start of the current turn, or None if it waits off the board."""
    space: Space | None = game.state.pieces[piece]
    return space


def path(game: Game, piece: int, card: int, player: int = WHITE) -> tuple[Space, ...]:
    """Return the spaces over which a card alone takes a piece, with its parts in the first order."""
    state: State = game.state
    first_order = single_card_movements(state.terms, state.pieces, piece, player, card)[0]
    return tuple(space for movement in first_order for space in movement.path)


def ends_of(game: Game, piece: int, card: int) -> list[Space]:
    """Return the spaces on which White’s card alone can take a piece, for each order of its parts."""
    state: State = game.state
    orders = single_card_movements(state.terms, state.pieces, piece, WHITE, card)
    return [movements[-1].path[-1] for movements in orders]


@cache
def all_reveals(game_text: str) -> tuple[tuple[Game, Game], ...]:
    """Return a game of three-card placements before and after each pair of placements."""
    return tuple(_reveals(game_at(game_text)))


def _reveals(game: Game) -> Iterator[tuple[Game, Game]]:
    for black in permutations(game.state.hands[BLACK], 3):
        for white in permutations(game.state.hands[WHITE], 3):
            yield game, revealed(game, black, white)


def position_text(game: Game) -> str:
    return game.game.format_position(game.state)


def passes(game: Game, piece: int, column: int, row: int) -> list[bool]:
    """For each reveal in which a piece passes a space of its row, return whether red has moved."""
    result = []
    for before, after in all_reveals(position_text(game)):
        end = end_of(after, piece) if after.outcome is None else None
        if end and end.y == row and end.x >= column:
            result.append(end_of(before, RED) != end_of(after, RED))
    return result


def black_wins_on_blue(game: Game, card: int, own: int) -> bool:
    """Return True if a card of Black wins on blue although White has put another one there."""
    full = game_at(position_text(game).replace("W468T B1689", ALL).replace("1.3", "1.1"))
    return is_won(with_cards_on(full, {BLUE: (card, own)}), BLACK)


def stops_for_sure(game: Game, relation: str) -> bool:
    """Return True if each card in White’s hand in relation to a winning card in Black’s hand stops it."""
    winning = [card for card in game.state.hands[BLACK] if path(game, BLUE, card, BLACK)[-1] == OTHER_STAR]
    own_cards = {
        card: [
            own
            for own in game.state.hands[WHITE]
            if (own > card) - (own < card) == {"same": 0, "lower": -1, "higher": 1}[relation]
        ]
        for card in winning
    }
    assert any(own_cards.values())
    return not any(black_wins_on_blue(game, card, own) for card, cards in own_cards.items() for own in cards)


def first_scorer() -> list[bool]:
    """For each pair of different cards that both take blue to a star, return whether the higher one wins."""
    game = game_at(f"short-order first-star r3,0 b4,2 y1,4 {ALL} 0-0 1.1")
    scoring = [[card for card in CARDS if path(game, BLUE, card, player)[-1] == OWN_STAR] for player in (BLACK, WHITE)]
    pairs = [(black, white) for black in scoring[BLACK] for white in scoring[WHITE] if black != white]
    return [is_won(with_cards_on(game, {BLUE: pair}), BLACK if pair[0] > pair[1] else WHITE) for pair in pairs]


CHOOSING = {card for card in CARDS if len(START.state.terms.deck[card - 1]) > 1}
SAME_SIX = revealed(START, (6, 8, 9), (6, 7, 5))
SECOND_TURN = revealed(START, (6, 8, 9), (6, 8, 5))
SECRET = played(START, "lay r5 b4 y9")
NEXT_DEAL = revealed(LAST_TURN, (1, 4, 6), (3, 5, 8))
SCORED = with_cards_on(POINT, {BLUE: (1, 8)})
SCORED_AND_RESET = with_cards_on(RESET, {RED: (4, 8)})

FACTS: Facts = {
    ("goal", "Which pieces can you move"): (
        lambda _game: all(texts(START, f"put {piece}*") for piece in "rby"),
        lambda _game: not texts(START, "put r*"),
        lambda _game: not texts(START, "put y*"),
    ),
    ("goal", "Which stars"): (
        lambda game: all(game.state.terms.is_counting_star(WHITE, star) for star in (OWN_STAR, OTHER_STAR)),
        lambda game: not game.state.terms.is_counting_star(WHITE, OTHER_STAR),
        lambda game: not game.state.terms.is_counting_star(WHITE, OWN_STAR),
    ),
    ("goal", "right in front of you"): (
        lambda _game: is_won(with_cards_on(NEXT_TO_STAR, {BLUE: (7, 5)}), BLACK),
        lambda _game: is_won(with_cards_on(NEXT_TO_STAR, {BLUE: (7, 5)}), WHITE),
        lambda _game: with_cards_on(NEXT_TO_STAR, {BLUE: (7, 5)}).outcome is None,
    ),
    ("cards", "choose which part comes first"): (
        lambda _game: {2, 3} == CHOOSING,
        lambda _game: {5, 6} == CHOOSING,
        lambda _game: {7, 8} == CHOOSING,
        lambda _game: {2, 4, 6, 8, 10} == CHOOSING,
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
        lambda _game: all(len(text.split()) == 4 for text in texts(START, "lay *")),
        at(can("lay ??"), START),
        at(can("lay ?? ??"), START),
    ),
    ("laying", "2 of your cards on blue"): yes(lambda _game: bool(texts(START, "lay *b*b*"))),
    ("laying", "change your mind"): (
        lambda _game: bool(texts(played(START, "put r9"), "put r8")),
        lambda _game: not texts(played(START, "put r9"), "put r8"),
        lambda _game: not texts(played(START, "put r9", "put b8"), "put r7"),
    ),
    ("laying", "move yellow at all"): (
        lambda _game: all(" y" in text for text in texts(START, "lay *")),
        lambda _game: any(" y" not in text for text in texts(START, "lay *")),
        at(can("*pass*"), START),
    ),
    ("secret", "What do you know"): (
        lambda _game: (
            (view := SECRET.state_for(WHITE)).hands == SECRET.state.hands
            and view.placements == ((HIDDEN_CARD, HIDDEN_CARD, HIDDEN_CARD),)
        ),
        lambda _game: SECRET.state_for(WHITE).placements[BLACK][RED] != HIDDEN_CARD,
        lambda _game: SECRET.state_for(WHITE).hands != SECRET.state.hands,
    ),
    ("secret", "When do you turn"): (
        lambda _game: SECRET.is_hidden() and not revealed(START, (6, 8, 9), (6, 8, 5)).state.placements,
        lambda _game: SECRET.state_for(WHITE).placements != SECRET.state.placements[:0] and not SECRET.is_hidden(),
        lambda _game: SECRET.state_for(WHITE).placements[BLACK][RED] != HIDDEN_CARD,
    ),
    ("secret", "from a hand of 4"): yes(
        lambda _game: played(LAST_TURN, "lay r1 b4 y6").state_for(WHITE).placements[BLACK][RED] != HIDDEN_CARD
    ),
    ("order", "Which piece moves first"): lambda _game, target: target == piece_target(PIECES[0]),
    ("order", "Which piece moves last"): lambda _game, target: target == piece_target(PIECES[-1]),
    ("order", "blue still get through"): (
        lambda game: bool(passages := passes(game, BLUE, 2, 1)) and all(passages),
        lambda game: not passes(game, BLUE, 2, 1),
        lambda game: False in passes(game, BLUE, 2, 1),
    ),
    ("order", "clear the way"): yes(lambda game: bool(passes(game, RED, 3, 3))),
    ("higher", "Which card does it"): (
        lambda _game: bool(first_scorer()) and all(first_scorer()),
        lambda _game: not all(first_scorer()),
        lambda _game: not any(first_scorer()),
    ),
    ("equal", "put the 6 on red"): (
        lambda _game: end_of(SAME_SIX, RED) == end_of(START, RED) and 6 not in SAME_SIX.state.hands[WHITE],
        lambda _game: 6 in SAME_SIX.state.hands[WHITE],
        lambda _game: end_of(SAME_SIX, RED) != end_of(START, RED),
    ),
    ("equal", "stop it for sure"): lambda game, answer: stops_for_sure(game, answer.split()[-2]),
    ("lines", "there’s no line"): yes(lambda _game: 5 in with_cards_on(START, {BLUE: (8, 5)}).state.hands[WHITE]),
    ("blocked", "2 spaces left"): (
        lambda game: is_won(played(game, "lay rT b6 y5"), WHITE) and path(game, BLUE, 6)[-1] != OTHER_STAR,
        lambda _game: path(STAR_PASSED, BLUE, 6)[-1] == OTHER_STAR,
        lambda _game: path(STAR_BLOCKED, BLUE, 6)[-1] != OTHER_STAR,
    ),
    ("all-the-way", "over a star"): yes(
        lambda _game: (
            OTHER_STAR in path(STAR_PASSED, BLUE, 6)[1:-1] and is_won(with_cards_on(STAR_PASSED, {BLUE: (1, 6)}), WHITE)
        )
    ),
    ("either-order", "one part is blocked"): (
        lambda _game: Space(3, 2) in ends_of(START, BLUE, 3),
        lambda _game: end_of(START, BLUE) in ends_of(START, BLUE, 3),
        lambda _game: 3 in with_cards_on(START, {BLUE: (1, 3)}).state.hands[WHITE],
    ),
    ("either-order", "After the first part"): yes(
        lambda game: any(
            OWN_STAR in (movements[0].path[-1],) and movements[-1].path[-1] == OWN_STAR
            for movements in single_card_movements(game.state.terms, game.state.pieces, BLUE, WHITE, 2)
            if len(movements) > 1
        )
    ),
    ("hands", "How many cards will you hold"): number(lambda _game: len(SECOND_TURN.state.hands[WHITE])),
    ("hands", "place it again"): yes(lambda _game: 8 in SECOND_TURN.state.hands[WHITE]),
    ("hands", "happens to the pieces"): (
        lambda _game: NEXT_DEAL.state.hand == 2 and NEXT_DEAL.state.pieces != NEXT_DEAL.state.terms.board.starts,
        lambda _game: NEXT_DEAL.state.pieces == NEXT_DEAL.state.terms.board.starts,
        lambda _game: end_of(NEXT_DEAL, RED) is None,
    ),
    ("hands", "can you rule out now"): number(lambda game: len(CARDS) - len(game.state.hands[BLACK])),
    ("winning", "later this turn"): (
        lambda _game: is_won(with_cards_on(NEAR_STARS, {RED: (1, 7)}), WHITE),
        lambda _game: is_won(with_cards_on(NEAR_STARS, {RED: (1, 7)}), BLACK),
        lambda _game: with_cards_on(NEAR_STARS, {RED: (1, 7)}).outcome is None,
    ),
    ("winning", "Your 5 would then move blue on"): (
        lambda _game: is_won(with_cards_on(NEXT_TO_STAR, {BLUE: (7, 5)}), BLACK),
        lambda _game: is_won(with_cards_on(NEXT_TO_STAR, {BLUE: (7, 5)}), WHITE),
        lambda _game: with_cards_on(NEXT_TO_STAR, {BLUE: (7, 5)}).outcome is None,
    ),
    ("winning", "already stands on a star"): yes(
        lambda _game: any(is_won(with_cards_on(ON_STAR, {BLUE: (card, 7)}), WHITE) for card in (9, 1))
    ),
    ("sides", "to Black’s star"): (
        lambda game: not game.state.terms.is_counting_star(WHITE, OTHER_STAR),
        lambda game: game.state.terms.is_counting_star(WHITE, OTHER_STAR),
        lambda game: game.state.terms.is_counting_star(WHITE, OTHER_STAR),
    ),
    ("sides", "the star next to you"): yes(lambda game: game.state.terms.is_counting_star(WHITE, OWN_STAR)),
    ("sides", "Which marked star wins"): lambda game, answer: any(
        str(star) == answer and game.state.terms.is_counting_star(WHITE, star) for star in game.state.terms.board.stars
    ),
    ("points", "Does the turn go on"): (
        lambda _game: SCORED.state.points[WHITE] == 1 and SCORED.outcome is None,
        lambda _game: SCORED.state.points[WHITE] == 0,
        lambda _game: SCORED.outcome is not None,
    ),
    ("points", "go back to its start"): (
        lambda _game: end_of(SCORED, BLUE) == SCORED.state.terms.board.starts[BLUE],
        lambda _game: SCORED.state.points[WHITE] == 0,
        lambda _game: end_of(SCORED, BLUE) == OWN_STAR,
        lambda _game: end_of(SCORED, BLUE) == OWN_STAR,
    ),
    ("points", "2 points each"): (
        lambda _game: is_won(with_cards_on(MATCH, {RED: (1, 7)}), WHITE),
        lambda _game: is_won(with_cards_on(MATCH, {RED: (1, 7)}), BLACK),
        lambda _game: with_cards_on(MATCH, {RED: (1, 7)}).outcome is None,
    ),
    ("points", "Can your 5 still score"): yes(
        lambda game: played(game, "put y8", "lay r7 b5 y8").state.points[WHITE] == 2
    ),
    ("waiting", "Where does blue go"): (
        lambda _game: end_of(with_cards_on(TAKEN, {BLUE: (1, 8)}), BLUE) is None,
        lambda _game: end_of(with_cards_on(TAKEN, {BLUE: (1, 8)}), YELLOW) != Space(2, 2),
        lambda _game: end_of(with_cards_on(TAKEN, {BLUE: (1, 8)}), BLUE) is not None,
        lambda _game: end_of(with_cards_on(TAKEN, {BLUE: (1, 8)}), BLUE) == OWN_STAR,
    ),
    ("waiting", "come back"): (
        lambda _game: end_of(with_cards_on(WAITING, {YELLOW: (8, 9)}), BLUE) == Space(2, 2),
        lambda _game: end_of(with_cards_on(WAITING, {}), BLUE) is not None,
        lambda _game: end_of(with_cards_on(WAITING, {YELLOW: (8, 9)}), BLUE) is None,
    ),
    ("waiting", "still put a card"): (
        lambda _game: bool(texts(WAITING, "lay *b*")) and end_of(with_cards_on(WAITING, {BLUE: (1, 4)}), BLUE) is None,
        negated(at(can("lay *b*"), WAITING)),
        lambda _game: end_of(with_cards_on(WAITING, {BLUE: (1, 4)}), BLUE) is not None,
    ),
    ("reset", "When do the pieces return"): (
        lambda _game: end_of(SCORED_AND_RESET, RED) == path(START, RED, 4, BLACK)[-1],
        lambda _game: end_of(SCORED_AND_RESET, RED) == RESET.state.terms.board.starts[RED],
        lambda _game: SCORED_AND_RESET.state.hand > RESET.state.hand,
    ),
    ("reset", "Where does the 4 move red from"): (
        lambda _game: end_of(SCORED_AND_RESET, RED) == path(START, RED, 4, BLACK)[-1],
        lambda _game: end_of(SCORED_AND_RESET, RED) == Space(2, 3),
        lambda _game: end_of(SCORED_AND_RESET, RED) == RESET.state.terms.board.starts[RED],
    ),
    ("reset", "Where is blue when"): (
        lambda _game: end_of(SCORED_AND_RESET, BLUE) == RESET.state.terms.board.starts[BLUE],
        lambda _game: end_of(SCORED_AND_RESET, BLUE) == end_of(RESET, BLUE),
        lambda _game: end_of(SCORED_AND_RESET, BLUE) is None,
    ),
    ("boards", "a hole in the board"): yes(
        lambda game: any(
            end not in game.state.terms.board.spaces for line in game.state.terms.board.lines for end in line
        )
    ),
    ("boards", "What looks different"): (
        lambda game: _turned_starts(game) == [game.state.terms.board.starts[piece] for piece in (YELLOW, BLUE, RED)],
        lambda game: {_turned(game, star) for star in game.state.terms.board.stars} != game.state.terms.board.stars,
        lambda game: (
            {frozenset(_turned(game, end) for end in line) for line in game.state.terms.board.lines}
            != {frozenset(line) for line in game.state.terms.board.lines}
        ),
    ),
}


def _turned(game: Game, space: Space) -> Space:
    """Return a space as the player on the other side sees it."""
    xs, ys = ([getattr(each, axis) for each in game.state.terms.board.spaces] for axis in ("x", "y"))
    return Space(max(xs) + min(xs) - space.x, max(ys) + min(ys) - space.y)


def _turned_starts(game: Game) -> list[Space]:
    return [_turned(game, start) for start in game.state.terms.board.starts]


KNOWLEDGE = {
    ("secret", "handed you the device"): "The page decides what undo may take back.",
    ("sides", "counts for both"): "No built-in board has such a star.",
    ("waiting", "give to a waiting piece"): "It asks for good play, not for a rule.",
    ("reset", "differ from “3 stars”"): "It compares two variants, which the other questions test.",
}


def named_cards(question: Question) -> tuple[int, list[int], int]:
    """Return the piece that a question is about, the cards that its text names, and its reader."""
    piece = next(each for each in PIECES if piece_target(each) in question.selection)
    return piece, [int(text) for text in re.findall(r"\d+", question.text)], question.seat


def game_after_cards(question: Question) -> Game:
    """Return the game after the reader's and the opponent's card on a piece, in a deal with all cards."""
    piece, (own, other), reader = named_cards(question)
    state = replace(question.timeline.state, hands=(CARDS, CARDS), turn=1, placements=(), draft=NO_PLACEMENT)
    game = new_timeline(question.timeline.game, state)
    return with_cards_on(game, {piece: (own, other) if reader == BLACK else (other, own)})


def is_end_after_both_cards(question: Question, answer: QuizAnswer) -> bool:
    piece, _cards, _reader = named_cards(question)
    start, after = question.timeline, game_after_cards(question)
    return space_of(start, answer) == end_of(after, piece)


def space_of(game: Game, answer: QuizAnswer) -> Space | None:
    """Return the space that is an answer, or that of the piece that is one."""
    for piece in PIECES:
        if answer.target == piece_target(piece):
            return end_of(game, piece)
    return next(space for space in game.state.terms.board.spaces if str(space) == answer.target)


def ends_with_one(question: Question, answer: QuizAnswer) -> bool:
    piece, (card,), reader = named_cards(question)
    player = 1 - reader if question.kind.kind == "card-directions" else reader
    state: State = question.timeline.state
    orders = single_card_movements(state.terms, state.pieces, piece, player, card)
    return space_of(question.timeline, answer) in [movements[-1].path[-1] for movements in orders]


def takes_to_the_space(question: Question, answer: QuizAnswer) -> bool:
    piece, _cards, reader = named_cards(question)
    player = 1 - reader if question.kind.kind == "which-directions" else reader
    state: State = question.timeline.state
    (order, *_others) = single_card_movements(state.terms, state.pieces, piece, player, int(answer.text))
    return {str(order[-1].path[-1])} == set(question.highlighted)


def cannot_move(question: Question, answer: QuizAnswer) -> bool:
    piece, _cards, reader = named_cards(question)
    return len(path(question.timeline, piece, int(answer.text), reader)) == 1


def wins_with_both(question: Question, answer: QuizAnswer) -> bool:
    outcome = game_after_cards(question).outcome
    winner = None if outcome is None else outcome.winners[0]
    texts_by_winner = {None: "Nobody wins yet", question.seat: "You win"}
    return answer.text == texts_by_winner.get(winner, f"{side_name(1 - question.seat)} wins")


def acts_first(question: Question, answer: QuizAnswer) -> bool:
    _piece, (own, other), reader = named_cards(question)
    if own == other:
        return answer.text == "Neither: they cancel out"
    return answer.text == ("Mine" if own > other else f"{side_name(1 - reader)}’s")


def end_count(question: Question, answer: QuizAnswer) -> bool:
    piece, (card,), reader = named_cards(question)
    state: State = question.timeline.state
    orders = single_card_movements(state.terms, state.pieces, piece, reader, card)
    return int(answer.text) == len({movements[-1].path[-1] for movements in orders})


COMPUTED: ComputedFacts = {
    "end-*": is_end_after_both_cards,
    "card-*": ends_with_one,
    "which-*": takes_to_the_space,
    "winner-*": wins_with_both,
    "stuck-*": cannot_move,
    "first": acts_first,
    "parts": ends_with_one,
    "part-count": end_count,
}
