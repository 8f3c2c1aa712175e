"""From what the app knows to the page that is shown."""

from __future__ import annotations

from ruleboard.app.editor.view import edit
from ruleboard.app.help.view import help
from ruleboard.app.lessons.reference_view import rules, rulings_page
from ruleboard.app.lessons.view import course_page, learn, lesson_page
from ruleboard.app.library.not_found import missing
from ruleboard.app.library.view import home
from ruleboard.app.new_game.view import new
from ruleboard.app.play.view import table
from ruleboard.app.runtime.model import Model
from ruleboard.app.settings.view import settings
from ruleboard.app.storage.games import Entry
from ruleboard.app.workshop.view import bench, workshop
from ruleboard.scene.node import Node


def view(model: Model, damaged: Entry | None = None) -> Node:
    """The page of a model; ``damaged`` is the kept game that cannot be opened, if that is asked for."""
    match model.route.page:
        case "home":
            return home(model)
        case "settings":
            return settings(model)
        case "help":
            return help(model)
        case "new" if model.draft:
            return new(model, model.draft)
        case "edit" if model.editing:
            return edit(model, model.editing)
        case "boards" if model.bench:
            return bench(model, model.bench)
        case "boards" if not model.closed:
            return workshop(model, model.route.name)
        case "learn" if model.learning:
            return lesson_page(model, model.learning)
        case "learn" if not model.closed:
            return course_page(model, model.route.name) if model.route.name else learn(model)
        case "rules" if not model.closed:
            return rules(model, model.route.name)
        case "rulings" if not model.closed:
            return rulings_page(model, model.route.name)
        case "play" | "from" if model.table:
            return table(model, model.table)
    return missing(model, damaged)
