"""MPS, read: free and fixed, beside what HiGHS makes of the same files, and LP files as HiGHS writes them."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import solvers
from models.errors import InputError
from solvers.formats.document import Reading
from solvers.formats.registry import FORMATS, reader
from tests.solvers.formats.foreign import needs
from tests.solvers.formats.highs import highs
from tests.tables import rows

FIXED = """\
* names with spaces, which only fixed fields can have
NAME          A CASE
ROWS
 N  THE COST
 L  ROW ONE
 G  R2
 E  R3
 N  IDLE
COLUMNS
    M1        'MARKER'                 'INTORG'
    COL A     THE COST          1.0    ROW ONE           1.0
    COL A     R2                1.0
    B         THE COST          2.0    ROW ONE           1.0
    B         R3               -1.5
    C         THE COST         -1.0    R3                0.5
    C         IDLE              7.0
    M2        'MARKER'                 'INTEND'
RHS
    RHS       ROW ONE           4.0    R2                1.0
    RHS       THE COST         -3.0
RANGES
    RNG       ROW ONE           2.5    R2                9.0
BOUNDS
 UP BND       COL A             4.0
 LI BND       B                -1.0
 UI BND       B                 1.0
 BV BND       C
ENDATA
"""


def read(text: str, name: str = "mps") -> Reading:
    return reader(FORMATS[name]).read(BytesIO(text.encode()), "it")


def test_fixed_fields_may_have_spaces_in_names() -> None:
    model = read(FIXED).model
    assert [str(constraint) for constraint in model.constraints] == [
        "2·COL A + 2·B ≥ 3",
        "COL A + B ≤ 4",
        "COL A ≥ 1",
        "COL A ≤ 10",
        "−3·B + C = 0",
    ]
    assert [constraint.key for constraint in model.constraints][:3] == [("ROW ONE",), ("ROW ONE",), ("R2",)]
    assert str(model.objective) == "minimize COL A + 2·B − C + 3"
    assert [(var.name, *var.domain) for var in model.variables] == [
        ("COL A", 0, 1, 2, 3, 4),
        ("B", -1, 0, 1),
        ("C", 0, 1),
    ]


HEAD = "NAME it\nROWS\n N cost\n L c\n G g\n E e\nCOLUMNS\n m 'MARKER' 'INTORG'\n x cost 1 c 2\n y c 1 g 1\n"
END = " m 'MARKER' 'INTEND'\nRHS\n RHS c 5\n"


@rows(
    ("bounds", "domain"),
    [
        ("", range(2)),  # an integer column without any bound
        (" UP B x 5\n", range(6)),
        (" UP x 5\n", range(6)),
        (" UI B x 5.5\n", range(6)),
        (" LO B x 2\n UP B x 4\n", range(2, 5)),
        (" LI B x -2\n UI B x 4\n", range(-2, 5)),
        (" MI B x\n LO B y 1\n UP B y 2\n", None),
        (" FX B x 3\n", range(3, 4)),
        (" BV B x\n", range(2)),
        (" BV B x 1\n", range(2)),
        (" FR B x\n", None),
        (" PL B x\n", range(3)),  # 2x + y ≤ 5 leaves no more
        (" LO B x 2\n", range(2, 3)),
        (" UP B x 1e30\n", range(3)),
        (" UP B x 0\n BV B x\n", range(1)),
        (" BV B x\n UP B x 5\n", range(2)),
        (" BV B x\n LO B x 1\n", range(1, 2)),
        (" BV B x\n FR B x\n", range(2)),
        (" UP B x 4 $ a comment\n", range(5)),
    ],
)
def test_every_kind_of_bound(bounds: str, domain: range | None) -> None:
    text = f"{HEAD}{END}BOUNDS\n{bounds}ENDATA\n"
    if domain is None:
        with pytest.raises(InputError, match=r"'x' has no least value, and the objective has no end with it"):
            read(text)
    else:
        assert read(text).model.variables[0].domain == domain


@rows(
    ("text", "line", "sentence"),
    [
        ("ROWS\n N c\nCOLUMNS\n x c 1\nRHS\nBOUNDS\n UP B x 4\nENDATA\n", 4, "'x' is continuous; models here"),
        ("ROWS\n N c\nCOLUMNS\n x c 1\nRHS\nBOUNDS\n FX B x 0.5\nENDATA\n", 4, "'x' is continuous; models here"),
        (HEAD + END + "BOUNDS\n UP B x -1\nENDATA\n", 15, "'x' has an upper bound below 0 and no lower bound, which"),
        (HEAD + END + "BOUNDS\n UP B x 1\n UP B x 2\nENDATA\n", 16, "a second upper bound of 'x'"),
        (HEAD + END + "BOUNDS\n UP B x 1\n UP C y 2\nENDATA\n", 16, "BOUNDS has a second set 'C'; one is expected"),
        (
            HEAD + END + "BOUNDS\n SC B x 1\nENDATA\n",
            15,
            "'SC' is no kind of bound; LO, LI, MI, UP, UI, PL, FX, FR, BV are",
        ),
        (HEAD + END + "BOUNDS\n UP B z 1\nENDATA\n", 15, "'UP B z 1' is no bound of a known column"),
        (HEAD + END + "BOUNDS\n LO B x inf\nENDATA\n", 15, "'x' is bounded by infinity on the wrong side"),
        (HEAD + " x e 1\n" + END + "ENDATA\n", 11, "the column 'x' comes a second time"),
        (HEAD + " y g 3\n" + END + "ENDATA\n", 11, "'y' comes a second time in the row 'g'"),
        (HEAD + " z nowhere 3\n" + END + "ENDATA\n", 11, "there is no row 'nowhere'"),
        (HEAD + " z e 1,5\n" + END + "ENDATA\n", 11, "'1,5' is no number of at most 300 digits"),
        (HEAD + " z e 1e999999999\n" + END + "ENDATA\n", 11, "'1e999999999' is no number of at most 300 digits"),
        (HEAD + " z e\n" + END + "ENDATA\n", 11, "'z e' is no line of names and numbers"),
        (HEAD + " m 'MARKER' 'SOSORG'\n", 11, "the marker 'SOSORG' is none that can be taken"),
        (HEAD + END + " RHS c 6\nENDATA\n", 14, "a second right-hand side of the row 'c'"),
        (HEAD + END + "RANGES\n R cost 6\nENDATA\n", 15, "a range of the objective 'cost'"),
        (
            HEAD + END + "QUADOBJ\n x x 6\nENDATA\n",
            15,
            "'x x 6' stands here; the section QUADOBJ is none that can be taken",
        ),
        (HEAD + END + "SHAPES\nENDATA\n", 14, "'SHAPES' is no section of an MPS file"),
        (HEAD + END, 13, "the file does not end with the word ENDATA"),
        ("COLUMNS\n", 1, "COLUMNS stands where NAME or ROWS is expected"),
        ("OBJSENSE\n UP\n", 2, "'UP' is no sense of an objective; MIN or MAX is expected"),
        ("ROWS\n X c\n", 2, "'X c' is no row such as 'L capacity'; its kind is N, L, G or E"),
        ("ROWS\n L c\n L c\n", 3, "a second row 'c'"),
        (HEAD.replace("NAME it\n", "OBJNAME\n best\n") + END + "ENDATA\n", 15, "OBJNAME names 'best', which is no row"),
        (HEAD + END + "INDICATORS\n IF c z 1\nENDATA\n", 15, "there is no column 'z'"),
    ],
)
def test_a_sentence_says_what_is_wrong_and_where(text: str, line: int, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert sentence in caught.value.sentence
    assert caught.value.line == line


def test_a_row_may_count_only_where_a_column_says_so() -> None:
    model = read(HEAD + END + "BOUNDS\n BV B x\n UP B y 9\nINDICATORS\n IF g x 1\nENDATA\n").model
    (row,) = [str(constraint) for constraint in model.constraints if constraint.key == ("g",)]
    assert row == "x ⇒ y ≥ 0"


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A program of small numbers with all that MPS has: every kind of row, range and bound, a sense, an offset."""
    numbers = st.integers(-4, 4).map(str) | st.sampled_from(["0.5", "-1.5", "2e0", "1.0"])
    kinds = draw(st.lists(st.sampled_from("LGEN"), min_size=1, max_size=4))
    columns = [f"x{place}" for place in range(draw(st.integers(1, 4)))]
    sense = draw(st.sampled_from(["", "OBJSENSE\n    MAX\n", "OBJSENSE MIN\n", "OBJSENSE\nMAXIMIZE\n"]))
    lines = [f"NAME\n{sense}ROWS\n N cost"] + [f" {kind} r{place}" for place, kind in enumerate(kinds)]
    lines += ["COLUMNS", " m1 'MARKER' 'INTORG'"]
    for column in columns:
        lines.append(f" {column} cost {draw(st.integers(-4, 4))}")
        lines += [f"\t{column} r{place} {draw(numbers)}" for place in range(len(kinds)) if draw(st.booleans())]
    lines += [" m2 'MARKER' 'INTEND'", "RHS", f" R cost {draw(st.integers(-5, 5))}"]
    lines += [f" R r{place} {draw(st.integers(-5, 9))}" for place in range(len(kinds)) if draw(st.booleans())]
    lines.append("RANGES")
    ranged = [place for place, kind in enumerate(kinds) if kind != "N" and draw(st.integers(0, 2)) == 0]
    lines += [f" G r{place} {draw(st.integers(-3, 3).filter(bool))}" for place in ranged]
    lines.append("BOUNDS")
    for column in columns:
        least, greatest = draw(st.integers(-4, 1)), draw(st.integers(1, 5))
        lines += draw(
            st.sampled_from(
                [
                    [],
                    [f" UP B {column} {greatest}"],
                    [f" UI B {column} {greatest}"],
                    [f" BV B {column}"],
                    [f" FX B {column} {least}"],
                    [f" LO B {column} {least}", f" UP B {column} {greatest}"],
                    [f" LI B {column} {least}", f" UI B {column} {greatest}"],
                ]
            )
        )
    return "\n".join([*lines, "ENDATA", ""])


