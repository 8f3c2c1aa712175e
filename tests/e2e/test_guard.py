"""The guard sees what may go wrong on a page; and pages start with nothing stored."""

from __future__ import annotations

import pytest

from tests.e2e.at_table import until
from tests.e2e.conftest import FOREIGN_REQUEST, FULL_CHROMIUM, guard, unexpected_problems

# What is opened here is no page of the app, so the browser looks for an icon.
pytestmark = pytest.mark.allow_console("favicon.ico")


@pytest.fixture
def open_file(site):
    """Open something of the site that is there at once: what is watched here is the page, not the app."""
    return lambda page: page.goto(f"{site}static/boot/start_message.js")


@pytest.mark.allow_console("^console: out of chalk")
def test_guard_sees_errors_in_the_console(desktop, open_file, problems):
    open_file(desktop)
    desktop.evaluate("console.error('out of chalk')")
    assert any("out of chalk" in line for line in problems)


@pytest.mark.allow_console("^uncaught: .*out of ink")
def test_guard_sees_uncaught_exceptions(desktop, open_file, problems):
    open_file(desktop)
    desktop.evaluate("() => { setTimeout(() => { throw new Error('out of ink'); }); }")
    until(desktop, lambda: any("out of ink" in line for line in problems))


def test_guard_sees_requests_to_another_origin_and_nothing_excuses_them(desktop, open_file, problems):
    open_file(desktop)
    desktop.evaluate("fetch('http://127.0.0.1:9/').catch(() => 0)")
    told = until(desktop, lambda: [line for line in problems if "another origin: http://127.0.0.1:9/" in line])
    assert unexpected_problems(problems, [""]) == told
    problems.clear()  # it was meant


@pytest.mark.parametrize("page", ["index.html", "embed.html#game=sensei"])
def test_guard_sees_requests_that_the_policy_of_a_page_has_stopped(desktop, site, problems, page):
    desktop.goto(site + page)
    desktop.evaluate("fetch('http://127.0.0.1:9/').catch(() => 0)")
    desktop.evaluate("() => { new Image().src = 'http://127.0.0.1:9/x.png'; }")
    both = {f"{FOREIGN_REQUEST} http://127.0.0.1:9/", f"{FOREIGN_REQUEST} http://127.0.0.1:9/x.png"}
    until(desktop, lambda: both <= set(unexpected_problems(problems, [""])))
    problems.clear()  # it was meant


@pytest.mark.allow_console("")
def test_the_guard_fails_a_test_that_excuses_everything_and_asks_elsewhere(request, problems):
    """The guard itself, as it is around every test, ended here by hand."""
    around = guard.__wrapped__(request, told := [])
    next(around)
    told += ["console: out of chalk", f"{FOREIGN_REQUEST} http://127.0.0.1:9/"]
    with pytest.raises(pytest.fail.Exception, match="another origin") as caught:
        next(around)
    assert "chalk" not in str(caught.value)


def test_guard_watches_every_page_of_a_context(desktop, problems):
    second = desktop.context.new_page()
    second.goto("about:blank")
    second.evaluate("console.error('in the second')")
    assert [line for line in problems if "in the second" in line]
    problems.clear()
    second.close()


@pytest.mark.parametrize("time", ["first", "second"])
def test_new_pages_find_nothing_stored(tablet, open_file, time):
    open_file(tablet)
    assert tablet.evaluate("localStorage.length") == 0
    tablet.evaluate("localStorage.setItem('left', 'behind')")


@pytest.mark.parametrize("time", ["first", "second"])
def test_kept_page_stays_but_its_storage_does_not(shared_page, time):
    page = shared_page("phone")
    assert page.evaluate("localStorage.length") == 0
    assert page.evaluate("window.kept") == (None if time == "first" else "yes")
    page.evaluate("window.kept = 'yes'; localStorage.setItem('left', 'behind')")


@pytest.mark.core
@pytest.mark.skipif(not FULL_CHROMIUM, reason="only Chromium as people have it")
def test_pages_of_the_chromium_lane_warm_up_and_get_a_service_worker(tablet, open_app, launch_options):
    page = open_app(tablet)
    assert not any("liftoff" in option for option in launch_options["args"])
    assert page.evaluate("ruleboard.rehearses()") is True
    assert page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active !== null)") is True
