"""The tags for previews of a page in chats and CMSs. They need the whole address of the site."""

from __future__ import annotations

import argparse
import re
from html import escape, unescape
from urllib.parse import urlsplit

_TITLE_PATTERN = re.compile("<title>(.*?)</title>")
_DESCRIPTION_PATTERN = re.compile('<meta name="description" content="(.*?)">')
_PREVIEW_IMAGE = "static/icons/wide.png"
_PREVIEW_TEXT = "The home page of Ruleboard, with the boards of its games"


def parse_base_url(text: str) -> str:
    """Parse the address of a site, and return it with a slash at its end.

    Raises:
        ArgumentTypeError: the text is not the whole address of a folder.
    """
    parts = urlsplit(text.strip())
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(
            f"{text[:60]!r} is not the address of a site (expected https://boards.example/)"
        )
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/"


def format_preview_tags(title: str, description: str, address: str, image: str, alt: str) -> str:
    """Return the Open Graph and Twitter tags of a page.

    Args:
        title: the title.
        description: one sentence about the page.
        address: the address of the page.
        image: the address of a PNG picture.
        alt: the text that describes the picture.
    """
    properties = {
        "og:type": "website",
        "og:site_name": "Ruleboard",
        "og:title": title,
        "og:description": description,
        "og:url": address,
        "og:image": image,
        "og:image:alt": alt,
    }
    tags = [f'<meta property="{name}" content="{escape(value)}">' for name, value in properties.items()]
    return "\n".join([*tags, '<meta name="twitter:card" content="summary_large_image">'])


def with_preview(html: str, name: str, site: str) -> str:
    """Add the tags to a page of the app, after its description; without the site's address, return it unchanged.

    Args:
        html: the page.
        name: its file name.
        site: the address of the site, which ends in a slash; may be empty.

    Raises:
        RuntimeError: the page has no title or description.
    """
    if not site:
        return html
    title, description = _TITLE_PATTERN.search(html), _DESCRIPTION_PATTERN.search(html)
    if not title or not description:
        raise RuntimeError(f"{name} has no title or description for its preview")
    address = site if name == "index.html" else site + name
    tags = format_preview_tags(
        unescape(title[1]), unescape(description[1]), address, f"{site}{_PREVIEW_IMAGE}", _PREVIEW_TEXT
    )
    return html.replace(description[0], f"{description[0]}\n{tags}", 1)
