"""The names of the messages that buttons, fields and forms send, by feature.

The attribute ``data-do`` contains a name, which a period and an argument may follow. The names are DOM hooks.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class ExerciseMessages(NamedTuple):
    """The names of the messages of an exercise, which differ between lessons and problems.

    The task on the home page uses the names of lessons.
    """

    choose_action: str
    start_again: str
    take_back: str
    play_on: str
    show_targets: str
    show_hint: str
    show_solution: str
    step_solution: str
    toggle_zoom: str
    step_replay: str
    skip_replay: str
    start_replay: str


class AppMessage:
    """The messages that every page handles."""

    GO: Final = "app.go"
    REVEAL: Final = "app.reveal"
    COPY: Final = "app.copy"
    DISMISS: Final = "app.dismiss"
    UNDELETE: Final = "app.undelete"
    PRINT: Final = "app.print"
    UPDATE: Final = "app.update"


class EditorMessage:
    """The messages of the position editor."""

    CHOOSE_TOOL: Final = "editor.tool"
    CLEAR: Final = "editor.clear"
    RESET_TO_START: Final = "editor.start"
    UNDO: Final = "editor.undo"
    REDO: Final = "editor.redo"
    FLIP_BOARD: Final = "editor.turn"
    TOGGLE_ZOOM: Final = "editor.zoom"
    SET_TEXT: Final = "editor.text"
    SET_SWITCH: Final = "editor.switch"
    PLAY: Final = "editor.play"
    OPEN_TABLE: Final = "editor.table"
    OPEN_ELSEWHERE: Final = "editor.open"


class LessonMessage:
    """The messages of the pages of courses, lessons, quizzes and rules."""

    EXERCISE: Final = ExerciseMessages(
        choose_action="lessons.choose",
        start_again="lessons.again",
        take_back="lessons.take_back",
        play_on="lessons.play_on",
        show_targets="lessons.places",
        show_hint="lessons.hint",
        show_solution="lessons.solution",
        step_solution="lessons.solution_step",
        toggle_zoom="lessons.whole",
        step_replay="lessons.show_step",
        skip_replay="lessons.show_skip",
        start_replay="lessons.show_again",
    )
    PLAY_NOW: Final = "lessons.play_now"
    START_GUIDED_GAME: Final = "lessons.guided"
    ANSWER: Final = "lessons.answer"
    NEXT_QUESTION: Final = "lessons.further"
    ASK_AGAIN: Final = "lessons.ask_again"
    FORGET_PROGRESS: Final = "lessons.restart"
    SEARCH: Final = "lessons.search"
    SHARE: Final = "lessons.share"
    CHANGE_SHARE_CHOICE: Final = "lessons.share_choice"


class LibraryMessage:
    """The messages of the home page with the list of games."""

    PLAY_OPPONENT: Final = "library.play_opponent"
    PLAY_TOGETHER: Final = "library.play_together"
    DRAW_PICTURES: Final = "library.pictures"

    SHOW_ALL: Final = "library.show_all"
    DELETE: Final = "library.delete"
    EXPORT: Final = "library.export"
    EXPORT_ALL: Final = "library.export_all"
    IMPORT_FILES: Final = "library.import_files"
    IMPORT_PASTED: Final = "library.import_pasted"
    STOP_IMPORT: Final = "library.stop_import"


class NewGameMessage:
    """The messages of the page for a new game."""

    CHOOSE_OPTION: Final = "new_game.option"
    SET_NAME: Final = "new_game.name"
    SET_SEAT: Final = "new_game.seat"
    CHOOSE_COMPANY: Final = "new_game.company"
    CHOOSE_OPPONENT: Final = "new_game.opponent"
    CHOOSE_SIDE: Final = "new_game.side"
    SET_START: Final = "new_game.start"
    CHOOSE_CLOCK: Final = "new_game.clock"
    SET_CLOCK_PART: Final = "new_game.clock_part"
    EXCHANGE_SIDES: Final = "new_game.exchange"
    BEGIN: Final = "new_game.begin"
    START_GUIDED_GAME: Final = "new_game.guided"
    OPEN_ELSEWHERE: Final = "new_game.open"


class PlayMessage:
    """The messages of a game in play."""

    SHOW_MOVE_LIST_PART: Final = "play.list"
    VIEW_PLY: Final = "play.look"
    VIEW_CURRENT: Final = "play.now"
    SHOW_HINT: Final = "play.hint"
    TOGGLE_ATTACK_QUERY: Final = "play.inquire"
    SHOW_THREATS: Final = "play.threats"
    CLOSE_ADVICE: Final = "play.close_advice"
    OPEN_REVIEW: Final = "play.review"
    LIST_PIECES: Final = "play.pieces"
    STOP_REVIEW: Final = "play.stop_review"
    SHOW_TURNING_POINT: Final = "play.point"
    SHOW_LINE: Final = "play.line"
    FLIP_BOARD: Final = "play.turn"
    SHOW_BOARD: Final = "play.uncover"
    TOGGLE_ZOOM: Final = "play.whole"
    PAN_TO_PLAYER: Final = "play.pan"
    STEP_REPLAY: Final = "play.show_step"
    SKIP_REPLAY: Final = "play.show_skip"
    START_REPLAY: Final = "play.show_again"
    REPLAY_TURN: Final = "play.turn_again"
    SHOW_REPLAY_HISTORY: Final = "play.story"
    TOGGLE_NOTE: Final = "play.read"
    OPEN_LESSON: Final = "play.teach"
    SHOW_NOTE_STEP: Final = "play.page"
    CHOOSE_ACTION: Final = "play.choose"
    UNDO: Final = "play.undo"
    REDO: Final = "play.redo"
    UNDO_ENDING: Final = "play.reopen"
    CONTINUE_FROM_VIEW: Final = "play.continue"
    TRY_AGAIN: Final = "play.try_again"
    RESIGN: Final = "play.resign"
    CLAIM_DRAW: Final = "play.claim"
    OFFER_DRAW: Final = "play.offer"
    ANSWER_DRAW_OFFER: Final = "play.answer"
    WITHDRAW_DRAW_OFFER: Final = "play.withdraw"
    RENAME: Final = "play.rename"
    REMATCH: Final = "play.rematch"
    ANSWER_MISTAKE: Final = "play.guide"
    PLAY_UNGUIDED: Final = "play.now_alone"
    CONTINUE_HERE: Final = "play.take_over"
    STORE_AGAIN: Final = "play.keep_again"
    CLOCK_EVENT: Final = "play.clock"
    PAUSE_CLOCK: Final = "play.hold_clock"
    CLAIM_TIME: Final = "play.claim_time"
    DROP_CLOCK: Final = "play.drop_clock"
    CLEAR_SELECTION: Final = "play.put_down"
    PAUSE_BOTS: Final = "play.pause"
    RESUME_BOTS: Final = "play.resume"


class ProblemMessage:
    """The messages of the pages of problems."""

    EXERCISE: Final = ExerciseMessages(
        choose_action="problems.choose",
        start_again="problems.again",
        take_back="problems.take_back",
        play_on="problems.play_on",
        show_targets="problems.places",
        show_hint="problems.hint",
        show_solution="problems.solution",
        step_solution="problems.solution_step",
        toggle_zoom="problems.whole",
        step_replay="problems.show_step",
        skip_replay="problems.show_skip",
        start_replay="problems.show_again",
    )
    FORGET_PROGRESS: Final = "problems.restart"
    TOGGLE_LATER_MARK: Final = "problems.later"
    DRAW_BOARDS: Final = "problems.boards"
    SHARE: Final = "problems.share"
    CHANGE_SHARE_CHOICE: Final = "problems.share_choice"


class SettingsMessage:
    """The messages of the settings."""

    CHOOSE: Final = "settings.choose"
    PERSIST_STORAGE: Final = "settings.persist"
    RELOAD_LANGUAGE: Final = "settings.reload_language"
    EXPORT_UNREADABLE: Final = "settings.export_unreadable"
    DELETE_UNREADABLE: Final = "settings.delete_unreadable"
    EXPORT_UNSUPPORTED: Final = "settings.export_unsupported"
    DELETE_UNSUPPORTED: Final = "settings.delete_unsupported"


class SetupsMessage:
    """The messages of the dialog for saved armies."""

    SAVE: Final = "setups.keep"
    USE: Final = "setups.use"
    USE_LAST: Final = "setups.use_last"
    PASTE: Final = "setups.paste"
    DELETE: Final = "setups.delete"
    EXPORT: Final = "setups.export"


class ShareMessage:
    """The messages of the share dialog."""

    TOGGLE: Final = "share.toggle"
    CHOOSE: Final = "share.choose"
    DOWNLOAD_SVG: Final = "share.download_svg"
    DOWNLOAD_PNG: Final = "share.download_png"
    DOWNLOAD_GAME: Final = "share.download_game"
    SHARE_LINK: Final = "share.pass_on"
    PRINT_POSITION: Final = "share.print_position"
    PRINT_MOVES: Final = "share.print_moves"
    END_PRINT: Final = "share.printed"


class StudyMessage:
    """The messages of a study and of the list of studies."""

    GO_TO_NODE: Final = "study.go"
    GO_TO_START: Final = "study.first"
    STEP_BACK: Final = "study.previous"
    STEP_FORWARD: Final = "study.next"
    NEXT_ALTERNATIVE: Final = "study.vary"
    GO_TO_END: Final = "study.last"
    CHOOSE_ACTION: Final = "study.choose"
    UNDO: Final = "study.undo"
    REDO: Final = "study.redo"
    DELETE_MOVE: Final = "study.delete_move"
    PROMOTE_VARIATION: Final = "study.promote"
    SET_COMMENT: Final = "study.comment"
    TOGGLE_GLYPH: Final = "study.glyph"
    TOGGLE_DIAGRAM: Final = "study.diagram"
    CHOOSE_TOOL: Final = "study.tool"
    CHOOSE_COLOR: Final = "study.color"
    SET_LABEL: Final = "study.label"
    DRAW_ARROW: Final = "study.draw"
    END_PATH: Final = "study.end_path"
    PLAY_ENDING: Final = "study.end"
    CLEAR_MARKS: Final = "study.clear_marks"
    MAKE_TASK: Final = "study.make_task"
    SET_TASK: Final = "study.set_task"
    REMOVE_TASK: Final = "study.remove_task"
    SET_TASK_TEXT: Final = "study.task_text"
    ACCEPT_ANSWER: Final = "study.accept"
    SET_WRONG_ANSWER: Final = "study.wrong"
    CHOOSE_CHAPTER: Final = "study.chapter"
    RENAME_CHAPTER: Final = "study.rename_chapter"
    MOVE_CHAPTER: Final = "study.move_chapter"
    FLIP_CHAPTER: Final = "study.turn_chapter"
    DELETE_CHAPTER: Final = "study.delete_chapter"
    ADD_START: Final = "study.add_start"
    ADD_GAME: Final = "study.add_game"
    SET_UP_POSITION: Final = "study.set_up"
    SET_LANGUAGE: Final = "study.language"
    SET_TITLE: Final = "study.title"
    SET_AUTHOR: Final = "study.author"
    FLIP_BOARD: Final = "study.turn"
    TOGGLE_ENLARGED: Final = "study.enlarge"
    SHOW_PANEL: Final = "study.panel"
    CHOOSE_MODE: Final = "study.mode"
    CHOOSE_EMBEDDING: Final = "study.embed"
    READER_EVENT: Final = "study.read"
    PRINT: Final = "study.print"
    DRAW_DIAGRAM: Final = "study.draw_diagram"
    DRAW_DIAGRAMS: Final = "study.draw_diagrams"
    DELETE: Final = "study.delete"
    EXPORT: Final = "study.export"
    CONTINUE_HERE: Final = "study.take_over"
    CREATE: Final = "study.new"
    OPEN_GAME: Final = "study.from_game"
    ADD_POSITION: Final = "study.from_position"
    DELETE_LISTED: Final = "study.delete_listed"
    EXPORT_LISTED: Final = "study.export_listed"
    IMPORT_FILES: Final = "study.import_files"


class WorkshopMessage:
    """The messages of the editor of custom boards."""

    CREATE: Final = "workshop.new"
    IMPORT_FILE: Final = "workshop.import_file"
    IMPORT_PASTED: Final = "workshop.import_pasted"
    DELETE: Final = "workshop.delete"
    EXPORT: Final = "workshop.export"
    CHOOSE_TOOL: Final = "workshop.tool"
    TOGGLE_MIRROR: Final = "workshop.mirrored"
    UNDO: Final = "workshop.undo"
    SET_COLUMNS: Final = "workshop.columns"
    SET_ROWS: Final = "workshop.rows"
    SET_TITLE: Final = "workshop.title"
    SET_AUTHOR: Final = "workshop.author"
    SET_SPACING: Final = "workshop.space"
    PLAY: Final = "workshop.play"
    PRINT: Final = "workshop.print"
