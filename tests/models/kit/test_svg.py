"""The writer of SVG: files that every viewer takes, whatever an instance is called."""

import re
from itertools import pairwise

import pytest

from models.kit.palette import FACES, TINTS, WOODS, stylesheet
from models.kit.svg import Picture, element, even_rows, fitting, lines_within, number, plain, polar, text, unique
from tests.models.placed import SVG, parsed
from tests.tables import rows

ODD_NAMES = ['<&">', "']]>", "a\0b\x1b", "\ud800", "Ωmega – “x”", "--", "\ufffe", "", "x" * 500]


@rows("name", ODD_NAMES)
def test_a_picture_of_anything_is_well_formed(name: str) -> None:
    root = parsed(Picture(name, name, 10, 10, (text(1, 1, name, 5),)).svg())
    assert root.tag == f"{SVG}svg"
    assert [child.tag.removeprefix(SVG) for child in root] == ["title", "desc", "style", "text"]


def test_a_picture_has_a_title_and_a_description_for_screen_readers() -> None:
    root = parsed(Picture("the title", "the words", 10, 10, ()).svg())
    title, description = root[0], root[1]
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert (title.text, description.text) == ("the title", "the words")


def test_pictures_on_one_page_do_not_share_ids() -> None:
    pattern = element("pattern", id=unique("grain"))
    one, other = (Picture(title, "", 10, 10, (pattern,)).svg() for title in ("one", "other"))
    ids = [set(re.findall(r' id="([^"]*)"', svg)) for svg in (one, other)]
    assert len(ids[0]) == len(ids[1]) == 3
    assert not ids[0] & ids[1]


def test_numbers_are_short() -> None:
    written = [number(value) for value in (1, 1.5, 100, 2.004, -0.001, -0.5, 1 / 3, -10.0)]
    assert written == ["1", "1.5", "100", "2", "0", "-0.5", "0.33", "-10"]


def test_angles_run_clockwise_from_twelve() -> None:
    assert polar(10, 90) == pytest.approx((10, 0))
    assert polar(10, 180) == pytest.approx((0, 10))


def test_attributes_are_escaped_and_none_is_left_out() -> None:
    assert element("a", plain("<"), class_='"', data_x=1, href=None) == '<a class="&quot;" data-x="1">&lt;</a>'


def test_a_colour_changes_at_night_and_on_paper_but_stands_there_plainly_first() -> None:
    style = stylesheet(["paper", "walnut", "no-tint"])
    assert style.index(".puzzle .paper{fill:#fffdf8}") < style.index("@supports")
    assert "@media screen and (prefers-color-scheme:dark){.puzzle{--paper:#16181c}}" in style
    assert "@media print{.puzzle{--paper:#ffffff}" in style
    assert "no-tint" not in style


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


MARKED = ("region", "clone", "minimum", "maximum", "row-indexer", "column-indexer", "odd", "even")

READ_ON = [
    *((f"{wood}-ink", wood) for wood in WOODS),
    *((ink, paper) for ink in ("ink", "soft", "found", "wrong", "right") for paper in ("paper", "plate")),
    *((ink, ground) for ink in ("ink", "found") for ground in ("lit", "reason", "chosen", "panel")),
    *((ink, ground) for ink in ("ink", "found", "soft") for ground in MARKED),
    ("on-right", "right"),
    ("ink", "belief"),
    ("brass-ink", "brass"),
    ("paper", "found"),
    ("card-ink", "card"),
    ("on-back", "back"),
    ("chip-ink", "chip"),
]


@rows(("ink", "ground"), READ_ON)
def test_every_ink_is_read_on_its_ground_by_day_and_by_night(ink: str, ground: str) -> None:
    assert contrast(TINTS[ink].day, TINTS[ground].day) >= 4.5
    assert contrast(TINTS[ink].night, TINTS[ground].night) >= 4.5


def test_woods_differ_in_lightness_alone_enough_for_a_grey_print() -> None:
    shades = [luminance(TINTS[wood].day) for wood in WOODS]
    assert shades == sorted(shades)
    assert all(contrast(TINTS[one].day, TINTS[other].day) >= 1.4 for one, other in pairwise(WOODS))


def test_letters_are_read_on_painted_faces() -> None:
    for paint, ink in FACES:
        assert contrast(paint, ink) >= 3  # they are large and bold


def test_a_picture_says_how_narrow_it_may_become() -> None:
    words = (text(1, 1, "large", 20), text(1, 1, "small", 12))
    assert Picture("t", "d", 400, 10, words).legible_width == 300  # where 12 have become 9
    assert "--legible:300px" in (parsed(Picture("t", "d", 400, 10, words).svg()).get("style") or "")
    assert Picture("t", "d", 400, 10, ()).legible_width == 0


def test_rows_are_about_as_long() -> None:
    rows = [even_rows(*asked) for asked in ((4, 3), (7, 3), (3, 3), (2, 0), (0, 3))]
    assert rows == [(2, 2), (3, 3), (1, 3), (2, 1), (1, 1)]


def test_remarks_are_broken_into_lines_that_fit() -> None:
    lines = lines_within("one two three four five six seven", 100, 10)
    assert len(lines) > 1
    assert " ".join(lines) == "one two three four five six seven"
    assert fitting("1234567890", 20, 50) < 10 < fitting("12", 20, 50)
