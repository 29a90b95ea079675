"""Tables of counts add up to what brute force counts, and no other table is accepted."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from models.language.model import Givens, Model
from solvers.backends.dlx.memo import along, tabulate
from solvers.proofs.formula import PBFormula, Rejected, read_formula
from solvers.proofs.statement import state
from solvers.proofs.tables import check_table, items_of, write_table
from tests.random_models import brute_force
from tests.random_proofs import solutions_of
from tests.tables import rows


@st.composite
def covers(draw: st.DrawFn) -> tuple[Model, Givens]:
    """A random exact cover problem as a model, some of its options given or ruled out."""
    model = Model("covers")
    items = draw(st.integers(1, 5))
    sets = st.sets(st.integers(0, items - 1), min_size=1, max_size=3)
    options = [(model.new_bool_var(f"option {place}"), draw(sets)) for place in range(draw(st.integers(1, 8)))]
    secondary = draw(st.sets(st.integers(1, items), max_size=2))
    for item in range(items):
        meeting = [var for var, met in options if item in met]
        if item in secondary:
            model.add_at_most_one(meeting)
        else:
            model.add_exactly_one(meeting)
    assume(all(met - secondary for _, met in options))
    given = draw(st.lists(st.sampled_from([var for var, _ in options]), unique_by=id, max_size=2))
    return model, {var: draw(st.integers(0, 1)) for var in given}


def table_of(formula: PBFormula) -> str:
    items = items_of(formula)
    assert items is not None
    primary, secondary = items.open()
    table = tabulate(primary, secondary, list(items.options().values()))
    assert table is not None
    return write_table(table.order, table.counts)


@settings(deadline=None)
@given(covers(), st.integers(0, 2**32))
def test_a_table_that_was_tampered_with_is_rejected_or_still_right(problem: tuple[Model, Givens], seed: int) -> None:
    model, givens = problem
    formula = read_formula(state(model, givens).text())
    items = items_of(formula)
    assert items is not None
    if items.is_contradictory():
        assert check_table(formula, write_table((), {})) == len(brute_force(model, givens)) == 0
        return
    count, random = len(brute_force(model, givens)), Random(seed)
    assert check_table(formula, table_of(formula)) == count
    for _ in range(8):
        lines = table_of(formula).splitlines()
        place = random.randrange(1, len(lines))
        words = lines[place].split()
        match random.randrange(4):
            case 0:
                del lines[place]
            case 1:
                words[-1:] = [f"{random.randrange(9):x}"]
                lines[place] = " ".join(words)
            case 2:
                words[:1] = [f"{random.randrange(64):x}"]
                lines[place] = " ".join(words)
            case 3:
                lines.insert(place, lines[random.randrange(1, len(lines))])
        try:
            claimed = check_table(formula, "\n".join(lines))
        except Rejected:
            continue
        assert claimed == count


@rows(
    ("lines", "why"),
    [
        ([], "not an 'exact cover table"),
        (["exact cover table version 1.0"], "come first"),
        (["exact cover table version 1.0", "1 3"], "no row for all items"),
        (["exact cover table version 1.0", "1 3", "3 2", "0 1"], "line 3: 2 is claimed, and the options add up to 1"),
        (["exact cover table version 1.0", "1 1"], "each once"),
        (["exact cover table version 1.0", "1 3", "3 1"], "in no row"),
        (["exact cover table version 1.0", "1 3", "3"], "not a row"),
        (["exact cover table version 1.0", "1 x"], "other characters"),
        (["exact cover table version 1.0", "1 3", "3 1", "", "0 1"], "line 4: '' is not a row"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(lines: list[str], why: str) -> None:
    model = Model()
    one, other = model.new_bool_var("one"), model.new_bool_var("other")
    model.add_exactly_one([one])
    model.add_exactly_one([one, other])
    formula = read_formula(state(model).text())
    with pytest.raises(Rejected, match=why):
        check_table(formula, "\n".join(lines))


def test_what_is_no_exact_cover_has_no_table() -> None:
    model = Model()
    x, y = model.new_int_var(0, 3, "x"), model.new_bool_var("y")
    model.add(x >= 2).only_enforce_if(y)
    formula = read_formula(state(model).text())
    assert items_of(formula) is None
    with pytest.raises(Rejected, match="not an exact cover"):
        check_table(formula, "exact cover table version 1.0\n")


@rows(
    ("line", "is_one"),
    [
        ("1 ~aa 1 ~bb 1 ~cc >= 2 ;", True),  # at most one of three
        ("1 aa 1 bb 1 cc >= 1 ;", False),  # at least one, of which no line says that it is no more
        ("1 ~aa 1 ~bb 1 cc >= 2 ;", False),
        ("1 aa 1 bb 1 ~cc >= 1 ;", False),
        ("1 ~aa 1 ~bb 1 ~cc >= 1 ;", False),
        ("1 aa 1 bb 1 cc >= 2 ;", False),
        ("2 ~aa 1 ~bb 1 ~cc >= 2 ;", False),
    ],
)
def test_a_line_of_a_cover_is_exactly_or_at_most_one_and_nothing_else(line: str, is_one: bool) -> None:
    whole = "preserved: aa bb cc ;\n1 aa 1 bb 1 cc = 1 ;\n"
    assert items_of(read_formula(whole)) is not None
    assert (items_of(read_formula(f"{whole}{line}\n")) is not None) == is_one


LANGFORD = [(i, i + k + 1, 16 + k - 1) for k in range(1, 9) for i in range(16 - k - 1)]


def dominoes(rows: int, columns: int) -> list[tuple[int, ...]]:
    lying = [(r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)]
    standing = [(r * columns + c, (r + 1) * columns + c) for r in range(rows - 1) for c in range(columns)]
    return lying + standing


SQUARES = [(2, 2), (4, 36), (6, 6_728), (8, 12_988_816), (12, 53060477521960000)]
"""Kasteleyn's counts of dominoes on a square."""


