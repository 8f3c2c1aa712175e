"""Games in a terminal, with a board, a prompt, typed moves and bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ruleboard.api.boards import board_text
from ruleboard.api.position import Position
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.plain_text import plain_characters
from ruleboard.registry import GAMES

HELP_TEXT: Final = """\
Type an action as ? lists it, or one of these commands:
  ?          list the legal actions (? TEXT lists those that begin with TEXT)
  hint       show what the opponent of level 5 would play
  undo       take back your last decision
  moves      show the moves       position   show the position as text
  resign     give up the game     draw       claim a draw, if the rules allow it
  save FILE  save the game to a file, which you can also open on the page
  quit       leave the game"""
_HINT_LEVEL: Final = 5
_MAX_LISTED_ACTIONS: Final = 200
_HANDOVER_SCREEN: Final = "\n" * 50


@dataclass(frozen=True)
class Seats:
    """The people and bots in a terminal game.

    Attributes:
        level: the level of the bots; 0 if all players are people.
        person: the person's player number (0-based) in a game with bots.
    """

    level: int = 0
    person: int = 0

    def is_person(self, player: int) -> bool:
        """Return True if a player is a person."""
        return not self.level or player == self.person


class Table:
    """A game in a terminal.

    Args:
        position: the first position. The players' moves change this object.
        seats: the players.
        ascii_only: True to draw boards with ASCII characters.
        read_line: asks for a line of input; raises EOFError at the end of the input.
        print_line: prints a line.
    """

    def __init__(
        self,
        position: Position,
        seats: Seats,
        *,
        ascii_only: bool,
        read_line: Callable[[str], str] = input,
        print_line: Callable[[str], None] = print,
    ) -> None:
        self.position = position
        self._seats = seats
        self._ascii_only = ascii_only
        self._read_line = read_line
        self._print_line = print_line
        self._board_viewer: int | None = None
        self._has_secret_decisions = False

    def run(self) -> None:
        """Play until the game is over, a person leaves, or the input ends."""
        self._print_line("Type ? to list the legal actions, or help to list the commands.")
        while (player := self.position.turn) is not None:
            self._has_secret_decisions |= self.position.is_hidden
            if not self._seats.is_person(player):
                self._play_bot_turn(player)
            elif not self._ask_command(player):
                self._print_line("You left the game.")
                return
        outcome = self.position.outcome()
        self._show_board(None)
        if outcome is not None:
            self._print_line(outcome.reason)

    def _play_bot_turn(self, player: int) -> None:
        is_hidden = self.position.is_hidden
        for text in self.position.choose(self._seats.level):
            description = "" if is_hidden else self.position.describe(text)
            self.position.push(text)
            if not is_hidden:
                self._print_line(f"{self.position.sides[player]}: {text} ({description})")
        if is_hidden:
            self._print_line(f"{self.position.sides[player]} has decided in secret.")
        self._board_viewer = None

    def _ask_command(self, player: int) -> bool:
        """Ask a person for one command and run it; return False if the person quits."""
        if self._board_viewer != player:
            if self.position.is_hidden and not self._seats.level and not self._wait_for_handover(player):
                return False
            self._show_board(player)
            self._board_viewer = player
        self._print_line(self.position.prompt())
        line = self._ask_for_line(f"{self.position.sides[player]}> ")
        if line is None:
            self._print_line("")
            return False
        command, _space, argument = line.partition(" ")
        if command == "quit":
            return False
        try:
            self._run_command(player, command, argument.strip(), line)
        except RuleboardError as error:
            self._print_line(f"{error}.")
        return True

    def _wait_for_handover(self, player: int) -> bool:
        """Hide the previous output until the next player is at the terminal. Return False if the input ends."""
        self._print_line(_HANDOVER_SCREEN)
        return (
            self._ask_for_line(f"{self.position.sides[player]}, press Enter when only you can see the screen. ")
            is not None
        )

    def _ask_for_line(self, prompt: str) -> str | None:
        try:
            return self._read_line(prompt).strip()
        except EOFError:
            return None

    def _run_command(self, player: int, command: str, argument: str, line: str) -> None:
        match command:
            case "":
                return
            case "help":
                self._print_line(HELP_TEXT)
            case "?":
                self._list_actions(argument)
            case "hint":
                self._print_line(", ".join(self.position.choose(_HINT_LEVEL)))
            case "undo":
                self._undo()
            case "moves":
                self._print_line(self.position.moves())
            case "position":
                self._print_line(str(self.position.view(player)))
            case "save":
                if not argument:
                    raise RuleboardError("the name of the file is missing", expected="save FILE")
                self.position.save(argument)
                self._print_line(f"Saved the game to {argument}.")
            case "resign":
                self.position.push(f"resign {player + 1}")
            case "draw":
                self.position.push("draw claimed")
            case _:
                self.position.push(self._correct_spelling(line))
                self._board_viewer = None

    def _correct_spelling(self, line: str) -> str:
        """Correct the capitalization, hyphens and digits of a typed action, or convert an ending to lowercase."""
        text = plain_characters(line)
        return text.lower() if is_ending(text.lower()) else GAMES[self.position.game].respell_moves(text).move_list

    def _list_actions(self, prefix: str) -> None:
        legal_actions = [text for text in self.position.legal_actions() if text.startswith(prefix)]
        self._print_line("   ".join(legal_actions[:_MAX_LISTED_ACTIONS]) or f"No legal action begins with {prefix!r}.")
        if len(legal_actions) > _MAX_LISTED_ACTIONS:
            self._print_line(
                f"… and {len(legal_actions) - _MAX_LISTED_ACTIONS} more. Use ? TEXT to list those that begin with TEXT."
            )

    def _undo(self) -> None:
        """Undo all actions since the last decision of a person, including that decision.

        Raises:
            RuleboardError: the position has no actions to undo.
        """
        self.position.pop()
        while self.position.actions and not self._seats.is_person(self.position.turn or 0):
            self.position.pop()
        self._board_viewer = None

    def _show_board(self, player: int | None) -> None:
        """Show the board as a player sees it. Before it, repeat the last turn if players decide in secret."""
        if self._has_secret_decisions:
            turns = self.position.moves().splitlines()
            self._print_line(turns[-1] if turns else "")
        self._print_line(
            "\n" + board_text(self.position.game, self.position.view(player).state, ascii_only=self._ascii_only)
        )
