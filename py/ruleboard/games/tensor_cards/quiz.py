"""Ask about the movements of pieces on random spaces for the quizzes of Tensor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from ruleboard.contract.quizzes import GameQuestion, Quiz, QuizAnswer, Random
from ruleboard.games.tensor_cards.board import PIECES, Space
from ruleboard.games.tensor_cards.cards import CARDS, WHITE, Part
from ruleboard.games.tensor_cards.names import piece_name, side_name
from ruleboard.games.tensor_cards.resolution import Event, single_card_movements
from ruleboard.games.tensor_cards.state import NO_CARD, Pieces, Placement, State, Terms, position_of
from ruleboard.games.tensor_cards.targets import piece_target
from ruleboard.games.tensor_cards.texts import event_text, piece_space_label
from ruleboard.i18n import _

_QUIZ_PLAYER = WHITE
"""The player whom the questions address as "you"."""

_Play = tuple[int, int]
"""A player and a card."""

_MISTAKES: Final[Mapping[str, str]] = {
    "directions": "directions",
    "own directions": "directions",
    "lower first": "higher",
    "only mine": "higher",
    "only theirs": "higher",
    "equal": "equal",
    "lines": "lines",
    "blocked": "blocked",
    "short": "all-the-way",
    "all or nothing": "all-the-way",
    "one dot more": "cards",
    "one dot fewer": "cards",
}
"""The mistakes behind wrong answers, each with the id of the lesson whose rule it ignores."""

_MISTAKES_WITH_TWO_CARDS: Final = frozenset(("lower first", "only mine", "only theirs", "equal"))
"""The mistakes that only a question about the cards of both players allows."""

_MIN_WRONG_ANSWERS: Final = 2
"""The minimum number of wrong spaces or cards."""

_MAX_ATTEMPTS: Final = 5
"""The maximum number of random positions to try for a question about the movement of a piece."""

_FIRST_LESSONS: Final = ("goal", "cards", "directions")
"""The lessons of the first chapter with questions about movements. Its quiz knows no missing lines and no obstacles."""

_LATER_MISTAKES: Final = ("lines", "blocked")
"""The mistakes that do not change the end of a piece in a question on one of these lessons."""


def _with_random_pieces(state: State, random: Random) -> tuple[State, int]:
    """Return a state with all cards in both hands and the pieces close together; also return a random piece.

    The pieces are on random spaces without stars.
    """
    board = state.terms.board
    first_space = random.choice([space for space in sorted(board.spaces) if space not in board.stars])
    near_spaces = [
        space
        for space in sorted(board.spaces - board.stars - {first_space})
        if abs(space.x - first_space.x) <= 2 and abs(space.y - first_space.y) <= 2
    ]
    red, blue, yellow = random.shuffled((first_space, *random.shuffled(near_spaces)[:2]))
    position = position_of(board, (red, blue, yellow), state.points)
    return State(state.terms, position), random.choice(PIECES)


def _with_cards_on(state: State, piece: int, plays: list[_Play]) -> State:
    """Return the state with only these cards on a piece. The card of ``_QUIZ_PLAYER`` is a draft."""
    cards = dict(plays)

    def build_placement(player: int) -> Placement:
        red, blue, yellow = (cards.get(player, NO_CARD) if other_piece == piece else NO_CARD for other_piece in PIECES)
        return red, blue, yellow

    return replace(state, placements=(build_placement(1 - _QUIZ_PLAYER),), draft=build_placement(_QUIZ_PLAYER))


def _question_with_cards(
    state: State,
    piece: int,
    plays: list[_Play],
    answers: tuple[QuizAnswer, ...],
    path: tuple[Space | None, ...] = (),
    reason: str = "",
) -> GameQuestion:
    """Build a question about a piece. The picture shows the cards on the piece."""
    return GameQuestion(
        _placeholder_values(state, piece, plays),
        answers,
        reason,
        selection=(piece_target(piece),),
        state=_with_cards_on(state, piece, plays),
        shows_hidden=True,
        path=tuple(map(str, path)),
    )


def _mistake_lesson(mistake: str, plays: list[_Play]) -> str:
    """Return the lesson whose rule a mistake ignores. No card acts alone if the cards are equal."""
    if mistake in ("only mine", "only theirs") and _are_equal(plays):
        return "equal"
    return _MISTAKES[mistake]


def _are_equal(plays: list[_Play]) -> bool:
    return len({card for _player, card in plays}) < len(plays)


def _mistake_reason(lesson: str, question_lesson: str) -> str:
    """Return the rule of a lesson that a wrong answer ignores; empty if the explanation of the question names it."""
    if lesson == question_lesson:
        return ""
    return {
        "cards": _("The arrow shows the direction and each dot adds one space."),
        "directions": _("Read a card’s arrow from its owner’s seat."),
        "higher": _("Both cards act, first the higher number, then the lower."),
        "equal": _("Equal numbers cancel out, so neither card acts."),
        "lines": _("Pieces move only along the black lines."),
        "blocked": _("A piece never moves onto another piece. It stops in front of that piece."),
        "all-the-way": _("A piece goes as far as its card says, or as far as it can."),
    }.get(lesson, "")


def _end_space(state: State, pieces: Pieces, piece: int, plays: list[_Play], *, mistake: str = "") -> Space | None:
    """Return the space of a piece after one or two cards, or None if the piece is off the board; see ``_path``."""
    return _path(state, pieces, piece, plays, mistake=mistake)[-1]


def _path(
    state: State, pieces: Pieces, piece: int, plays: list[_Play], *, mistake: str = ""
) -> tuple[Space | None, ...]:
    """Return the spaces over which one or two cards move a piece, including both ends. None stands for off the board.

    Args:
        state: the state, for the board and the deck.
        pieces: the spaces of the pieces.
        piece: the piece.
        plays: the cards with their players.
        mistake: a key of ``_MISTAKES``, or ``""``.
    """
    terms = state.terms
    players = {"only mine": (_QUIZ_PLAYER,), "only theirs": (1 - _QUIZ_PLAYER,)}.get(mistake, (0, 1))
    plays = [play for play in plays if play[0] in players]
    if mistake == "lines":
        spaces = terms.board.spaces
        neighbours = {
            (first_space, second_space)
            for first_space in spaces
            for second_space in spaces
            if first_space < second_space and _distance(first_space, second_space) == 1
        }
        terms = replace(terms, board=replace(terms.board, lines=frozenset(neighbours)))
    if mistake == "blocked":
        pieces, piece = (pieces[piece], None, None), 0
    sorted_plays = sorted(plays, key=lambda play: play[1], reverse=mistake != "lower first")
    spaces_on_path = [pieces[piece]]
    if _are_equal(plays) and mistake != "equal":
        return (pieces[piece],)
    for turn, (player, card) in enumerate(sorted_plays):
        mover = {"directions": _QUIZ_PLAYER, "own directions": 1 - _QUIZ_PLAYER}.get(mistake, player)
        extra_steps = {"short": -1, "one dot fewer": -1, "one dot more": 1}.get(mistake, 0) if not turn else 0
        changed_terms = _with_longer_card(terms, card, extra_steps) if extra_steps else terms
        path = single_card_movements(changed_terms, pieces, piece, mover, card)[0][-1].path
        if mistake == "all or nothing" and len(path) <= sum(part.steps for part in terms.deck[card - 1]):
            path = path[:1]
        red, blue, yellow = (path[-1] if number == piece else space for number, space in enumerate(pieces))
        pieces = red, blue, yellow
        spaces_on_path += path[1:]
        if path[-1] in terms.board.stars and len(path) > 1 and not mistake:
            break
    return tuple(spaces_on_path)


def _with_longer_card(terms: Terms, card: int, extra_steps: int) -> Terms:
    """Return the terms with a card whose last part is some steps longer, or shorter, but has at least one step."""
    *parts, last_part = terms.deck[card - 1]
    changed_card = (*parts, Part(max(1, last_part.steps + extra_steps), last_part.direction))
    return replace(terms, deck=(*terms.deck[: card - 1], changed_card, *terms.deck[card:]))


def _distance(first_space: Space, second_space: Space) -> int:
    return abs(first_space.x - second_space.x) + abs(first_space.y - second_space.y)


def _answer_target(pieces: Pieces, space: Space) -> str:
    return piece_target(pieces.index(space)) if space in pieces else str(space)


def _answer_text(pieces: Pieces, space: Space) -> str:
    """Return the name of a space that contains a piece; empty for other spaces, since the quiz names them."""
    return piece_space_label(pieces.index(space)) if space in pieces else ""


def _stuck_text(state: State, piece: int, plays: list[_Play]) -> str:
    """Return sentences that say why each of the cards can't move a piece; empty if a card moves it or both cancel."""
    cards = [card for _player, card in plays]
    if len({*cards}) < len(cards):
        return ""
    sentences = []
    for player, card in sorted(plays, key=lambda play: -play[1]):
        movements = single_card_movements(state.terms, state.pieces, piece, player, card)[0]
        if any(movement.step_count for movement in movements):
            return ""
        event = Event("move", piece, state.pieces, state.points, player, (card, card), movements)
        sentences.append(event_text(state.terms, event, _QUIZ_PLAYER))
    return " ".join(sentences)


