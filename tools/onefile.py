"""The build of dist/ruleboard.html: the whole app in one file, which opens without a server."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
import shutil
from pathlib import Path

from tools.licences import LICENCES_FILE
from tools.modules import THINKER, bundle_worker
from tools.offline import bundle
from tools.setup import BUILD, ROOT

_BASE = "https://ruleboard.invalid/static/"
_POLICY = (
    "default-src 'none'; script-src {scripts} 'unsafe-eval' blob:; style-src 'unsafe-inline';"
    " img-src data: blob:; connect-src data:; base-uri 'none'; form-action 'none'"
)
"""The content security policy: only the page's own scripts run, listed by their hashes."""
_ENTRY = """import {{ start }} from {onefile};
import {code};
import * as interpreter from {interpreter};
import {page};
start(interpreter, () => import({core}));
"""
_ONLY_WITH_SLASHES = r"[a-z0-9-]+:\/\/)/i.test(r)?r.join"
"""PyScript's test that distinguishes an interpreter's address from a version; ``blob:`` addresses have no slashes."""


def one_file(dist: Path) -> None:
    """Write the file from the current contents of dist/."""
    static = dist / "static"
    work = BUILD / "onefile"
    work.mkdir(parents=True, exist_ok=True)
    pyscript = work / "pyscript"
    entry = work / "entry.mjs"
    _pyscript(static / "vendor" / "pyscript", pyscript)
    entry.write_text(
        _ENTRY.format(
            onefile=_quoted(ROOT / "tools" / "onefile.mjs"),
            interpreter=_quoted(static / "boot" / "interpreter.mjs"),
            page=_quoted(static / "page" / "main.js"),
            code=_quoted(static / "vendor" / "pyodide" / "pyodide.asm.js"),
            core=_quoted(pyscript / "core.js"),
        ),
        encoding="utf-8",
    )
    bundle(
        entry,
        work / "all.js",
        format="esm",
        define=(f'import.meta.url="{_BASE}boot/one.mjs"',),
        external=("node:*", "ws"),
    )
    html = (dist / "index.html").read_text(encoding="utf-8")
    [snapshot] = static.glob("snapshot.*.zstd.bin")
    packed = ("vendor/pyodide/pyodide.asm.wasm.zstd.bin", "vendor/zstd/zstd.wasm")
    bundle_worker(static, work / "thinker.js")
    texts = sorted((static / "words").glob("*.mo"))
    licences = gzip.compress((static / LICENCES_FILE).read_bytes(), 9, mtime=0)
    parts = [
        *(_part(f"words/{file.name}", file.read_bytes(), "application/octet-stream", packed=False) for file in texts),
        _part(snapshot.name, snapshot.read_bytes(), "application/octet-stream", packed=False),
        _part(THINKER, gzip.compress((work / "thinker.js").read_bytes(), 9, mtime=0), "text/javascript"),
        _part(LICENCES_FILE, licences, "text/plain"),
        *(_part(name, (static / name).read_bytes(), "application/octet-stream", packed=False) for name in packed),
    ]
    (dist / "ruleboard.html").write_text(
        _page(html, static, (work / "all.js").read_text(encoding="utf-8"), parts), encoding="utf-8"
    )


def _pyscript(source: Path, out: Path) -> None:
    """Copy PyScript, patched to accept a ``blob:`` address for its interpreter."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(source, out)
    [core] = out.glob("core-*.js")
    text = core.read_text(encoding="utf-8")
    if _ONLY_WITH_SLASHES not in text:
        raise RuntimeError("PyScript tells addresses from versions in another way than it did: see tools/onefile.py.")
    core.write_text(text.replace(_ONLY_WITH_SLASHES, _ONLY_WITH_SLASHES.replace(r":\/\/", ":")), encoding="utf-8")


def _page(html: str, static: Path, script: str, parts: list[str]) -> str:
    css = (static / "ruleboard.css").read_text(encoding="utf-8")
    icon = base64.b64encode((static / "icon.svg").read_bytes()).decode()
    html = re.sub(
        r'(http-equiv="Content-Security-Policy" content=)"[^"]*"', lambda match: f'{match[1]}"{_POLICY}"', html
    )
    html = re.sub(r'\s*<link rel="(?:preload|modulepreload|manifest|apple-touch-icon)"[^>]*>', "", html)
    html = re.sub(r'\s*<script type="module"[^>]*></script>', "", html)
    # In a local file there are no workers.
    html = re.sub(r'\s*<script async src="./static/boot/start_loader.js"[^>]*></script>', "", html)
    html = html.replace('href="./static/icon.svg"', f'href="data:image/svg+xml;base64,{icon}"')
    html = html.replace('<link rel="stylesheet" href="./static/ruleboard.css">', f"<style>{css}</style>")
    html = re.sub(
        r'<script src="./static/(boot/[a-z_]+\.js)"></script>',
        lambda match: f"<script>{_inline((static / match[1]).read_text(encoding='utf-8'))}</script>",
        html,
    )
    html = re.sub(
        r'<script type="py" async="false" config="[^"]*">', '<script type="text/plain" async="false" data-python>', html
    )
    ending = "\n".join([*parts, f'<script type="module">{_inline(script)}</script>'])
    return html.replace("</body>", f"{ending}\n</body>")


def seal(dist: Path) -> None:
    """Write the hashes of the page's scripts into its policy, as the last step."""
    page = dist / "ruleboard.html"
    html = page.read_text(encoding="utf-8")
    scripts = re.findall(r'<script(?: type="module")?>(.*?)</script>', html, re.DOTALL)
    sums = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    sealed = html.replace("{scripts}", " ".join(f"'sha256-{digest}'" for digest in sums), 1)
    page.write_text(sealed, encoding="utf-8")


def _part(name: str, data: bytes, kind: str, *, packed: bool = True) -> str:
    attributes = f'data-file="{name}" data-kind="{kind}"' + (" data-packed" if packed else "")
    return f'<script type="text/plain" {attributes}>{base64.b64encode(data).decode()}</script>'


def _inline(script: str) -> str:
    """Return a script's text escaped for a page."""
    return re.sub(r"</(?=script)", r"<\\/", script, flags=re.IGNORECASE).replace("<!--", r"<\!--")


def _quoted(path: Path) -> str:
    return '"' + path.resolve().as_posix() + '"'
