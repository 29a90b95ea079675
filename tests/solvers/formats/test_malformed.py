"""Files that do not say what their format lets them say: one sentence with the line, in bounded memory."""

from __future__ import annotations

import random
from io import BytesIO

import pytest

from models.errors import InputError
from solvers.formats.document import Reading
from solvers.formats.registry import FORMATS, reader
from tests.tables import rows

XCSP3 = """\
<instance format="XCSP3" type="COP">
<variables>
<array id="x" size="[3]"> 0..3 </array>
<var id="y"> 1 3 </var>
</variables>
<constraints>
<allDifferent> x[] </allDifferent>
<group>
<intension> le(%0,add(%1,y)) </intension>
<args> x[0] x[1] </args>
</group>
<extension> <list> x[0] y </list> <supports> (0,*)(1,3) </supports> </extension>
<element> <list> x[] </list> <index> y </index> <value> 1 </value> </element>
</constraints>
<objectives>
<minimize type="sum"> <list> x[] </list> <coeffs> 1 2 3 </coeffs> </minimize>
</objectives>
</instance>
"""

SAMPLES = {
    "dimacs": "c a comment\np cnf 4 3\nc p show 1 2 0\n1 -2 0\n3\n4 0\n-1 -4 0\n",
    "wcnf": "c before 2022\np wcnf 3 4 9\n9 1 2 0\n3 -1 2 0\n9 -3 0\n2 3 0\n",
    "opb": "* #variable= 4 #constraint= 3\nmin: 1 x1 -2 ~x2 ;\n+1 x1 +2 x2 x3 >= 1 ;\n-1 x4\n<= 0 ;\n1 x1 = 1 ;\n",
    "lp": "\\ a comment\nMaximize\n obj: 3 x - 2 y\nSubject To\n c1: x + 0.5 y <= 4\n b = 1 -> x >= 2\n"
    "Bounds\n 0 <= x <= 3\n y <= 5\nGenerals\n x y\nBinaries\n b\nEnd\n",
    "xcsp3": XCSP3,
    "mps": "* a comment\nNAME it\nOBJSENSE\n MAX\nROWS\n N cost\n L c1\n E c2\nCOLUMNS\n m 'MARKER' 'INTORG'\n"
    " x cost 3 c1 1\n x c2 1\n y cost -2 c1 0.5\n m 'MARKER' 'INTEND'\nRHS\n R c1 4 cost -3\n R c2 1\n"
    "RANGES\n G c1 2\nBOUNDS\n UP B x 3\n LI B y -1\n UI B y 5\nENDATA\n",
    "flatzinc": "% a comment\npredicate p(var int: x);\narray [1..2] of int: w = [2, -3];\nvar 0..3: x :: output_var;\n"
    "var {1, 3}: y;\nvar bool: b;\nvar int: z :: is_defined_var;\n"
    "array [1..2] of var int: a :: output_array([1..2]) = [x, y];\nconstraint int_lin_le(w, a, 4);\n"
    "constraint int_le_reif(x, y, b) :: domain;\nconstraint int_times(x, y, z);\n"
    'constraint bool_clause([b], []) :: mzn_path("a;b");\n'
    "solve :: int_search(a, first_fail, indomain_min) minimize z;\n",
}
"""A file in each format that can be read, with much of what it has."""

WORDS = [b"", *b"0 - 1 x1 ~ ; p h >= [ inf .. :: {1, (".split(), b"9" * 30, b"c p show 9 0", b'"', b"\n", b" "]

formats = pytest.mark.parametrize("name", SAMPLES)


def read(name: str, text: str | bytes) -> Reading:
    return reader(FORMATS[name]).read(BytesIO(text.encode() if isinstance(text, str) else text), "it")


def complaint(name: str, text: str | bytes) -> InputError | None:
    """What is said of a file; nothing else may be raised."""
    try:
        read(name, text)
    except InputError as error:
        return error
    return None


@formats
def test_the_sample_is_sound(name: str) -> None:
    assert read(name, SAMPLES[name]).model.constraints


@formats
def test_a_file_that_ends_too_early_is_refused(name: str) -> None:
    lines = SAMPLES[name].splitlines(keepends=True)
    for kept in range(len(lines)):
        error = complaint(name, "".join(lines[:kept]))
        assert error is not None, lines[:kept]
        assert kept == 0 or error.line


@formats
def test_a_sound_file_with_faults_is_read_or_refused(name: str) -> None:
    """Cut off anywhere, or with pieces that are lost, doubled, moved, changed by a letter, or replaced by a word."""
    text, chance = SAMPLES[name].encode(), random.Random(name)
    for number in range(400):
        start, end, goal = sorted(chance.choices(range(len(text) + 1), k=3))
        piece = text[start:end]
        faults = {
            "cut": text[:goal],
            "lost": text[:start] + text[end:],
            "doubled": text[:end] + piece + text[end:],
            "moved": text[:start] + text[end:goal] + piece + text[goal:],
            "changed": text[:start] + bytes([chance.randrange(32, 127)]) + text[start + 1 :],
            "replaced": text[:start] + chance.choice(WORDS) + text[min(end, start + 12) :],
            "no text": text[:start] + bytes([chance.randrange(256)]) + text[start + 1 :],
        }
        faulty = faults[[*faults][number % len(faults)]]
        error = complaint(name, faulty)
        assert error is None or "\n" not in str(error), faulty


