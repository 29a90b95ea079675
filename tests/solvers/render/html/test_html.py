"""Does the shell of every page stand alone, let no foreign script run, and meet bad names with a sentence?"""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from models.errors import InputError
from models.kit.svg import Markup, plain
from solvers.render.html.html import check_page, command, details, document, section, tag, terms, write_page
from tests.solvers.render.html.parsed import Page
from tests.tables import rows


def test_attributes_are_escaped_and_flags_are_bare() -> None:
    assert tag("p", class_='a"<b>', hidden=True, title=None) == '<p class="a&quot;&lt;b&gt;" hidden></p>'
    assert tag("input", type="range", min=0) == '<input type="range" min="0">'
    assert tag("th", aria_sort="none") == '<th aria-sort="none"></th>'


def test_characters_that_no_page_can_hold_are_replaced() -> None:
    assert "\x00" not in document("a\x00b", [tag("p", plain("\x1b[31m"))])


def test_the_policy_names_every_script_and_nothing_else() -> None:
    source = document("title", [Markup("<main></main>")], ("run/run.css",), ("run/motion.js", "compare/sort.js"))
    page = Page(source)
    policy = next(meta["content"] or "" for meta in page.all("meta") if meta.get("http-equiv"))
    hashes = {f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}" for text in page.scripts}
    assert len(page.scripts) == 3
    assert set(re.findall(r"'(sha256-[^']*)'", policy)) == hashes
    assert policy.startswith("default-src 'none';")
    assert "script-src 'unsafe" not in policy


def test_sections_are_named_by_their_headings() -> None:
    page = Page(
        "<!DOCTYPE html>\n" + section("a", "Heading & more", details(plain("sum"), terms({"k": "v", "empty": ""})))
    )
    assert page.all("section")[0]["aria-labelledby"] == page.all("h2")[0]["id"]
    assert "Heading & more" in page.text
    assert len(page.all("dt")) == 1


@pytest.mark.parametrize("name", ["page.svg", "page", ".html", "page.html.txt"])
def test_other_names_are_refused_with_a_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.html or \.htm"):
        check_page(tmp_path / name)


def test_a_missing_folder_and_a_folder_in_the_way_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no folder"):
        check_page(tmp_path / "nowhere" / "page.html")
    (tmp_path / "dir.html").mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        write_page("", tmp_path / "dir.html")


@rows(
    ("arguments", "line"),
    [
        (["grecian"], "python -m solvers.run grecian --backend sat --seed 0"),
        (["grecian", "--html", "a b.html", "--seed", "7"], "python -m solvers.run grecian --seed 7 --backend sat"),
        (
            ["grecian", "--svg", "/home/me/x.svg", "--plot=y.png"],
            "python -m solvers.run grecian --backend sat --seed 0",
        ),
        (["grecian", "--backend=dlx", "--html=x"], "python -m solvers.run grecian --backend=dlx --seed 0"),
        (
            ["sudoku", "--instance", "a b.sdk"],
            "python -m solvers.run sudoku --instance 'a b.sdk' --backend sat --seed 0",
        ),
    ],
)
def test_the_command_line_says_what_was_left_to_choice(arguments: list[str], line: str) -> None:
    assert command("run", arguments, backend="sat", seed=0, formulation="") == line
