"""The views of a game's rules and of its rulings."""

from __future__ import annotations

from ruleboard.app.lessons.session import RulesPage, RulingsPage
from ruleboard.app.message_names import AppMessage, LessonMessage
from ruleboard.app.routes import Route, format_route
from ruleboard.app.ui.components import Shell, back_link, button, link, page_frame
from ruleboard.app.ui.diagrams import diagram
from ruleboard.app.ui.names import UNOFFICIAL_NOTICE, credits_text
from ruleboard.app.ui.prose import prose, searchable_text
from ruleboard.i18n import _, ngettext
from ruleboard.learning.courses import find_lesson, reference, rulings
from ruleboard.learning.lessons import DiagramReference, Lesson, ReconstructedPart, RulesSection, Ruling
from ruleboard.registry import GAMES
from ruleboard.scene.node import Node, el


def rules_page(shell: Shell, page: RulesPage) -> Node:
    """Render a game's rules, or the sections that contain all words of the search."""
    game = page.game
    search_words = page.query.casefold().split()
    sections = reference(game)
    matches = [section for section in sections if all(word in _search_text(section) for word in search_words)]
    return page_frame(
        shell,
        "rules",
        el("h1", text=_("The rules of {game}").format(game=_(GAMES[game].title))),
        el(
            "div",
            el(
                "label",
                el("span", text=_("Search the rules")),
                el(
                    "input",
                    type="search",
                    name="sought",
                    value=page.query,
                    autocomplete="off",
                    data_do=LessonMessage.SEARCH,
                    data_on="input",
                ),
                cls="field",
            ),
            button(_("Print"), AppMessage.PRINT),
            cls="seek",
        ),
        el("p", cls="small", text=_match_count_text(len(matches)), role="status")
        if search_words
        else _contents(sections),
        (_section(game, section) for section in matches),
        el(
            "p",
            cls="small",
            text=_("These rules are in our own words. If the rulebook leaves something open, see the rulings."),
        ),
        tools=(link(_("Rulings"), format_route(Route("rulings", game)), cls="button quiet"),),
        back=back_link(_("Lessons"), format_route(Route("learn", game))),
    )


def _search_text(section: RulesSection) -> str:
    return f"{_(section.title).casefold()} {searchable_text(section.text)}"


def _match_count_text(count: int) -> str:
    return (
        ngettext("Found in {n} section.", "Found in {n} sections.", count).format(n=count)
        if count
        else _("Nothing found.")
    )


def _contents(sections: tuple[RulesSection, ...]) -> Node:
    return el(
        "ul",
        (
            el("li", button(_(section.title), AppMessage.REVEAL, f"rule-{section.id}", cls="quiet"), key=section.id)
            for section in sections
        ),
        cls="contents",
    )


def _section(game: str, section: RulesSection) -> Node:
    return el(
        "section",
        el("div", el("h2", text=_(section.title)), *prose(section.text), _lesson_links(game, section), cls="prose"),
        el("div", (_figure(game, figure) for figure in section.diagrams), cls="figures") if section.diagrams else None,
        id=f"rule-{section.id}",
        key=section.id,
        cls="rule",
    )


def _figure(game: str, figure: DiagramReference) -> Node:
    return el(
        "figure",
        diagram(game, figure.lesson, figure.step - 1),
        el("figcaption", text=_(figure.caption), cls="small") if figure.caption else None,
    )


def _lesson_links(game: str, section: RulesSection) -> Node | None:
    lessons = [find_lesson(game, id) for id in section.lessons]
    links = [_lesson_link(game, lesson) for lesson in lessons if lesson]
    return el("p", el("span", text=_("Try it:"), cls="small"), *links, cls="try") if links else None


def _lesson_link(game: str, lesson: Lesson) -> Node:
    return link(_(lesson.title), format_route(Route("learn", game, text=lesson.id)), cls="button quiet tried")


def rulings_page(shell: Shell, page: RulingsPage) -> Node:
    """Render a game's rulings and its origin."""
    game = page.game
    page_rulings = rulings(game)
    return page_frame(
        shell,
        "rulings",
        el("h1", text=_("Rulings for {game}").format(game=_(GAMES[game].title))),
        el(
            "p",
            cls="lead",
            text=_("What we do where the rulebook is silent or unclear."),
        ),
        el("ol", (_ruling(game, ruling) for ruling in page_rulings.rulings), cls="rulings"),
        el("h2", text=_("Reconstructed")) if page_rulings.reconstructed_parts else None,
        el("ul", (_reconstruction(item) for item in page_rulings.reconstructed_parts), cls="rulings")
        if page_rulings.reconstructed_parts
        else None,
        el(
            "section",
            el("h2", text=_("Where the game comes from")),
            el("p", text=credits_text(game)),
            *prose(page_rulings.text),
            el("p", el("a", text=page_rulings.link, href=page_rulings.link, rel="noopener", target="_blank"))
            if page_rulings.link
            else None,
            el("p", cls="small", text=_(UNOFFICIAL_NOTICE)),
            cls="prose",
        ),
        tools=(link(_("All the rules"), format_route(Route("rules", game)), cls="button quiet"),),
        back=back_link(_("Lessons"), format_route(Route("learn", game))),
    )


def _ruling(game: str, ruling: Ruling) -> Node:
    rule_lesson = find_lesson(game, ruling.lesson) if ruling.lesson else None
    return el(
        "li",
        el("h2", text=_(ruling.question), cls="question"),
        el("p", el("strong", text=_("In this app: ")), el("span", text=_(ruling.interpretation))),
        el(
            "p",
            el("strong", text=_("The other reading: ")),
            el("span", text=_(ruling.alternative_interpretation)),
            cls="other",
        ),
        _lesson_link(game, rule_lesson) if rule_lesson else None,
    )


def _reconstruction(item: ReconstructedPart) -> Node:
    return el("li", el("h3", text=_(item.title)), *prose(item.text))
