"""Random small models for property tests, and brute force over their domains as the judge of all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from operator import eq, ge, le, ne

from hypothesis import strategies as st

from models.language.model import Assignment, Givens, IntVar, Literal, Model
from solvers.core.backend import Search

Answers = set[tuple[int, ...]]


def brute_force(model: Model, givens: Givens | None = None, assumptions: Iterable[Literal] = ()) -> Answers:
    """The decisions' values in every solution, found by trying every assignment of the declared variables."""
    answers: Answers = set()
    for assignment in map(model.complete, assignments(declared_in(model))):
        decided = decisions_of(model, assignment)
        if decided in answers or not all(literal.holds(assignment) for literal in assumptions):
            continue
        if model.first_violation(assignment, givens) is None:
            answers.add(decided)
    return answers


def assignments(variables: Sequence[IntVar]) -> Iterator[Assignment]:
    """Every way of giving the variables values of their domains."""
    return (dict(zip(variables, values, strict=True)) for values in product(*(var.domain for var in variables)))


def declared_in(model: Model) -> list[IntVar]:
    """The variables that determine all others."""
    auxiliaries = set(model.auxiliaries)
    return [var for var in model.variables if var not in auxiliaries]


def answers_of(search: Search, givens: Givens | None = None, assumptions: Sequence[Literal] = ()) -> Answers:
    """The decisions' values of every answer a backend gives; each must come once, and the search be complete."""
    solutions = search.solutions(givens or {}, assumptions=assumptions)
    found = [decisions_of(search.model, assignment) for assignment in solutions]
    assert len(found) == len(set(found)), "an answer came twice"
    assert solutions.outcome.complete, "the search says it is not complete"
    return set(found)


def decisions_of(model: Model, assignment: Assignment) -> tuple[int, ...]:
    return tuple(assignment[var] for var in model.projection)


LARGE = (10**6, -(10**6), 999_994, 31_000, 10**8)
"""Numbers around which values lie that double precision, or a list of all values, may not carry."""

WEIGHTS = (1, 1, 1, 1, 5, 1_000, 10**6)
"""What small coefficients are multiplied by."""

KINDS = ("all different", "element", "linear", "table", "clause", "at most one", "exactly one")


@st.composite
def models(
    draw: st.DrawFn,
    kinds: tuple[str, ...] = KINDS,
    conditions: bool = True,
    max_vars: int = 5,
    max_constraints: int = 5,
) -> Model:
    """A model of a few variables with small, sparse, negative or large values, and a few constraints."""
    model = Model("random")
    few = st.sets(st.integers(-2, 5), min_size=1, max_size=4).map(sorted)
    domains = st.one_of(
        st.just([0, 1]),
        few,
        st.integers(1, 4).map(lambda top: list(range(top + 1))),
        st.builds(lambda near, values: [near + value for value in values], st.sampled_from(LARGE), few),
        st.sampled_from(LARGE).map(lambda large: sorted((0, large))),
        st.sampled_from((0, *LARGE)).map(lambda least: range(least, least + 5)),
    )
    for place in range(draw(st.integers(1, max_vars))):
        model.new_int_var_from_values(draw(domains), f"x{place}")
    for _ in range(draw(st.integers(0, max_constraints))):
        _post(draw, model, draw(st.sampled_from(kinds)), conditions)
    if draw(st.booleans()):
        model.project_on(draw(st.lists(st.sampled_from(model.variables), unique_by=id)))
    return model


@st.composite
def givens_for(draw: st.DrawFn, model: Model) -> dict[IntVar, int]:
    """Values for some of the variables, each from its domain."""
    chosen = draw(st.lists(st.sampled_from(model.variables), unique_by=id, max_size=2))
    return {var: draw(st.sampled_from(list(var.domain))) for var in chosen}


@st.composite
def literals_for(draw: st.DrawFn, model: Model) -> list[Literal]:
    """Up to three literals to be assumed, some of them always or never true."""
    chosen = draw(st.lists(st.sampled_from(model.variables), max_size=3))
    return [var.is_in(draw(st.sets(st.sampled_from(list(var.domain))))) for var in chosen]


def _literal(draw: st.DrawFn, model: Model) -> Literal:
    var = draw(st.sampled_from(model.variables))
    literal = var.is_in(draw(st.sets(st.sampled_from(list(var.domain)))))
    return ~literal if draw(st.booleans()) else literal


def _post(draw: st.DrawFn, model: Model, kind: str, conditions: bool) -> None:
    variables = st.sampled_from(model.variables)
    several = st.lists(variables, min_size=1, max_size=4, unique_by=id)
    literals = [_literal(draw, model) for _ in range(draw(st.integers(0, 4)))]
    if kind == "all different":
        posted = model.add_all_different(draw(several))
    elif kind == "element":
        values = sorted({value for var in model.variables for value in var.domain})
        entries = st.one_of(st.integers(-2, 5), st.sampled_from(values), variables)
        index = draw(variables)
        if index.domain[0] < 0 or index.domain[-1] > 20:
            index = model.new_int_var(0, draw(st.integers(0, 3)), f"i{len(model.variables)}")
        array = draw(st.lists(entries, min_size=index.domain[-1] + 1, max_size=index.domain[-1] + 1))
        posted = model.add_element(index, array, draw(st.one_of(variables, st.integers(-2, 5))))
    elif kind == "linear":
        coefficients = st.builds(lambda small, weight: small * weight, st.integers(-3, 3), st.sampled_from(WEIGHTS))
        summands = [(draw(coefficients), var) for var in draw(several)]
        total = sum(c * var for c, var in summands) + draw(st.integers(-3, 3))
        # Near a value that the sum takes, or else hardly any would ever hold with equality.
        bound = draw(st.integers(-6, 12)) + draw(
            st.one_of(st.just(0), st.just(sum(c * draw(st.sampled_from(list(var.domain))) for c, var in summands)))
        )
        posted = model.add(draw(st.sampled_from([eq, ne, le, ge]))(total, bound))
    elif kind == "table":
        columns = draw(several)
        rows = draw(st.lists(st.tuples(*(st.sampled_from(list(var.domain)) for var in columns)), max_size=6))
        posted = model.add_allowed_assignments(columns, rows)
    else:
        posted = {
            "clause": model.add_bool_or,
            "at most one": model.add_at_most_one,
            "exactly one": model.add_exactly_one,
        }[kind](literals)
    if conditions and draw(st.integers(0, 2)) == 0:
        posted.only_enforce_if(*(_literal(draw, model) for _ in range(draw(st.integers(1, 2)))))
