"""Describe threats, tips, and the reasons for the bot's turns in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.contract.bots import Threat, Tip
from ruleboard.engine.steps import run_to_end
from ruleboard.games.sensei.bitboard import (
    BoardTables,
    Lane,
    TurnEnd,
    board_tables,
    edge_line,
    find_unfair_win,
    find_win,
    home_wins,
    orthogonal_neighbours,
    shortest_moves,
    square_name,
    square_number,
)
from ruleboard.games.sensei.evaluation import ranks_advanced
from ruleboard.games.sensei.forced_wins import find_forcing_turn
from ruleboard.games.sensei.movegen import game_end, state_after
from ruleboard.games.sensei.state import (
    ALL_RAYS,
    CHARACTER_LETTERS,
    SIDE_LETTERS,
    SIDES,
    SQUARE_NAMES,
    SQUARE_NUMBERS,
    Move,
    Position,
    State,
    squares_between,
    start_state,
    turn_start,
)
from ruleboard.i18n import _, ngettext
from ruleboard.wording import join_as_list


def threats(state: State, player: int) -> tuple[Threat, ...]:
    """Return the enemy's threats to win next turn, as if the player ended the turn now.

    Each lane to the home rank counts once, with the fewest stone moves.
    """
    if game_end(state) is not None:
        return ()
    tables = board_tables(state.mode)
    enemy_to_move = turn_start(state, 1 - player).position
    shortest_moves_by_lane: dict[Lane, tuple[tuple[int, int], ...]] = {}
    for lane, moves in home_wins(tables, enemy_to_move):
        if lane not in shortest_moves_by_lane or len(moves) < len(shortest_moves_by_lane[lane]):
            shortest_moves_by_lane[lane] = moves
    all_threats = [
        _home_threat(enemy_to_move, lane, moves)
        for lane, moves in sorted(shortest_moves_by_lane.items(), key=lambda item: len(item[1]))
    ]
    winning_end = find_unfair_win(tables, enemy_to_move)
    contact_moves = _contact_moves(state.mode, enemy_to_move, winning_end) if winning_end is not None else []
    if contact_moves:
        origin, goal = contact_moves[-1]
        text = _("{side} threatens to win by making {other}’s line unfair.")
        opportunity_text = _("{side} can now win by making {other}’s line unfair.")
        placeholders = {"side": _(SIDES[1 - player]), "other": _(SIDES[player])}
        all_threats.append(
            Threat(text.format(**placeholders), (origin, goal), (origin, goal), opportunity_text.format(**placeholders))
        )
    return tuple(all_threats)


def tips(state: State, player: int) -> tuple[Tip, ...]:
    """Return a tip for the player to move: to win in this turn, or to leave the edge where their character started."""
    if state.side != player or game_end(state) is not None:
        return ()
    tables, start = board_tables(state.mode), state.position
    if state.character_moves and any(True for _win in home_wins(tables, start, state.stone_moves)):
        text = _("You can win this turn! Which square on the far edge can your character reach?")
        return (Tip(text, can_win=True),)
    if find_unfair_win(tables, start, state.stone_moves, state.character_moves) is not None:
        text = _("You can win this turn by making {other}’s line unfair.").format(other=_(SIDES[1 - player]))
        return (Tip(text, can_win=True),)
    if state.character_moves and start.character == turn_start(start_state(state.mode), player).position.character:
        text = _("On your own edge, your character sees very little. Bring it toward the middle.")
        return (Tip(text, lesson="win-edge"),)
    return ()


def _contact_moves(mode: str, position: Position, end: TurnEnd) -> list[tuple[str, str]]:
    """Return the stone moves of a turn that end next to the enemy's line, each as a pair of square names."""
    tables = board_tables(mode)
    contact_squares = orthogonal_neighbours(edge_line(tables, position.enemy_stones))
    moves = shortest_moves(tables, position, end) or ()
    return [
        (square_name(origin), square_name(goal))
        for origin, goal in moves
        if goal & contact_squares and goal & end.stones
    ]


