"""Facts about the written questions of Tesulda."""

from __future__ import annotations

from functools import partial

from ruleboard.contract.quizzes import QuizAnswer
from ruleboard.engine.timeline import new_timeline
from ruleboard.games.tesulda.army import army_on, free_capacity, misplaced_indices, zone_squares
from ruleboard.games.tesulda.board import HOME_SQUARES, SQUARE_NAMES, SQUARE_NUMBERS, ZONE_MASKS
from ruleboard.games.tesulda.exchange import can_gain
from ruleboard.games.tesulda.figures import FIGURE_SIZES_IN_SETUP, Traits, traits
from ruleboard.games.tesulda.state import state_from_board
from ruleboard.learning.checks import Question

from . import (
    ComputedFact,
    ComputedFacts,
    Facts,
    Game,
    action_is_legal,
    answer_agrees_with,
    answer_is_legal,
    answer_is_number,
    answer_wins,
    claim_about,
    claims_on_repetition,
    is_drawn,
    is_won,
    legal_texts,
    negate,
    play_each_action,
    play_moves,
    repeat_moves,
    start_at,
)

LIGHT, DARK = 0, 1
PIECES = {"The crown": "k", "A hexagon": "h", "A second star": "t", "A diamond": "d"}
game_at = partial(start_at, "tesulda")
BARE_POSITION = "9(ck)/10/10/10/10/10/10/10/10/(Ck)9 l - 0"
QUIET_GAME = game_at(BARE_POSITION)
THIRD_OCCURRENCE_GAME = repeat_moves(QUIET_GAME, ("a1-b2", "j10-i9", "b2-a1", "i9-j10"), 3)
GAME_AFTER_CAPTURE = game_at("9(ck)/10/10/10/10/4(tshh)5/4(Sc)5/10/10/(Ck)9 l - 0", "e4-e5")
SWAP_GAME = game_at("9(ck)/10/10/4(Ss)5/5(Sss)1(Css)2/10/4(Scch)5/10/10/(Ck)9 l - 0", "e4-e5")
LONE_PIECE_GAME = game_at("9(ck)/10/10/10/5(Ss)4/10/4(Scch)5/10/10/(Ck)9 l - 0", "e4-e5")
ZONE_GAME = game_at("9(ck)/4(Sccs)5/10/10/10/10/10/10/10/(Ck)9 l chh 0")
ZONE_GAME_AFTER_RETURN = game_at("9(ck)/4(Sccsh)5/10/10/10/10/10/10/10/(Ck)9 l ch 0")
MINION_IN_ZONE_GAME = game_at("9(ck)/10/4(Tcs)5/10/10/10/10/10/10/(Ck)9 l s 0", "e8-e9")
PRIME_CAPTURE_GAME = game_at("10/3(tcs)5(ck)/10/10/10/10/10/10/9(Sssssh)/(Ck)9 l - 0")
STAR_CAPTURE_GAME = game_at("(ck)9/9(ct)/10/10/10/10/10/10/9(Sssssh)/(Ck)9 l - 0")
BIGGEST_CAPTURE_GAME = game_at("(ck)9/9(ccccs)/10/10/10/10/10/10/9(Sssssh)/(Ck)9 l - 0")
ATTACKED_PRIME_GAME = game_at("10/10/10/10/9(ck)/(Sss)2(sssss)6/10/6(Sss)3/3(Ck)6/10 l - 0")


def figure_ratings(figure: str) -> tuple[int, int]:
    """Return the straight and the diagonal rating of a figure, in squares."""
    figure_traits: Traits = traits(figure)
    return figure_traits.straight_rating, figure_traits.diagonal_rating


def measure_star_bonus() -> tuple[int, int]:
    """Return by how much a star raises both ratings of a figure with a hexagon."""
    ratings_with_star, ratings_without_star = figure_ratings("Sht"), figure_ratings("Sh")
    return ratings_with_star[0] - ratings_without_star[0], ratings_with_star[1] - ratings_without_star[1]


