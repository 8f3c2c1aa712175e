"""What is done with the settings, and the language that is spoken by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ruleboard.app import notices as standing
from ruleboard.app.context import Desk
from ruleboard.app.languages import speak
from ruleboard.app.runtime.documents_reader import read
from ruleboard.app.storage.preferences import KEY, Settings, format_settings, parse_settings


def read_settings(desk: Desk) -> None:
    """Take over what is stored."""
    desk.change(settings=parse_settings(read(desk, KEY, "unreadable-settings")))


def keep_settings(desk: Desk, settings: Settings) -> None:
    """Let these be the settings."""
    desk.change(settings=settings)
    desk.keep(KEY, format_settings(settings, desk.shelf.last_known(KEY)))


def remember(desk: Desk, names: tuple[str, ...]) -> None:
    """Propose the players' names for the next game, too."""
    if any(names):
        keep_settings(desk, replace(desk.model.settings, names=names))


class SettingsHandlers:
    """Takes choices, and says everything anew when the language is another."""

    def __init__(self, desk: Desk, say_anew: Callable[[], None]) -> None:
        """``say_anew`` is called once another language is spoken."""
        self._desk = desk
        self._say_anew = say_anew

    def choose(self, name: str, value: str) -> None:
        """Take a choice of the page of settings."""
        before = self._desk.model.settings
        keep_settings(self._desk, before.with_choice(name, value))
        self._follow(before)

    def take_over(self) -> None:
        """Take over what another tab has chosen."""
        before = self._desk.model.settings
        read_settings(self._desk)
        self._follow(before)

    def _follow(self, before: Settings) -> None:
        self._desk.browser.theme(self._desk.model.settings.theme)
        if self._desk.model.settings.language != before.language:
            self.speak_anew()

    def speak_anew(self) -> None:
        """Speak the language that is chosen, and say everything anew in it."""
        self.speak(self._say_anew)

    def speak(self, then: Callable[[], None]) -> None:
        """Speak the language that is chosen, as soon as its words are there, then go on."""

        def heard(catalogue: bytes | None) -> None:
            self._spoken(catalogue)
            then()

        self._desk.browser.speak(self._desk.model.settings.language, heard)

    def _spoken(self, catalogue: bytes | None) -> None:
        """Speak a language from now on; what was told in another is told anew."""
        speak(catalogue or b"")
        if catalogue is None:
            self._desk.tell("speechless", standing.speechless())
        else:
            self._desk.untell("speechless")
        for name in self._desk.model.notices.keys() & standing.STANDING.keys():
            self._desk.tell(name, standing.STANDING[name]())