@formats
def test_no_text_at_all_is_refused(name: str) -> None:
    for size in (1, 50, 5_000):
        error = complaint(name, random.Random(size).randbytes(size))
        assert error is not None
        assert error.line


@rows(
    ("name", "text", "line", "sentence"),
    [
        ("dimacs", "1 2 0\n", 1, "stands where a header such as 'p cnf 3 2' is expected"),
        ("dimacs", "p cnf 2 1\n1 3 0\n", 2, "variable 3 is here or soon after, and 2 are announced"),
        ("dimacs", "p cnf 2 1\n1 x 0\n", 2, "'x' is no variable's number"),
        ("dimacs", "p cnf 2 1\n1 2\n", 2, "the clause that begins here is not ended by a 0"),
        ("dimacs", "p cnf 2 2\n1 2 0\n", 1, "2 clauses announced, and 1 found"),
        ("dimacs", "p cnf 2\n", 1, "'p cnf 2' is no header such as 'p cnf 3 2'"),
        ("dimacs", "p cnf 2 0\np cnf 2 0\n", 2, "this is a second header; the first is line 1"),
        ("dimacs", "p cnf 2 0\nc p show 3 0\n", 2, "3 is shown; the variables are 1 to 2"),
        (
            "dimacs",
            "p cnf 1000000000 1\n1 0\n",
            1,
            "1,000,000,000 variables are more than a file of 23 bytes speaks of",
        ),
        ("wcnf", "h 999999999 0\n", 1, "999,999,999 variables are more than a file of 14 bytes speaks of"),
        ("wcnf", "h 1 0\nq 2 0\n", 2, "'q 2 0' is no clause"),
        ("wcnf", "1.5 2 0\n", 1, "'1.5 2 0' is no clause: a weight below 10^18 or h"),
        ("opb", "* #variable= 1000000000 #constraint= 1\n1 x1 >= 1;\n", 1, "1,000,000,000 variables are more than"),
        ("opb", "* #variable= 1 #constraint= 1\n1 x1 1 x2 >= 1;\n", 2, "'x2' is one variable too many"),
        ("opb", "1 x1 >= 1\n", 1, "what begins here is not ended by a ;"),
        ("opb", "1 x1 > 1;\n", 1, "is no sum, then >=, = or <=, then a number"),
        ("opb", "1 1 x1 >= 1;\n", 1, "'1' stands before no variable"),
        ("opb", "1 x1 +1 x2,x3 >= 1;\n", 1, "'x2,x3' is no name of a variable: a letter, then letters and digits"),
        ("opb", "1 x1 +1 ~~x2 >= 1;\n", 1, "'~x2' is no name of a variable"),
        ("opb", "1 x1 +1 x2>=1 >= 1;\n", 1, "'x2>=1' is no name of a variable"),
        ("opb", "* ind 2 0\n1 x1 >= 1;\n", 1, "x2 is to be part of an answer, and there is no such variable"),
        ("wcnf", "p wcnf+ 3 2 5\n", 1, "'p wcnf+' announces sums of literals beside weights, which are not read"),
        ("dimacs", "p cnf+ 3 1\n1 2\n1 3 <= 1\n", 3, "the clause that begins on line 2 is not ended by a 0"),
        ("dimacs", "p cnf+ 3 1\n1 0 <= 1\n", 2, "0 stands among the literals of a sum"),
        ("dimacs", "p cnf 3 1\n1 2 <= 1\n", 2, "'<=' is no variable's number"),
        ("wcnf", "c p show 3 0\nh 1 2 0\n", 1, "3 is shown; the variables are 1 to 2"),
        ("opb", "[3] 1 x1 >= 1;\n", 1, "this is a soft constraint"),
        ("flatzinc", "array a(1) of var int: x = [];\n", 1, "an array has one dimension, counted from 1"),
        ("lp", "Maximize\n x\nSubject To\n c: x <= 2\nEnd\n", 2, "'x' is continuous"),
        ("lp", "Maximize\n x\nSubject To\n c: x >= 2\nGeneral\nx\nEnd\n", 2, "'x' has no greatest value"),
        ("lp", "Minimize\n x\nSubject To\n x =<= 2\nEnd\n", 4, "'=' stands where a number is expected"),
        ("lp", "Minimize\n [ x ^ 2 ]\nEnd\n", 2, "is not linear, and cannot be taken"),
        ("lp", "Minimize\n x\nSubject To\n x y >= 2\nEnd\n", 4, "'y' stands where + or - is expected"),
        ("lp", "Minimize\n x\nSubject To\n 1e999999999 x >= 2\nEnd\n", 4, "has more than 300 digits"),
        ("lp", "Minimize\n x\nSOS\n\n s: x:1\nEnd\n", 3, "the section 'SOS' is none that can be taken"),
    ],
)
def test_a_sentence_says_what_is_wrong_and_where(name: str, text: str, line: int | None, sentence: str) -> None:
    error = complaint(name, text)
    assert error is not None
    assert sentence in error.sentence
    assert error.line == line