def figure_on(game: Game, square: str) -> str:
    """Return the text of the figure on a square, which may be empty."""
    return str(game.state.board[SQUARE_NUMBERS[square]])


def with_figure(game: Game, square: str, content: str) -> Game:
    """Return a game from the position with another figure on a square, with Light to move."""
    board = list(game.state.board)
    board[SQUARE_NUMBERS[square]] = content
    return new_timeline(game.game, state_from_board(board, LIGHT))


def is_misplaced(game: Game, square: str) -> bool:
    """Return True if the figure of Light on a square breaks a rule for armies."""
    indices = misplaced_indices(army_on(game.state.board, LIGHT))
    return SQUARE_NUMBERS[square] in [zone_squares(LIGHT)[index] for index in indices]


def straight_distances(game: Game, square: str) -> set[int]:
    """Return the distances that a figure can go straight, in squares."""
    moves = [text[-2:] for text in legal_texts(game, f"{square}-??") if text[-2] == square[0] or text[-1] == square[1]]
    return {abs(ord(goal[0]) - ord(square[0])) + abs(int(goal[1]) - int(square[1])) for goal in moves}


def is_refused_by(game: Game, square: str, lesson: str) -> bool:
    """Return True if the rule of a lesson refuses a Move of a figure."""
    goals = [goal for goal in SQUARE_NAMES if not legal_texts(game, f"{square}-{goal}*")]
    return any(game.game.explain(game.state, (square, goal)).lesson == lesson for goal in goals)


def swap_sizes(game: Game) -> set[int]:
    """Return the numbers of pieces that a figure can hand over in a swap."""
    return {len(text.split(":")[2]) for text in legal_texts(game, "swap:*")}


def measure_giver_gain() -> int:
    """Return the number of pieces that the giver of one piece gets in return."""
    before, after = figure_on(SWAP_GAME, "e5"), figure_on(play_moves(SWAP_GAME, "swap:e5>f6:c"), "e5")
    return len(after) - (len(before) - 1)


def count_quiet_turns(position_text: str, pattern: str) -> int:
    """Return the number of quiet turns after the first action that matches a pattern."""
    (after, *_others) = play_each_action(game_at(position_text), pattern)
    return int(after.state.quiet_turns)


