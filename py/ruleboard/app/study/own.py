"""The studies that come with the app, in each language of the app.

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
        position: the position of its last task, for its picture in the list.
    """

    id: str
    title: str
    game: str
    position: str


BUILT_IN_STUDIES: Final = (
    BuiltInStudy("open-doors", N_("Open doors"), "sensei", "1r3r1/1g3g1/2r1r2/3G2r/7/R2r3/1ggg2g g 21 arashi"),
    BuiltInStudy(
        "knight-behind-the-beast",
        N_("A knight behind the beast"),
        "tensor-chess",
        "r3qkb1tr/p1pp1pppp1/3npb4/1p2TTP2p/1t1B1n4/3N2N3/PPPPP2PPP/R2BQK3R w KQkq - 0 10",
    ),
    BuiltInStudy(
        "the-figure-nobody-watched",
        N_("The figure nobody watched"),
        "tesulda",
        "(sssh)2(sct)(sck)(ccdh)3(Scszht)/1(tcs)3(tcs)3(tsh)/2(sc)7/(tsh)5(scd)3/3(ccccsh)2(ccszh)(tcss)2/6(tcszh)3/"
        "2(Tcsh)3(Sd)3/7(Cs)2/(Tsh)(Tcs)(Tcs)2(Tcs)1(Tcsdz)(Tcs)(Tsh)/(Sssh)(Scdz)2(Sck)(Ccdh)3(Sssh) l "
        "cccccccccsssssssddzzzhhhh 1",
    ),
)
_TRANSLATED_TEXTS: Final = {
    f"{built_in_study.id}.{language}": pkgutil.get_data(__name__, f"texts/{built_in_study.id}.{language}.json") or b""
    for built_in_study in BUILT_IN_STUDIES
    for language in LANGUAGES
}
"""The texts of the studies. The module reads them during its import, since a page that starts from a snapshot has no
files."""


def load_built_in_study(id: str) -> Study | None:
    """Load a study that comes with the app, in the current language; return None if the id is unknown."""
    text = _TRANSLATED_TEXTS.get(f"{id}.{current_catalog().info().get('language', 'en')}") or _TRANSLATED_TEXTS.get(
        f"{id}.en"
    )
    return parse_study(text.decode()) if text else None
