"""The part of the app's state that all pages share. Updates receive it and return it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TypeAlias

from ruleboard.app.notices import Notice
from ruleboard.app.routes import HOME_ROUTE, Route
from ruleboard.app.storage.games import GameEntry
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.storage.progress import Progress
from ruleboard.app.storage.setups import Setups
from ruleboard.app.storage.studies import StudyEntry
from ruleboard.app.ui.components import CopyState
from ruleboard.learning.lessons import QuestionKind
from ruleboard.scene.marks import Motion


@dataclass(frozen=True, slots=True)
class DeletedGameOrStudy:
    """A deleted game or study: its id and its stored text."""

    id: str
    text: str
    is_study: bool = False


@dataclass(frozen=True, slots=True)
class DeletedSetups:
    """Deleted armies, boards or decks, and the stored text that contained them with their unknown fields."""

    setups: Setups
    text: str | None


@dataclass(frozen=True, slots=True)
class DeletedUnreadable:
    """A text deleted from the quarantine, and its key there."""

    key: str
    text: str


DeletedItem: TypeAlias = DeletedGameOrStudy | DeletedSetups | DeletedUnreadable
"""A deleted item that the person can restore."""


@dataclass(frozen=True, slots=True)
class ReviewPlace:
    """The place in an open review to which a person returns after a visit to another page.

    Attributes:
        ply: the ply of the state on the board, or None if it was the current state.
        line: the name of the line on the board.
        step: the number of turns of that line on the board, 0 for the position before the line.
        is_running: True if the bot was still judging turns.
    """

    ply: int | None
    line: str
    step: int
    is_running: bool


@dataclass(frozen=True, slots=True)
class OpenQuiz:
    """A quiz that a person has begun. It or its result is there when the person returns, for example from a lesson.

    Attributes:
        game: the game's id.
        chapter: the id of the quiz's chapter.
        seed: the seed that determines the questions.
        number: the index of the current question, from 0, or the number of questions at the result.
        answers: the indices of the answers so far.
        past_kinds: the kinds of the questions of the last quiz on the chapter.
    """

    game: str
    chapter: str
    seed: int
    number: int
    answers: tuple[int, ...]
    past_kinds: tuple[QuestionKind, ...] = ()


@dataclass(frozen=True, slots=True)
class Shared:
    """The state that all pages share.

    Attributes:
        route: the route of the current page.
        settings: the person's settings.
        progress: the completed lessons and the solved problems.
        setups: the saved armies, boards and decks.
        entries: the stored games, the most recently changed first.
        studies: the stored studies, the newest first.
        unreadable: the texts in the quarantine, by key.
        notices: the notices above the page, by name.
        deleted_items: the deleted items that the person can restore, by the name of the notice with the offer.
        copied_field: the id of the field whose text the person copied last, and True if the browser copied it.
        announcement: the text that screen readers read.
        motions: the motions to animate at the next drawing.
        new_game_options: the options chosen for the next new game, by game, before its page opens.
        whole_board_flags: for each game by id, True if the page showed the whole board when the person left it.
        review_places: for each game by id, the place in its review if the review was open when the person left it.
        open_quiz: the last quiz that the person has begun; None before that.
        home_day: the reader's date when the home page opened; None before that.
        home_picture_count: the number of visible pictures on the lower part of the home page: the day's puzzle, then
            studies.
        is_storage_durable: True if the browser keeps texts after the page is closed.
        is_storage_persistent: True if the browser never clears texts automatically, None if the browser does not say.
    """

    route: Route = HOME_ROUTE
    settings: Settings = field(default_factory=Settings)
    progress: Progress = field(default_factory=dict)
    setups: Setups = ()
    entries: tuple[GameEntry, ...] = ()
    studies: tuple[StudyEntry, ...] = ()
    unreadable: Mapping[str, str] = field(default_factory=dict)
    notices: Mapping[str, Notice] = field(default_factory=dict)
    deleted_items: Mapping[str, DeletedItem] = field(default_factory=dict)
    copied_field: CopyState = ("", False)
    announcement: str = ""
    motions: tuple[Motion, ...] = ()
    new_game_options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    whole_board_flags: Mapping[str, bool] = field(default_factory=dict)
    review_places: Mapping[str, ReviewPlace] = field(default_factory=dict)
    open_quiz: OpenQuiz | None = None
    home_day: date | None = None
    home_picture_count: int = 0
    is_storage_durable: bool = True
    is_storage_persistent: bool | None = None

    def with_announcement(self, text: str) -> Shared:
        """Return the state with a text that screen readers read."""
        if text and text == self.announcement:
            text += "\u200b"  # screen readers ignore an unchanged live region, so change it invisibly
        return replace(self, announcement=text)

    def with_notice(self, name: str, notice: Notice) -> Shared:
        """Return the state with a notice above the page, which replaces an earlier notice with the same name."""
        return replace(self, notices={**self.notices, name: notice})

    def with_review_place(self, game_id: str, place: ReviewPlace | None) -> Shared:
        """Return the state with the place in the review of a game, or without it if the place is None."""
        other_places = {id: other_place for id, other_place in self.review_places.items() if id != game_id}
        return replace(self, review_places={**other_places, game_id: place} if place else other_places)

    def without_notice(self, *names: str) -> Shared:
        """Return the state without the notices with these names."""
        if self.notices.keys().isdisjoint(names):
            return self
        return replace(self, notices={name: notice for name, notice in self.notices.items() if name not in names})