def _place_answers(
    pieces: Pieces, correct_space: Space, wrong_spaces: Mapping[Space, str], question_lesson: str
) -> tuple[QuizAnswer, ...]:
    """Return the answers on the board.

    The text of an answer names a piece, or is empty for the name of its target.

    Args:
        pieces: the spaces of the pieces.
        correct_space: the space that is the correct answer.
        wrong_spaces: the other spaces, each with the lesson whose rule this answer ignores.
        question_lesson: the lesson that the question is about.
    """
    answers = [QuizAnswer(_answer_text(pieces, correct_space), target=_answer_target(pieces, correct_space))]
    answers += [
        QuizAnswer(
            _answer_text(pieces, space), _mistake_reason(lesson, question_lesson), lesson, _answer_target(pieces, space)
        )
        for space, lesson in wrong_spaces.items()
        if space != correct_space
    ]
    return tuple(answers)


def _label_answers(labels: tuple[str, ...], correct_index: int) -> tuple[QuizAnswer, ...]:
    return tuple(map(QuizAnswer, (labels[correct_index], *labels[:correct_index], *labels[correct_index + 1 :])))


def _placeholder_values(state: State, piece: int, plays: list[_Play]) -> dict[str, str]:
    cards = dict(plays)
    return {
        "side": side_name(_QUIZ_PLAYER),
        "opponent": side_name(1 - _QUIZ_PLAYER),
        "own": str(cards.get(_QUIZ_PLAYER, "")),
        "other": str(cards.get(1 - _QUIZ_PLAYER, "")),
        "piece": piece_name(piece),
    }