FACTS: Facts = {
    ("goal", "attack it and win"): answer_wins("d9-{}*"),
    ("goal", "Which figure decides"): (
        lambda _game: is_won(play_moves(PRIME_CAPTURE_GAME, *legal_texts(PRIME_CAPTURE_GAME, "j2-j9")), LIGHT),
        lambda _game: is_won(play_moves(STAR_CAPTURE_GAME, "j2-j9"), LIGHT),
        lambda _game: is_won(play_moves(BIGGEST_CAPTURE_GAME, "j2-j9"), LIGHT),
    ),
    ("goal", "half of your opponent’s"): (
        lambda _game: QUIET_GAME.outcome is None,
        lambda _game: is_won(QUIET_GAME, LIGHT),
        lambda _game: is_won(game_at("9(ck)/10/10/10/10/10/10/10/(Sss)(Sss)8/(Ck)9 l - 0"), LIGHT),
    ),
    ("zones", "square is Dark’s Home"): lambda _game, square: SQUARE_NUMBERS[square] == HOME_SQUARES[DARK],
    ("zones", "Light’s Starting Zone"): lambda _game, square: bool(ZONE_MASKS[LIGHT] >> SQUARE_NUMBERS[square] & 1),
    ("zones", "lands on Dark’s Home"): (
        lambda game: game.outcome is None and game.to_move == DARK and not game.state.pool,
        lambda game: is_won(game, LIGHT),
        lambda game: game.to_move == LIGHT,
    ),
    ("zones", "stands on rank 9"): (
        action_is_legal("c9-*"),
        lambda game: bool(legal_texts(play_moves(game, "a1-b2"), "c9-*")),
        lambda game: bool(legal_texts(game, "c9-*") and legal_texts(play_moves(game, "a1-b2"), "c9-*")),
    ),
    ("minion", "stands in Dark’s zone"): (
        negate(action_is_legal("e9-*")),
        action_is_legal("e9-?10"),
        action_is_legal("e9-?[1-8]"),
        action_is_legal("e9-?9"),
    ),
    ("minion", "move backward too"): (
        lambda _game: bool(
            legal_texts(game_at(BARE_POSITION.replace("10/10/10/10/(Ck)", "4(Tccs)5/10/10/10/(Ck)")), "e5-?4")
        ),
        lambda _game: bool(legal_texts(game_at("9(ck)/4(Tcs)5/10/10/10/10/10/10/10/(Ck)9 l - 0"), "e9-?8")),
        lambda _game: bool(
            legal_texts(
                play_moves(game_at("9(ck)/10/10/10/4(tcc)5/4(Tcs)5/10/10/10/(Ck)9 l - 0"), "e5-e6", "take:-", "j10-i9"),
                "e6-?[1-5]",
            )
        ),
        lambda _game: (
            not legal_texts(game_at(BARE_POSITION.replace("10/10/10/10/(Ck)", "4(Tccs)5/10/10/10/(Ck)")), "e5-?4")
        ),
    ),
    ("boost", "gets a second one"): (
        lambda _game: figure_ratings("Sshh") == figure_ratings("Ssh"),
        lambda _game: figure_ratings("Sshh")[0] == 1 + 3,
        lambda _game: figure_ratings("Sshh")[0] == 1 + 4,
        lambda _game: figure_ratings("Sshh")[0] == 2 + 2,
    ),
    ("star", "How much does the star add"): (
        lambda _game: measure_star_bonus() == (6, 6),
        lambda _game: measure_star_bonus() == (3, 3),
        lambda _game: measure_star_bonus() == (6, 0),
    ),
    ("star", "same figure as a star"): lambda _game, answer: not can_gain("St", PIECES[answer]),
    ("dodger", "have to turn"): lambda game, square: (
        not figure_on(game, square) and not legal_texts(with_figure(game, square, "Tc"), "e3-d5")
    ),
    ("jumper", "flies over a Dark figure"): (
        lambda game: [figure_on(after, "f4") for after in play_each_action(game, "e4-g4")] == ["tc"],
        lambda game: any(not figure_on(after, "f4") for after in play_each_action(game, "e4-g4*")),
        lambda game: any(after.state.pool for after in play_each_action(game, "e4-g4*")),
    ),
    ("jumper", "straight rating of 2"): (
        lambda game: straight_distances(game, "e4") == {2},
        lambda game: straight_distances(game, "e4") == {1, 2},
        lambda game: len(straight_distances(game, "e4")) > 2,
    ),
    ("attack", "figure on e4 capture"): answer_is_legal("e4-{}*"),
    ("attack", "a figure with 3 pieces"): answer_is_number(
        lambda game: max(len(text[5:]) for text in legal_texts(play_moves(game, "e4-e5"), "take:*"))
    ),
    ("attack", "that you don’t take"): (
        lambda _game: play_moves(GAME_AFTER_CAPTURE, "take:s").state.pool == "hh",
        lambda _game: "hh" in figure_on(play_moves(GAME_AFTER_CAPTURE, "take:s"), "e5"),
        lambda _game: not play_moves(GAME_AFTER_CAPTURE, "take:s").state.pool,
    ),
    ("attack", "happens to its base"): (
        lambda _game: {*play_moves(GAME_AFTER_CAPTURE, "take:-").state.pool} == {*"shh"},
        lambda _game: len(play_moves(GAME_AFTER_CAPTURE, "take:-").state.pool) > 3,
        lambda _game: figure_on(play_moves(GAME_AFTER_CAPTURE, "take:-"), "e5") != "Sc",
    ),
    ("room", "take the star"): answer_agrees_with(
        lambda game: bool(legal_texts(play_moves(game, "g2-g3"), "take:*t*"))
    ),
    ("room", "How many more pieces"): answer_is_number(
        lambda game: max(len(text[5:].strip("-")) for text in legal_texts(play_moves(game, "e4-e5"), "take:*"))
    ),
    ("room", "room for 2 more"): lambda game, square: can_gain(figure_on(game, square), "cc"),
    ("swap", "hand pieces to"): answer_is_legal("swap:e5>{}:*"),
    ("swap", "get in return"): (
        lambda _game: measure_giver_gain() == 0,
        lambda _game: measure_giver_gain() > 0,
        lambda _game: figure_on(play_moves(SWAP_GAME, "swap:e5>f6:c"), "e5").count("c") == 2,
    ),
    ("swap", "carries only one piece"): answer_agrees_with(
        lambda _game: bool(legal_texts(LONE_PIECE_GAME, "swap:f6>*"))
    ),
    ("swap", "hand over the crown"): (
        lambda game: "k" in figure_on(play_moves(game, "swap:e2>f2:k"), "f2"),
        lambda game: is_won(play_moves(game, "swap:e2>f2:k"), DARK),
        negate(action_is_legal("swap:e2>f2:k")),
    ),
    ("swap", "How many pieces"): (
        lambda _game: swap_sizes(SWAP_GAME) == {1, 2},
        lambda _game: swap_sizes(SWAP_GAME) == {1},
        lambda _game: max(swap_sizes(SWAP_GAME)) > 2,
    ),
    ("resource", "to a marked square"): lambda game, square: any(
        legal_texts(after, "res:*") for after in play_each_action(game, f"?8-{square}")
    ),
    ("resource", "is already in Dark’s zone"): answer_agrees_with(
        lambda _game: any(legal_texts(after, "res:*") for after in play_each_action(ZONE_GAME, "e9-d9"))
    ),
    ("resource", "your figure on e9"): answer_agrees_with(action_is_legal("res:*")),
    ("resource", "now has 3 pieces"): (
        lambda _game: bool(legal_texts(play_moves(MINION_IN_ZONE_GAME, "res:s", "j10-i9"), "e9-?8")),
        lambda _game: not legal_texts(play_moves(MINION_IN_ZONE_GAME, "res:s", "j10-i9"), "e9-*"),
        lambda _game: bool(legal_texts(play_moves(MINION_IN_ZONE_GAME, "res:s"), "e9-*")),
    ),
    ("turn", "every turn begin with"): (
        lambda _game: legal_texts(ZONE_GAME) == legal_texts(ZONE_GAME, "[a-j]*-*"),
        claim_about(action_is_legal("res:*"), ZONE_GAME),
        claim_about(action_is_legal("swap:*"), ZONE_GAME),
        lambda _game: bool(legal_texts(ZONE_GAME, "res:*") or legal_texts(ZONE_GAME, "swap:*")),
    ),
    ("turn", "has brought back 2 pieces"): (
        lambda game: bool(legal_texts(game, "swap:*")) and not legal_texts(game, "res:*"),
        action_is_legal("[a-j]?-*"),
        action_is_legal("res:*"),
        negate(action_is_legal("swap:*")),
    ),
    ("turn", "When do you take"): (
        lambda _game: legal_texts(GAME_AFTER_CAPTURE) == legal_texts(GAME_AFTER_CAPTURE, "take:*"),
        lambda _game: bool(legal_texts(GAME_AFTER_CAPTURE, "swap:*")),
        lambda _game: GAME_AFTER_CAPTURE.to_move == DARK,
    ),
    ("turn", "skip the Move"): answer_agrees_with(lambda _game: bool(legal_texts(ZONE_GAME, "swap:*"))),
    ("safety", "shields your Prime"): lambda game, square: is_refused_by(game, square, "safety"),
    ("safety", "leave it in danger"): (
        negate(claim_about(action_is_legal("g3-g6"), ATTACKED_PRIME_GAME)),
        negate(claim_about(action_is_legal("a5-d5*"), ATTACKED_PRIME_GAME)),
        negate(claim_about(action_is_legal("g3-d3"), ATTACKED_PRIME_GAME)),
        negate(claim_about(action_is_legal("d2-e3"), ATTACKED_PRIME_GAME)),
    ),
    ("safety", "still count as an attacker"): (
        negate(action_is_legal("d1-e2")),
        action_is_legal("d1-e2"),
        action_is_legal("d1-e2"),
    ),
    ("winning", "can win at once"): answer_wins("b4-{}*"),
    ("winning", "capture your attacker"): answer_agrees_with(
        lambda game: is_won(game, LIGHT) or not legal_texts(game, "c5-e7")
    ),
    ("winning", "keeps Dark"): lambda game, square: (
        not legal_texts(game_at(game.game.format_position(game.state).replace(" l ", " d ")), f"e10-{square}")
    ),
    ("ends", "nothing attacks"): (is_drawn, lambda game: is_won(game, LIGHT), lambda game: game.outcome is None),
    ("ends", "to a marked square"): answer_wins("*-{}*"),
    ("ends", "very first turn"): (
        lambda game: is_won(play_moves(game, "j2-j9"), LIGHT),
        negate(action_is_legal("j2-j9")),
        lambda game: play_moves(game, "j2-j9").outcome is None,
    ),
    ("army", "isn’t your Prime"): answer_is_number(lambda _game: FIGURE_SIZES_IN_SETUP["S"]),
    ("army", "besides the crown"): answer_is_number(lambda _game: free_capacity("Sk")),
    ("army", "does a triangle start with"): answer_is_number(lambda _game: FIGURE_SIZES_IN_SETUP["T"]),
    ("setup", "triangles can start"): lambda game, square: is_misplaced(with_figure(game, square, "T"), square),
    ("setup", "breaks a rule"): is_misplaced,
    ("draws", "100 turns"): (
        lambda _game: (
            (game := game_at(BARE_POSITION[:-1] + "100")).outcome is None and game.draw_claim_reason() is not None
        ),
        lambda _game: is_drawn(game_at(BARE_POSITION[:-1] + "100")),
        lambda _game: is_won(game_at("9(ck)/10/10/10/10/10/10/10/(Sss)9/(Ck)9 l - 100"), LIGHT),
    ),
    ("draws", "third time"): claims_on_repetition(THIRD_OCCURRENCE_GAME),
    ("draws", "on the same squares"): answer_agrees_with(
        lambda _game: len({ZONE_GAME.game.key(game.state) for game in (ZONE_GAME, ZONE_GAME_AFTER_RETURN)}) == 1
    ),
    ("draws", "back to 0"): (
        lambda _game: count_quiet_turns("9(ck)/10/10/10/10/4(tshh)5/4(Sc)5/10/10/(Ck)9 l - 5", "e4-e5") == 0,
        lambda _game: count_quiet_turns("9(ck)/10/10/10/5(Sss)4/10/4(Scch)5/10/10/(Ck)9 l - 5", "e4-e5") == 0,
        lambda _game: count_quiet_turns("9(ck)/4(Sccs)5/10/10/10/10/10/10/10/(Ck)9 l chh 5", "e9-d9") == 0,
        lambda _game: count_quiet_turns("9(ck)/10/10/10/10/4(Tcs)5/10/10/10/(Ck)9 l - 5", "e5-e6") == 0,
    ),
}

