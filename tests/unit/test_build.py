"""Test the build, which replaces dist completely or not at all, and only after a source has changed."""

from __future__ import annotations

import shutil

import pytest

from tools import build
from tools.offline import create_precache_entries
from tools.styles import ORDERED_FILES


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Return a small project for the build, without PyScript and Pyodide."""
    files = {
        "index.html": '<script type="py" config="./pyscript.toml"></script>',
        "embed.html": '<meta content="{policy}"><script src="./static/boot/embed_policy.js"></script>',
        "embed.js": "embed",
        "pyscript.toml": 'interpreter = "./static/boot/interpreter.mjs"',
        "package-lock.json": "{}",
        "static/app.js": "script",
        "static/boot/embed_policy.js": "policy",
        **{f"static/css/{name}": name for name in ORDERED_FILES},
        "static/css/games/sensei.css": "sensei",
        "examples/page.html": "example",
        "LICENSE": "licence",
        "tools/licences/index.toml": "",
        "py/ruleboard/__init__.py": "",
        "tests/test_it.py": "test",
        "dev.py": "dev",
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    for name in (
        "ROOT",
        "DIST",
        "PACKAGE_FOLDER",
        "PYSCRIPT_CONFIG",
        "BUILD",
        "VENDOR_FOLDER",
        "TEXTS_FOLDER",
        "LOCALE_FOLDER",
        "EXAMPLES_FOLDER",
        "_FINGERPRINT_FILE",
    ):
        original = getattr(build, name)
        monkeypatch.setattr(build, name, tmp_path / original.relative_to(build.setup.ROOT))
    monkeypatch.setattr(build.setup, "BUILD", tmp_path / "build")
    monkeypatch.setattr(build, "copy_vendor_files", lambda: None)
    monkeypatch.setattr(build, "write_examples", lambda out: None)
    monkeypatch.setattr(build, "write_lab_samples", lambda out: None)
    monkeypatch.setattr(build, "update_snapshot", lambda sources: None)
    monkeypatch.setattr(build, "copy_snapshot", lambda static: None)
    monkeypatch.setattr(build, "write_licences", lambda static: None)
    monkeypatch.setattr(build, "bundle_modules", lambda static: None)
    monkeypatch.setattr(build, "write_loader_builds", lambda static: None)
    monkeypatch.setattr(build, "write_one_file", lambda dist: None)
    monkeypatch.setattr(build, "write_script_hashes", lambda dist: None)
    monkeypatch.setattr(build, "script", lambda source, out, define: shutil.copyfile(source, out))
    monkeypatch.setattr(build, "create_games_json", lambda: "{}")
    monkeypatch.setattr(build, "minify_stylesheet", lambda sheet: None)
    monkeypatch.setattr(build, "write_translations", lambda static: ({"fr": {"Help": "Aide </script>"}}, {"fr": {}}))
    monkeypatch.setattr(build, "write_posters", lambda css, words, out: None)
    monkeypatch.setattr(build, "add_content_hashes", lambda dist: None)
    monkeypatch.setattr(build, "write_service_worker", lambda source, dist: None)
    return tmp_path


def list_dist_files(project):
    dist = project / "dist"
    return {file.relative_to(dist).as_posix() for file in dist.rglob("*") if file.is_file()}


def test_dist_contains_only_published_files(project):
    build.build()
    pages = {"index.html", "embed.html"}
    assert list_dist_files(project) == {*pages, "embed.js", "static/app.js", "static/ruleboard.css", "ruleboard.zip"}
    assert "&quot;interpreter&quot;" in (project / "dist" / "index.html").read_text()


def test_changed_source_triggers_build(project):
    assert build.build_if_changed()
    assert not build.build_if_changed()
    (project / "py" / "ruleboard" / "new.py").write_text("")
    assert build.build_if_changed()
    (project / "static" / "app.js").unlink()
    assert build.build_if_changed()
    assert "static/app.js" not in list_dist_files(project)
    (project / "locale" / "fr").mkdir(parents=True)
    (project / "locale" / "fr" / "app.po").write_text("")
    assert build.build_if_changed()


def test_failing_build_keeps_previous_dist(project):
    build.build()
    (project / "pyscript.toml").write_text("not = toml = at all")
    with pytest.raises(ValueError, match="line 1"):
        build.build_if_changed()
    assert "index.html" in list_dist_files(project)
    (project / "pyscript.toml").write_text("")
    assert build.build_if_changed()


def test_worker_lists_every_file_with_its_hash(tmp_path):
    for name in ("index.html", "sw.js", "static/a.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    before = create_precache_entries(tmp_path)
    assert [entry["url"] for entry in before] == ["index.html", "static/a.js"]
    (tmp_path / "static" / "a.js").write_text("changed")
    assert [
        entry == entry_after for entry, entry_after in zip(before, create_precache_entries(tmp_path), strict=True)
    ] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("arguments", "site"), [([], ""), (["--base-url", "https://a.example/x"], "https://a.example/x/")]
)
def test_command_passes_address_of_site(
    arguments: list[str], site: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sites: list[str] = []
    monkeypatch.setattr(build, "build", sites.append)
    monkeypatch.setattr(build, "build_if_changed", lambda: sites.append("changed"))
    assert build.main(arguments) == 0
    assert build.main(["--if-changed"]) == 0
    assert sites == [site, "changed"]
    assert ("--base-url" in capsys.readouterr().out) == (not site)