def _cards_with_parts(state: State, part_count: int) -> list[int]:
    return [card for card in CARDS if len(state.terms.deck[card - 1]) == part_count]


def _random_plays(state: State, random: Random, lesson: str, player_count: int) -> list[_Play]:
    """Return random cards with one part. The cards are equal if the lesson is about equal cards."""
    cards = random.shuffled(_cards_with_parts(state, 1))
    if player_count == 1:
        return [(1 - _QUIZ_PLAYER if lesson == "directions" else _QUIZ_PLAYER, cards[0])]
    return [(_QUIZ_PLAYER, cards[0]), (1 - _QUIZ_PLAYER, cards[0 if lesson == "equal" else 1])]


def _ask_in_some_position(
    state: State, random: Random, *, ask: Callable[[State, Random], GameQuestion | None]
) -> GameQuestion | None:
    """Return the question of ``ask`` about the first random position that suits it; None after some attempts."""
    return next(filter(None, (ask(state, random) for _attempt in range(_MAX_ATTEMPTS))), None)


def _ask_end(state: State, random: Random, *, lesson: str, player_count: int) -> GameQuestion | None:
    """Ask where a piece ends. Each wrong answer ignores one rule. Return None if the lesson's rule does not matter."""
    state, piece = _with_random_pieces(state, random)
    pieces, plays = state.pieces, _random_plays(state, random, lesson, player_count)
    correct_space = _end_space(state, pieces, piece, plays)
    mistakes = _MISTAKES if player_count == 2 else _MISTAKES.keys() - _MISTAKES_WITH_TWO_CARDS
    ends = {mistake: _end_space(state, pieces, piece, plays, mistake=mistake) for mistake in mistakes}
    if correct_space is None or (
        lesson in _FIRST_LESSONS and any(ends[mistake] != correct_space for mistake in _LATER_MISTAKES)
    ):
        return None
    wrong_spaces: dict[Space, str] = {}
    for mistake in sorted(
        random.shuffled(sorted(mistakes)), key=lambda mistake: _mistake_lesson(mistake, plays) != lesson
    ):
        end = ends[mistake]
        if end is not None and end != correct_space:
            wrong_spaces.setdefault(end, _mistake_lesson(mistake, plays))
    if len(wrong_spaces) < _MIN_WRONG_ANSWERS or (lesson in _MISTAKES.values() and lesson not in wrong_spaces.values()):
        return None
    answers = _place_answers(pieces, correct_space, wrong_spaces, lesson)
    path = _path(state, pieces, piece, plays)
    return _question_with_cards(state, piece, plays, answers, path, _stuck_text(state, piece, plays))


