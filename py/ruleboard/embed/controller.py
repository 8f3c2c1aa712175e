"""The controller of an embedded board: answers input events and messages, and draws the board. Stores nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from ruleboard.app.browser.screen import Screen
from ruleboard.app.browser.slices import READ_SLICE, AnyTask, Task
from ruleboard.app.languages import use_catalogue
from ruleboard.app.play import advice, announcements
from ruleboard.app.play.animation import between, travels
from ruleboard.app.play.opponent_loop import OpponentLoop
from ruleboard.app.play.opponents import Step
from ruleboard.app.study import reader as readers
from ruleboard.app.study.files import reading_study_file
from ruleboard.app.study.reader import Reader
from ruleboard.app.study.reader_events import read_on
from ruleboard.app.study.reader_view import reader_announcement, reader_page, waiting_page
from ruleboard.embed import board as boards
from ruleboard.embed import messages
from ruleboard.embed.board import Board
from ruleboard.embed.browser import Browser
from ruleboard.embed.parameters import Parameters, parse_fragment, parse_look, parse_parameters, with_position
from ruleboard.embed.view import problem_page, view
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.steps import Steps, finished
from ruleboard.engine.study import Study
from ruleboard.engine.study_tree import opening_chapter
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _
from ruleboard.scene.marks import Motion
from ruleboard.scene.node import Node
from ruleboard.thinking.messages import Judgement, Reply
from ruleboard.wording import cleaned, sentence

_READ_AT_ONCE = 1_500
"""Characters of a study that is read at once; a longer one in slices, since the rules check its moves."""


class Controller:
    """Owns the board, takes input events and messages, and draws. One for a page.

    Attributes:
        browser: the browser the page is in.
        board: the board that is shown, None where none can be.
        reader: the study that is shown in place of a board.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.board: Board | None = None
        self.reader: Reader | None = None
        self._awaited: Parameters | None = None  # of the study that the page around is to send
        self._reading: AnyTask | None = None  # of the study that has been sent
        self._problem = ""
        self._announced = ""
        self._language = "system"
        self._screen = Screen(browser)
        self._opponents = OpponentLoop(browser, self)

    def start(self, then: Callable[[], None]) -> None:
        """Show the board of the address in its language, tell the page around that it is ready, then go on."""

        def loaded(catalogue: bytes | None) -> None:
            self._use(catalogue)
            problem = self._navigate(self.browser.address())
            self._draw()
            self.browser.post(messages.ready(self.board))
            if problem:
                self.browser.post(messages.error(problem))
            then()

        with suppress(RuleboardError):  # shown once its language is loaded
            self._language = parse_fragment(self.browser.address()).language
        self.browser.set_language(self._language, loaded)

    def handle(self, kind: str, name: str, value: str = "") -> None:
        """Take an input event or a message, and draw and report the changes.

        Args:
            kind: "touch", "take" or "drop" a target; "point" to one with a piece that cannot be taken; "do" something
                named; a "key"; a new "address"; a "message" of the page around. Other kinds change nothing.
            name: the target, the name of the button's message, the key, the address, or the text of the message.
            value: the value of the button.
        """
        before, read = self.board, self.reader
        if kind == "address":
            problem = self._navigate(name)
            if problem:
                self.browser.post(messages.error(problem))
        elif kind == "message":
            self._answer(name)
        elif self.board:
            self.board = _updated(self.board, kind, name, value)
        elif self.reader:
            self._read(self.reader, kind, name, value)
        self._report(before)
        self._report_reading(read)
        found: tuple[Motion, ...] = ()
        if before and self.board:
            found = between(before.table, self.board.table, self.board.seat)
        elif read and self.reader and read.chapter is self.reader.chapter:
            found = between(read.table, self.reader.table, self.reader.seat)
        self._draw(travels(found[1:] if kind == "drop" else found))  # a dropped piece has arrived already

    # --- opponents ---------------------------------------------------------------------------------------------------

    def chosen(self, reply: Reply) -> None:
        """See ``opponent_loop.Host``."""
        if self.board:
            self._change(boards.with_choice(self.board, reply.actions, reply.score))

    def judged(self, judgement: Judgement) -> None:
        """See ``opponent_loop.Host``; no game is reviewed here."""

    def failed(self) -> None:
        """See ``opponent_loop.Host``."""
        if self.board:
            self.board = boards.pause(self.board)
        self.report_bug()

    def stepped(self, step: Step) -> None:
        """See ``opponent_loop.Host``."""
        if self.board:
            self._change(boards.take_step(self.board, step))

    def _change(self, board: Board) -> None:
        """Show another state of the board, and report it."""
        before, self.board = self.board, board
        self._report(before)
        found = between(before.table, board.table, board.seat) if before and not _is_hidden_step(before) else ()
        self._draw(travels(found))

    def report_bug(self) -> None:
        """Show that an internal error has occurred."""
        self._announced = _("Something went wrong inside the board. Please reload the page.")
        self.browser.post(messages.error(self._announced))
        self._draw()

    # --- the board that is shown -------------------------------------------------------------------------------------

    def _navigate(self, address: str) -> RuleboardError | None:
        """Show the board of an address; return the error if that is not possible."""
        try:
            self._open(parse_fragment(address))
        except RuleboardError as error:
            self.board = self.reader = None
            self._problem = sentence(str(error))
            return error
        return None

    def _open(self, parameters: Parameters) -> None:
        self._stop_reading()
        parameters = replace(parameters, caption=parameters.caption_in(self.browser.languages()))
        self.browser.set_theme(parameters.theme)
        self.browser.set_look(json.dumps(parameters.look))
        self.browser.set_origin(parameters.host)
        if parameters.study:
            self.board = self.reader = None
        else:
            self.board, self.reader = boards.open_board(parameters, self.browser.seed()), None
        self._awaited = parameters if parameters.study else None
        self._problem = self._announced = ""
        if parameters.language != self._language:
            self._language = parameters.language
            self.browser.set_language(self._language, self._translate)
        title = _(GAMES[parameters.game].title) if self.board else _("A study")
        self.browser.set_title(parameters.caption or f"{title} · Ruleboard")

    def _translate(self, catalogue: bytes | None) -> None:
        """Draw everything in the language of a catalogue."""
        self._use(catalogue)
        self._draw()

    def _use(self, catalogue: bytes | None) -> None:
        """Use the language of a catalogue from now on, English where it is damaged or missing."""
        if not use_catalogue(catalogue or b""):
            self.browser.set_language("en", lambda _empty: None)

    def _draw(self, animation: str = "") -> None:
        self._opponents.refresh(self.board.table if self.board else None)
        page = self._page()
        self._screen.show(page, "" if not animation or self.browser.prefers_reduced_motion() else animation)
        if self.reader:
            self.browser.scroll_into_view(".tree .now")

    def _page(self) -> Node:
        if self.board:
            return view(self.board, self._announced)
        if self.reader:
            caption, coordinates = (self._awaited.caption, self._awaited.coordinates) if self._awaited else ("", False)
            return reader_page(self.reader, caption, self._announced, coordinates=coordinates)
        return problem_page(self._problem) if self._problem else waiting_page()

    # --- studies -----------------------------------------------------------------------------------------------------

    def _open_study(self, text: str) -> None:
        """Show a study in place of the one that is awaited or shown: at once, or in slices if its text is long.

        Raises:
            MessageError: no study is to be shown here.
        """
        parameters = self._awaited
        if parameters is None:
            raise messages.MessageError(_("no study is shown here"), where="study")
        self._stop_reading()
        self.reader, self._problem, self._announced = None, "", ""
        steps = _reading(parameters, text)
        if len(text) <= _READ_AT_ONCE:
            self._show_study(finished(steps))
            return
        task = Task(self.browser, steps, slice=READ_SLICE, pause=0, progress=lambda _share: None, done=self._show_study)
        self._reading = task.start()

    def _stop_reading(self) -> None:
        """Give up a study that is being read, as when another one is sent."""
        if self._reading:
            self._reading.cancel()
        self._reading = None

    def _show_study(self, outcome: Reader | RuleboardError) -> None:
        """Show a study that has been read, or the reason why it cannot be shown."""
        self._reading = None
        if isinstance(outcome, RuleboardError):
            self._problem = sentence(str(outcome))
            self._draw()
            self.browser.post(messages.error(outcome))
            return
        self.reader = outcome
        self.browser.set_title(cleaned(outcome.study.title))
        self._draw()  # first: the page around makes room for what it is told of
        self.browser.post(messages.ready(outcome))

    def _read(self, reader: Reader, kind: str, name: str, value: str) -> None:
        """Take an input event of the reader of a study."""
        try:
            self.reader = read_on(reader, kind, name.removeprefix("embed."), value)
        except RuleboardError as error:  # a chapter that is opened now
            self.reader, self._problem = None, sentence(str(error))
            self.browser.post(messages.error(error))

    def _report_reading(self, before: Reader | None) -> None:
        """Report the changes to a study to the page around, and announce them to screen readers."""
        after = self.reader
        if after is None or before is after:
            return
        for message in messages.study_events(before, after):
            self.browser.post(message)
        self._announced = reader_announcement(before, after) or self._announced

    # --- the page around ---------------------------------------------------------------------------------------------

    def _answer(self, text: str) -> None:
        """Carry out a message; an invalid one is answered with an error, and the board stays as it is."""
        shown, read = self.board, self.reader
        try:
            message = messages.parse_message(text)
            if shown and message and not isinstance(message, messages.Play | messages.Look):
                boards.check_nothing_lost(shown)
            match message:
                case messages.Show(parameters):
                    self._open(parse_parameters(parameters))
                    self.browser.post(messages.ready(self.board))
                case messages.Look(parts):
                    self.browser.set_look(json.dumps(parse_look(parts)))
                case messages.ShowStudy(text):
                    self._open_study(text)
                case messages.StudyMissing(name) if self._awaited:
                    self._stop_reading()
                    self.reader = None
                    self._problem = sentence(
                        _("the study {name} cannot be loaded").format(name=repr(cleaned(name)[:80]))
                    )
                    self.browser.post(messages.error(self._problem))
                case messages.Position(changes):
                    self._open(_with_position(self.board, changes))
                    self.browser.post(messages.ready(self.board))
                case messages.Play(action) if self.board:
                    self.board = boards.play(self.board, action)
                case messages.Reset() if self.board:
                    self.board = boards.restart(self.board)
                case messages.Play(action) if self.reader:
                    self.reader = readers.play(self.reader, action)
                case messages.Reset() if self.reader and self._awaited:
                    self.reader = _opened(self._awaited, self.reader.study)
        except StudyError as error:
            self.browser.post(messages.error(error))
        except RuleboardError as error:
            self.board, self.reader = shown, read
            self.browser.post(messages.error(error))

    def _report(self, before: Board | None) -> None:
        """Report the changes to the board to the page around, and announce them to screen readers."""
        after = self.board
        if before is None or after is None or before is after:
            return
        for message in messages.events(before, after):
            self.browser.post(message)
        self._announced = _announcement(before, after) or self._announced