def _home_threat(enemy_to_move: Position, lane: Lane, moves: tuple[tuple[int, int], ...]) -> Threat:
    """Return the threat that the enemy's character reaches the home rank along a lane, after some stone moves."""
    character_square, goal = square_number(enemy_to_move.character), square_number(lane.goal)
    origins = [square_name(origin) for origin, _goal in moves[:1]]
    if not moves:
        text = _("{side}’s character threatens to leap to {goal} and win.")
        opportunity_text = _("{side}’s character can now leap to {goal} and win.")
    elif len(moves) == 1:
        text = _("{side} threatens to win: the stone on {origin} moves to {goal}, and the character follows.")
        opportunity_text = _("{side} can now win: the stone on {origin} moves to {goal}, and the character follows.")
    else:
        text = _(
            "{side} threatens to win: the stone on {origin} moves to {middle}, then {goal}, and the character follows."
        )
        opportunity_text = _(
            "{side} can now win: the stone on {origin} moves to {middle}, then {goal}, and the character follows."
        )
    placeholders = {
        "side": _(SIDES[enemy_to_move.side]),
        "goal": SQUARE_NAMES[goal],
        "origin": "".join(origins),
        "middle": square_name(moves[0][1]) if moves else "",
    }
    squares = (character_square, *(squares_between(ALL_RAYS, character_square, goal) or ()), goal)
    path = tuple(SQUARE_NAMES[square] for square in squares)
    return Threat(
        text.format(**placeholders), (path[0], *origins, path[-1]), path, opportunity_text.format(**placeholders)
    )


def reasons(state: State, moves: Sequence[Move]) -> tuple[str, ...]:
    """Describe the effects of a turn, or of the first moves of a turn. The most important sentence comes first."""
    side = state.side
    placeholders = {"side": _(SIDES[side]), "other": _(SIDES[1 - side])}
    end_state = state
    for move in moves:
        end_state = state_after(end_state, move)
    ending = game_end(end_state)
    if ending is not None:
        if ending.winner != side:
            return (_("This turn hands {other} the win.").format(**placeholders),)
        if ending.kind == "home":
            return (_("{side}’s character reaches the far edge and wins.").format(**placeholders),)
        return (_("This turn makes {other}’s line unfair and wins.").format(**placeholders),)
    tables = board_tables(state.mode)
    if _is_loss_unavoidable(state, end_state, side):
        return (_("This turn can’t stop {other} from winning next turn.").format(**placeholders),)
    start_position, end_position = turn_start(state, side).position, turn_start(end_state, side).position
    sentences = _defence_reasons(_prevented_threats(state, end_state, side), end_state, side)
    if find_win(tables, end_position) is not None:
        end = TurnEnd(end_position.stones, end_position.character)
        if end_state.side != side and run_to_end(find_forcing_turn(tables, start_position, [end])) is not None:
            sentences.insert(0, _("{side} then wins next turn, whatever {other} does.").format(**placeholders))
        elif any(True for _win in home_wins(tables, end_position)):
            sentences.append(_("{side} then threatens to reach the far edge next turn.").format(**placeholders))
        else:
            sentences.append(
                _("{side} then threatens to win next turn by making {other}’s line unfair.").format(**placeholders)
            )
    old_rank, new_rank = (ranks_advanced(position.character, side) for position in (start_position, end_position))
    if not sentences and new_rank > old_rank:
        sentences.append(_("This turn brings {side}’s character closer to the far edge.").format(**placeholders))
    return tuple(dict.fromkeys(sentences)) or (_fallback_reason(tables, start_position, end_position),)