def _ask_card(state: State, random: Random, *, lesson: str) -> GameQuestion | None:
    """Ask which card takes a piece to the marked space. Each wrong card does so only if one ignores a rule.

    Return None if the random position does not allow this.
    """
    state, piece = _with_random_pieces(state, random)
    pieces = state.pieces
    player = 1 - _QUIZ_PLAYER if lesson == "directions" else _QUIZ_PLAYER
    cards = _cards_with_parts(state, 1)
    ends_by_card = {card: _end_space(state, pieces, piece, [(player, card)]) for card in cards}
    goal = random.choice([end for end in ends_by_card.values() if end and end != pieces[piece]] or [None])
    correct_cards = [card for card in cards if ends_by_card[card] == goal]
    if goal is None or len(correct_cards) != 1:
        return None
    lessons_by_card: dict[int, str] = {}
    for mistake in sorted(_MISTAKES, key=lambda mistake: _MISTAKES[mistake] != lesson):
        for card in cards:
            end = _end_space(state, pieces, piece, [(player, card)], mistake=mistake)
            if card not in correct_cards and end == goal:
                lessons_by_card.setdefault(card, _MISTAKES[mistake])
    if lesson in _FIRST_LESSONS and any(
        _end_space(state, pieces, piece, [(player, card)], mistake=mistake) != ends_by_card[card]
        for mistake in _LATER_MISTAKES
        for card in (*correct_cards, *lessons_by_card)
    ):
        return None
    if len(lessons_by_card) < _MIN_WRONG_ANSWERS or (
        lesson == "all-the-way" and lesson not in lessons_by_card.values()
    ):
        return None
    wrong_cards = sorted(random.shuffled(tuple(lessons_by_card)), key=lambda card: lessons_by_card[card] != lesson)
    answers = [QuizAnswer(str(correct_cards[0]))]
    for card in wrong_cards:
        answers.append(QuizAnswer(str(card), _mistake_reason(lessons_by_card[card], lesson), lessons_by_card[card]))
    selection, highlighted_spaces = (piece_target(piece),), (str(goal),)
    path = tuple(map(str, _path(state, pieces, piece, [(player, correct_cards[0])])))
    values = _placeholder_values(state, piece, [])
    return GameQuestion(
        values, tuple(answers), selection=selection, highlighted=highlighted_spaces, state=state, path=path
    )


def _ask_stuck_card(state: State, random: Random, *, lesson: str) -> GameQuestion | None:
    """Ask which card cannot move a piece because of the lesson's rule. Return None if the cards do not allow this."""
    state, piece = _with_random_pieces(state, random)
    pieces = state.pieces
    cards = random.shuffled(_cards_with_parts(state, 1))
    moving_cards = [card for card in cards if _end_space(state, pieces, piece, [(_QUIZ_PLAYER, card)]) != pieces[piece]]
    blocked_cards = [
        card
        for card in cards
        if card not in moving_cards
        and _end_space(state, pieces, piece, [(_QUIZ_PLAYER, card)], mistake=lesson) != pieces[piece]
    ]
    if not blocked_cards or len(moving_cards) < 2:
        return None
    card = blocked_cards[0]
    answers = tuple(QuizAnswer(str(answer)) for answer in (card, *moving_cards))
    reason = _stuck_text(state, piece, [(_QUIZ_PLAYER, card)])
    values, selection = _placeholder_values(state, piece, []), (piece_target(piece),)
    return GameQuestion(values, answers, reason, selection, state=state)


def _ask_winner(state: State, random: Random, *, lesson: str) -> GameQuestion | None:
    """Ask who wins with two cards on a piece. Return None if the cards cannot take the piece to a star."""
    state, piece = _with_random_pieces(state, random)
    pieces, plays = state.pieces, _random_plays(state, random, lesson, 2)
    stars = state.terms.board.stars
    end = _end_space(state, pieces, piece, plays)
    single_card_ends = [_end_space(state, pieces, piece, [play]) for play in plays]
    if stars.isdisjoint((*single_card_ends, end)):
        return None
    winner = None
    if end in stars:
        first_play, second_play = sorted(plays, key=lambda play: -play[1])
        winner = first_play[0] if _end_space(state, pieces, piece, [first_play]) in stars else second_play[0]
    labels = (_("I do"), side_name(1 - _QUIZ_PLAYER), _("Nobody yet"))
    answers = _label_answers(labels, 2 if winner is None else int(winner != _QUIZ_PLAYER))
    has_equal_cards = plays[0][1] == plays[1][1]
    text = "" if winner is not None or has_equal_cards else _("Neither card takes {piece} to a star.")
    reason = text.format(piece=piece_name(piece))
    return _question_with_cards(state, piece, plays, answers, _path(state, pieces, piece, plays), reason)


