"""The files of the start are kept ready for use: the next visit uses them if whole, and writes them anew if not."""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

import pytest

from tests.e2e.at_table import begin, play, until
from tests.e2e.conftest import disable_file_system
from tests.e2e.test_offline import visit, wait_until_kept
from tests.support.snapshot_file import large_files, unpacked, with_other_pyodide_version
from tests.support.thinking import ASK, answer, request
from tools import serve

_FILES = """async (folder) => {
  const root = await navigator.storage.getDirectory();
  const own = await root.getDirectoryHandle(folder, { create: true });
  const found = {};
  for await (const [name, file] of own.entries()) {
    // While a worker writes it, nobody else can read it.
    const bytes = await file.getFile().then((open) => open.slice(0, -4).arrayBuffer()).catch(() => new ArrayBuffer(0));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    found[decodeURIComponent(name)] = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  return found;
}"""
_CHANGE = """async ([folder, way]) => {
  const root = await navigator.storage.getDirectory();
  const own = await root.getDirectoryHandle(folder);
  for await (const file of own.values()) {
    const { size } = await file.getFile();
    const out = await file.createWritable({ keepExistingData: true });
    if (way === "emptied") await out.truncate(0);
    if (way === "not finished") await out.truncate(size - 4);
    const data = new Uint8Array(4096).fill(9);
    if (way === "overwritten") await out.write({ type: "write", position: 200_000, data });
    await out.close();
  }
}"""
_UNCACHE = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) if (/\\.wasm|\\.bin/.test(url)) await cache.delete(url);
  }
}"""
_KEEP = """([snapshot, code]) => new Promise((resolve) => {
  const worker = new Worker("./static/boot/loader_worker.mjs", { type: "module" });
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { if (!("loaded" in data)) resolve(data); };
  worker.postMessage({ task: "cache", snapshot, code, port: port2 }, [port2]);
})"""
_EXCHANGE = """async ([url, other]) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (!request.url.startsWith(url)) continue;
      await cache.put(request, await fetch(other));
    }
  }
}"""
_STORY = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.getRegistration() ?? {};
  const workers = [installing, waiting, active].map((worker) => worker?.state);
  const marks = performance.getEntriesByType("mark").map(({ name, startTime }) => `${Math.round(startTime)} ${name}`);
  const start = document.documentElement.dataset.start;
  return [`It started from ${start}; service workers: ${workers}`, ...marks, `${Math.round(performance.now())} now`]
    .join("\\n");
}"""
FOLDER = "%2Fbelow%2Fhere%2F"


@pytest.fixture
def whole(dist):
    """Return the paths on the server and the digests of the files to keep, without the mark of completeness."""
    contents = {file: unpacked(file.read_bytes()) for file in large_files(dist)}
    return {
        f"/below/here/{file.relative_to(dist).as_posix()}": hashlib.sha256(content).hexdigest()
        for file, content in contents.items()
    }


@pytest.fixture
def guest(first_visit_page, stoppable_site, whole):
    """A page of a browser that has been there once, and has kept what it takes to start."""
    _, url, _ = stoppable_site
    visit(first_visit_page, url)
    wait_for_files(first_visit_page, whole)
    first_visit_page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    return first_visit_page


def wait_for_files(page, expected):
    found = None
    for _ in range(450):  # 22 MB are taken by the service worker first
        found = page.evaluate(_FILES, FOLDER)
        if found == expected:
            return
        page.wait_for_timeout(200)
    pytest.fail(f"Kept is {found}, and not {expected}. {page.evaluate(_STORY)}")


def start(page):
    return page.locator("html").get_attribute("data-start")


def test_the_next_visit_is_prepared_without_waiting_for_the_service_worker(new_browser, stoppable_site, whole):
    """From the copies in the browser's own cache: who comes back soon finds it done."""
    _, url, _ = stoppable_site
    page = new_browser(service_workers="block").new_page()
    visit(page, url)
    wait_for_files(page, whole)


def test_the_largest_script_runs_once_more_from_the_copy_for_the_time_without_a_network(
    first_visit_page, stoppable_site
):
    """A browser keeps what it has compiled of a script with that copy, and only of one that came from there."""
    _, url, _ = stoppable_site
    visit(first_visit_page, url)
    from_copy = """() => performance.getEntriesByType("resource")
      .filter(({ name }) => name.endsWith("/pyodide.asm.js")).map(({ workerStart }) => workerStart > 0)"""
    until(first_visit_page, lambda: first_visit_page.evaluate(from_copy) == [False, True])
    visit(first_visit_page, url)
    assert first_visit_page.evaluate(from_copy)[0] is True


