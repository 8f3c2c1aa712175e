"""Test the setup: it installs packages once and after pins change, and reports missing programs in a sentence."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

import pytest

import dev as dev_commands
from dev import COMMANDS
from tools import setup
from tools.setup import ROOT, SetupError


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Return a project on which the setup has not run."""
    for name in ("package.json", "package-lock.json", "requirements-build.txt", "requirements.txt"):
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    monkeypatch.setattr(setup, "BUILD", tmp_path / "build")
    monkeypatch.setattr(setup, "LOG_FILE", tmp_path / "build" / "setup.log")
    monkeypatch.setattr(setup, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(setup, "VENV_PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(setup, "NODE_MODULES", tmp_path / "node_modules")
    return tmp_path


@pytest.fixture
def run(project, monkeypatch):
    commands = []

    def record(command, message, environment=None):
        commands.append(command)
        (project / "node_modules").mkdir(exist_ok=True)
        (project / ".venv" / "bin").mkdir(parents=True, exist_ok=True)
        (project / ".venv" / "bin" / "python").touch()

    monkeypatch.setattr(setup, "_run_quietly", record)
    monkeypatch.setattr(setup.shutil, "which", lambda name: f"/bin/{name}")
    return commands


def test_npm_packages_are_installed_once(run, project):
    setup.install_node_packages()
    setup.install_node_packages()
    assert [command[:3] for command in run] == [["/bin/npm", "ci", "--ignore-scripts"]]
    (project / "package-lock.json").write_text("another version")
    setup.install_node_packages()
    assert len(run) == 2


def test_build_omits_npm_packages_of_tests(run):
    setup.install_node_packages()
    setup.install_all_node_packages()
    setup.install_node_packages()
    setup.install_all_node_packages()
    assert ["--omit=dev" in command for command in run] == [True, False]


def test_python_packages_are_installed_once(run, project):
    setup.install_python_packages()
    setup.install_python_packages()
    assert len(run) == 2  # the environment and its packages
    (project / "requirements.txt").write_text("another version")
    setup.install_python_packages()
    assert len(run) == 4


def find_requirements_files(commands):
    """Return the requirements files of pip's commands, and "venv" for each new environment."""
    return ["venv" if "venv" in command else command[-1].rpartition("/")[2] for command in commands]


def test_build_needs_only_its_own_packages(run, project):
    setup.install_build_packages()
    setup.install_build_packages()
    assert find_requirements_files(run) == ["venv", "requirements-build.txt"]
    setup.install_python_packages()
    assert find_requirements_files(run)[2:] == ["requirements.txt"]
    setup.install_build_packages()
    (project / "requirements.txt").write_text("another version")
    setup.install_build_packages()
    assert len(run) == 3


def test_changed_build_packages_are_installed_in_new_environment(run, project):
    setup.install_python_packages()
    for name in ("requirements-build.txt", "requirements.txt"):
        (project / name).write_text("another version")
    setup.install_build_packages()
    assert find_requirements_files(run) == ["venv", "requirements.txt", "venv", "requirements-build.txt"]


def test_serve_and_build_install_only_build_packages():
    for name in ("serve", "build"):
        assert set(COMMANDS[name].setup_functions) == {setup.install_node_packages, setup.install_build_packages}


PINNED_PACKAGE_PATTERN = re.compile(r"(?ms)^([\w.-]+==[\w.]+)(.*?)(?=^[\w.-]+==|\Z)")
"""A package with its version, and the text with its hashes."""


def test_all_requirements_contain_those_of_build():
    """The complete requirements contain each package of the build, in the same version and with the same hashes.

    The systems that need a package may differ, since other packages may need it on additional systems.
    """
    build, complete_packages = (
        {
            name: set(re.findall(r"sha256:\w+", hashes))
            for name, hashes in re.findall(PINNED_PACKAGE_PATTERN, file.read_text())
        }
        for file in (ROOT / "requirements-build.txt", ROOT / "requirements.txt")
    )
    assert build
    assert build.items() <= complete_packages.items()


def test_missing_npm_gives_readable_error(project, monkeypatch):
    monkeypatch.setattr(setup.shutil, "which", lambda name: None)
    with pytest.raises(SetupError, match=r"^Node.js with npm is missing.*please install it"):
        setup.install_node_packages()


def test_missing_venv_module_gives_readable_error(project, monkeypatch):
    monkeypatch.setattr(setup.importlib.util, "find_spec", lambda name: None if name == "ensurepip" else name)
    with pytest.raises(SetupError, match=r"^Python's venv module is missing: please .*apt install python3-venv"):
        setup.install_python_packages()


@pytest.mark.parametrize("npm_output", ["npm error code ENOTFOUND", "could not find a version (from versions: none)"])
def test_missing_network_gives_readable_error(project, npm_output):
    with pytest.raises(SetupError, match=r"^It failed, because the network .* cannot be reached: please check"):
        setup._run_quietly([sys.executable, "-c", f"print({npm_output!r}); exit(1)"], "It failed")
    assert npm_output in setup.LOG_FILE.read_text()


def test_other_failures_are_logged(project):
    with pytest.raises(SetupError, match=r"^It failed: please see build/setup.log"):
        setup._run_quietly([sys.executable, "-c", "print('odd'); exit(1)"], "It failed")
    assert "odd" in setup.LOG_FILE.read_text()


def test_missing_browser_gives_readable_error(run, monkeypatch):
    monkeypatch.setattr(setup, "_find_system_chromium", lambda: None)
    monkeypatch.setattr(setup, "_has_playwright_chromium", lambda: False)
    with pytest.raises(SetupError, match=r"^No Chromium was found .* please install"):
        setup.find_or_install_chromium()


def test_headless_shell_is_installed_at_most_once(project, run, monkeypatch):
    monkeypatch.setattr(setup.shutil, "which", lambda name: "/bin/apt-get" if name == "apt-get" else None)
    monkeypatch.setattr(setup.os, "geteuid", lambda: 1000)
    setup.install_headless_shell()
    assert run == []
    monkeypatch.setattr(setup.os, "geteuid", lambda: 0)
    setup.install_headless_shell()
    setup.install_headless_shell()
    assert [command[-1] for command in run if "install" in command] == ["chromium-headless-shell"]


def test_tests_run_without_headless_shell(project, monkeypatch):
    def fail_to_install(command, message, environment=None):
        raise SetupError("there is no such package")

    monkeypatch.setattr(setup, "_run_quietly", fail_to_install)
    monkeypatch.setattr(setup.shutil, "which", lambda name: "/bin/apt-get" if name == "apt-get" else None)
    monkeypatch.setattr(setup.os, "geteuid", lambda: 0)
    setup.install_headless_shell()
    assert setup.find_headless_shell() is None


def run_dev(*arguments):
    return subprocess.run([sys.executable, str(ROOT / "dev.py"), *arguments], capture_output=True, text=True, cwd="/")


def test_dev_lists_its_commands():
    process = run_dev()
    assert process.returncode == 2
    assert {"serve", "test", "build"} <= set(re.findall(r"dev.py (\w+)", process.stdout))


def test_dev_runs_command_module():
    assert "--port" in run_dev("serve", "--help").stdout


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, command in COMMANDS.items()
        if {setup.install_build_packages, setup.install_python_packages}.intersection(command.setup_functions)
    ],
)
def test_commands_with_packages_run_as_programs(name):
    """Commands that need packages call ``main`` when the virtual environment runs them as programs."""
    module = ast.parse((ROOT / COMMANDS[name].module.replace(".", "/")).with_suffix(".py").read_text())
    assert any(isinstance(node, ast.If) and "__main__" in ast.unparse(node.test) for node in module.body)


