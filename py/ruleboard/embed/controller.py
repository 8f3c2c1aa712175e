"""From what people and the page around do to what an embedded board shows and tells. Keeps nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, replace

from ruleboard.app.browser.screen import Screen
from ruleboard.app.languages import use_catalogue
from ruleboard.app.lessons.exercise import hinted
from ruleboard.app.play import announcements as announcing
from ruleboard.app.play import session as tables
from ruleboard.app.play.animation import between, travels
from ruleboard.embed import board as boards
from ruleboard.embed import messages as protocol
from ruleboard.embed.board import Board
from ruleboard.embed.browser import Browser
from ruleboard.embed.parameters import Parameters, parse_fragment, parse_parameters
from ruleboard.embed.view import trouble, view
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _
from ruleboard.scene.marks import Motion
from ruleboard.wording import sentence


class Controller:
    """Holds the board, hears people and the page around, draws. One for a page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.board: Board | None = None
        self._wrong = ""
        self._announced = ""
        self._language = "system"
        self._screen = Screen(browser)

    def start(self, then: Callable[[], None]) -> None:
        """Show what the address asks for in the language it asks for, say that the board answers, then go on."""

        def heard(catalogue: bytes | None) -> None:
            use_catalogue(catalogue or b"")
            problem = self._arrive(self.browser.address())
            self._draw()
            self.browser.post(protocol.ready(self.board))
            if problem:
                self.browser.post(protocol.error(problem))
            then()

        with suppress(RuleboardError):  # which is told once there are words for it
            self._language = parse_fragment(self.browser.address()).language
        self.browser.set_language(self._language, heard)

    def handle(self, kind: str, name: str, value: str = "") -> None:
        """Take what a person, the address or the page around did, and show and tell what follows from it."""
        before = self.board
        if kind == "address":
            problem = self._arrive(name)
            if problem:
                self.browser.post(protocol.error(problem))
        elif kind == "message":
            self._obey(name)
        elif self.board:
            self.board = self._done(self.board, kind, name, value)
        self._tell(before)
        found: tuple[Motion, ...] = ()
        if before and self.board:
            found = between(before.table, self.board.table, self.board.seat)
        self._draw(travels(found[1:] if kind == "drop" else found))

    def report_bug(self) -> None:
        """Say that an error of ours was met."""
        self._announced = _("Something went wrong inside the board. Please load the page anew.")
        self.browser.post(protocol.error(self._announced))
        self._draw()

    # --- what is shown ---------------------------------------------------------------------------------------

    def _arrive(self, address: str) -> RuleboardError | None:
        """Show what an address asks for; return why that cannot be."""
        try:
            self._open(parse_fragment(address))
        except RuleboardError as error:
            return self._refuse(error)
        return None

    def _open(self, parameters: Parameters) -> None:
        self.browser.set_theme(parameters.theme)
        self.browser.guest_of(parameters.host)
        self.board = boards.opened(parameters, self.browser.seed())
        self._wrong = self._announced = ""
        if parameters.language != self._language:
            self._language = parameters.language
            self.browser.set_language(self._language, self._spoken)
        self.browser.set_title(parameters.caption or f"{_(GAMES[parameters.game].title)} · Ruleboard")

    def _spoken(self, catalogue: bytes | None) -> None:
        """Say everything in another language."""
        use_catalogue(catalogue or b"")
        self._draw()

    def _refuse(self, error: RuleboardError) -> RuleboardError:
        self.board = None
        self._wrong = sentence(str(error))
        return error

    def _draw(self, travelling: str = "") -> None:
        page = view(self.board, self._announced) if self.board else trouble(self._wrong)
        self._screen.show(page, "" if not travelling or self.browser.prefers_reduced_motion() else travelling)

    # --- what people do --------------------------------------------------------------------------------------

    def _done(self, board: Board, kind: str, name: str, value: str) -> Board:
        match kind, name:
            case "touch", target:
                return boards.touched(board, target)
            case "take", target:
                return boards.taken_up(board, target)
            case "drop", target:
                return boards.dropped(board, target)
            case "do", "embed.choose":
                return boards.chosen(board, value)
            case ("do", "embed.undo") | ("key", "u" | "Ctrl+z"):
                return boards.undone(board)
            case ("do", "embed.redo") | ("key", "r" | "Ctrl+y" | "Ctrl+Shift+z"):
                return boards.redone(board)
            case "do", "embed.again":
                return boards.again(board)
            case ("do", "embed.turn") | ("key", "f"):
                return boards.turned(board)
            case "do", "embed.closer":
                return replace(board, closer=not board.closer)
            case "do", "embed.hint" if board.exercise:
                return replace(board, exercise=hinted(board.exercise))
            case "do", "embed.look" if value.lstrip("-").isdigit():
                return boards.stepped(board, int(value))
            case "key", "[":
                return boards.stepped(board, -1)
            case "key", "]":
                return boards.stepped(board, 1)
            case "key", "Escape":
                return boards.put_down(board)
            case "do", "embed.leaf" if value in ("1", "-1"):
                return boards.leafed(board, int(value))
            case "do", "embed.uncover":
                return boards.with_table(board, tables.uncovered(board.table))
            case "do", "embed.show_step" if value.lstrip("-").isdigit():
                return boards.with_table(board, tables.advanced(board.table, int(value)))
            case "do", "embed.show_skip":
                return boards.with_table(board, tables.skipped(board.table))
        return board

    # --- the page around -------------------------------------------------------------------------------------

    def _obey(self, text: str) -> None:
        """Do what a message asks, or answer why not: what is shown then stays as it is."""
        shown = self.board
        try:
            match protocol.parse_message(text):
                case protocol.Show(parameters):
                    self._open(parse_parameters(parameters))
                    self.browser.post(protocol.ready(self.board))
                case protocol.Position(changes):
                    self._open(self._changed(changes))
                    self.browser.post(protocol.ready(self.board))
                case protocol.Play(action) if self.board:
                    self.board = boards.played(self.board, action)
                case protocol.Reset() if self.board:
                    self.board = boards.again(self.board)
        except RuleboardError as error:
            self.board = shown
            self.browser.post(protocol.error(error))

    def _changed(self, changes: object) -> Parameters:
        """The parameters there are, with another position."""
        assert isinstance(changes, dict)
        present = self.board.parameters if self.board else None
        if present is None:
            raise protocol.MessageError(_("there is no board whose position could change"))
        if present.lesson:
            raise protocol.MessageError(_("a lesson brings its own positions"))
        fresh = parse_parameters({"game": present.game, **changes})
        kept = {entry.name: getattr(present, entry.name) for entry in fields(Parameters)}
        named = {name: getattr(fresh, name) for name in ("position", "moves", "at")}
        named["options"] = fresh.options if "options" in changes else present.options
        return Parameters(**{**kept, **named, "marks": ()})

    def _tell(self, before: Board | None) -> None:
        """Tell the page around, and who listens to the screen, what has happened."""
        after = self.board
        if before is None or after is None or before is after:
            return
        for message in protocol.told(before, after):
            self.browser.post(message)
        self._announced = _announcement(before, after) or self._announced


def _announcement(before: Board, after: Board) -> str:
    """What a screen reader is told; empty if nothing has changed that is worth telling."""
    old, new = before.table.shown, after.table.shown
    parts = []
    entry = new.entries[new.at - 1] if new.at > old.at else ""
    if isinstance(entry, Action):
        own = after.viewer is not None and after.viewer == before.viewer  # still theirs to hear
        state = new.states[new.at - 1]
        parts.append(sentence(new.game.describe(state, entry) if own else boards.described(new, new.at - 1)))
    if after.exercise and before.exercise and after.exercise.feedback != before.exercise.feedback:
        parts.append(after.exercise.feedback)
    if after.exercise and before.exercise and after.exercise.hint != before.exercise.hint:
        parts.append(after.exercise.hint)
    if not isinstance(entry, Action) and (said := announcing.touched(before.table, after.table)):
        parts.append(said)
    if new.outcome and not old.outcome:
        parts.append(new.outcome.reason)
    elif new.at != old.at and new.to_move is not None:
        parts.append(_("{player} to move.").format(player=_(new.game.sides(new.state)[new.to_move])))
    return " ".join(part for part in parts if part)
