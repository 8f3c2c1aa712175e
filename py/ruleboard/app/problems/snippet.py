"""HTML that embeds a problem in another page."""

from __future__ import annotations

from urllib.parse import urljoin

from ruleboard.app.problems.addresses import problem_address
from ruleboard.app.problems.session import ProblemSession
from ruleboard.app.problems.texts import task_text
from ruleboard.games.links import encode_position
from ruleboard.games.problems import FIND, after_turn, example_reply
from ruleboard.i18n import _
from ruleboard.scene.node import el
from ruleboard.scene.serialize import to_html


def problem_snippet(session: ProblemSession) -> str:
    """Return the HTML that embeds a problem in another page: its position, its task, and all accepted lines.

    If the last turn stays hidden until the reply, the first line includes a reply.
    """
    problem = session.problem
    lines = [[text for turn in line for text in turn] for line in problem.solution.lines]
    start = session.exercise.start
    lines[0] += example_reply(start.game, problem.solution, after_turn(start.game, start.state, lines[0]))
    address = urljoin(session.site, problem_address(session.game, problem))
    board = el(
        "rule-board",
        el("a", text=_(problem.theme.title), href=address),
        game=session.game,
        position=encode_position(problem.position),
        mode="find",
        goal="position" if problem.solution.goal == FIND else "win",
        ask=task_text(session),
        accept=" | ".join(map("; ".join, lines)),
        praise=_(problem.theme.explanation),
        flip="yes" if session.seat else None,
    )
    return f"{to_html(el('script', src=urljoin(session.site, 'embed.js'), defer=True))}\n{to_html(board)}"
