"""Text files are opened safely, and parts of TOML files are found again by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.errors import InputError
from models.kit import files
from models.kit.files import read_lines, read_lines_on, read_text
from models.kit.toml import line_of, read_toml
from tests.tables import rows

GOOD = [
    (b"", []),
    (b"one\ntwo\n", [(1, "one"), (2, "two")]),
    (b"one\r\ntwo", [(1, "one"), (2, "two")]),
    (b"one\rtwo\r", [(1, "one"), (2, "two")]),
    (b"\xef\xbb\xbfone\n\nthree", [(1, "one"), (2, ""), (3, "three")]),
    ("für\nœuvre\n".encode(), [(1, "für"), (2, "œuvre")]),
]


@rows(("content", "lines"), GOOD)
def test_lines_come_without_their_ends(tmp_path: Path, content: bytes, lines: list[tuple[int, str]]) -> None:
    path = tmp_path / "some.txt"
    path.write_bytes(content)
    assert list(read_lines(path)) == lines


BAD = [
    (b"fine\nf\xfcr\n", 2, "character 2 is the byte 0xfc"),
    (b"fine\n\x00\x01", 2, "zero byte"),
    ("für".encode("utf-16"), 1, "UTF-16"),
    ("abc".encode("utf-16-le"), 1, "zero byte"),
    (b"x" * (files.MAX_LINE_CHARACTERS + 1), 1, "more than 1,000,000 characters"),
]


@rows(("content", "line", "words"), BAD)
def test_what_is_no_text_is_refused_with_its_line(tmp_path: Path, content: bytes, line: int, words: str) -> None:
    path = tmp_path / "some.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=words) as caught:
        list(read_lines(path))
    assert (caught.value.path, caught.value.line) == (path, line)


def test_reading_goes_on_after_a_line_that_is_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_LINE_CHARACTERS", 20)
    path = tmp_path / "some.txt"
    path.write_bytes(b"one\nf\xfcr\n" + b"x" * 90 + b"\nfour\n" + b"\0" * 3 + b"\n" + b"six\n" * 40)
    lines = list(read_lines_on(path))
    assert [number for number, _ in lines] == list(range(1, 46))
    wrong = {number: line.sentence for number, line in lines if isinstance(line, InputError)}
    assert list(wrong) == [2, 3, 5]
    assert all(words in wrong[line] for line, words in [(2, "0xfc"), (3, "more than 20"), (5, "zero byte")])


def test_what_is_no_text_at_all_is_refused_before_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "some.pdf"
    path.write_bytes(b"%PDF-1.4\n" + bytes(range(128, 256)) * 40)
    with pytest.raises(InputError, match="characters are no text"):
        next(read_lines_on(path))


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    wrong = {"missing": "there is no such file", ".": "this is a folder", "zero\0byte": "cannot be read"}
    for name, words in (wrong | {"x" * 5000: "cannot be read"}).items():
        with pytest.raises(InputError, match=words):
            list(read_lines(tmp_path / name))


def test_a_file_taken_whole_has_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_TEXT_CHARACTERS", 10)
    path = tmp_path / "some.txt"
    path.write_text("four\nfour\n")
    assert read_text(path) == "four\nfour\n"
    path.write_text("four\nfive\n\n")
    with pytest.raises(InputError, match="more than 10 characters"):
        read_text(path)


NO_TOML = [
    ("a = 1\nb 2\n", 2, "expected is an equals sign after the key"),
    ("a = 1\na = 2\n", 2, "the key a is given twice"),
    ("a = [1,\n2", 2, "the file ends here"),
    ("a = " + "[" * 100_000, None, "nested too deeply"),
    ("a = " + "9" * 5000, None, "digits"),
]


@rows(("text", "line", "words"), NO_TOML)
def test_what_is_no_toml_is_refused_with_its_line(tmp_path: Path, text: str, line: int | None, words: str) -> None:
    path = tmp_path / "some.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=words) as caught:
        read_toml(path)
    assert caught.value.line in (line, text.count("\n") + 1)


TOML = '''# a comment with [brackets] and = signs
name = "a # no comment"
"quoted key" = \'\'\'
several
lines\'\'\'
text = """
] still "text" \\""""
when = 2024-01-01 10:00:00

[[dials]]
name = "bottom"
rings = [
    [1, 2],  # the first ]
    [3,
     4],
]
[[dials]]
rings = [[5, 6], [7, 8]]
point = { x = 1, deep = [ "}", 2 ] }
[dials.extra]
note = 1
[a . b]
c.d = 1
'''


PARTS = (
    "name 2, quoted_key 3, text 6, when 8, dials 10, dials.0 10, dials.0.rings 12, dials.0.rings.0 13, "
    "dials.0.rings.1 14, dials.0.rings.1.1 15, dials.1 17, dials.1.rings.1.0 18, dials.1.point.deep.1 19, "
    "dials.1.extra 20, dials.1.extra.note 21, a.b 22, a.b.c.d 23, dials.1.missing 17"
)
"""The ways to parts of it, each with its line."""


def test_parts_of_a_toml_file_are_found_by_line(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text(TOML)
    read_toml(path)
    for way, line in map(str.split, PARTS.split(", ")):
        keys = (int(key) if key.isdigit() else key.replace("_", " ") for key in way.split("."))
        assert line_of(path, *keys) == int(line), way
    assert line_of(path, "missing") is line_of(path) is None
