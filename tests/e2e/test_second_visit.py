"""Test that the next visit uses valid decompressed files and replaces damaged ones."""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

import pytest

from tests.e2e.conftest import disable_file_system
from tests.e2e.helpers import begin_game, play, visit, wait_until, wait_until_cached
from tests.support.snapshot_file import decompress, find_large_files, with_other_pyodide_version
from tests.support.thinking import ASK_SCRIPT, answer, request
from tools import serve

pytestmark = pytest.mark.faults

_FILE_DIGESTS_SCRIPT = """async (folder) => {
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(folder, { create: true });
  const digests = {};
  for await (const [name, file] of directory.entries()) {
    // Only the worker that writes a file can read it.
    const bytes = await file.getFile().then((open) => open.slice(0, -4).arrayBuffer()).catch(() => new ArrayBuffer(0));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    digests[decodeURIComponent(name)] = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  return digests;
}"""
_DAMAGE_SCRIPT = """async ([folder, kind]) => {
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(folder);
  for await (const file of directory.values()) {
    const { size } = await file.getFile();
    const out = await file.createWritable({ keepExistingData: true });
    if (kind === "emptied") await out.truncate(0);
    if (kind === "unfinished") await out.truncate(size - 4);
    const data = new Uint8Array(4096).fill(9);
    if (kind === "overwritten") await out.write({ type: "write", position: 200_000, data });
    await out.close();
  }
}"""
_CLEAR_CACHES_SCRIPT = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) if (/\\.wasm|\\.bin/.test(url)) await cache.delete(url);
  }
}"""
_DECOMPRESS_SCRIPT = """([snapshot, code]) => new Promise((resolve) => {
  const worker = new Worker("./static/boot/loader_worker.mjs", { type: "module" });
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { if (!("loaded" in data)) resolve(data); };
  worker.postMessage({ task: "cache", snapshot, code, port: port2 }, [port2]);
})"""
_REPLACE_IN_CACHES_SCRIPT = """async ([url, other]) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (!request.url.startsWith(url)) continue;
      await cache.put(request, await fetch(other));
    }
  }
}"""
_DESCRIBE_START_SCRIPT = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.getRegistration() ?? {};
  const workers = [installing, waiting, active].map((worker) => worker?.state);
  const marks = performance.getEntriesByType("mark").map(({ name, startTime }) => `${Math.round(startTime)} ${name}`);
  const start = document.documentElement.dataset.start;
  return [`It started from ${start}; service workers: ${workers}`, ...marks, `${Math.round(performance.now())} now`]
    .join("\\n");
}"""
ENCODED_FOLDER = "%2Fbelow%2Fhere%2F"


@pytest.fixture
def expected_digests(dist):
    """Return the digests of the decompressed files by path, computed without the checksums at their ends."""
    contents = {file: decompress(file.read_bytes()) for file in find_large_files(dist)}
    return {
        f"/below/here/{file.relative_to(dist).as_posix()}": hashlib.sha256(content).hexdigest()
        for file, content in contents.items()
    }


@pytest.fixture
def returning_page(first_visit_page, stoppable_site, expected_digests):
    """Return the page of a browser that has visited the site once and has stored the decompressed files."""
    _, url, _ = stoppable_site
    visit(first_visit_page, url)
    wait_for_files(first_visit_page, expected_digests)
    first_visit_page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    return first_visit_page


def wait_for_files(page, expected):
    digests = None
    for _ in range(450):  # the service worker first downloads 22 MB
        digests = page.evaluate(_FILE_DIGESTS_SCRIPT, ENCODED_FOLDER)
        if digests == expected:
            return
        page.wait_for_timeout(200)
    pytest.fail(f"The files are {digests}, expected {expected}. {page.evaluate(_DESCRIBE_START_SCRIPT)}")


def read_start_source(page):
    return page.locator("html").get_attribute("data-start")


def test_files_are_decompressed_without_service_worker(new_browser, stoppable_site, expected_digests):
    """The files are already decompressed at an early second visit, which loads them from the browser's own cache."""
    _, url, _ = stoppable_site
    page = new_browser(service_workers="block").new_page()
    visit(page, url)
    wait_for_files(page, expected_digests)


def test_largest_script_runs_from_service_worker_cache(first_visit_page, stoppable_site):
    """The largest script comes from the service worker's cache.

    Browsers cache compiled code only for scripts from that cache.
    """
    _, url, _ = stoppable_site
    visit(first_visit_page, url)
    is_from_cache_script = """() => performance.getEntriesByType("resource")
      .filter(({ name }) => name.endsWith("/pyodide.asm.js")).map(({ workerStart }) => workerStart > 0)"""
    wait_until(first_visit_page, lambda: first_visit_page.evaluate(is_from_cache_script) == [False, True])
    visit(first_visit_page, url)
    assert first_visit_page.evaluate(is_from_cache_script)[0] is True


