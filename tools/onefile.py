"""Build dist/ruleboard.html, which contains the whole app in one file and opens without a server."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
import shutil
from pathlib import Path

from tools.licences import LICENCES_FILE
from tools.modules import PYODIDE_FILE, THINKER_FILE, bundle_worker
from tools.offline import bundle_script
from tools.setup import BUILD, ROOT

_BASE_URL = "https://ruleboard.invalid/static/"
_CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src {scripts} 'unsafe-eval' blob:; style-src 'unsafe-inline';"
    " img-src data: blob:; connect-src data:; base-uri 'none'; form-action 'none'"
)
"""The content security policy: only the page's own scripts run, listed by their hashes."""
_ENTRY_MODULE = """import {{ start }} from {onefile};
import {code};
import * as interpreter from {interpreter};
import {page};
start(interpreter, () => import({core}));
"""
_ADDRESS_TEST_CODE = r"[a-z0-9-]+:\/\/)/i.test(r)?r.join"
"""PyScript's test that distinguishes an interpreter's address from a version; ``blob:`` addresses have no slashes."""


def write_one_file(dist: Path) -> None:
    """Write ruleboard.html from the current contents of dist/."""
    static = dist / "static"
    work_folder = BUILD / "onefile"
    work_folder.mkdir(parents=True, exist_ok=True)
    pyscript = work_folder / "pyscript"
    entry = work_folder / "entry.mjs"
    _copy_pyscript(static / "vendor" / "pyscript", pyscript)
    entry.write_text(
        _ENTRY_MODULE.format(
            onefile=_quote_file(ROOT / "tools" / "onefile.mjs"),
            interpreter=_quote_file(static / "boot" / "interpreter.mjs"),
            page=_quote_file(static / "page" / "main.js"),
            code=_quote_file(static / "vendor" / "pyodide" / "pyodide.asm.js"),
            core=_quote_file(pyscript / "core.js"),
        ),
        encoding="utf-8",
    )
    bundle_script(
        entry,
        work_folder / "all.js",
        format="esm",
        define=(f'import.meta.url="{_BASE_URL}boot/one.mjs"',),
        external=("node:*", "ws"),
        pyodide=static / PYODIDE_FILE,
    )
    html = (dist / "index.html").read_text(encoding="utf-8")
    [snapshot_file] = static.glob("snapshot.*.zstd.bin")
    compressed_files = ("vendor/pyodide/pyodide.asm.wasm.zstd.bin", "vendor/zstd/zstd.wasm")
    bundle_worker(static / THINKER_FILE, work_folder / "thinker.js", static / PYODIDE_FILE)
    texts = sorted((static / "words").glob("*.mo"))
    licences = gzip.compress((static / LICENCES_FILE).read_bytes(), 9, mtime=0)
    parts = [
        *(
            _format_data_element(
                f"words/{file.name}", file.read_bytes(), "application/octet-stream", is_compressed=False
            )
            for file in texts
        ),
        _format_data_element(
            snapshot_file.name, snapshot_file.read_bytes(), "application/octet-stream", is_compressed=False
        ),
        _format_data_element(
            THINKER_FILE, gzip.compress((work_folder / "thinker.js").read_bytes(), 9, mtime=0), "text/javascript"
        ),
        _format_data_element(LICENCES_FILE, licences, "text/plain"),
        *(
            _format_data_element(name, (static / name).read_bytes(), "application/octet-stream", is_compressed=False)
            for name in compressed_files
        ),
    ]
    (dist / "ruleboard.html").write_text(
        _build_page(html, static, (work_folder / "all.js").read_text(encoding="utf-8"), parts), encoding="utf-8"
    )


def _copy_pyscript(source: Path, out: Path) -> None:
    """Copy PyScript, and patch it to accept a ``blob:`` URL for its interpreter."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(source, out)
    [core_script] = out.glob("core-*.js")
    text = core_script.read_text(encoding="utf-8")
    if _ADDRESS_TEST_CODE not in text:
        raise RuntimeError("PyScript tells addresses from versions in another way than it did: see tools/onefile.py.")
    core_script.write_text(
        text.replace(_ADDRESS_TEST_CODE, _ADDRESS_TEST_CODE.replace(r":\/\/", ":")), encoding="utf-8"
    )


def _build_page(html: str, static: Path, script: str, parts: list[str]) -> str:
    css = (static / "ruleboard.css").read_text(encoding="utf-8")
    icon = base64.b64encode((static / "icon.svg").read_bytes()).decode()
    html = re.sub(
        r'(http-equiv="Content-Security-Policy" content=)"[^"]*"',
        lambda match: f'{match[1]}"{_CONTENT_SECURITY_POLICY}"',
        html,
    )
    html = re.sub(r'\s*<link rel="(?:preload|modulepreload|manifest|apple-touch-icon)"[^>]*>', "", html)
    html = re.sub(r'\s*<script type="module"[^>]*></script>', "", html)
    # Browsers do not start workers from a local file.
    html = re.sub(r'\s*<script async src="./static/boot/start_loader.js"[^>]*></script>', "", html)
    html = html.replace('href="./static/icon.svg"', f'href="data:image/svg+xml;base64,{icon}"')
    html = html.replace('<link rel="stylesheet" href="./static/ruleboard.css">', f"<style>{css}</style>")
    html = re.sub(
        r'<script src="./static/(boot/[a-z_]+\.js)"></script>',
        lambda match: f"<script>{_escape_script((static / match[1]).read_text(encoding='utf-8'))}</script>",
        html,
    )
    html = re.sub(
        r'<script type="py" async="false" config="[^"]*">', '<script type="text/plain" async="false" data-python>', html
    )
    scripts_html = "\n".join([*parts, f'<script type="module">{_escape_script(script)}</script>'])
    return html.replace("</body>", f"{scripts_html}\n</body>")


def write_script_hashes(dist: Path) -> None:
    """Write the hashes of the page's scripts into its content security policy. No script may change after that."""
    page = dist / "ruleboard.html"
    html = page.read_text(encoding="utf-8")
    scripts = re.findall(r'<script(?: type="module")?>(.*?)</script>', html, re.DOTALL)
    hashes = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    page_text = html.replace("{scripts}", " ".join(f"'sha256-{digest}'" for digest in hashes), 1)
    page.write_text(page_text, encoding="utf-8")


def _format_data_element(name: str, data: bytes, kind: str, *, is_compressed: bool = True) -> str:
    attributes = f'data-file="{name}" data-kind="{kind}"' + (" data-packed" if is_compressed else "")
    return f'<script type="text/plain" {attributes}>{base64.b64encode(data).decode()}</script>'


def _escape_script(script: str) -> str:
    """Escape a script for a ``<script>`` element."""
    return re.sub(r"</(?=script)", r"<\\/", script, flags=re.IGNORECASE).replace("<!--", r"<\!--")


def _quote_file(path: Path) -> str:
    return '"' + path.resolve().as_posix() + '"'
