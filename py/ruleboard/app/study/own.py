"""The studies that come with the app, in each of its languages.

Nothing of them is stored while they are read. Who changes one keeps it under the same id from then on, as any study.
"""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from typing import Final

from ruleboard.app.languages import LANGUAGES
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import parse_study
from ruleboard.i18n import N_, spoken


@dataclass(frozen=True, slots=True)
class OwnStudy:
    """A study that comes with the app.

    Attributes:
        id: its id, as of a stored study.
        title: its title; translated, it is that of the study in the language.
        game: the id of its game.
    """

    id: str
    title: str
    game: str


OWN: Final = (
    OwnStudy("open-doors", N_("Open doors"), "sensei"),
    OwnStudy("knight-behind-the-beast", N_("A knight behind the beast"), "tensor-chess"),
    OwnStudy("the-figure-nobody-watched", N_("The figure nobody watched"), "tesulda"),
)
_TEXTS: Final = {
    f"{own.id}.{language}": pkgutil.get_data(__name__, f"texts/{own.id}.{language}.json") or b""
    for own in OWN
    for language in LANGUAGES
}
"""The texts of all of them, read on import: there are no files in a page that starts from its snapshot."""


def own_study(id: str) -> Study | None:
    """Return a study that comes with the app in the language that is spoken; None if it has none of that id."""
    text = _TEXTS.get(f"{id}.{spoken().info().get('language', 'en')}") or _TEXTS.get(f"{id}.en")
    return parse_study(text.decode()) if text else None
