"""Facts about the written questions of Tesulda."""

from __future__ import annotations

from functools import partial

from ruleboard.contract.quizzes import QuizAnswer
from ruleboard.engine.timeline import new_timeline
from ruleboard.games.tesulda.army import army_on, free_capacity, misplaced_indices, zone_squares
from ruleboard.games.tesulda.board import HOME_SQUARES, SQUARE_NAMES, SQUARE_NUMBERS, ZONE_MASKS
from ruleboard.games.tesulda.exchange import can_gain
from ruleboard.games.tesulda.figures import SETUP_SIZES, Traits, traits
from ruleboard.games.tesulda.state import state_from_board
from ruleboard.learning.checks import Question

from . import (
    ComputedFact,
    ComputedFacts,
    Facts,
    Game,
    after_each,
    at,
    can,
    is_drawn,
    is_won,
    legal,
    negated,
    number,
    played,
    position,
    repeated,
    texts,
    third_time,
    wins,
    yes,
)

LIGHT, DARK = 0, 1
PIECES = {"The crown": "k", "A hexagon": "h", "A second star": "t", "A diamond": "d"}
game_at = partial(position, "tesulda")
BARE = "9(ck)/10/10/10/10/10/10/10/10/(Ck)9 l - 0"
QUIET = game_at(BARE)
SHUFFLED = repeated(QUIET, ("a1-b2", "j10-i9", "b2-a1", "i9-j10"), 3)
CAPTURED = game_at("9(ck)/10/10/10/10/4(tshh)5/4(Sc)5/10/10/(Ck)9 l - 0", "e4-e5")
SWAPPING = game_at("9(ck)/10/10/4(Ss)5/5(Sss)1(Css)2/10/4(Scch)5/10/10/(Ck)9 l - 0", "e4-e5")
LONE_PIECE = game_at("9(ck)/10/10/10/5(Ss)4/10/4(Scch)5/10/10/(Ck)9 l - 0", "e4-e5")
IN_ZONE = game_at("9(ck)/4(Sccs)5/10/10/10/10/10/10/10/(Ck)9 l chh 0")
BROUGHT_BACK = game_at("9(ck)/4(Sccsh)5/10/10/10/10/10/10/10/(Ck)9 l ch 0")
MINION_ARRIVES = game_at("9(ck)/10/4(Tcs)5/10/10/10/10/10/10/(Ck)9 l s 0", "e8-e9")
CAPTURE_PRIME = game_at("10/3(tcs)5(ck)/10/10/10/10/10/10/9(Sssssh)/(Ck)9 l - 0")
CAPTURE_STAR = game_at("(ck)9/9(ct)/10/10/10/10/10/10/9(Sssssh)/(Ck)9 l - 0")
CAPTURE_BIGGEST = game_at("(ck)9/9(ccccs)/10/10/10/10/10/10/9(Sssssh)/(Ck)9 l - 0")
ATTACKED = game_at("10/10/10/10/9(ck)/(Sss)2(sssss)6/10/6(Sss)3/3(Ck)6/10 l - 0")


def ratings(figure: str) -> tuple[int, int]:
    """Return how far a figure goes straight and diagonally."""
    own: Traits = traits(figure)
    return own.straight_rating, own.diagonal_rating


def star_bonus() -> tuple[int, int]:
    """Return what a star adds to the ratings of a figure with a hexagon."""
    with_star, without = ratings("Sht"), ratings("Sh")
    return with_star[0] - without[0], with_star[1] - without[1]


def figure(game: Game, square: str) -> str:
    """Return the figure on a square."""
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
    """Return how far a figure can go straight."""
    moves = [text[-2:] for text in texts(game, f"{square}-??") if text[-2] == square[0] or text[-1] == square[1]]
    return {abs(ord(goal[0]) - ord(square[0])) + abs(int(goal[1]) - int(square[1])) for goal in moves}


def is_refused_by(game: Game, square: str, lesson: str) -> bool:
    """Return True if the rule of a lesson refuses a Move of a figure."""
    goals = [goal for goal in SQUARE_NAMES if not texts(game, f"{square}-{goal}*")]
    return any(game.game.explain(game.state, (square, goal)).lesson == lesson for goal in goals)


