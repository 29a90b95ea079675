"""LZ-string: is what web pages pack unpacked, packed alike, and kept from growing without end?"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.kit.lzstring import packed, unpacked
from tests.tables import rows


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("", "Q==="),
        ('{"x":3}', "N4IgHiBcDMC+Q==="),
        (
            '{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]]}',
            "N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==",
        ),
    ],
    ids=["nothing", "lisudoku's test", "SudokuPad's test"],
)
def test_texts_are_packed_as_lz_string_packs_them(text: str, letters: str) -> None:
    assert packed(text) == letters
    assert unpacked(letters, 1000) == text


@settings(max_examples=60)
@given(st.text(alphabet='ab{}":,é€😀', max_size=60) | st.text(max_size=20))
def test_unpacking_undoes_packing(text: str) -> None:
    assert unpacked(packed(text), 1000) == text


def test_a_text_that_would_grow_beyond_the_limit_is_not_unpacked() -> None:
    bomb = packed("x" * 100_000)
    assert len(bomb) < 1000
    with pytest.raises(ValueError, match=r"more than 5,000 characters"):
        unpacked(bomb, 5000)


@rows("cut", range(1, 20, 3))
def test_what_breaks_off_is_not_unpacked(cut: int) -> None:
    letters = packed('{"size":9,"grid":[]}').rstrip("=")
    with pytest.raises(ValueError, match=r"breaks off|has not been"):
        unpacked(letters[:-cut], 1000)


@pytest.mark.parametrize("letters", ["N4Ig!", "N4 g", "ü"])
def test_other_letters_are_refused(letters: str) -> None:
    with pytest.raises(ValueError, match="no letter of base64"):
        unpacked(letters, 1000)