@rows(
    ("options", "count"),
    [(LANGFORD, 300), *((dominoes(size, size), count) for size, count in SQUARES)],
)
def test_what_is_published_is_counted(options: list[tuple[int, ...]], count: int) -> None:
    table = tabulate(sorted({item for option in options for item in option}), (), options)
    assert table is not None
    assert table.total == count


def test_a_table_too_long_is_given_up() -> None:
    assert tabulate(range(64), (), dominoes(8, 8), budgets=(100,)) is None
    assert tabulate(range(64), (), dominoes(8, 8), stop=lambda: True) is None


def test_the_order_runs_along_a_long_board() -> None:
    order = along(range(40), dominoes(20, 2))
    rows = [item // 2 for item in order]
    assert sorted(rows) in (rows, rows[::-1])


def random_cover(random: Random) -> str:
    """Lines of an exact cover problem, with Booleans that are given or ruled out, some of them both."""
    names = [f"option_{place}" for place in range(random.randint(1, 6))]
    lines = [f"preserved: {' '.join(names)} ;"]
    for _ in range(random.randint(1, 4)):
        group = random.sample(names, random.randint(1, len(names)))
        terms = " ".join(f"1 {name}" for name in group)
        lines += [f"{terms} = 1 ;"] if random.random() < 0.8 else [f"{terms.replace('1 ', '-1 ')} >= -1 ;"]
    for _ in range(random.choice([0, 1, 1, 2, 3])):
        lines.append(f"1 {random.choice(['', '~'])}{random.choice(names)} >= 1 ;")
    return "\n".join(lines) + "\n"


def test_tables_of_random_lines_count_what_brute_force_counts() -> None:
    random, counted = Random(1), 0
    for _ in range(400):
        text = random_cover(random)
        formula = read_formula(text)
        items = items_of(formula)
        if items is not None:
            counted += 1
            table = "" if items.is_contradictory() else table_of(formula)
            assert check_table(formula, table or write_table((), {})) == len(solutions_of(text)), text
    assert counted > 100


def test_a_count_that_cannot_be_printed_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = read_formula("preserved: xx yy ;\n1 xx 1 yy = 1 ;\n")
    table = write_table([1], {0: 1, 1: 2})
    assert check_table(formula, table) == 2
    monkeypatch.setattr("solvers.proofs.tables.MAX_COUNT_BITS", 1)
    with pytest.raises(Rejected, match="more digits than can be printed"):
        check_table(formula, table)
