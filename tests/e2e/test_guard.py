"""Test that the guard detects errors and foreign requests of pages, and that pages start with empty storage."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import FOREIGN_REQUEST, FULL_CHROMIUM, find_unexpected_problems, guard
from tests.e2e.helpers import wait_until

# These tests open files that are no pages of the app, so the browser requests an icon.
pytestmark = pytest.mark.allow_console("favicon.ico")


@pytest.fixture
def open_file(site):
    """Return a function that opens a small file of the site."""
    return lambda page: page.goto(f"{site}static/boot/start_message.js")


@pytest.mark.allow_console("^console: out of chalk")
def test_guard_detects_console_errors(desktop, open_file, problems):
    open_file(desktop)
    desktop.evaluate("console.error('out of chalk')")
    assert any("out of chalk" in line for line in problems)


@pytest.mark.allow_console("^uncaught: .*out of ink")
def test_guard_detects_uncaught_exceptions(desktop, open_file, problems):
    open_file(desktop)
    desktop.evaluate("() => { setTimeout(() => { throw new Error('out of ink'); }); }")
    wait_until(desktop, lambda: any("out of ink" in line for line in problems))


def test_guard_always_rejects_foreign_requests(desktop, open_file, problems):
    open_file(desktop)
    desktop.evaluate("fetch('http://127.0.0.1:9/').catch(() => 0)")
    lines = wait_until(desktop, lambda: [line for line in problems if "another origin: http://127.0.0.1:9/" in line])
    assert find_unexpected_problems(problems, [""]) == lines
    problems.clear()  # the request was intended


@pytest.mark.parametrize("page", ["index.html", "embed.html#game=sensei"])
def test_guard_detects_requests_blocked_by_policy(desktop, site, problems, page):
    desktop.goto(site + page)
    desktop.evaluate("fetch('http://127.0.0.1:9/').catch(() => 0)")
    desktop.evaluate("() => { new Image().src = 'http://127.0.0.1:9/x.png'; }")
    reports = {f"{FOREIGN_REQUEST} http://127.0.0.1:9/", f"{FOREIGN_REQUEST} http://127.0.0.1:9/x.png"}
    wait_until(desktop, lambda: reports <= set(find_unexpected_problems(problems, [""])))
    problems.clear()  # the request was intended


@pytest.mark.allow_console("")
def test_guard_fails_foreign_request_with_any_excuse(request, problems):
    """No pattern allows a request to another origin. The test calls the guard's fixture itself."""
    guard_steps = guard.__wrapped__(request, reports := [])
    next(guard_steps)
    reports += ["console: out of chalk", f"{FOREIGN_REQUEST} http://127.0.0.1:9/"]
    with pytest.raises(pytest.fail.Exception, match="another origin") as failure:
        next(guard_steps)
    assert "chalk" not in str(failure.value)


def test_guard_watches_all_pages_of_context(desktop, problems):
    second = desktop.context.new_page()
    second.goto("about:blank")
    second.evaluate("console.error('in the second')")
    assert [line for line in problems if "in the second" in line]
    problems.clear()
    second.close()


@pytest.mark.parametrize("time", ["first", "second"])
def test_new_pages_have_empty_storage(tablet, open_file, time):
    open_file(tablet)
    assert tablet.evaluate("localStorage.length") == 0
    tablet.evaluate("localStorage.setItem('left', 'behind')")


@pytest.mark.parametrize("time", ["first", "second"])
def test_shared_page_stays_with_cleared_storage(shared_page, time):
    page = shared_page("phone")
    assert page.evaluate("localStorage.length") == 0
    assert page.evaluate("window.mark") == (None if time == "first" else "yes")
    page.evaluate("window.mark = 'yes'; localStorage.setItem('left', 'behind')")


@pytest.mark.core
@pytest.mark.skipif(not FULL_CHROMIUM, reason="only full Chromium")
def test_full_chromium_warms_up_and_has_service_worker(tablet, open_app, launch_options):
    page = open_app(tablet)
    assert not any("liftoff" in option for option in launch_options["args"])
    assert page.evaluate("ruleboard.warmsUp()") is True
    assert page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active !== null)") is True
