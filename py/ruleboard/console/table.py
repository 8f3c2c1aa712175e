"""A game in a terminal: the board, the prompt, moves by their texts, and opponents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ruleboard.api.boards import board_text
from ruleboard.api.position import Position
from ruleboard.engine.errors import RuleboardError

HELP: Final = """\
Type an action by its text, such as the list of legal ones has it. And:
  ?          the legal actions; ? TEXT: those that begin with a text
  hint       an action that the opponent of level 4 would play
  undo       take back to the decision before
  moves      the move list        position   the position as text
  resign     give up              draw       claim a draw, where the rules allow it
  save FILE  write the game into a file, which the page opens too
  quit       leave"""
_HINT_LEVEL: Final = 5
_MOST_SHOWN: Final = 200
_CURTAIN: Final = "\n" * 50


@dataclass(frozen=True)
class Seats:
    """The players of a game in a terminal.

    Attributes:
        level: the level of the opponents; 0 where all are persons.
        person: the player who is a person, where there are opponents, 0-based.
    """

    level: int = 0
    person: int = 0

    def is_person(self, player: int) -> bool:
        """Return True if a person plays there."""
        return not self.level or player == self.person


class Table:
    """A game in a terminal, until it ends or is left.

    Args:
        position: the position to begin with; it is played on.
        seats: the players.
        letters: True for boards in ASCII characters.
        ask: asks for a line; it raises EOFError where no more will come.
        say: writes a line.
    """

    def __init__(
        self,
        position: Position,
        seats: Seats,
        *,
        letters: bool,
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] = print,
    ) -> None:
        self.position = position
        self._seats = seats
        self._letters = letters
        self._ask = ask
        self._say = say
        self._shown_to: int | None = None

    def run(self) -> None:
        """Play until the game is over, the person leaves, or there is no more input."""
        self._say("Type ? for the legal actions, help for everything else.")
        while (player := self.position.turn) is not None:
            if not self._seats.is_person(player):
                self._let_opponent_play(player)
            elif not self._asked(player):
                self._say("The game is left here.")
                return
        outcome = self.position.outcome()
        self._show(None)
        if outcome is not None:
            self._say(outcome.reason)

    def _let_opponent_play(self, player: int) -> None:
        hidden = self.position.is_hidden
        for text in self.position.choose(self._seats.level):
            said = "" if hidden else self.position.describe(text)
            self.position.push(text)
            if not hidden:
                self._say(f"{self.position.sides[player]}: {text} ({said})")
        if hidden:
            self._say(f"{self.position.sides[player]} has decided, unseen.")
        self._shown_to = None

    def _asked(self, player: int) -> bool:
        """Ask a person once and do as they say; return False if they leave."""
        if self._shown_to != player:
            if self.position.is_hidden and not self._seats.level and not self._uncovered(player):
                return False
            self._show(player)
            self._shown_to = player
        self._say(self.position.prompt())
        line = self._line(f"{self.position.sides[player]}> ")
        if line is None:
            self._say("")
            return False
        word, _space, rest = line.partition(" ")
        if word == "quit":
            return False
        try:
            self._obey(player, word, rest.strip(), line)
        except RuleboardError as error:
            self._say(f"{error}.")
        return True

    def _uncovered(self, player: int) -> bool:
        """Hide the terminal's last lines until a player asks to see their side; return False if nobody does."""
        self._say(_CURTAIN)
        return (
            self._line(f"{self.position.sides[player]} decides unseen. Press Enter when you alone look. ") is not None
        )

    def _line(self, prompt: str) -> str | None:
        try:
            return self._ask(prompt).strip()
        except EOFError:
            return None

    def _obey(self, player: int, word: str, rest: str, line: str) -> None:
        """Carry out a line.

        Raises:
            RuleboardError: it cannot be done.
        """
        match word:
            case "":
                return
            case "help":
                self._say(HELP)
            case "?":
                self._list(rest)
            case "hint":
                self._say(", ".join(self.position.choose(_HINT_LEVEL)))
            case "undo":
                self._undo()
            case "moves":
                self._say(self.position.moves())
            case "position":
                self._say(str(self.position.view(player)))
            case "save":
                if not rest:
                    raise RuleboardError("a name for the file is missing", expected="save FILE")
                self.position.save(rest)
                self._say(f"The game is in {rest}.")
            case "resign":
                self.position.push(f"resign {player + 1}")
            case "draw":
                self.position.push("draw claimed")
            case _:
                self.position.push(line)
                self._shown_to = None

    def _list(self, beginning: str) -> None:
        """Write the legal actions that begin with a text."""
        legal = [text for text in self.position.legal_actions() if text.startswith(beginning)]
        self._say("   ".join(legal[:_MOST_SHOWN]) or f"No legal action begins with {beginning!r}.")
        if len(legal) > _MOST_SHOWN:
            self._say(f"… and {len(legal) - _MOST_SHOWN} more: ? TEXT lists those that begin with a text.")

    def _undo(self) -> None:
        """Take back to the last decision of a person.

        Raises:
            RuleboardError: nothing can be taken back.
        """
        self.position.pop()
        while self.position.actions and not self._seats.is_person(self.position.turn or 0):
            self.position.pop()
        self._shown_to = None

    def _show(self, player: int | None) -> None:
        self._say("\n" + board_text(self.position.game, self.position.view(player).state, letters=self._letters))