def swap_sizes(game: Game) -> set[int]:
    """Return how many pieces a figure can hand over."""
    return {len(text.split(":")[2]) for text in texts(game, "swap:*")}


def gain_of_giver() -> int:
    """Return how many pieces the giver has gained after it handed over one piece, not counting that one."""
    before, after = figure(SWAPPING, "e5"), figure(played(SWAPPING, "swap:e5>f6:c"), "e5")
    return len(after) - (len(before) - 1)


def quiet_turns_after(position_text: str, pattern: str) -> int:
    """Return the number of quiet turns after an action and the end of the turn, from 5 before it."""
    (after, *_others) = after_each(game_at(position_text), pattern)
    return int(after.state.quiet_turns)


FACTS: Facts = {
    ("goal", "attack it and win"): wins("d9-{}*"),
    ("goal", "Which figure decides"): (
        lambda _game: is_won(played(CAPTURE_PRIME, *texts(CAPTURE_PRIME, "j2-j9")), LIGHT),
        lambda _game: is_won(played(CAPTURE_STAR, "j2-j9"), LIGHT),
        lambda _game: is_won(played(CAPTURE_BIGGEST, "j2-j9"), LIGHT),
    ),
    ("goal", "half of your opponent’s"): (
        lambda _game: QUIET.outcome is None,
        lambda _game: is_won(QUIET, LIGHT),
        lambda _game: is_won(game_at("9(ck)/10/10/10/10/10/10/10/(Sss)(Sss)8/(Ck)9 l - 0"), LIGHT),
    ),
    ("zones", "square is Dark’s Home"): lambda _game, square: SQUARE_NUMBERS[square] == HOME_SQUARES[DARK],
    ("zones", "Light’s Starting Zone"): lambda _game, square: bool(ZONE_MASKS[LIGHT] >> SQUARE_NUMBERS[square] & 1),
    ("zones", "lands on Dark’s Home"): (
        lambda _game: (
            (after := game_at("(ck)9/10/9(Sss)/10/10/10/10/10/10/(Ck)9 l - 0", "j8-j10")).outcome is None
            and after.to_move == DARK
            and not after.state.pool
        ),
        lambda _game: is_won(game_at("(ck)9/10/9(Sss)/10/10/10/10/10/10/(Ck)9 l - 0", "j8-j10"), LIGHT),
        lambda _game: game_at("(ck)9/10/9(Sss)/10/10/10/10/10/10/(Ck)9 l - 0", "j8-j10").to_move == LIGHT,
    ),
    ("zones", "stands on rank 9"): (
        can("c9-*"),
        lambda game: bool(texts(played(game, "a1-b2"), "c9-*")),
        lambda game: bool(texts(game, "c9-*") and texts(played(game, "a1-b2"), "c9-*")),
    ),
    ("minion", "stands in Dark’s zone"): (
        negated(can("e9-*")),
        can("e9-?10"),
        can("e9-?[1-8]"),
        can("e9-?9"),
    ),
    ("minion", "move backward too"): (
        lambda _game: bool(texts(game_at(BARE.replace("10/10/10/10/(Ck)", "4(Tccs)5/10/10/10/(Ck)")), "e5-?4")),
        lambda _game: bool(texts(game_at("9(ck)/4(Tcs)5/10/10/10/10/10/10/10/(Ck)9 l - 0"), "e9-?8")),
        lambda _game: bool(
            texts(
                played(game_at("9(ck)/10/10/10/4(tcc)5/4(Tcs)5/10/10/10/(Ck)9 l - 0"), "e5-e6", "take:-", "j10-i9"),
                "e6-?[1-5]",
            )
        ),
        lambda _game: not texts(game_at(BARE.replace("10/10/10/10/(Ck)", "4(Tccs)5/10/10/10/(Ck)")), "e5-?4"),
    ),
    ("boost", "gets a second one"): (
        lambda _game: ratings("Sshh") == ratings("Ssh"),
        lambda _game: ratings("Sshh")[0] == 1 + 3,
        lambda _game: ratings("Sshh")[0] == 1 + 4,
        lambda _game: ratings("Sshh")[0] == 2 + 2,
    ),
    ("star", "How much does the star add"): (
        lambda _game: star_bonus() == (6, 6),
        lambda _game: star_bonus() == (3, 3),
        lambda _game: star_bonus() == (6, 0),
    ),
    ("star", "same figure as a star"): lambda _game, answer: not can_gain("St", PIECES[answer]),
    ("dodger", "have to turn"): lambda game, square: (
        not figure(game, square) and not texts(with_figure(game, square, "Tc"), "e3-d5")
    ),
    ("jumper", "flies over a Dark figure"): (
        lambda game: [figure(after, "f4") for after in after_each(game, "e4-g4")] == ["tc"],
        lambda game: any(not figure(after, "f4") for after in after_each(game, "e4-g4*")),
        lambda game: any(after.state.pool for after in after_each(game, "e4-g4*")),
    ),
    ("jumper", "straight rating of 2"): (
        lambda game: straight_distances(game, "e4") == {2},
        lambda game: straight_distances(game, "e4") == {1, 2},
        lambda game: len(straight_distances(game, "e4")) > 2,
    ),
    ("attack", "figure on e4 capture"): legal("e4-{}*"),
    ("attack", "a figure with 3 pieces"): number(
        lambda game: max(len(text[5:]) for text in texts(played(game, "e4-e5"), "take:*"))
    ),
    ("attack", "that you don’t take"): (
        lambda _game: played(CAPTURED, "take:s").state.pool == "hh",
        lambda _game: "hh" in figure(played(CAPTURED, "take:s"), "e5"),
        lambda _game: not played(CAPTURED, "take:s").state.pool,
    ),
    ("attack", "happens to its base"): (
        lambda _game: {*played(CAPTURED, "take:-").state.pool} == {*"shh"},
        lambda _game: len(played(CAPTURED, "take:-").state.pool) > 3,
        lambda _game: figure(played(CAPTURED, "take:-"), "e5") != "Sc",
    ),
    ("room", "take the star"): yes(lambda game: bool(texts(played(game, "g2-g3"), "take:*t*"))),
    ("room", "How many more pieces"): number(
        lambda game: max(len(text[5:].strip("-")) for text in texts(played(game, "e4-e5"), "take:*"))
    ),
    ("room", "room for 2 more"): lambda game, square: can_gain(figure(game, square), "cc"),
    ("swap", "hand pieces to"): legal("swap:e5>{}:*"),
    ("swap", "get in return"): (
        lambda _game: gain_of_giver() == 0,
        lambda _game: gain_of_giver() > 0,
        lambda _game: figure(played(SWAPPING, "swap:e5>f6:c"), "e5").count("c") == 2,
    ),
    ("swap", "carries only one piece"): yes(lambda _game: bool(texts(LONE_PIECE, "swap:f6>*"))),
    ("swap", "hand over the crown"): (
        lambda game: "k" in figure(played(game, "swap:e2>f2:k"), "f2"),
        lambda game: is_won(played(game, "swap:e2>f2:k"), DARK),
        negated(can("swap:e2>f2:k")),
    ),
    ("swap", "How many pieces"): (
        lambda _game: swap_sizes(SWAPPING) == {1, 2},
        lambda _game: swap_sizes(SWAPPING) == {1},
        lambda _game: max(swap_sizes(SWAPPING)) > 2,
    ),
    ("resource", "lets your figure bring"): lambda game, square: any(
        texts(after, "res:*") for after in after_each(game, f"?8-{square}")
    ),
    ("resource", "is already in Dark’s zone"): yes(
        lambda _game: any(texts(after, "res:*") for after in after_each(IN_ZONE, "e9-d9"))
    ),
    ("resource", "your figure on e9"): yes(can("res:*")),
    ("resource", "now has 3 pieces"): (
        lambda _game: bool(texts(played(MINION_ARRIVES, "res:s", "j10-i9"), "e9-?8")),
        lambda _game: not texts(played(MINION_ARRIVES, "res:s", "j10-i9"), "e9-*"),
        lambda _game: bool(texts(played(MINION_ARRIVES, "res:s"), "e9-*")),
    ),
    ("turn", "every turn begin with"): (
        lambda _game: texts(IN_ZONE) == texts(IN_ZONE, "[a-j]*-*"),
        at(can("res:*"), IN_ZONE),
        at(can("swap:*"), IN_ZONE),
        lambda _game: bool(texts(IN_ZONE, "res:*") or texts(IN_ZONE, "swap:*")),
    ),
    ("turn", "brought back a piece"): (
        lambda game: bool(texts(game, "swap:*")) and not texts(game, "res:*"),
        can("[a-j]?-*"),
        can("res:*"),
        negated(can("swap:*")),
    ),
    ("turn", "When do you take"): (
        lambda _game: texts(CAPTURED) == texts(CAPTURED, "take:*"),
        lambda _game: bool(texts(CAPTURED, "swap:*")),
        lambda _game: CAPTURED.to_move == DARK,
    ),
    ("turn", "skip the Move"): yes(lambda _game: bool(texts(IN_ZONE, "swap:*"))),
    ("safety", "shields your Prime"): lambda game, square: is_refused_by(game, square, "safety"),
    ("safety", "leave it in danger"): (
        negated(at(can("g3-g6"), ATTACKED)),
        negated(at(can("a5-d5*"), ATTACKED)),
        negated(at(can("g3-d3"), ATTACKED)),
        negated(at(can("d2-e3"), ATTACKED)),
    ),
    ("safety", "still count as an attacker"): (
        negated(can("d1-e2")),
        can("d1-e2"),
        can("d1-e2"),
    ),
    ("winning", "can win at once"): wins("b4-{}*"),
    ("winning", "capture your attacker"): yes(
        lambda _game: is_won(game_at("9(tk)/10/6(sss)3/10/10/9(Sss)/10/10/10/(Sck)9 l - 0", "j5-j8"), LIGHT)
    ),
    ("winning", "keeps Dark"): lambda game, square: (
        not texts(game_at(game.game.format_position(game.state).replace(" l ", " d ")), f"e10-{square}")
    ),
    ("ends", "nothing attacks"): (is_drawn, lambda game: is_won(game, LIGHT), lambda game: game.outcome is None),
    ("ends", "Which marked Move wins"): wins("*-{}*"),
    ("ends", "very first turn"): (
        lambda game: is_won(played(game, "j2-j9"), LIGHT),
        negated(can("j2-j9")),
        lambda game: played(game, "j2-j9").outcome is None,
    ),
    ("army", "isn’t your Prime"): number(lambda _game: SETUP_SIZES["S"]),
    ("army", "besides the crown"): number(lambda _game: free_capacity("Sk")),
    ("army", "does a triangle start with"): number(lambda _game: SETUP_SIZES["T"]),
    ("setup", "triangles can start"): lambda game, square: is_misplaced(with_figure(game, square, "T"), square),
    ("setup", "breaks a rule"): is_misplaced,
    ("draws", "100 turns"): (
        lambda _game: (game := game_at(BARE[:-1] + "100")).outcome is None and game.draw_claim_reason() is not None,
        lambda _game: is_drawn(game_at(BARE[:-1] + "100")),
        lambda _game: is_won(game_at("9(ck)/10/10/10/10/10/10/10/(Sss)9/(Ck)9 l - 100"), LIGHT),
    ),
    ("draws", "third time"): third_time(SHUFFLED),
    ("draws", "on the same squares"): yes(
        lambda _game: len({IN_ZONE.game.key(game.state) for game in (IN_ZONE, BROUGHT_BACK)}) == 1
    ),
    ("draws", "back to 0"): (
        lambda _game: quiet_turns_after("9(ck)/10/10/10/10/4(tshh)5/4(Sc)5/10/10/(Ck)9 l - 5", "e4-e5") == 0,
        lambda _game: quiet_turns_after("9(ck)/10/10/10/5(Sss)4/10/4(Scch)5/10/10/(Ck)9 l - 5", "e4-e5") == 0,
        lambda _game: quiet_turns_after("9(ck)/4(Sccs)5/10/10/10/10/10/10/10/(Ck)9 l chh 5", "e9-d9") == 0,
        lambda _game: quiet_turns_after("9(ck)/10/10/10/10/4(Tcs)5/10/10/10/(Ck)9 l - 5", "e5-e6") == 0,
    ),
}