@pytest.mark.parametrize(("old", "new"), dev_commands.RENAMED_COMMANDS.items())
def test_old_command_names_work_with_notice(monkeypatch, capsys, old, new):
    calls = []
    monkeypatch.setattr(setup, "install_python_packages", lambda: None)
    monkeypatch.setattr(
        dev_commands, "run_in_virtual_environment", lambda module, arguments: calls.append((module, arguments)) or 0
    )
    monkeypatch.setitem(COMMANDS, new, COMMANDS[new]._replace(setup_functions=(setup.install_python_packages,)))
    assert dev_commands.main([old, "de"]) == 0
    assert calls == [(COMMANDS[new].module, ["de"])]
    assert f"dev.py {new}" in capsys.readouterr().err


def test_dev_rejects_unknown_command():
    process = run_dev("fly")
    assert process.returncode == 2
    assert "There is no command 'fly'." in process.stderr
    assert "Traceback" not in process.stderr


def test_dev_rejects_old_python(tmp_path):
    # Run dev.py with the version of an older Python.
    code = (
        "import runpy, sys; sys.version_info = (3, 9, 2); "
        f"sys.path.insert(0, {str(ROOT)!r}); runpy.run_path({str(ROOT / 'dev.py')!r}, run_name='__main__')"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert process.returncode == 1
    assert process.stderr == (
        "Ruleboard needs Python 3.11 or newer and this is 3.9: please install a newer Python 3.\n"
    )
