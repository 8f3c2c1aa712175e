"""The controller of an embedded board, which handles input events and messages, and draws the board."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

from ruleboard import diagram
from ruleboard.app.board import advice, announcements
from ruleboard.app.board.animation import board_motions, motions_json
from ruleboard.app.board.opponent_loop import LoopEvent, OpponentLoop
from ruleboard.app.browser.events import EventKind, parse_event_kind
from ruleboard.app.browser.screen import Screen
from ruleboard.app.browser.slices import READ_SLICE_MS, AnyTask, Result, Task
from ruleboard.app.languages import use_catalogue
from ruleboard.app.message_names import StudyMessage
from ruleboard.app.messages import CANCEL, Gesture, GestureKind
from ruleboard.app.study import reader as readers
from ruleboard.app.study.files import read_study_file_steps
from ruleboard.app.study.opening import LongChapter, opening_steps
from ruleboard.app.study.paper import draw_all, draw_next
from ruleboard.app.study.print_view import paper_page
from ruleboard.app.study.reader import Reader
from ruleboard.app.study.reader_events import handle_key, handle_message
from ruleboard.app.study.reader_view import reader_announcement, reader_page, waiting_page
from ruleboard.app.ui.forms import is_number
from ruleboard.embed import board as boards
from ruleboard.embed import messages
from ruleboard.embed.board import Board
from ruleboard.embed.browser import Browser
from ruleboard.embed.parameters import (
    ParameterErrors,
    Parameters,
    parse_fragment,
    parse_look,
    parse_parameters,
    with_position,
)
from ruleboard.embed.status import (
    board_picture,
    board_status,
    format_saved_board,
    go_to,
    go_to_chapter,
    go_to_study_ply,
    restore_board,
    restore_reader,
    start_error,
)
from ruleboard.embed.view import action_buttons, board_page, problem_page
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.steps import Steps, run_to_end
from ruleboard.engine.study import Study
from ruleboard.i18n import _
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.marks import Motion
from ruleboard.scene.node import Node
from ruleboard.thinking.messages import Failure, Judgement, Reply
from ruleboard.wording import clean_name, sentence, with_full_stop

_MAX_CHARACTERS_AT_ONCE = 1_500
"""The maximum number of characters of a study that the controller reads at once. It reads longer studies in slices,
since checking the moves takes time."""


class Controller:
    """The controller of an embedded board. A page has one controller.

    Args:
        browser: see the attribute.
        send_picture: answers a request of the host page for a picture, by its number; by default with an SVG file.

    Attributes:
        browser: the browser that shows the page.
        board: the visible board, or None.
        reader: the reader for a study that the page shows instead of a board, or None.
    """

    def __init__(self, browser: Browser, send_picture: Callable[[int, Node], None] | None = None) -> None:
        self.browser = browser
        self._send_picture = send_picture or self._post_svg
        self.board: Board | None = None
        self.reader: Reader | None = None
        self._parameters: Parameters | None = None  # of the board or study, as the address or a message has them
        self._reading_task: AnyTask | None = None
        self._error_text = ""
        self._announcement = ""
        self._language = "system"
        self._status: object = None  # the host page's last known status, and the saved board
        self._saved_board = ""
        self._is_resuming = False
        self._game_with_choices = ""  # the game that has shown buttons for its actions
        self._screen = Screen(browser)
        self._opponents = OpponentLoop(browser, self.on_opponent_event)

    def start(self, on_ready: Callable[[], None]) -> None:
        """Show the board that the URL describes, tell the host page that the board is ready, then call ``on_ready``."""

        def on_catalogue(catalogue: bytes | None) -> None:
            self._use_catalogue(catalogue)
            problem = self._navigate(self.browser.address())
            self._draw()
            self.browser.post(messages.ready_message(self.board))
            if problem:
                self.browser.post(messages.error_message(problem))
            self._report_status()
            on_ready()

        with suppress(RuleboardError):  # shown once its language is loaded
            self._language = parse_fragment(self.browser.address()).language
        self.browser.set_language(self._language, on_catalogue)

    def handle(self, kind: str, name: str, value: str = "") -> None:
        """Handle an input event or a message, then draw and report the changes.

        Args:
            kind: "press", which changes nothing; "touch", "take" (start a drag) or "drop" for a target; "point" for a
                target to which a person drags a piece that cannot be dragged; "do" for a button; "key"; "address";
                "message" for a message from the host page. The controller reports other kinds and ignores them.
            name: the target, the name of the button's message, the key, the address, or the text of the message.
            value: the value of the button.
        """
        previous_board, previous_reader = self.board, self.reader
        event = parse_event_kind(kind)
        if event is None:
            self.browser.report_unknown(f"event {kind}")
            return
        if event is EventKind.PRESS:
            return
        if event is EventKind.ADDRESS:
            problem = self._navigate(name)
            if problem:
                self.browser.post(messages.error_message(problem))
        elif event is EventKind.MESSAGE:
            self._on_message(name)
            if self._is_resuming:
                previous_board, previous_reader = (
                    self.board,
                    self.reader,
                )  # the host page knows what another frame has shown
        elif self.board:
            self.board = self._apply_input_to_board(self.board, event, name, value)
        elif self.reader:
            self._handle_reader_input(self.reader, event, name, value)
        self._report_changes(previous_board, previous_reader)
        motions: tuple[Motion, ...] = ()
        if previous_board and self.board:
            motions = board_motions(previous_board.table, self.board.table, self.board.seat)
        elif previous_reader and self.reader and previous_reader.chapter is self.reader.chapter:
            motions = board_motions(previous_reader.table, self.reader.table, self.reader.seat)
        self._draw(
            motions_json(motions[1:] if event is EventKind.DROP else motions)
        )  # a dropped piece has arrived already

    # --- opponents ---------------------------------------------------------------------------------------------------

    def on_opponent_event(self, event: LoopEvent) -> None:
        """Update the board after an answer or a step of a bot. After a failure, pause the bots and report it."""
        if isinstance(event, Failure):
            self.board = boards.pause(self.board) if self.board else None
            self.report_bug()
        elif isinstance(event, Reply):
            if self.board:
                self._set_board(boards.with_choice(self.board, event.actions, event.score))
        elif self.board and not isinstance(event, Judgement):
            self._set_board(boards.run_bot_step(self.board, event))

    def _set_board(self, board: Board) -> None:
        """Replace the board, then draw and report the change."""
        previous_board, self.board = self.board, board
        self._report_changes(previous_board, None)
        motions = (
            board_motions(previous_board.table, board.table, board.seat)
            if previous_board and not _is_hidden_bot_turn(previous_board)
            else ()
        )
        self._draw(motions_json(motions))

    def report_bug(self) -> None:
        """Report an internal error on the page and to the host page."""
        self._announcement = _("Something went wrong with this board. Please reload the page.")
        self.browser.post(messages.error_message(self._announcement))
        self._draw()

    # --- the board that is shown -------------------------------------------------------------------------------------

    def _navigate(self, address: str) -> RuleboardError | None:
        """Show the board that a URL describes; return the error if the URL is invalid, else None."""
        try:
            self._open_parsed_board(lambda: parse_fragment(address))
        except RuleboardError as error:
            self._stop_reading()
            self.board = self.reader = self._parameters = None
            self._error_text = sentence(str(error))
            return error
        return None

    def _open_parsed_board(self, parse: Callable[[], Parameters]) -> None:
        """Show the board that parameters describe.

        Args:
            parse: returns the parameters, or raises ``ParameterErrors``.

        Raises:
            RuleboardError: the parameters describe no valid board. The error names all invalid parameters.
        """
        try:
            parameters = parse()
        except ParameterErrors as error:
            boards.open_board(error.parameters, errors=error.errors)  # raises them with those that the rules find
        else:
            self._open_board(parameters)

    def _open_board(self, parameters: Parameters) -> None:
        reader = self._reuse_reader(parameters)
        self._stop_reading()
        study_text = "" if reader else parameters.study_text()
        parameters = replace(parameters, caption=parameters.caption_in(self.browser.languages()))
        self.browser.set_theme(parameters.theme)
        self.browser.set_look(json.dumps(parameters.look))
        self.browser.set_origin(parameters.host)
        if parameters.study:
            self.board, self.reader = None, reader
        else:
            board = self._reuse_board(parameters)
            self.board = board or boards.open_board(parameters, self.browser.seed(), self.browser.seed())
            self.reader = None
        self._parameters = parameters
        self._error_text = self._announcement = ""
        if parameters.language != self._language:
            self._language = parameters.language
            self.browser.set_language(self._language, self._translate)
        title = _(GAMES[parameters.game].title) if self.board else _("A study")
        self.browser.set_title(parameters.caption or f"{title} · Ruleboard")
        if study_text:
            self._run_in_slices(_read_study_steps(parameters, study_text), self._show_loaded_study)

    def _reuse_reader(self, parameters: Parameters) -> Reader | None:
        """Return the visible reader with other parameters, or None if the parameters name another study.

        Raises:
            StudyError: the rules do not allow a move of the chapter.
            LongChapter: the chapter is long and was not opened yet.
        """
        reader, old_parameters = self.reader, self._study_parameters
        if reader is None or old_parameters is None or parameters.study != old_parameters.study:
            return None
        if (parameters.chapter, parameters.start) != (old_parameters.chapter, old_parameters.start):
            return _open_reader(parameters, reader.study)
        is_flipped = reader.is_flipped != (parameters.flip != old_parameters.flip)
        return replace(reader, is_flipped=is_flipped, flips_boards=parameters.flip)

    def _reuse_board(self, parameters: Parameters) -> Board | None:
        """Return the visible board with new display parameters, or None if the parameters describe another board."""
        board, old_parameters = self.board, self._parameters
        if (
            board is None
            or old_parameters is None
            or parameters == old_parameters
            or not parameters.has_same_board(old_parameters)
        ):
            return None
        return replace(board, parameters=board.parameters.with_display(parameters))

    def _translate(self, catalogue: bytes | None) -> None:
        """Switch to the language of a catalogue, and redraw the page."""
        self._use_catalogue(catalogue)
        self._draw()

    def _use_catalogue(self, catalogue: bytes | None) -> None:
        """Switch to the language of a catalogue, or to English if the catalogue is damaged or missing."""
        if not use_catalogue(catalogue or b""):
            self.browser.set_language("en", lambda _empty: None)

    def _draw(self, animation: str = "") -> None:
        self._opponents.refresh(self.board.table if self.board else None)
        page = self._render_page()
        self._screen.show(page, "" if not animation or self.browser.prefers_reduced_motion() else animation)
        if self.reader:
            self.browser.scroll_into_view(".tree .now")

    def _render_page(self) -> Node:
        if self.board:
            game = self.board.parameters.game
            if action_buttons(self.board):
                self._game_with_choices = game
            has_choices = self.board.has_controls and self._game_with_choices == game
            return board_page(self.board, self._announcement, has_choices=has_choices)
        if self.reader and self.reader.paper:
            return paper_page(self.reader.paper)
        if self.reader:
            caption, coordinates = (
                (self._study_parameters.caption, self._study_parameters.coordinates)
                if self._study_parameters
                else ("", False)
            )
            return reader_page(self.reader, caption, self._announcement, shows_coordinates=coordinates)
        return problem_page(self._error_text) if self._error_text else waiting_page()

    # --- studies -----------------------------------------------------------------------------------------------------

    @property
    def _study_parameters(self) -> Parameters | None:
        """The parameters if they name a study whose text the host page sends, otherwise None."""
        return self._parameters if self._parameters and self._parameters.study else None

    def _open_study(self, text: str) -> None:
        """Read a study from the host page and show it. A long study is read in slices.

        Raises:
            MessageError: the parameters name no study.
        """
        parameters = self._study_parameters
        if parameters is None:
            raise messages.MessageError(_("this board doesn’t show a study"), where="study")
        self._stop_reading()
        self.reader, self._error_text, self._announcement = None, "", ""
        steps = _read_study_steps(parameters, text)
        if len(text) <= _MAX_CHARACTERS_AT_ONCE:
            self._show_study(run_to_end(steps))
            return
        self._run_in_slices(steps, self._show_loaded_study)

    def _stop_reading(self) -> None:
        """Stop reading a study, if that is in progress."""
        if self._reading_task:
            self._reading_task.cancel()
        self._reading_task = None

    def _show_loaded_study(self, outcome: Reader | RuleboardError) -> None:
        """Show a study that was read in slices, and report its first step."""
        self._show_study(outcome)
        self._report_changes(None, None)
        self._draw()

    def _show_study(self, outcome: Reader | RuleboardError) -> None:
        """Show a study, or the error in its text."""
        self._reading_task = None
        if isinstance(outcome, RuleboardError):
            self._error_text = sentence(str(outcome))
            self._draw()
            self.browser.post(messages.error_message(outcome))
            return
        self.reader = outcome
        self.browser.set_title(clean_name(outcome.study.title))
        self._draw()  # before the message, since the page around then measures what it shows
        self.browser.post(messages.ready_message(outcome))
        self._report_start_error()

    def _report_start_error(self) -> None:
        """Report an error to the host page if the study lacks the chapter or the ply at which the page opens it."""
        parameters = self._study_parameters
        if parameters and self.reader:
            error = start_error(self.reader, parameters.chapter, parameters.start)
            if error:
                self.browser.post(messages.error_message(error))

    def _apply_input_to_board(self, board: Board, kind: EventKind, name: str, value: str) -> Board:
        """Return a board after an input event. Report unknown messages, which change nothing."""
        if gesture := _parse_gesture(kind, name):
            return boards.handle_gesture(board, gesture)
        if kind is EventKind.KEY and name in _KEY_CHANGES:
            return _KEY_CHANGES[name](board)
        if kind is EventKind.DO:
            if change := _BUTTON_CHANGES.get(name):
                return change(board, value)
            self.browser.report_unknown(f"message {name}")
        return board

    def _handle_reader_input(self, reader: Reader, kind: EventKind, name: str, value: str) -> None:
        """Handle an input event while the page shows a study."""
        if kind is EventKind.DO and reader.paper and name in ("embed.print", StudyMessage.DRAW_DIAGRAMS):
            self.reader = reader = replace(reader, paper=draw_all(reader.paper))
        if kind is EventKind.DO and name == "embed.print":
            self.browser.print()
        try:
            self.reader = _apply_input_to_reader(reader, kind, name, value)
            if self.reader.paper is not reader.paper:
                self.browser.call_later(self._draw_next_diagram, 0)
        except LongChapter as long_chapter:
            self._open_chapter(
                long_chapter, lambda updated_reader: self._handle_reader_input(updated_reader, kind, name, value)
            )
        except RuleboardError as error:  # in a chapter that opens now
            self.reader, self._error_text = None, sentence(str(error))
            self.browser.post(messages.error_message(error))

    def _draw_next_diagram(self) -> None:
        """Draw the next diagram of the printed study, and schedule the drawing of the rest."""
        if self.reader and self.reader.paper and self.reader.paper.missing_diagrams:
            self.reader = replace(self.reader, paper=draw_next(self.reader.paper))
            self._draw()
            self.browser.call_later(self._draw_next_diagram, 0)

    def _open_chapter(self, long_chapter: LongChapter, repeat_event: Callable[[Reader], None]) -> None:
        """Open a long chapter in slices, then repeat the event that requested it."""

        def on_done(error: StudyError | None) -> None:
            self._reading_task, reader = None, self.reader
            if reader is None:
                return
            if error:
                self.reader, self._error_text = None, sentence(str(error))
                self.browser.post(messages.error_message(error))
            else:
                repeat_event(reader)
                self._report_changes(None, self.reader if self._is_resuming else reader)
            self._draw()

        self._stop_reading()
        self._announcement = _("Opening a long chapter …")
        self._run_in_slices(long_chapter.steps, on_done)

    def _run_in_slices(self, steps: Steps[Result], on_done: Callable[[Result], None]) -> None:
        task = Task(
            self.browser,
            steps,
            slice_ms=READ_SLICE_MS,
            pause_ms=0,
            on_progress=lambda _share: None,
            on_done=on_done,
        )
        self._reading_task = task.start()

    def _report_study_changes(self, before: Reader | None) -> None:
        """Report changes in the study to the host page, and announce them to screen readers."""
        current_reader = self.reader
        if current_reader is None or before is current_reader:
            return
        self._post_all(messages.study_messages(before, current_reader))
        self._announcement = reader_announcement(before, current_reader) or self._announcement

    # --- the page around ---------------------------------------------------------------------------------------------

    def _on_message(self, text: str) -> None:
        """Carry out a message from the host page. Answer an invalid message with an error."""
        previous_board, previous_reader = self.board, self.reader
        try:
            message = messages.parse_message(text)
            if (
                previous_board
                and message
                and not isinstance(message, messages.PlayMessage | messages.LookMessage | messages.DrawMessage)
            ):
                boards.check_no_hidden_decision(previous_board)
            match message:
                case messages.ShowMessage(parameters):
                    self._open_parsed_board(lambda: parse_parameters(parameters))
                    self.browser.post(messages.ready_message(self.board or self.reader))
                    self._report_start_error()
                case messages.LookMessage(parts):
                    self.browser.set_look(json.dumps(parse_look(parts)))
                case messages.StudyMessage(text):
                    self._open_study(text)
                case messages.MissingStudyMessage(name, is_blocked) if self._study_parameters and not self.reader:
                    self._stop_reading()
                    reason = (
                        _("the security policy of this page blocks the study {name}")
                        if is_blocked
                        else _("the study {name} can’t be loaded")
                    )
                    self._error_text = sentence(reason.format(name=repr(clean_name(name)[:80])))
                    self.browser.post(messages.error_message(self._error_text))
                case messages.PositionMessage(changes):
                    self._open_board(_replace_position(self.board, changes))
                    self.browser.post(messages.ready_message(self.board))
                case messages.PlayMessage(action) if self.board:
                    self.board = boards.play(self.board, action)
                case messages.ResetMessage() if self.board:
                    before, self.board = self.board, boards.restart(self.board)
                    self._post_all(messages.reset_messages(before, self.board))
                case messages.GoMessage(ply) if self.board:
                    self.board = go_to(self.board, ply)
                case messages.UndoMessage() if self.board:
                    line = self.board.table.viewed_timeline
                    can_undo = line.ply > 0 if self.board.read_only else boards.can_undo(self.board)
                    # During a hidden decision, an error would reveal whether the player has begun.
                    if not (self.board.exercise or can_undo or line.is_hidden()):
                        raise messages.MessageError(_("there’s nothing to undo"))
                    self.board = boards.undo(self.board)
                case messages.ResumeMessage(state) if self.board:
                    self.board = restore_board(self.board, state)
                    self._is_resuming = True
                case messages.DrawMessage(id):
                    board = self.board or self.reader  # the host page may change it before the styles are here
                    self.browser.read_styles(lambda css: self._post_picture(id, board, css))
                case messages.GoMessage(ply, chapter) if self.reader:
                    reader = self.reader
                    if chapter is not None:
                        reader = go_to_chapter(reader, chapter)
                    self.reader = go_to_study_ply(reader, ply)
                case messages.UndoMessage() if self.reader:
                    reader, self.reader = self.reader, readers.step(self.reader, -1)
                    if self.reader is reader:
                        raise messages.MessageError(_("there’s nothing to undo"))
                case messages.ResumeMessage(state) if self.reader:
                    self.reader = restore_reader(self.reader, state)
                    self._is_resuming = True
                case messages.PlayMessage(action) if self.reader:
                    self.reader = readers.play(self.reader, action)
                case messages.ResetMessage() if self.reader and self._study_parameters:
                    reader, self.reader = self.reader, _open_reader(self._study_parameters, self.reader.study)
                    self._post_all(messages.reset_messages(reader, self.reader))
                case (
                    messages.PlayMessage()
                    | messages.ResetMessage()
                    | messages.GoMessage()
                    | messages.UndoMessage()
                    | messages.ResumeMessage()
                ):
                    raise messages.MessageError(_("no board on this page can show a new position"))
        except LongChapter as long_chapter:
            self._open_chapter(long_chapter, lambda _reader: self._on_message(text))
        except StudyError as error:
            self.browser.post(messages.error_message(error))
        except RuleboardError as error:
            self.board, self.reader = previous_board, previous_reader
            self.browser.post(messages.error_message(error))

    def _post_all(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.browser.post(text)

    def _post_picture(self, id: int, board: Board | Reader | None, css: str) -> None:
        """Answer a request for a picture, or explain why the board cannot draw it now."""
        if board and css:
            parameters = board.parameters if isinstance(board, Board) else self._study_parameters
            coordinates = parameters is not None and parameters.coordinates
            self._send_picture(id, board_picture(board, css, shows_coordinates=coordinates))
            return
        problem = _("the picture can’t be drawn now")
        self.browser.post(messages.no_picture_message(id, problem))
        self.browser.post(messages.error_message(problem))

    def _post_svg(self, id: int, picture: Node) -> None:
        self.browser.post(messages.picture_message(id, diagram.poster_svg(picture)))

    def _report_changes(self, before: Board | None, previous_reader: Reader | None) -> None:
        """Report to the host page all changes since an earlier board or reader, and confirm a ``ResumeMessage``."""
        self._report_board_changes(before)
        self._report_study_changes(previous_reader)
        self._report_status()
        if self._is_resuming:
            self._is_resuming = False
            self.browser.post(messages.resumed_message())

    def _report_status(self) -> None:
        """Report a changed status to the host page, with a text from which another frame can show the board."""
        board = self.board or self.reader
        status = board_status(board) if board else None
        if status and status != self._status:
            self.browser.post(messages.change_message(status))
            self._saved_board = ""
        self._status = status
        saved_text = format_saved_board(board) if board else ""
        if saved_text and saved_text != self._saved_board:
            self.browser.post(messages.state_message(saved_text))
        self._saved_board = saved_text

    def _report_board_changes(self, before: Board | None) -> None:
        """Report changes of the board to the host page, and announce them to screen readers."""
        current_board = self.board
        if before is None or current_board is None or before is current_board:
            return
        self._post_all(messages.change_messages(before, current_board))
        self._announcement = _describe_board_change(before, current_board) or self._announcement


def _is_hidden_bot_turn(board: Board) -> bool:
    """Return True if a bot is making a hidden decision, which the page must not animate."""
    return board.table.bot_level_to_move > 0 and board.table.timeline.is_hidden()


def _replace_position(board: Board | None, changes: Mapping[str, object]) -> Parameters:
    """Return a board's parameters with a new position.

    Raises:
        MessageError: the page shows no board, or its positions come from a lesson.
        ParameterError: the position is invalid.
    """
    if board is None:
        raise messages.MessageError(_("no board on this page can show a new position"))
    if board.parameters.lesson:
        raise messages.MessageError(_("you can’t change the positions of a lesson"))
    return with_position(board.parameters, changes)


def _parse_gesture(kind: EventKind, target: str) -> Gesture | None:
    """Return the gesture of an event, or None for other kinds of events."""
    match kind:
        case EventKind.TOUCH | EventKind.TAKE | EventKind.DROP | EventKind.AWAY | EventKind.POINT:
            return Gesture(GestureKind(kind), target)
        case _:
            return None


def _apply_input_to_reader(reader: Reader, kind: EventKind, name: str, value: str) -> Reader:
    """Return a reader after an input event; see ``Controller.handle``."""
    if gesture := _parse_gesture(kind, name):
        return readers.handle_gesture(reader, gesture)
    if kind is EventKind.KEY:
        return handle_key(reader, name)
    return handle_message(reader, name.removeprefix("embed."), value)


def _accept_number_text(change: Callable[[Board, int], Board]) -> Callable[[Board, str], Board]:
    """Adapt a function that takes a number to take its text instead. Other texts leave the board unchanged."""
    return lambda board, value: change(board, int(value)) if is_number(value.removeprefix("-")) else board


_BUTTON_CHANGES: Mapping[str, Callable[[Board, str], Board]] = {
    "embed.choose": lambda board, text: boards.handle_gesture(board, Gesture(GestureKind.CHOOSE, text)),
    "embed.undo": lambda board, _value: boards.undo(board),
    "embed.redo": lambda board, _value: boards.redo(board),
    "embed.restart": lambda board, _value: boards.restart(board),
    "embed.turn": lambda board, _value: boards.flip(board),
    "embed.enlarge": lambda board, _value: boards.toggle_enlarged(board),
    "embed.hint": lambda board, _value: boards.show_hint(board),
    "embed.advise": boards.show_advice,
    "embed.step": _accept_number_text(boards.step),
    "embed.lesson_step": lambda board, value: boards.step_lesson(board, int(value)) if value in ("1", "-1") else board,
    "embed.uncover": lambda board, _value: boards.uncover(board),
    "embed.show_step": _accept_number_text(boards.step_replay),
    "embed.show_skip": lambda board, _value: boards.skip_replay(board),
}
"""The changes of a board after the messages of buttons."""

_KEY_CHANGES: Mapping[str, Callable[[Board], Board]] = {
    **dict.fromkeys(("u", "Ctrl+z"), boards.undo),
    **dict.fromkeys(("r", "Ctrl+y", "Ctrl+Shift+z"), boards.redo),
    "f": boards.flip,
    "[": lambda board: boards.step(board, -1),
    "]": lambda board: boards.step(board, 1),
    "Escape": lambda board: boards.handle_gesture(board, CANCEL),
}
"""The changes of a board after keys."""


def _read_study_steps(parameters: Parameters, text: str) -> Steps[Reader | RuleboardError]:
    """Read a study in steps, and return a reader for it, or the error in its text."""
    try:
        study = yield from read_study_file_steps(text)
        number = min(parameters.chapter, len(study.chapters)) - 1
        chapter = yield from opening_steps(study.chapters[number], number)
        return readers.open_study(
            study, parameters.chapter, parameters.start, flips_boards=parameters.flip, chapter_tree=chapter
        )
    except RuleboardError as error:
        return error


def _open_reader(parameters: Parameters, study: Study) -> Reader:
    """Open a reader for a study at the chapter and the ply in the parameters.

    Raises:
        StudyError: the rules do not allow a move of the chapter.
        LongChapter: the chapter is long and was not opened yet.
    """
    return readers.open_study(study, parameters.chapter, parameters.start, flips_boards=parameters.flip)


def _describe_board_change(before: Board, after: Board) -> str:
    """Return the announcement of a change of the board; may be empty."""
    old_timeline, new_timeline = before.table.viewed_timeline, after.table.viewed_timeline
    parts = []
    entry = new_timeline.entries[new_timeline.ply - 1] if new_timeline.ply > old_timeline.ply else ""
    if isinstance(entry, Action):
        state = new_timeline.states[new_timeline.ply - 1]
        # The player who made a hidden move may still hear it.
        can_hear_action = after.viewer is not None and before.viewer == after.viewer == new_timeline.game.to_move(state)
        parts.append(
            sentence(
                new_timeline.game.describe(state, entry, after.table.only_person)
                if can_hear_action
                else announcements.public_action_text(new_timeline, new_timeline.ply - 1)
            )
        )
    if after.exercise and before.exercise and after.exercise.feedback != before.exercise.feedback:
        parts.append(after.exercise.feedback)
    if after.exercise and before.exercise and after.exercise.hint != before.exercise.hint:
        parts.append(after.exercise.hint)
    if not isinstance(entry, Action) and (text := announcements.touch_text(before.table, after.table)):
        parts.append(text)
    if after.table.advice and after.table.advice is not before.table.advice:
        parts.append(advice.advice_text(after.table))
    if new_timeline.outcome and not old_timeline.outcome:
        if not (after.exercise and after.exercise.is_solved):  # the praise names the result
            parts.append(new_timeline.outcome.reason_for(after.table.only_person))
    elif new_timeline.ply != old_timeline.ply and new_timeline.to_move is not None:
        parts.append(
            with_full_stop(
                VIEWS[new_timeline.game.id].turn_text(
                    _(new_timeline.game.sides(new_timeline.state)[new_timeline.to_move])
                )
            )
        )
    return " ".join(part for part in parts if part)