def _ask_first_player(state: State, random: Random) -> GameQuestion:
    """Ask whose card acts first on a piece."""
    state, piece = _with_random_pieces(state, random)
    plays = _random_plays(state, random, random.choice(("", "", "equal")), 2)
    labels = (_("Mine"), _("{side}’s").format(side=side_name(1 - _QUIZ_PLAYER)), _("Neither: they cancel out"))
    own_card, other_card = (card for _player, card in plays)
    answers = _label_answers(labels, 2 if own_card == other_card else int(own_card < other_card))
    return _question_with_cards(state, piece, plays, answers)


def _with_card_of_one_part(state: State, card: int, number: int) -> State:
    """Return the state with a deck in which a card has only one of its parts."""
    deck = state.terms.deck
    deck = (*deck[: card - 1], deck[card - 1][number : number + 1], *deck[card:])
    return replace(state, terms=replace(state.terms, deck=deck))


def _part_paths(state: State, piece: int, player: int, card: int) -> dict[Space, tuple[Space, ...]]:
    """Map each space to which a card can take a piece, in either order of its parts, to the path."""
    return {
        movements[-1].path[-1]: tuple(dict.fromkeys(space for movement in movements for space in movement.path))
        for movements in single_card_movements(state.terms, state.pieces, piece, player, card)
    }


def _ask_parts(state: State, random: Random, *, asks_for_count: bool) -> GameQuestion | None:
    """Ask where a card with two parts can take a piece, or to how many spaces. Return None if too few spaces differ.

    A wrong answer is a space in reach of only one part, or of the opponent's card with these parts.
    """
    state, piece = _with_random_pieces(state, random)
    card = random.choice(_cards_with_parts(state, 2))
    paths, plays = _part_paths(state, piece, _QUIZ_PLAYER, card), [(_QUIZ_PLAYER, card)]
    if asks_for_count:
        answers = [QuizAnswer(str(number)) for number in (len(paths), *({1, 2, 3} - {len(paths)}))]
        end_targets = tuple(_answer_target(state.pieces, end) for end in paths)
        return replace(_question_with_cards(state, piece, plays, tuple(answers)), counted_targets=end_targets)
    part_ends = [
        _end_space(_with_card_of_one_part(state, card, number), state.pieces, piece, plays) for number in (0, 1)
    ]
    opponent_ends = _part_paths(state, piece, 1 - _QUIZ_PLAYER, card)
    wrong_spaces = {end: "directions" for end in opponent_ends if end not in paths}
    wrong_spaces = {end: "either-order" for end in part_ends if end and end not in paths} | wrong_spaces
    if len(wrong_spaces) < 2 or len(paths) < 2:  # players choose only between different spaces
        return None
    end = random.choice(tuple(paths))
    answers_on_board = _place_answers(state.pieces, end, wrong_spaces, "either-order")
    return _question_with_cards(state, piece, plays, answers_on_board, paths[end])


def _ask_moving_piece(state: State, random: Random, *, moves_first: bool) -> GameQuestion:
    """Ask which piece moves first or last in a turn."""
    pieces = PIECES if moves_first else PIECES[::-1]
    return GameQuestion({}, tuple(QuizAnswer(piece_name(piece), target=piece_target(piece)) for piece in pieces))


_QUIZ_LESSONS = ("goal", "winning", "example", *dict.fromkeys(_MISTAKES.values()))

_MOVEMENT_KINDS: Final[Mapping[str, Callable[[State, Random], GameQuestion | None]]] = {
    **{f"end-{lesson}": partial(_ask_end, lesson=lesson, player_count=2) for lesson in _QUIZ_LESSONS},
    **{f"card-{lesson}": partial(_ask_end, lesson=lesson, player_count=1) for lesson in _QUIZ_LESSONS},
    **{f"which-{lesson}": partial(_ask_card, lesson=lesson) for lesson in _QUIZ_LESSONS},
}
"""The functions that ask for the movement of a piece, by kind."""

QUIZ: Quiz[State] = Quiz(
    kinds={
        **{kind: partial(_ask_in_some_position, ask=ask) for kind, ask in _MOVEMENT_KINDS.items()},
        **{f"winner-{lesson}": partial(_ask_winner, lesson=lesson) for lesson in _QUIZ_LESSONS},
        **{f"stuck-{lesson}": partial(_ask_stuck_card, lesson=lesson) for lesson in ("lines", "blocked")},
        "first": _ask_first_player,
        "first-piece": partial(_ask_moving_piece, moves_first=True),
        "last-piece": partial(_ask_moving_piece, moves_first=False),
        "parts": partial(_ask_parts, asks_for_count=False),
        "part-count": partial(_ask_parts, asks_for_count=True),
    },
)
