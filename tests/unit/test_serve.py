"""Test the server: media types, paths, building before serving pages, and ports that are in use."""

from __future__ import annotations

import socket
from http.client import HTTPConnection
from threading import Thread
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tools import serve
from tools.setup import SetupError


@pytest.fixture
def served_site(tmp_path):
    served_folder = tmp_path / "served"
    served_folder.mkdir()
    for name in ("index.html", "a.wasm", "a.mjs", "a.webmanifest", "a.toml", "a.json", "a.css", "a.svg"):
        (served_folder / name).write_text(name)
    (tmp_path / "secret").write_text("not served")
    return served_folder


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("", "text/html; charset=utf-8"),
        ("a.wasm", "application/wasm"),
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.webmanifest", "application/manifest+json"),
        ("a.toml", "application/toml"),
        ("a.json", "application/json"),
        ("a.css", "text/css; charset=utf-8"),
        ("a.svg", "image/svg+xml"),
    ],
)
def test_files_have_their_media_types(served_site, name, kind):
    with serve.serve_folder(served_site, "/some/path/") as url, urlopen(url + name) as answer:
        assert answer.headers["Content-Type"] == kind
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.read().decode() == (name or "index.html")


@pytest.mark.parametrize("path", ["", "some", "some/other/", "some/path/missing", "some/path/../../secret"])
def test_only_built_files_are_served(served_site, path):
    with serve.serve_folder(served_site, "/some/path/") as url:
        root = url.removesuffix("some/path/")
        with pytest.raises(HTTPError) as error_info:
            urlopen(root + path)
    assert error_info.value.code == 404


def test_pages_wait_for_build_and_report_failure(served_site):
    errors = ["no such game", ""]
    with serve.Server(served_site, is_quiet=True, prepare_page=lambda: errors.pop(0)) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        with urlopen(server.url + "a.css") as answer:
            assert answer.status == 200
        with pytest.raises(HTTPError) as error_info:
            urlopen(server.url)
        assert error_info.value.code == 500
        assert "no such game" in error_info.value.read().decode()
        with urlopen(server.url) as answer:
            assert answer.read() == b"index.html"
        server.shutdown()


def test_port_in_use_gives_readable_error(served_site):
    with socket.socket() as busy_socket:
        busy_socket.bind(("127.0.0.1", 0))
        busy_socket.listen()
        port = busy_socket.getsockname()[1]
        with pytest.raises(SetupError, match=f"Port {port} is taken: please choose another one with --port"):
            serve.listen(served_site, "127.0.0.1", port)


def test_default_port_falls_back_to_free_port(served_site, monkeypatch, capsys):
    with socket.socket() as busy_socket:
        busy_socket.bind(("127.0.0.1", 0))
        busy_socket.listen()
        monkeypatch.setattr(serve, "DEFAULT_PORT", busy_socket.getsockname()[1])
        with serve.listen(served_site, "127.0.0.1", None) as server:
            assert server.server_address[1] != serve.DEFAULT_PORT
    assert "is taken, so a free one is used" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("127.0.0.1", 70000, "There is no port 70000"),
        ("192.0.2.1", 0, "The address 192.0.2.1 cannot be served"),
    ],
)
def test_impossible_address_gives_readable_error(served_site, host, port, sentence):
    with pytest.raises(SetupError, match=sentence):
        serve.listen(served_site, host, port)


def fetch(connection, path):
    connection.request("GET", path)
    return connection.getresponse().read()


def test_stopped_server_closes_connections(tmp_path):
    """A stopped server closes the connections that browsers keep open, for each of which a thread is waiting."""
    (tmp_path / "file.txt").write_text("here")
    with serve.serve_folder(tmp_path) as url:
        connection = HTTPConnection(urlsplit(url).netloc, timeout=5)
        for _ in range(2):
            assert fetch(connection, "/file.txt") == b"here"
        connection.auto_open = 0  # no new connections from here on
    with pytest.raises(ConnectionError):
        fetch(connection, "/file.txt")
