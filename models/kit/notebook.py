"""What a notebook shows: a picture under its caption."""

from __future__ import annotations


def figure(caption: str, svg: str) -> str:
    from html import escape  # brings the names of all characters along, which most commands do without

    return f"<figure><figcaption>{escape(caption)}</figcaption>\n{svg}</figure>"
