"""Test that pages preload the files that their scripts need, under the names in the build."""

from __future__ import annotations

from pathlib import Path

from tools.preload import write_preload_links

PAGE = """<head>
    <script async src="./static/boot/start_loader.js" data-code="vendor/pyodide/pyodide.asm.wasm"></script>
    <script type="module" src="./static/boot/interpreter.mjs" async></script>
</head>"""


def create_folder(root: Path, page: str) -> Path:
    for name in (
        "snapshot.1f.gzip.bin",
        "snapshot.1f.zstd.bin",
        "vendor/pyscript/core-A.js",
        "vendor/pyscript/error-B.js",
        "other.mjs",
    ):
        file = root / "static" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    (root / "index.html").write_text(page)
    return root


def test_python_page_preloads_snapshot_and_modules(tmp_path: Path) -> None:
    write_preload_links(create_folder(tmp_path, PAGE))
    text = (tmp_path / "index.html").read_text()
    assert 'start_loader.js" data-snapshot="snapshot.1f" data-code="vendor/pyodide/pyodide.asm.wasm">' in text
    for name in ("core-A.js", "error-B.js"):
        assert f'<link rel="modulepreload" href="./static/vendor/pyscript/{name}">' in text
    assert "other.mjs" not in text
    assert text.index("modulepreload") < text.index("interpreter.mjs")


def test_page_without_python_is_unchanged(tmp_path: Path) -> None:
    write_preload_links(create_folder(tmp_path, "<head></head>"))
    assert (tmp_path / "index.html").read_text() == "<head></head>"