@pytest.mark.core
def test_damaged_files_are_replaced(returning_page, stoppable_site, expected_digests):
    """The visit after each kind of damage replaces the files, and the last visit starts from the replaced files.

    By the last visit, the server and the service worker no longer have the two large files. A truncated file ends with
    bytes that are not its checksum.
    """
    _, url, stop_server = stoppable_site
    stop_server()
    for kind in ("emptied", "unfinished", "overwritten"):
        returning_page.evaluate(_DAMAGE_SCRIPT, [ENCODED_FOLDER, kind])
        visit(returning_page, url)
        assert read_start_source(returning_page) == "snapshot", kind
        wait_for_files(returning_page, expected_digests)
    returning_page.evaluate(_CLEAR_CACHES_SCRIPT)
    visit(returning_page, url)
    assert read_start_source(returning_page) == "snapshot"
    begin_game(returning_page)
    play(returning_page, ["a1-a2"])


def test_file_that_does_not_start_is_deleted(returning_page, stoppable_site, dist, expected_digests):
    """If the snapshot does not start, Python starts from its sources and, at the next visit, from a new snapshot."""
    folder, url, _ = stoppable_site
    snapshot, code = find_large_files(dist)
    addresses = [f"{url}{file.relative_to(dist).as_posix()}" for file in (snapshot, code)]
    content = snapshot.read_bytes()
    (folder / "good").write_bytes(content)
    (folder / "another").write_bytes(with_other_pyodide_version(content))
    returning_page.evaluate(_REPLACE_IN_CACHES_SCRIPT, [addresses[0], "another"])
    assert returning_page.evaluate(_DECOMPRESS_SCRIPT, addresses)["result"] is True
    returning_page.evaluate(_REPLACE_IN_CACHES_SCRIPT, [addresses[0], "good"])
    visit(returning_page, url)
    assert read_start_source(returning_page) == "sources"
    wait_for_files(returning_page, {})
    visit(returning_page, url)
    assert read_start_source(returning_page) == "snapshot"
    wait_for_files(returning_page, expected_digests)


@pytest.mark.allow_console("favicon.ico")  # the first file is no page of the app
def test_old_files_are_deleted_and_foreign_ones_stay(first_visit_page, stoppable_site, expected_digests):
    """The page deletes its old files, even if it loads without workers, and keeps the files of other pages."""
    _, url, _ = stoppable_site
    first_visit_page.route("**/start_loader.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    first_visit_page.goto(f"{url}manifest.webmanifest")
    write_file = """async ([folder, name]) => {
      const root = await navigator.storage.getDirectory();
      const directory = folder ? await root.getDirectoryHandle(folder, { create: true }) : root;
      const out = await (await directory.getFileHandle(name, { create: true })).createWritable();
      await out.write("old");
      await out.close();
    }"""
    first_visit_page.evaluate(write_file, [ENCODED_FOLDER, "snapshot.old.bin"])
    first_visit_page.evaluate(write_file, ["", "another app's"])
    visit(first_visit_page, url)
    wait_for_files(first_visit_page, expected_digests)
    names = """async () => {
      const all = [];
      for await (const name of (await navigator.storage.getDirectory()).keys()) all.push(name);
      return all.sort();
    }"""
    assert first_visit_page.evaluate(names) == [ENCODED_FOLDER, "another app's"]


@pytest.mark.core
def test_browser_without_file_system_uses_gzip(first_visit_page, stoppable_site, monkeypatch):
    """Without a private file system, the browser loads only gzip files at every start, and works offline."""
    requested_urls = []
    get = serve.Handler.do_GET

    def record_request(handler):
        requested_urls.append(handler.path)
        get(handler)

    monkeypatch.setattr(serve.Handler, "do_GET", record_request)
    folder, url, stop_server = stoppable_site
    disable_file_system(first_visit_page, folder)
    visit(first_visit_page, url)
    assert first_visit_page.evaluate("'getDirectory' in navigator.storage") is False
    assert read_start_source(first_visit_page) == "snapshot"
    wait_until_cached(first_visit_page)
    assert {path for path in requested_urls if path.endswith(".bin") or "zstd" in path} == {
        f"/below/here/{file.relative_to(folder).as_posix()}" for file in find_large_files(folder, "gzip")
    }
    stop_server()
    visit(first_visit_page, url)
    assert read_start_source(first_visit_page) == "snapshot"
    question = request("sensei")
    reply = first_visit_page.evaluate(f"(request) => {{ {ASK_SCRIPT} return ask(request); }}", question)
    assert reply == answer(question)


def test_failed_decompression_leaves_no_files(returning_page, stoppable_site, dist):
    _, url, _ = stoppable_site
    snapshot, code = find_large_files(dist)
    delete_folder_script = (
        "async (name) => (await navigator.storage.getDirectory()).removeEntry(name, { recursive: true })"
    )
    returning_page.evaluate(delete_folder_script, ENCODED_FOLDER)
    usage = returning_page.evaluate("() => navigator.storage.estimate().then(({ usage }) => usage)")
    session = returning_page.context.new_cdp_session(returning_page)
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": usage + 5_000_000})
    result = returning_page.evaluate(
        _DECOMPRESS_SCRIPT, [f"{url}{file.relative_to(dist).as_posix()}" for file in (snapshot, code)]
    )
    assert "result" not in result
    wait_for_files(returning_page, {})
