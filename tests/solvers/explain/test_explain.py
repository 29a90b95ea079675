"""Explanations: every reason suffices and nothing in it is spare; every conflict is one, and minimal."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields, replace
from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.deductions import STRONG, WEAK, Deduction, Refutation, Rule, taken_away
from models.errors import InputError, ModelError
from models.grades import GRADES
from models.language.model import Assignment, Givens, IntVar, Key, Literal, Model
from models.puzzle import Formulation
from models.registry import instance_files, load_puzzle
from models.sudoku.instance import Sudoku
from solvers.backends.sat.rules import Reasoner
from solvers.bench.grading import spearman
from solvers.core.limits import LOOK_EVERY, Clock, OutOfTime
from solvers.core.registry import load_backend
from solvers.explain.__main__ import main
from solvers.explain.explainer import Explainer
from solvers.explain.refutation import left_of
from solvers.explain.wording import grade_of as grade
from solvers.explain.wording import phrases, reasons
from tests.examples import examples
from tests.random_models import brute_force, models
from tests.tables import rows

NEWSPAPER = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."


class Bare(Formulation[Any, Any]):
    """Nothing but a model."""

    def __init__(self, model: Model, background: Collection[Key] = ()) -> None:
        self.model = model
        self.background = background

    def decode(self, instance: Any, assignment: Assignment) -> Any:
        return tuple(assignment.values())


def sudoku(line: str) -> tuple[Formulation[Any, Any], Givens]:
    instance = Sudoku(tuple(int(clue) if clue.isdigit() else 0 for clue in line))
    stated = load_puzzle("sudoku").formulations["cells"](instance)
    return stated, stated.givens(instance)


def possible(
    model: Model,
    rules: Iterable[Rule],
    facts: Iterable[Literal],
    background: Collection[Key] = (),
    some_of: Sequence[Literal] = (),
) -> bool:
    """Whether an assignment obeys ``rules``, ``facts``, one of ``some_of`` and what is granted, by the SAT backend."""
    trial = Model("trial")
    copies = [trial.new_int_var_from_values(var.domain, var.name) for var in model.variables]

    def copied(literal: Literal) -> Literal:
        return copies[literal.var.index].is_in(literal.values)

    def translated(part: Any) -> Any:
        if isinstance(part, IntVar):
            return copies[part.index]
        if isinstance(part, Literal):
            return copied(part)
        return tuple(map(translated, part)) if isinstance(part, tuple) else part

    in_force = [constraint for rule in rules for constraint in rule.constraints]
    in_force += [constraint for constraint in model.constraints if constraint.rule in background]
    for constraint in in_force:
        values = {f.name: translated(getattr(constraint, f.name)) for f in fields(constraint)}
        trial.add(replace(constraint, **values))
    for fact in facts:
        trial.add(copied(fact))
    if some_of:
        trial.add_bool_or(map(copied, some_of))
    backend, _ = load_backend("sat")
    return next(backend.load(trial).solutions(), None) is not None


def assert_minimal(model: Model, step: Deduction, background: Collection[Key] = ()) -> None:
    """All that is new follows, and without any one rule or fact some of it does not."""
    against = [~fact for fact in step.new]
    assert not possible(model, step.rules, step.facts, background, against)
    for spare in step.rules:
        assert possible(model, [rule for rule in step.rules if rule != spare], step.facts, background, against)
    for spare_fact in step.facts:
        kept = [fact for fact in step.facts if fact is not spare_fact]
        assert possible(model, step.rules, kept, background, against)


def assert_refuted(model: Model, refutation: Refutation, known: Sequence[Literal], background: Collection[Key]) -> None:
    """Every link must follow from its rule and what was told before; where there are cases, no value is forgotten."""
    told = [*known, refutation.supposed]
    for step in refutation.steps:
        for fact in step.facts:
            assert not possible(model, [step.rule], [*told, ~fact], background)
        told += step.facts
    if refutation.cases:
        (var,) = {case.supposed.var for case in refutation.cases}
        assert left_of(var, told) == [next(iter(case.supposed.values)) for case in refutation.cases]
        for case in refutation.cases:
            assert_refuted(model, case, told, background)
    else:
        assert not refutation.steps[-1].facts
        assert not possible(model, [refutation.steps[-1].rule], told, background)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(models(max_vars=4, max_constraints=4), st.sets(st.integers(0, 3), max_size=2))
def test_every_reason_suffices_and_nothing_in_it_is_spare(model: Model, taken_for_granted: set[int]) -> None:
    model.project_on(model.variables)
    background = {c.rule for place, c in enumerate(model.constraints) if place in taken_for_granted}
    answers = brute_force(model)
    explainer = Explainer(Bare(model, background), {}, effort=0.01)
    if not answers:
        with pytest.raises(ModelError):
            list(explainer.steps())
        return
    for step in explainer.steps():
        assert_minimal(model, step, background)
        assert not background & {rule.key for rule in step.rules}
        if step.refutation:
            assert step.refutation.supposed.values == (~step.fact).values
            assert_refuted(model, step.refutation, step.facts, background)
    for place, var in enumerate(model.variables):
        possible = {answer[place] for answer in answers}
        assert explainer.left[var] == possible, "the walk ends when nothing more follows"
    assert explainer.unsettled == [
        var for place, var in enumerate(model.variables) if len({answer[place] for answer in answers}) > 1
    ]


def test_a_newspaper_sudoku_is_walked_to_the_end_by_singles() -> None:
    stated, givens = sudoku(NEWSPAPER)
    explainer = Explainer(stated, givens)
    steps = list(explainer.steps())
    assert not explainer.unsettled
    assert {step.name for step in steps} <= {"last cell", "hidden single", "naked single"}
    assert len(steps) == 81 - len(givens)


def test_where_each_of_the_other_values_went_is_said() -> None:
    """R1C1 sees 1, 2 and 3 in its row, 4, 5 and 6 in its column, 7 and 8 in its box."""
    stated, givens = sudoku("...123....7.........8......4........5........6...................................")
    step = next(Explainer(stated, givens).steps())
    assert (step.name, step.rules, len(step.facts)) == ("naked single", (), 8)
    for fact, origin in zip(step.facts, step.origins, strict=True):
        assert isinstance(origin, Literal)
        assert origin.var is not fact.var
        assert origin.values == {taken_away(fact)}, "a cell that holds the digit"


@pytest.mark.slow
def test_reasons_of_a_hard_sudoku_are_minimal() -> None:
    puzzle = load_puzzle("sudoku")
    instance = next(iter(puzzle.read(instance_files(puzzle)["top1465"])))
    stated = puzzle.formulations["cells"](instance)
    givens = stated.givens(instance)
    for step in Explainer(stated, givens).steps():
        if not step.unique:  # which does not follow without that
            assert_minimal(stated.model, step)


@pytest.mark.slow
def test_the_grade_ranks_puzzles_as_a_rater_of_sudokus_does() -> None:
    """Rank correlation with the ratings of Sukaku Explainer, on every fourth of 200 puzzles from easy to hard."""
    puzzle = load_puzzle("sudoku")
    instances = list(puzzle.read(instance_files(puzzle)["se_rated"]))[::4]
    ratings = [float(instance.name.split()[-1].strip("()")) for instance in instances]
    grades, numbers = [], []
    for instance in instances:
        stated = puzzle.formulations["cells"](instance)
        steps = list(Explainer(stated, stated.givens(instance)).steps())
        grades.append(GRADES.index(grade(steps)))
        numbers.append(max(step.number or 0 for step in steps))
    assert spearman(ratings, grades) > 0.95
    assert spearman(ratings, numbers) > 0.95


@rows(
    ("arguments", "ending"),
    [
        ("grecian --instance toy", "dial 1: 2 clockwise or 1 anticlockwise"),
        ("cubes", "cube 4    G      G      R     Y"),
        ("cover", "There are several answers: nothing settles Noodling, Water Witching."),
        ("dealing", "100 cards"),
        ("dealing --instance hundred-cards", "100 cards"),
        ("sudoku --instance order_6", "| 5 3 4 | 6 2 1 |"),
    ],
)
def test_every_puzzle_is_explained_to_its_answer(
    arguments: str, ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments.split(), "--effort", "0.2"]) == 0
    assert ending in capsys.readouterr().out


def test_the_graph_of_the_cubes_is_told_in_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    line = "  walked B –1→ Y –3→ G –4→ R –2→ B"
    assert main(["cubes"]) == 0
    assert line in capsys.readouterr().out.splitlines()
    assert main(["cubes", "--json"]) == 0
    assert line in json.loads(capsys.readouterr().out)["argument"]
    assert main(["cubes", "--brief"]) == 0
    assert "walked" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", ["sudoku --instance inkala --time-limit 0.6", "cubes --instance haque-30 --time-limit 1"]
)
def test_what_was_found_is_not_lost_when_the_time_is_up(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments.split(), "--json"]) == 3
    captured = capsys.readouterr()
    assert captured.err.startswith("stopped: the time limit came ")
    assert not captured.out or json.loads(captured.out)["status"] == "stopped"


def test_a_file_without_so_many_puzzles_is_one_sentence() -> None:
    with pytest.raises(InputError, match="there are 4 puzzles in it, and no number 9"):
        main(["sudoku", "--instance", "inkala_four", "--number", "9"])


def test_the_dials_are_explained_by_their_columns_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """What shows through the holes is plain to see, so that no reason needs to name it."""
    assert main(["grecian", "--instance", "toy", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    sentences = {sentence for step in record["steps"] for sentence in step["rules"]}
    assert sentences <= {f"column {column} sums to 15" for column in (1, 2, 3)}


@pytest.mark.slow
def test_every_refutation_of_the_grecian_computer_holds() -> None:
    puzzle = load_puzzle("grecian")
    instance = next(iter(puzzle.read(instance_files(puzzle)["grecian"])))
    stated = puzzle.formulations["element"](instance)
    explainer = Explainer(stated, {})
    steps = list(explainer.steps())
    assert not explainer.unsettled
    assert any(step.refutation for step in steps)
    for step in steps:
        assert_minimal(stated.model, step, stated.background)
        if step.refutation:
            assert_refuted(stated.model, step.refutation, step.facts, stated.background)


def test_case_reasoning_is_told_link_by_link(capsys: pytest.CaptureFixture[str]) -> None:
    """Who takes Moonshine for Nature has nobody left for Woodsmanship: all who meet it meet Nature too."""
    assert main(["cover", "--instance", "wildwood"]) == 0
    text = capsys.readouterr().out
    assert "3. Bible Study    by one rule\n       by the rule: Culture is met exactly once" in text, "what is chosen"
    out = text.splitlines()
    place = out.index("       suppose Moonshine:")
    assert out[place + 1].startswith("         Nature is met exactly once: so not Noodling")
    assert out[place + 2] == "         Woodsmanship is met exactly once: impossible"


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        ("sudoku --instance order_6", ["  1. R1C3 = 1    hidden single", "  2. R3C3 = 5    hidden single"]),
        ("grecian --instance toy", ["  1. turn of dial 2 = 1    by column 2 sums to 15"]),
        (
            "cover --instance langford-4",
            ["  5. not 2 p2 p5    by 1 is met exactly once; p2 is met exactly once; p5 is met exactly once"],
        ),
    ],
)
def test_in_brief_each_step_is_a_line(arguments: str, lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments.split(), "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)["steps"]
    assert main([*arguments.split(), "--brief"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert set(lines) <= set(out)
    assert "langford" not in arguments or out[2].endswith("p1 is met exactly once; and 3 more")
    assert [line for line in out if re.match(r" *\d+\. ", line)] == out[2 : 2 + len(steps)]


@pytest.mark.parametrize(
    ("grid", "name", "line"),
    [
        # With eight reasons 3 is all that is left for R1C3; but row 1 lacks nothing else.
        ("12.456789" + "." * 72, "last cell", "last cell of row 1: only 3 is missing"),
        # R1C1 has only 9 left; but the eights leave only R6C6 in box 5, which is seen sooner.
        (
            "...123... .7..8.... ..8...... 4......8. 58....... 6........ ......... ...8..... .........",
            "hidden single",
            "in box 5, 8 fits only R6C6",
        ),
    ],
)
def test_what_is_seen_sooner_comes_before_the_only_digit_left(grid: str, name: str, line: str) -> None:
    stated, givens = sudoku(grid.replace(" ", ""))
    step = next(Explainer(stated, givens).steps())
    assert (step.name, [said for said, _ in reasons(step, stated)]) == (name, [line])


def test_what_is_known_of_a_cell_is_told_as_what_is_left() -> None:
    x = Model("m").new_int_var(1, 9, "R1C5")
    assert phrases([x != value for value in (2, 3, 5, 6, 7, 8, 9)], Bare(Model("m"))) == ["R1C5 is 1 or 4"]
    assert phrases([x != 2], Bare(Model("m"))) == ["R1C5 ≠ 2"]


def test_one_pattern_takes_all_it_can_away_in_one_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sudoku", "--instance", "se_rated", "--number", "60", "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)["steps"]
    assert any(len(step["new"]) > 2 for step in steps)
    for before, after in pairwise(steps):
        same = before["seen"]["words"] == after["seen"]["words"] and before["technique"] == after["technique"]
        assert not same, "what a pattern shows is told once"


@pytest.mark.parametrize("number", [130, 180, *(pytest.param(number, marks=pytest.mark.slow) for number in (160, 200))])
def test_hard_sudokus_are_told_to_their_end(number: int) -> None:
    """Rated 7 to 9, where chains are needed: every step is seen, and the links of a chain lead from cell to cell."""
    puzzle = load_puzzle("sudoku")
    instance = list(puzzle.read(instance_files(puzzle)["se_rated"]))[number - 1]
    stated = puzzle.formulations["cells"](instance)
    chained = 0
    for step in Explainer(stated, stated.givens(instance)).steps():
        assert step.pattern is not None
        lines = [said for said, _ in reasons(step, stated)]
        assert lines
        assert not any("long search" in line for line in lines)
        links = step.pattern.links
        if [link.kind for link in links] == [WEAK if place % 2 else STRONG for place in range(len(links))] and links:
            chained += 1
            assert all(one.end == other.start for one, other in pairwise(links))
            assert step.name == "simple colouring" or re.match(r"R\dC\d( [-=]\d[-=] R\dC\d)+, so R", lines[0])
    assert chained


@pytest.mark.slow
def test_even_the_hardest_sudokus_are_told_to_their_end() -> None:
    puzzle = load_puzzle("sudoku")
    for instance in islice(puzzle.read(instance_files(puzzle)["hardest_1106"]), 3):
        stated = puzzle.formulations["cells"](instance)
        steps = list(Explainer(stated, stated.givens(instance)).steps())
        assert all(step.pattern for step in steps)
        assert max(step.number or 0 for step in steps) > 9, "they need nets, of which each arm sees patterns, or more"
        assert max(len(step.pattern.lines) for step in steps if step.pattern) < 200


def test_the_clock_is_looked_at_while_steps_are_looked_for_among_very_many_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = Model("wide")
    x, w = model.new_int_var(0, 3, "x"), model.new_int_var(0, 20_000, "w")
    model.add(w == 5_000 * x + 7, because="w is 5000 x and 7")
    model.add(x >= 1, because="x is not 0")
    between = [0]
    as_before = Reasoner.literal

    def noting(reasoner: Reasoner, fact: Literal) -> int:
        between[-1] += 1
        return as_before(reasoner, fact)

    def look() -> None:
        between.append(0)
        if len(between) > 200:
            raise OutOfTime("enough")

    monkeypatch.setattr(Reasoner, "literal", noting)
    with pytest.raises(OutOfTime):
        next(Explainer(Bare(model, ()), {}, Clock(None, look)).steps())
    assert max(between) <= 2 * LOOK_EVERY


def test_what_a_definition_says_of_auxiliaries_alone_is_not_told() -> None:
    """The greatest of one is that one, in a clause of one literal, whose variable no answer has."""
    model = Model("greatest")
    row, x = model.new_int_vars(1, 0, 3, "row"), model.new_int_var(0, 1, "x")
    model.add(row.max() + x <= 1)
    assert [step.new for step in Explainer(Bare(model, ()), {}).steps()] == [(row[0] != 2,), (row[0] != 3,)]