@pytest.mark.core
def test_what_is_damaged_is_not_used_and_is_made_anew_for_the_next_visit(guest, stoppable_site, whole):
    """In whatever way, one after the other; what was made anew last is what the visit after that starts from.

    Then nothing else has the two large files any more: neither the server nor the service worker. A file that is cut
    off anywhere ends, as one that is not finished, with bytes that are not its checksum.
    """
    _, url, stop = stoppable_site
    stop()
    for way in ("emptied", "not finished", "overwritten"):
        guest.evaluate(_CHANGE, [FOLDER, way])
        visit(guest, url)
        assert start(guest) == "snapshot", way
        wait_for_files(guest, whole)
    guest.evaluate(_UNCACHE)
    visit(guest, url)
    assert start(guest) == "snapshot"
    begin(guest)
    play(guest, ["a1-a2"])


def test_what_is_whole_but_does_not_start_is_not_kept(guest, stoppable_site, dist, whole):
    """Python starts from its sources then, and the visit after that from the snapshot again."""
    folder, url, _ = stoppable_site
    snapshot, code = large_files(dist)
    addresses = [f"{url}{file.relative_to(dist).as_posix()}" for file in (snapshot, code)]
    good = snapshot.read_bytes()
    (folder / "good").write_bytes(good)
    (folder / "another").write_bytes(with_other_pyodide_version(good))
    guest.evaluate(_EXCHANGE, [addresses[0], "another"])
    assert guest.evaluate(_KEEP, addresses) == {"result": True}
    guest.evaluate(_EXCHANGE, [addresses[0], "good"])
    visit(guest, url)
    assert start(guest) == "sources"
    wait_for_files(guest, {})
    visit(guest, url)
    assert start(guest) == "snapshot"
    wait_for_files(guest, whole)


@pytest.mark.allow_console("favicon.ico")  # what is opened first is no page of the app
def test_what_an_older_version_kept_goes_and_what_is_not_ours_stays(first_visit_page, stoppable_site, whole):
    """Also where the script that starts the workers runs too late: then the page has loaded everything itself."""
    _, url, _ = stoppable_site
    first_visit_page.route("**/start_loader.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    first_visit_page.goto(f"{url}manifest.webmanifest")
    put = """async ([folder, name]) => {
      const root = await navigator.storage.getDirectory();
      const where = folder ? await root.getDirectoryHandle(folder, { create: true }) : root;
      const out = await (await where.getFileHandle(name, { create: true })).createWritable();
      await out.write("old");
      await out.close();
    }"""
    first_visit_page.evaluate(put, [FOLDER, "snapshot.old.bin"])
    first_visit_page.evaluate(put, ["", "another app's"])
    visit(first_visit_page, url)
    wait_for_files(first_visit_page, whole)
    names = """async () => {
      const all = [];
      for await (const name of (await navigator.storage.getDirectory()).keys()) all.push(name);
      return all.sort();
    }"""
    assert first_visit_page.evaluate(names) == [FOLDER, "another app's"]


@pytest.mark.core
def test_a_browser_that_has_no_such_files_starts_from_what_it_unpacks_by_itself(
    first_visit_page, stoppable_site, monkeypatch
):
    """Again and again, and without a network; nothing of the other packing is downloaded."""
    asked = []
    get = serve.Handler.do_GET

    def listed(handler):
        asked.append(handler.path)
        get(handler)

    monkeypatch.setattr(serve.Handler, "do_GET", listed)
    folder, url, stop = stoppable_site
    disable_file_system(first_visit_page, folder)
    visit(first_visit_page, url)
    assert first_visit_page.evaluate("'getDirectory' in navigator.storage") is False
    assert start(first_visit_page) == "snapshot"
    wait_until_kept(first_visit_page)
    assert {path for path in asked if path.endswith(".bin") or "zstd" in path} == {
        f"/below/here/{file.relative_to(folder).as_posix()}" for file in large_files(folder, "gzip")
    }
    stop()
    visit(first_visit_page, url)
    assert start(first_visit_page) == "snapshot"
    asked_for = request("sensei")
    given = first_visit_page.evaluate(f"(request) => {{ {ASK} return ask(request); }}", asked_for)
    assert given == answer(asked_for)


def test_where_there_is_no_room_none_is_taken_in_vain(guest, stoppable_site, dist):
    _, url, _ = stoppable_site
    snapshot, code = large_files(dist)
    forget = "async (name) => (await navigator.storage.getDirectory()).removeEntry(name, { recursive: true })"
    guest.evaluate(forget, FOLDER)
    used = guest.evaluate("() => navigator.storage.estimate().then(({ usage }) => usage)")
    session = guest.context.new_cdp_session(guest)
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": used + 5_000_000})
    answer = guest.evaluate(_KEEP, [f"{url}{file.relative_to(dist).as_posix()}" for file in (snapshot, code)])
    assert "result" not in answer
    wait_for_files(guest, {})
