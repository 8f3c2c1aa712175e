"""Serve dist/ like a static host, and rebuild it when a source file has changed."""

from __future__ import annotations

import argparse
import errno
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakSet

from tools.setup import ROOT, SetupError

DEFAULT_PORT = 8000


class Handler(SimpleHTTPRequestHandler):
    """A request handler that serves the files of a folder under a URL path."""

    protocol_version = "HTTP/1.1"  # many small files: keep the connection
    extensions_map = {  # noqa: RUF012 - the base class has it so
        **SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".svg": "image/svg+xml",
        ".toml": "application/toml",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".zip": "application/zip",
    }
    server: Server
    path = ""  # before the server has parsed the request line

    def do_GET(self) -> None:
        """Send a file. If it is a page and the sources have changed, rebuild the app first."""
        if self._can_send():
            super().do_GET()

    def do_HEAD(self) -> None:
        """Send the headers of a file."""
        if self._can_send():
            super().do_HEAD()

    def _can_send(self) -> bool:
        path = urlsplit(self.path).path
        if not path.startswith(self.server.path):
            self.send_error(HTTPStatus.NOT_FOUND)
            return False
        if not path.endswith(("/", ".html")):
            return True
        if build_error := self.server.prepare_page():
            body = f"The build failed.\n\n{build_error}".encode()
            self.send_response(HTTPStatus.INTERNAL_SERVER_ERROR)
            self.send_header("Content-Type", "text/plain; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return False
        return True

    def translate_path(self, path: str) -> str:
        """Return the file for a URL path, which must be below the server's path."""
        return super().translate_path("/" + path.removeprefix(self.server.path))

    def end_headers(self) -> None:
        """Add headers that disable caching, since files change, and let sandboxed frames read files."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Suppress the log of successful requests."""

    def log_error(self, format: str, *args: object) -> None:
        """Print a failed request."""
        if not self.server.is_quiet:
            print(f"{self.path}: {format % args}", file=sys.stderr)


class Server(ThreadingHTTPServer):
    """An HTTP server for a folder, under a URL path that starts and ends with a slash."""

    daemon_threads = True

    def __init__(
        self,
        folder: Path,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        path: str = "/",
        is_quiet: bool = False,
        prepare_page: Callable[[], str] = lambda: "",
        handler: type[Handler] = Handler,
    ) -> None:
        self.path = path
        self.is_quiet = is_quiet
        self.prepare_page = prepare_page
        """The server calls this function before it sends a page. It returns an error message, or an empty string."""
        self._connections: WeakSet[socket.socket] = WeakSet()
        super().__init__((host, port), lambda *args: handler(*args, directory=str(folder)))

    @property
    def url(self) -> str:
        """The URL of the folder's index page."""
        host, port = str(self.server_address[0]), self.server_address[1]
        return f"http://{'localhost' if host in ('0.0.0.0', '127.0.0.1') else host}:{port}{self.path}"

    def get_request(self) -> tuple[socket.socket, Any]:
        """Accept a connection, and store it so that ``server_close`` can close it."""
        connection, address = super().get_request()
        self._connections.add(connection)
        return connection, address

    def server_close(self) -> None:
        """Stop the server and close all connections, since browsers keep them open."""
        super().server_close()
        for connection in list(self._connections):
            with suppress(OSError):  # closed already
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error, unless a browser has closed its connection early."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serve_folder(folder: Path, path: str = "/") -> Iterator[str]:
    """Serve a folder on a free port during a ``with`` statement, and yield the URL."""
    with Server(folder, path=path, is_quiet=True) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server.url
        server.shutdown()


def rebuild(*, shows_progress: bool = False) -> str:
    """Build dist/ if a source file has changed. Return the error message if the build fails, otherwise an empty string.

    The build runs in a separate process, because it imports the app, and a process imports each module only once.
    """
    command = [sys.executable, "-m", "tools.build", "--if-changed"]
    output = None if shows_progress else subprocess.DEVNULL
    process = subprocess.run(command, cwd=ROOT, stdout=output, stderr=subprocess.PIPE, text=True)
    return process.stderr if process.returncode else ""


def listen(folder: Path, host: str, port: int | None) -> Server:
    """Create a server on a port. If ``port`` is None, use the default port or, if that is busy, a free port.

    Raises:
        SetupError: the server cannot use the address or the port.
    """
    chosen_port = DEFAULT_PORT if port is None else port
    try:
        return Server(folder, host=host, port=chosen_port, prepare_page=partial(rebuild, shows_progress=True))
    except PermissionError:
        raise SetupError(
            f"Port {chosen_port} needs special rights: please choose one above 1023 with --port."
        ) from None
    except OverflowError:
        raise SetupError(f"There is no port {chosen_port}: please choose one from 1024 to 65535 with --port.") from None
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise SetupError(f"The address {host} cannot be served from ({error}): please choose another.") from None
        if port is not None:
            raise SetupError(f"Port {port} is taken: please choose another one with --port.") from None
    print(f"Port {chosen_port} is taken, so a free one is used.")
    return Server(folder, host=host, port=0, prepare_page=partial(rebuild, shows_progress=True))


def main(arguments: list[str]) -> int:
    """Serve dist/ until Ctrl-C and return the exit code."""
    parser = argparse.ArgumentParser(prog="dev.py serve", description="Build the app and serve it.")
    parser.add_argument("--port", type=int, help=f"default {DEFAULT_PORT}, or a free one if that is taken")
    parser.add_argument("--host", default="127.0.0.1", help="default 127.0.0.1; 0.0.0.0 lets other devices in")
    options = parser.parse_args(arguments)
    if build_error := rebuild(shows_progress=True):
        raise SetupError(f"The build failed.\n{build_error}")
    with listen(ROOT / "dist", options.host, options.port) as server:
        print(f"Ruleboard is at {server.url} (Ctrl-C stops it).", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except SetupError as problem:
        sys.exit(f"dev.py serve: {problem}")
