"""A server for dist/ that behaves like a static host and builds it again when a source has changed."""

from __future__ import annotations

import argparse
import errno
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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
    """Request handler for the files of a folder served under a path."""

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
    path = ""  # until a request line has been parsed

    def do_GET(self) -> None:
        """Send a file; before a page is sent, the app is rebuilt if its sources have changed."""
        if self._ready():
            super().do_GET()

    def do_HEAD(self) -> None:
        """Send a file's headers."""
        if self._ready():
            super().do_HEAD()

    def _ready(self) -> bool:
        path = urlsplit(self.path).path
        if not path.startswith(self.server.path):
            self.send_error(HTTPStatus.NOT_FOUND)
            return False
        if not path.endswith(("/", ".html")):
            return True
        if trouble := self.server.before_page():
            body = f"The build failed.\n\n{trouble}".encode()
            self.send_response(HTTPStatus.INTERNAL_SERVER_ERROR)
            self.send_header("Content-Type", "text/plain; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return False
        return True

    def translate_path(self, path: str) -> str:
        """Return the file for an address; the path of the folder is removed."""
        return super().translate_path("/" + path.removeprefix(self.server.path))

    def end_headers(self) -> None:
        """Disable caching, since files change, and allow reading by sandboxed frames, whose origin is opaque."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing but errors."""

    def log_error(self, format: str, *args: object) -> None:
        """Print a request that failed."""
        if not self.server.quiet:
            print(f"{self.path}: {format % args}", file=sys.stderr)


class Server(ThreadingHTTPServer):
    """A server of a folder on a port, under a path that starts and ends with a slash."""

    daemon_threads = True

    def __init__(
        self,
        folder: Path,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        path: str = "/",
        quiet: bool = False,
        before_page: Callable[[], str] = lambda: "",
        handler: type[Handler] = Handler,
    ) -> None:
        self.path = path
        self.quiet = quiet
        self.before_page = before_page
        """Function called before a page is sent; it returns an error message, or an empty text."""
        self._connections: WeakSet[socket.socket] = WeakSet()
        super().__init__((host, port), lambda *args: handler(*args, directory=str(folder)))

    @property
    def url(self) -> str:
        """The address of the folder's index page."""
        host, port = str(self.server_address[0]), self.server_address[1]
        return f"http://{'localhost' if host in ('0.0.0.0', '127.0.0.1') else host}:{port}{self.path}"

    def get_request(self) -> tuple[socket.socket, Any]:
        """Accept a connection and keep track of it."""
        connection, address = super().get_request()
        self._connections.add(connection)
        return connection, address

    def server_close(self) -> None:
        """Stop and close all connections: browsers keep them open and would still be answered on them."""
        super().server_close()
        for connection in list(self._connections):
            with suppress(OSError):  # closed already
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a browser that closes its connection early; report other errors."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serving(folder: Path, path: str = "/") -> Iterator[str]:
    """Serve a folder from a free port as long as the context lasts; yield its address."""
    with Server(folder, path=path, quiet=True) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server.url
        server.shutdown()


def rebuild() -> str:
    """Bring dist/ up to date; return the error message of a failed build, else an empty text.

    The build runs in a process of its own: it imports the app, and a process never sees a module's later versions.
    """
    command = [sys.executable, "-m", "tools.build", "--if-changed"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def listen(folder: Path, host: str, port: int | None) -> Server:
    """Return a server on the given port; without one on the default port or, where that is taken, a free one.

    Raises:
        SetupError: the address or the port cannot be used.
    """
    chosen_port = DEFAULT_PORT if port is None else port
    try:
        return Server(folder, host=host, port=chosen_port, before_page=rebuild)
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
    return Server(folder, host=host, port=0, before_page=rebuild)


def main(arguments: list[str]) -> int:
    """Serve from the command line, until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="dev.py serve", description="Build the app and serve it.")
    parser.add_argument("--port", type=int, help=f"default {DEFAULT_PORT}, or a free one if that is taken")
    parser.add_argument("--host", default="127.0.0.1", help="default 127.0.0.1; 0.0.0.0 lets other devices in")
    options = parser.parse_args(arguments)
    if trouble := rebuild():
        raise SetupError(f"The build failed.\n{trouble}")
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