def test_a_column_fixed_to_a_whole_number_needs_no_marker() -> None:
    model = read("ROWS\n N c\nCOLUMNS\n x c 2\nRHS\nBOUNDS\n FX B x -3\nENDATA\n").model
    assert [(var.name, *var.domain) for var in model.variables] == [("x", -3)]


def _agrees(text: str, name: str, said: dict[str, Any]) -> None:
    """What we read has an answer exactly where HiGHS found one, and the best comes to the same."""
    model = read(text, name).model
    best = solvers.solve(model, backend="backtracking")
    assert bool(best) == (said["status"] == "Optimal")
    if best and model.objective is not None:
        assert best.objective == round(said["objective"])


@needs("highspy")
@pytest.mark.parametrize("to", ["mps", "lp"])
@pytest.mark.parametrize("examples", [25, pytest.param(1500, marks=pytest.mark.slow)])
def test_highs_and_we_read_the_same_program_also_as_it_writes_it(examples: int, to: str) -> None:
    @settings(max_examples=examples, deadline=None)
    @example(FIXED)
    @given(programs())
    def agree(text: str) -> None:
        expected = highs().solve(text, "mps")
        _agrees(text, "mps", *expected)
        if text != FIXED:  # its names have spaces, which LP files cannot say
            _agrees(highs().rewritten(text, "mps", to), to, *expected)

    agree()