KNOWLEDGE = {
    ("resource", "pieces from both sides"): "The pool does not store from which side a piece comes.",
    ("army", "left in the store"): "The page decides when an army may start.",
    ("setup", "wears only the crown"): "It asks about a setup that the rules allow, whatever its use.",
    ("setup", "Who warns you"): "It asks what the rules do not do.",
}


def alone(figure_text: str) -> Game:
    """Return a game in which a figure of Light is on a1, alone on the lines from there."""
    board = [""] * len(SQUARE_NAMES)
    board[SQUARE_NUMBERS["a1"]] = figure_text
    board[SQUARE_NUMBERS["j5"]] = "" if "k" in figure_text else "Ck"
    board[SQUARE_NUMBERS["g10"]] = "ck"
    return new_timeline(QUIET.game, state_from_board(board, LIGHT))


def steps_from(game: Game, square: str) -> list[tuple[int, int]]:
    """Return how many files and ranks each Move of a figure goes."""
    goals = [text.split("-")[1].partition(":")[0] for text in texts(game, f"{square}-*")]
    return [(ord(goal[0]) - ord(square[0]), int(goal[1:]) - int(square[1:])) for goal in goals]


def longest_move(figure_text: str, *, is_straight: bool) -> int:
    """Return how far a figure moves from a1, up to 9 squares."""
    goals = [text.split("-")[1] for text in texts(alone(figure_text), "a1-*")]
    steps = [(ord(goal[0]) - ord("a"), int(goal[1:]) - 1) for goal in goals]
    return max((max(x, y) for x, y in steps if (not x or not y if is_straight else x == y)), default=0)