def _fallback_reason(tables: BoardTables, start: Position, end: Position) -> str:
    """Return a sentence about a turn that threatens or prevents nothing.

    Args:
        tables: the tables of the board.
        start: the position before the turn, with the player to move.
        end: the position after the turn, with the same player to move.
    """
    side, lanes = start.side, tables.lanes
    placeholders = {"side": _(SIDES[side]), "other": _(SIDES[1 - side])}

    def count_open_lanes(character: int, stones: int, owner: int) -> int:
        return sum(not lane.squares & stones for lane in lanes[owner][character])

    if count_open_lanes(end.character, end.enemy_stones, side) > count_open_lanes(
        start.character, start.enemy_stones, side
    ):
        return _("This turn opens a path to the far edge for {side}’s character.").format(**placeholders)
    if count_open_lanes(end.enemy_character, end.stones, 1 - side) < count_open_lanes(
        start.enemy_character, start.stones, 1 - side
    ):
        return _("This turn blocks one of {other}’s paths to the far edge.").format(**placeholders)
    if ranks_advanced(end.stones, side) > ranks_advanced(start.stones, side):
        return _("This turn brings {side}’s stones closer to the far edge.").format(**placeholders)
    if find_win(tables, end.with_other_side()) is not None:
        return _("This turn lets {other} win next turn.").format(**placeholders)
    leap_count, old_leap_count, enemy_leap_count, old_enemy_leap_count = (
        (stones & ~character & tables.squares_in_sight(character, enemy_stones)).bit_count()
        for character, stones, enemy_stones in (
            (end.character, end.stones, end.enemy_stones),
            (start.character, start.stones, start.enemy_stones),
            (end.enemy_character, end.enemy_stones, end.stones),
            (start.enemy_character, start.enemy_stones, start.stones),
        )
    )
    if leap_count > old_leap_count:
        text = ngettext(
            "{side}’s character can then leap to {n} stone.",
            "{side}’s character can then leap to {n} stones.",
            leap_count,
        )
        return text.format(n=leap_count, **placeholders)
    if not enemy_leap_count < old_enemy_leap_count:
        return _("This turn leaves {other} no way to win next turn.").format(**placeholders)
    if enemy_leap_count:
        text = ngettext(
            "{other}’s character can then leap to only {n} stone.",
            "{other}’s character can then leap to only {n} stones.",
            enemy_leap_count,
        )
        return text.format(n=enemy_leap_count, **placeholders)
    return _("Then {other}’s character can’t leap to any stone.").format(**placeholders)


def _is_loss_unavoidable(state: State, end_state: State, side: int) -> bool:
    if not threats(turn_start(end_state, end_state.side), side):
        return False
    enemy_to_move = turn_start(state, 1 - side).position
    pass_end = TurnEnd(enemy_to_move.stones, enemy_to_move.character)
    return run_to_end(find_forcing_turn(board_tables(state.mode), enemy_to_move, [pass_end])) is not None


def _prevented_threats(state: State, end_state: State, side: int) -> list[Threat]:
    start_threats, end_threats = (
        threats(turn_start(compared_state, compared_state.side), side) for compared_state in (state, end_state)
    )
    remaining_goals = {threat.targets[-1] for threat in end_threats}
    return [threat for threat in start_threats if threat.targets[-1] not in remaining_goals]


def _defence_reasons(threats: Sequence[Threat], end_state: State, side: int) -> list[str]:
    """Return sentences about the threats that a turn prevents. Threats with the same cause share a sentence."""
    opponent_name = _(SIDES[1 - side])
    goals_by_text: dict[str, list[str]] = {}
    for threat in threats:
        if len(threat.path) > 1 and end_state.board[SQUARE_NUMBERS[threat.path[0]]] == CHARACTER_LETTERS[1 - side]:
            text = _("This turn keeps {other}’s stone off {square}.")
            if any(end_state.board[SQUARE_NUMBERS[square]] in SIDE_LETTERS[side] for square in threat.path):
                text = _("This turn stops {other}’s character from reaching {square}.")
            goals_by_text.setdefault(text, []).append(threat.targets[-1])
        else:
            goals_by_text.setdefault(_("This turn stops {other} from making {side}’s line unfair."), [])
    return [
        text.format(other=opponent_name, side=_(SIDES[side]), square=join_as_list(sorted(set(goals))))
        for text, goals in goals_by_text.items()
    ]