REASONS_WITHOUT_FACT = {
    ("resource", "pieces from both sides"): "The pool does not store from which side a piece comes.",
    ("army", "left in the supply"): "The page decides when an army may start.",
    ("setup", "wear only the crown"): "It asks about a setup that the rules allow, whatever its use.",
    ("setup", "Who warns you"): "It asks what the rules do not do.",
}


def game_with_lone_figure(figure_text: str) -> Game:
    """Return a game in which a figure of Light is on a1 and nothing blocks its Moves."""
    board = [""] * len(SQUARE_NAMES)
    board[SQUARE_NUMBERS["a1"]] = figure_text
    board[SQUARE_NUMBERS["j5"]] = "" if "k" in figure_text else "Ck"
    board[SQUARE_NUMBERS["g10"]] = "ck"
    return new_timeline(QUIET_GAME.game, state_from_board(board, LIGHT))


def find_steps(game: Game, square: str) -> list[tuple[int, int]]:
    """Return the number of files and of ranks that each Move of a figure goes."""
    goals = [text.split("-")[1].partition(":")[0] for text in legal_texts(game, f"{square}-*")]
    return [(ord(goal[0]) - ord(square[0]), int(goal[1:]) - int(square[1:])) for goal in goals]


def longest_move(figure_text: str, *, is_straight: bool) -> int:
    """Return the length of a figure's longest Move from a1 on an empty board, in squares."""
    goals = [text.split("-")[1] for text in legal_texts(game_with_lone_figure(figure_text), "a1-*")]
    steps = [(ord(goal[0]) - ord("a"), int(goal[1:]) - 1) for goal in goals]
    return max((max(x, y) for x, y in steps if (not x or not y if is_straight else x == y)), default=0)