def _is_hidden_step(board: Board) -> bool:
    """Return True if an opponent decides unseen now, so that no piece may be seen to move."""
    return board.table.level_to_move > 0 and board.table.timeline.is_hidden()


def _with_position(board: Board | None, changes: Mapping[str, object]) -> Parameters:
    """Return the parameters of a board with another position.

    Raises:
        MessageError: there is no board, or its positions come from a lesson.
        ParameterError: the position is invalid.
    """
    if board is None:
        raise messages.MessageError(_("there is no board whose position could change"))
    if board.parameters.lesson:
        raise messages.MessageError(_("a lesson brings its own positions"))
    return with_position(board.parameters, changes)


def _updated(board: Board, kind: str, name: str, value: str) -> Board:
    """Return the board after an input event, with the arguments of ``Controller.hear``."""
    match kind, name:
        case "touch", target:
            return boards.touch(board, target)
        case "take", target:
            return boards.begin_drag(board, target)
        case "drop", target:
            return boards.drop(board, target)
        case "point", target:
            return boards.point(board, target)
        case "do", "embed.choose":
            return boards.choose(board, value)
        case ("do", "embed.undo") | ("key", "u" | "Ctrl+z"):
            return boards.undo(board)
        case ("do", "embed.redo") | ("key", "r" | "Ctrl+y" | "Ctrl+Shift+z"):
            return boards.redo(board)
        case "do", "embed.restart":
            return boards.restart(board)
        case ("do", "embed.turn") | ("key", "f"):
            return boards.turn(board)
        case "do", "embed.enlarge":
            return boards.toggle_enlarged(board)
        case "do", "embed.hint":
            return boards.show_hint(board)
        case "do", "embed.advise":
            return boards.advise(board, value)
        case "do", "embed.step" if _is_number(value):
            return boards.step(board, int(value))
        case "key", "[":
            return boards.step(board, -1)
        case "key", "]":
            return boards.step(board, 1)
        case "key", "Escape":
            return boards.cancel(board)
        case "do", "embed.lesson_step" if value in ("1", "-1"):
            return boards.step_lesson(board, int(value))
        case "do", "embed.uncover":
            return boards.uncover(board)
        case "do", "embed.show_step" if _is_number(value):
            return boards.step_replay(board, int(value))
        case "do", "embed.show_skip":
            return boards.skip_replay(board)
    return board


