"""From what the app knows to the page that is shown."""

from __future__ import annotations

from ruleboard.app.library import Entry
from ruleboard.app.model import Model
from ruleboard.app.pages.edit import edit
from ruleboard.app.pages.help import help
from ruleboard.app.pages.home import home
from ruleboard.app.pages.learn import course_page, learn, lesson_page
from ruleboard.app.pages.missing import missing
from ruleboard.app.pages.new import new
from ruleboard.app.pages.rules import rules, rulings_page
from ruleboard.app.pages.settings import settings
from ruleboard.app.pages.table import table
from ruleboard.app.pages.workshop import bench, workshop
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