def is_rating(is_straight: bool) -> ComputedFact:
    def is_fact(question: Question, answer: QuizAnswer) -> bool:
        figure_text = figure_on(question.timeline, min(question.highlighted))
        return min(int(answer.text), 9) == longest_move(figure_text, is_straight=is_straight)

    return is_fact


def goes_farthest(is_straight: bool) -> ComputedFact:
    def is_fact(question: Question, answer: QuizAnswer) -> bool:
        longest_move_by_target = {
            quiz_answer.target: longest_move(figure_on(question.timeline, quiz_answer.target), is_straight=is_straight)
            for quiz_answer in question.answers
        }
        return longest_move_by_target[answer.target] == max(longest_move_by_target.values())

    return is_fact


def carries_piece(piece: str) -> ComputedFact:
    return lambda question, answer: piece in figure_on(question.timeline, answer.target)


def takes_at_most(question: Question, answer: QuizAnswer) -> bool:
    """Return True if the answer is the largest number of pieces that the attacker can take from a captured figure."""
    square, prey_square = sorted(question.highlighted)
    board = [""] * len(SQUARE_NAMES)
    attacker = figure_on(question.timeline, square)
    neighbour = "e6" if attacker[0] == "S" or "s" in attacker else "f6"
    board[SQUARE_NUMBERS["e5"]], board[SQUARE_NUMBERS[neighbour]] = attacker, figure_on(question.timeline, prey_square)
    board[SQUARE_NUMBERS["a1"]] = "" if "k" in attacker else "Ck"
    board[SQUARE_NUMBERS["j10"]] = "ck"
    game = play_moves(new_timeline(QUIET_GAME.game, state_from_board(board, LIGHT)), f"e5-{neighbour}")
    return int(answer.text) == max((len(text[5:].strip("-")) for text in legal_texts(game, "take:*")), default=0)


COMPUTED_FACTS: ComputedFacts = {
    "prime-figure": carries_piece("k"),
    "boost-figure": carries_piece("h"),
    "tactician-figure": carries_piece("t"),
    "dodger-figure": lambda question, answer: any(
        abs(x) != abs(y) and x and y for x, y in find_steps(question.timeline, answer.target)
    ),
    "jumper-figure": lambda question, answer: (
        "d" in figure_on(question.timeline, answer.target)
        and any(max(abs(x), abs(y)) > 1 for x, y in find_steps(question.timeline, answer.target))
    ),
    "minion-figure": lambda question, answer: (
        (text := figure_on(question.timeline, answer.target))[0] == "T" and len(text) - 1 + text.count("k") <= 2
    ),
    "*-far-straight": goes_farthest(is_straight=True),
    "*-far-diagonal": goes_farthest(is_straight=False),
    "*-straight": is_rating(is_straight=True),
    "*-diagonal": is_rating(is_straight=False),
    "room": takes_at_most,
}
