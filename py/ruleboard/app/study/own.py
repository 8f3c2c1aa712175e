"""The studies that come with the app, in each of its languages.

The app stores such a study only after a person has changed it. The id stays the same.
"""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from typing import Final

from ruleboard.app.languages import LANGUAGES
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import parse_study
from ruleboard.i18n import N_, current_catalog


@dataclass(frozen=True, slots=True)
class BuiltInStudy:
    """A study that comes with the app.

    Attributes:
        id: its id in the store of studies.
        title: its English title, which is translated for the current language.
        game: the id of its game.
    """

    id: str
    title: str
    game: str


BUILT_IN_STUDIES: Final = (
    BuiltInStudy("open-doors", N_("Open doors"), "sensei"),
    BuiltInStudy("knight-behind-the-beast", N_("A knight behind the beast"), "tensor-chess"),
    BuiltInStudy("the-figure-nobody-watched", N_("The figure nobody watched"), "tesulda"),
)
_TEXTS: Final = {
    f"{own.id}.{language}": pkgutil.get_data(__name__, f"texts/{own.id}.{language}.json") or b""
    for own in BUILT_IN_STUDIES
    for language in LANGUAGES
}
"""The texts of the studies. The import reads them, since a page that starts from a snapshot has no files."""


def load_built_in_study(id: str) -> Study | None:
    """Load a study that comes with the app, in the current language; return None if the id is unknown."""
    text = _TEXTS.get(f"{id}.{current_catalog().info().get('language', 'en')}") or _TEXTS.get(f"{id}.en")
    return parse_study(text.decode()) if text else None
