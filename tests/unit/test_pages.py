"""Test the built pages: they contain PyScript's configuration, and every address is relative."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from tests.support.html_elements import parse_elements
from tools.build import PYSCRIPT_CONFIG
from tools.catalogue import list_languages
from tools.pages import build_page_html
from tools.setup import ROOT


@cache
def build_page(name):
    """Return the HTML of a page, which takes a second to build."""
    return build_page_html(ROOT / name, PYSCRIPT_CONFIG, {})


@pytest.fixture(params=sorted(path.name for path in ROOT.glob("*.html")))
def parsed_elements(request):
    return parse_elements(build_page(request.param))


def test_page_contains_config(parsed_elements):
    [config] = [attributes["config"] for tag, attributes in parsed_elements if attributes.get("type") == "py"]
    assert json.loads(config)["interpreter"] == "./static/boot/interpreter.mjs"


def test_micropython_config_fetches_no_plugin(tmp_path):
    (tmp_path / "config.toml").write_text('plugins = ["!donkey"]')
    (tmp_path / "a.html").write_text("""<script type="py" config="./pyscript.toml"></script>""")
    text = build_page_html(tmp_path / "a.html", tmp_path / "config.toml", {})
    assert text.startswith("""<mpy-config hidden>{"plugins":["!donkey"]}</mpy-config>""")


def test_config_escapes_quotes_and_brackets(tmp_path):
    (tmp_path / "config.toml").write_text("""name = '"<&' """)
    (tmp_path / "a.html").write_text("""<script type="py" config="./pyscript.toml"></script>""")
    [_, (_, attributes)] = parse_elements(build_page_html(tmp_path / "a.html", tmp_path / "config.toml", {}))
    assert json.loads(attributes["config"]) == {"name": '"<&'}


def test_page_contains_first_texts_of_all_languages():
    texts_by_language = {"fr": {"Help": "</script><b>Aide"}}
    text = build_page_html(ROOT / "index.html", PYSCRIPT_CONFIG, texts_by_language)
    [texts_json] = re.findall(r'<script type="application/json" id="first-words">(.*?)</script>', text)
    assert json.loads(texts_json) == texts_by_language


@pytest.mark.parametrize("name", ["index.html", "embed.html"])
def test_page_without_scripts_explains_in_every_language(name):
    text = build_page(name)
    [noscript_html] = re.findall(r"<noscript>(.*?)</noscript>", text)
    paragraphs = re.findall(r'<p(?: lang="(\w+)")?>(.*?)</p>', noscript_html)
    assert [language for language, _ in paragraphs] == ["", *list_languages()]
    assert "JavaScript" in paragraphs[0][1]
    french = dict(paragraphs)["fr"]
    assert "JavaScript" in french
    assert "navigateur" in french


def test_page_addresses_are_relative(parsed_elements):
    addresses = [
        value
        for _, attributes in parsed_elements
        for name, value in attributes.items()
        if name in ("src", "href") and not value.startswith(("#", "data:"))
    ]
    assert addresses
    assert [address for address in addresses if re.match(r"/|\w+:", address)] == []


def test_config_addresses_are_relative():
    config = PYSCRIPT_CONFIG.read_text()
    assert "://" not in config
    assert '"/' not in config


def read_policy(name):
    """Return the content security policy of a page. For the embedded board, this is the policy that its script adds."""
    page_elements = parse_elements(build_page(name))
    [policy] = [
        attributes["content"]
        for tag, attributes in page_elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    if name == "embed.html":
        assert policy.startswith("default-src 'none'; script-src {policy} ")
        assert "unsafe-inline" not in policy
        script = (ROOT / "static" / "boot" / "embed_policy.js").read_text(encoding="utf-8")
        policy = "".join(re.findall(r"`([^`]*-src[^`]*)`", script)).replace("${sources}", "'self'")
    return dict(rule.strip().split(" ", 1) for rule in policy.split(";"))


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("*.html")))
def test_policy_blocks_other_origins(name):
    rules = read_policy(name)
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self' 'unsafe-eval'"  # PyScript does not start without the second
    assert {source for rule in rules.values() for source in rule.split()} == {
        *("'self'", "'none'", "'unsafe-eval'", "data:", "blob:"),
    }


def test_embedded_board_has_policy_and_app_resources():
    policies = [read_policy(name) for name in ("index.html", "embed.html")]
    del policies[0]["manifest-src"]
    del policies[0]["frame-src"]  # only the app previews boards in frames
    policies[0]["worker-src"] += " blob: data:"  # for workers whose origin is not that of the page
    assert policies[0] == policies[1]
    loaded_addresses = [
        [
            attributes
            for tag, attributes in parse_elements(build_page(name))
            if attributes.get("type") == "module" or "preload" in attributes.get("rel", "")
        ]
        for name in ("index.html", "embed.html")
    ]
    own_frame_scripts = [item for item in loaded_addresses[1] if "own_frame" in item.get("src", "")]
    assert len(own_frame_scripts) == 1
    assert loaded_addresses[0] == loaded_addresses[1][: len(loaded_addresses[0])]


def test_page_has_no_inline_scripts(parsed_elements):
    inline_scripts = [
        attributes
        for tag, attributes in parsed_elements
        if tag == "script" and "src" not in attributes and attributes.get("type") not in ("py", "application/json")
    ]
    assert inline_scripts == []