def is_rating(is_straight: bool) -> ComputedFact:
    def fact(question: Question, answer: QuizAnswer) -> bool:
        own = figure(question.timeline, min(question.highlighted))
        return min(int(answer.text), 9) == longest_move(own, is_straight=is_straight)

    return fact


def goes_farthest(is_straight: bool) -> ComputedFact:
    def fact(question: Question, answer: QuizAnswer) -> bool:
        lengths = {
            each.target: longest_move(figure(question.timeline, each.target), is_straight=is_straight)
            for each in question.answers
        }
        return lengths[answer.target] == max(lengths.values())

    return fact


def carries(piece: str) -> ComputedFact:
    return lambda question, answer: piece in figure(question.timeline, answer.target)


def takes_at_most(question: Question, answer: QuizAnswer) -> bool:
    """Return True if the attacker can take this number of pieces, and not more, from a figure next to it."""
    square, prey = sorted(question.highlighted)
    board = [""] * len(SQUARE_NAMES)
    attacker = figure(question.timeline, square)
    neighbour = "e6" if attacker[0] == "S" or "s" in attacker else "f6"
    board[SQUARE_NUMBERS["e5"]], board[SQUARE_NUMBERS[neighbour]] = attacker, figure(question.timeline, prey)
    board[SQUARE_NUMBERS["a1"]] = "" if "k" in attacker else "Ck"
    board[SQUARE_NUMBERS["j10"]] = "ck"
    game = played(new_timeline(QUIET.game, state_from_board(board, LIGHT)), f"e5-{neighbour}")
    return int(answer.text) == max((len(text[5:].strip("-")) for text in texts(game, "take:*")), default=0)


COMPUTED: ComputedFacts = {
    "prime-figure": carries("k"),
    "boost-figure": carries("h"),
    "tactician-figure": carries("t"),
    "dodger-figure": lambda question, answer: any(
        abs(x) != abs(y) and x and y for x, y in steps_from(question.timeline, answer.target)
    ),
    "jumper-figure": lambda question, answer: (
        "d" in figure(question.timeline, answer.target)
        and any(max(abs(x), abs(y)) > 1 for x, y in steps_from(question.timeline, answer.target))
    ),
    "minion-figure": lambda question, answer: (
        (own := figure(question.timeline, answer.target))[0] == "T" and len(own) - 1 + own.count("k") <= 2
    ),
    "*-far-straight": goes_farthest(is_straight=True),
    "*-far-diagonal": goes_farthest(is_straight=False),
    "*-straight": is_rating(is_straight=True),
    "*-diagonal": is_rating(is_straight=False),
    "room": takes_at_most,
}