def _reading(parameters: Parameters, text: str) -> Steps[Reader | RuleboardError]:
    """Read a study and open its reader, in steps; return the error if that is not possible."""
    try:
        study = yield from reading_study_file(text)
        number = min(parameters.chapter, len(study.chapters)) - 1
        opened = yield from opening_chapter(study.chapters[number], GAMES, f"chapters[{number + 1}]")
        return readers.open_study(study, parameters.chapter, parameters.start, flip=parameters.flip, opened=opened)
    except RuleboardError as error:
        return error


def _opened(parameters: Parameters, study: Study) -> Reader:
    """Return the reader of a study, as the parameters ask for it.

    Raises:
        StudyError: the rules do not allow a move of the chapter.
    """
    return readers.open_study(study, parameters.chapter, parameters.start, flip=parameters.flip)


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isdecimal() and len(digits) < 10


def _announcement(before: Board, after: Board) -> str:
    """Return the text for screen readers about a change; empty if there is nothing to announce."""
    old, new = before.table.shown, after.table.shown
    parts = []
    entry = new.entries[new.at - 1] if new.at > old.at else ""
    if isinstance(entry, Action):
        state = new.states[new.at - 1]
        # The same player may still hear it.
        own = after.viewer is not None and before.viewer == after.viewer == new.game.to_move(state)
        parts.append(sentence(new.game.describe(state, entry) if own else announcements.described(new, new.at - 1)))
    if after.exercise and before.exercise and after.exercise.feedback != before.exercise.feedback:
        parts.append(after.exercise.feedback)
    if after.exercise and before.exercise and after.exercise.hint != before.exercise.hint:
        parts.append(after.exercise.hint)
    if not isinstance(entry, Action) and (text := announcements.touched(before.table, after.table)):
        parts.append(text)
    if after.table.advice and after.table.advice is not before.table.advice:
        parts.append(advice.words(after.table))
    if new.outcome and not old.outcome:
        parts.append(new.outcome.reason)
    elif new.at != old.at and new.to_move is not None:
        parts.append(_("{player} to move.").format(player=_(new.game.sides(new.state)[new.to_move])))
    return " ".join(part for part in parts if part)
