"""Files of dials: what is understood, and the sentence for each thing that is not."""

import pytest

from models.errors import InputError
from models.grecian.instance import Dials
from tests.models import rooms
from tests.tables import rows

SMALL = """\
target = 9
dials = [
'''
1 2 3
4 5 6
''',
'''
. 0 7
''',
]
"""


def read(folder, text):
    return rooms.read("grecian", folder, text)


def test_a_smaller_dial_lacks_the_outer_rings(tmp_path):
    assert read(tmp_path, SMALL) == Dials(
        "mine", (9, 9, 9), (((1, 2, 3), (4, 5, 6)), ((None, None, None), (None, 0, 7)))
    )


def test_each_column_may_have_its_own_target(tmp_path):
    assert read(tmp_path, SMALL.replace("= 9", "= [9, 8, 7]")).targets == (9, 8, 7)


@pytest.mark.parametrize("quotes", ['"""', "'''"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_either_quotes_and_either_line_ends_do(tmp_path, quotes, end):
    text = SMALL.replace("'''", quotes).replace("\n", end)
    assert read(tmp_path, text.encode()) == read(tmp_path, SMALL)


@pytest.mark.parametrize("text", ["7 3 4\n8 4 2\n\n6 . 8\n", "target = 15\n7, 3, 4\n. 4 2\n"])
def test_whoever_types_numbers_alone_is_told_what_to_type(tmp_path, text):
    error = read(tmp_path, text)
    assert isinstance(error, InputError)
    assert "here are numbers alone; a file of dials says target = 42 and dials = [" in str(error)


def test_blank_lines_between_rings_do_not_count(tmp_path):
    assert read(tmp_path, SMALL.replace("4 5 6", "\n\n4 5 6\n")) == read(tmp_path, SMALL)


@rows(
    ("change", "line", "sentence"),
    [
        (("4 5 6", "4 5"), 5, "dial 0, ring 2 has 2 numbers; every ring needs 3, as ring 1 has"),
        ((". 0 7", ". 0 7 8"), 8, "dial 1, ring 2 has 4 numbers; every ring needs 3, as dial 0 has"),
        ((". 0 7", ". x 7"), 8, "dial 1, ring 2 has 'x'; a number from 0 to 999999 or a dot for a hole is expected"),
        ((". 0 7", ". -1 7"), 8, "dial 1, ring 2 has '-1'; a number"),
        ((". 0 7", ". ² 7"), 8, "dial 1, ring 2 has '²'; a number"),
        ((". 0 7", ". " + 9000 * "1" + " 7"), 8, "dial 1, ring 2 has '11111"),
        ((". 0 7", ""), 7, "dial 1 has no ring; a line of numbers is expected"),
        (("target = 9", ""), 2, "there is no target"),
        (("= 9", "= -1"), 1, "the target is -1; a number from 0 to 999999 is expected"),
        (("= 9", "= true"), 1, "the target is True; a number"),
        (("= 9", "= 4.5"), 1, "the target is 4.5; a number"),
        (("= 9", "= '9'"), 1, "the target is '9'; a number"),
        (("= 9", "= [9, 'x', 9]"), 1, "the target is 'x'; a number"),
        (("= 9", "= [9, 9]"), 1, "there are 2 targets for 3 columns"),
        (("= 9", "= []"), 1, "there are 0 targets for 3 columns"),
        (("target", "targets"), 1, "found the key 'targets'; expected are name, source, target, dials"),
        (("target = 9", "target = 9\nname = 3"), 2, "name is 3; a text in quotes is expected"),
        (("target = 9", "target = 9\nsource = [1]"), 2, "source is [1]; a text in quotes is expected"),
        (("''',\n]", "''',\n7]"), 10, "dial 2 is 7; a text with one ring a line is expected"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path, change, line, sentence):
    assert change[0] in SMALL
    error = read(tmp_path, SMALL.replace(*change, 1))
    assert isinstance(error, InputError)
    assert error.sentence.startswith(sentence)
    assert error.line == line
    assert "\n" not in str(error)


@rows("dials", ["", "dials = []", "dials = 3", "dials = 'x'", "dials = {a = 1}", "dials = ''"])
def test_a_file_without_dials_is_refused(tmp_path, dials):
    assert "dials" in read(tmp_path, f"target = 4\n{dials}").sentence


@rows(
    ("content", "sentence"),
    [
        ("", "there are no dials"),
        ("x", "here are numbers alone"),
        ("target = 1", "there are no dials"),
        (b"\x00\xff\xfe", "zero byte"),
        ('{"target": 40, "dials": []}', "mine.toml:1: this looks like JSON; TOML is expected"),
        ("[[[3, null, 6]],\n [[7, 3, 1]]]\n", "mine.toml:1: this looks like JSON; TOML is expected"),
        ("[" * 9000, "mine.toml:1: invalid initial character for a key part"),
    ],
)
def test_what_is_no_such_file_ends_in_one_sentence(tmp_path, content, sentence):
    error = read(tmp_path, content)
    assert isinstance(error, InputError)
    assert sentence in str(error)
