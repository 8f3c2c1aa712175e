"""Build the wheel of the Python package: `python3 dev.py wheel`. This module uses only the standard library."""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.archive import iter_package_files
from tools.setup import BUILD, ROOT
from tools.styles import bundle_styles

sys.path.insert(0, str(ROOT / "py"))

from ruleboard.api.files import write_bytes
from ruleboard.version import VERSION

PACKAGE_FOLDER = ROOT / "py" / "ruleboard"
BROWSER_PACKAGES = frozenset({"app", "embed"})
"""The subpackages that only the web page needs."""
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
_WHEEL_TAG = "py3-none-any"


def write_wheel(folder: Path) -> Path:
    """Write the wheel into a folder and return its path. The same sources always give the same bytes."""
    project = _read_project()
    name = f"ruleboard-{VERSION}"
    info_folder = f"{name}.dist-info"
    content = dict(_read_package_files())
    content[f"{info_folder}/METADATA"] = _format_metadata(project).encode()
    content[f"{info_folder}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: ruleboard\nRoot-Is-Purelib: true\nTag: {_WHEEL_TAG}\n".encode()
    )
    content[f"{info_folder}/entry_points.txt"] = b"[console_scripts]\nruleboard = ruleboard.console.main:main\n"
    content[f"{info_folder}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    content[f"{info_folder}/RECORD"] = _format_record(content, f"{info_folder}/RECORD").encode()
    folder.mkdir(parents=True, exist_ok=True)
    out = folder / f"{name}-{_WHEEL_TAG}.whl"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as zip_file:
        for path, data in content.items():
            entry = zipfile.ZipInfo(path, _ZIP_EPOCH)
            entry.create_system = 3  # Unix, also when built elsewhere
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            zip_file.writestr(entry, data, compresslevel=9)
    write_bytes(out, archive.getvalue())
    return out


def _read_package_files() -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of each file in the package, and of the style sheet for pictures."""
    for file in iter_package_files(PACKAGE_FOLDER):
        if file.relative_to(PACKAGE_FOLDER).parts[0] not in BROWSER_PACKAGES:
            yield file.relative_to(PACKAGE_FOLDER.parent).as_posix(), file.read_bytes()
    yield "ruleboard/api/style.css", bundle_styles(ROOT / "static" / "css").encode()


def _read_project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project: dict[str, Any] = tomllib.load(file)["project"]
    return project


def _format_metadata(project: Mapping[str, Any]) -> str:
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {VERSION}",
        "Summary: The rules, texts and pictures of five tabletop games, for Python",
        "License-Expression: MIT",
        "License-File: LICENSE",
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown",
    ]
    for extra_name, requirements in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra_name}")
        lines += [f'Requires-Dist: {requirement}; extra == "{extra_name}"' for requirement in requirements]
    return "\n".join(lines) + "\n\n" + (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


def _format_record(content: Mapping[str, bytes], record_path: str) -> str:
    lines = []
    for path, data in content.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        lines.append(f"{path},sha256={digest},{len(data)}")
    return "\n".join([*lines, f"{record_path},,"]) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Build the wheel and print its path."""
    parser = argparse.ArgumentParser(prog="dev.py wheel", description="Write the wheel of the rules, for pip.")
    parser.add_argument("-o", "--output", type=Path, default=BUILD / "wheel", help="the folder (build/wheel)")
    print(write_wheel(parser.parse_args(arguments).output))
    return 0
