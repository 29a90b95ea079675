"""Foreign programs that read what we write, and what our comments in it say of their answers."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from models.language.model import IntVar, Linear, Model
from solvers.formats.document import Export
from solvers.formats.registry import FORMATS, writer
from solvers.formats.xcsp3.writing import is_native
from solvers.lowering.covering import covering
from solvers.lowering.native import native_form
from solvers.lowering.plain import reach
from tests.random_models import Answers, brute_force, decisions_of, models


def needs(package: str) -> pytest.MarkDecorator:
    """Skips a test where a package is missing; it is not imported here."""
    return pytest.mark.skipif(importlib.util.find_spec(package) is None, reason=f"{package} is not installed")


def needs_program(program: str, how: str) -> pytest.MarkDecorator:
    """Skips a test, and says so, where ``program`` is not installed; ``how`` says how it would be."""
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed: {how}")


def written(name: str, model: Model) -> str:
    """A model in the format called ``name``."""
    return "".join(writer(FORMATS[name]).write(Export(model, "a test")))


class Comments:
    """What the comments of a file say about which literal stands for which value, and what is the answer."""

    def __init__(self, text: str, comment: str) -> None:
        self.literals: dict[str, dict[int, int]] = {}
        self.answer: list[str] | None = None
        for line in text.splitlines():
            if not line.startswith(comment):
                continue
            name, equals, pairs = line.removeprefix(comment).rpartition(" = ")
            if equals and re.fullmatch(r"(-?\d+:[~-]?x?\d+ ?)+", pairs):
                self.literals[name] = {int(value): _number(literal) for value, literal in map(_pair, pairs.split())}
            elif line.startswith(f"{comment}answer: "):
                self.answer = names_listed(line.removeprefix(f"{comment}answer: "))

    def decided(self, true: Iterable[int]) -> tuple[int, ...]:
        """The values of the answer's variables, given all true literals."""
        known = set(true)
        return tuple(self._value(name, known) for name in (self.literals if self.answer is None else self.answer))

    def answers(self, model: Model, solutions: Iterable[Iterable[int]]) -> list[tuple[int, ...]]:
        """What is decided in each solution, in the order of the model's projection."""
        decided = map(self.decided, solutions)
        if self.answer is not None:
            return list(decided)
        return [tuple(values[var.index] for var in model.projection) for values in decided]

    def _value(self, name: str, true: set[int]) -> int:
        (value,) = (value for value, literal in self.literals[name].items() if literal in true)
        return value


def names_listed(text: str) -> list[str]:
    """The variables that are the answer."""
    return [] if text.startswith("nothing, ") else text.split(", ")


@st.composite
def with_objective(draw: st.DrawFn, largest: int = 10**6) -> Model:
    """A random model with something to be made small or large."""
    model = draw(models(max_vars=4, max_constraints=3))
    model.project_on(var for var in model.variables if var not in set(model.auxiliaries))
    weights = st.integers(-3, 3) | st.integers(-largest, largest)
    terms = sum((draw(weights) * var for var in draw(st.lists(st.sampled_from(model.variables), max_size=3))), 0)
    optimise = model.minimize if draw(st.booleans()) else model.maximize
    optimise(terms + draw(st.integers(-5, 5)))
    return model


def worth(model: Model, answer: tuple[int, ...]) -> int:
    """What the objective comes to in an answer, which must be one."""
    values = model.complete(dict(zip(model.projection, answer, strict=True)))
    assert model.first_violation(values) is None
    return model.objective.expression.value(values)


def best_of(model: Model) -> int | None:
    """What the best answer comes to, by brute force."""
    totals = [worth(model, answer) for answer in brute_force(model)]
    return (min if model.objective.sense == "minimize" else max)(totals, default=None)


def in_order_of_declaration(model: Model, answers: Answers) -> Answers:
    """Answers of a model whose every variable is part of them, as a file without the line ``answer:`` has them."""
    if len(model.projection) < len(model.variables):
        return answers
    places = sorted(range(len(model.projection)), key=lambda place: model.projection[place].index)
    return {tuple(answer[place] for place in places) for answer in answers}


def models_of(clauses: Sequence[Sequence[int]], over: Sequence[int]) -> Iterator[list[int]]:
    """All models of clauses, one for each assignment of the variables ``over``, found by python-sat."""
    from pysat.solvers import Solver

    with Solver("cadical153", bootstrap_with=clauses) as solver:
        while solver.solve():
            model = solver.get_model()
            yield model
            true = set(model)
            solver.add_clause([-var if var in true else var for var in over])


def clasp(text: str, folder: Path, optimise: bool = False) -> dict[str, Any]:
    """What clasp, which comes with clingo, says of an OPB file: all its solutions, or a best one.

    It gets equations as two inequalities: the clasp of clingo 5.8 finds that ``+2 x1 = 1`` has answers.
    """
    file = folder / "file.opb"
    file.write_text(re.sub(r"(?m)^([^*\n]+) = (\S+) ;$", _both_ways, text), encoding="utf-8")
    mode = "opt" if optimise else "ignore"
    options = [f"--opt-mode={mode}", "--models=0", "--quiet=0", "--outf=2"]
    command = [sys.executable, "-m", "clingo", "--mode=clasp", str(file), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def _both_ways(equation: re.Match[str]) -> str:
    terms, total = equation.groups()
    opposite = terms.translate(str.maketrans("+-", "-+"))
    return f"{terms} >= {total} ;\n{opposite} >= {-int(total)} ;"


def _run(program: str, *words: str | Path) -> str:
    """What a foreign program prints; it must not complain."""
    done = subprocess.run([program, *words], check=False, capture_output=True, text=True, timeout=100)
    assert "rror" not in done.stderr, done.stderr
    return done.stdout


def by_minizinc(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers of MiniZinc and Gecode as the output item shows them; an objective's better ones later."""
    path = folder / "model.mzn"
    path.write_text(written("minizinc", model), encoding="utf-8")
    shown = _told(_run("minizinc", "--solver", "gecode", "-a", path))
    return [tuple(int(line.rpartition(" = ")[2]) for line in answer if line) for answer in shown]


def by_gecode(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers of Gecode's FlatZinc program, which shows the variables that are marked for it."""
    path, text = folder / "model.fzn", written("flatzinc", model)
    path.write_text(text, encoding="utf-8")
    name_of = _marked(model, text)
    answers = []
    for answer in _told(_run("fzn-gecode", "-a", path)):
        values = dict(line.removesuffix(";").split(" = ") for line in answer)
        answers.append(tuple(int(values[name_of[var]]) for var in model.projection))
    return answers


def _marked(model: Model, text: str) -> dict[IntVar, str]:
    """The names in a FlatZinc file of the variables that make up an answer."""
    names = re.findall(r"^var [^:]*: (\w+) :: output_var;$", text, re.M)
    return dict(zip(sorted(model.projection, key=lambda var: var.index), names, strict=True))


def clauses_of(text: str) -> tuple[list[list[int]], list[int]]:
    """The clauses of a DIMACS file as python-sat reads them, and the variables that are counted."""
    from pysat.formula import CNF

    (shown,) = (line.split()[3:-1] for line in text.splitlines() if line.startswith("c p show "))
    return CNF(from_string=text).clauses, list(map(int, shown))


def by_pysat(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers of python-sat to DIMACS."""
    text = written("dimacs", model)
    found = Comments(text, "c ").answers(model, models_of(*clauses_of(text)))
    assert len(found) == len(set(found)), "one answer is several assignments of the variables that are counted"
    return found


def by_rc2(model: Model, folder: Path) -> int | None:
    """What the best answer comes to for python-sat's RC2, as the comment of a WCNF file says."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    text = written("wcnf", model)
    with RC2(WCNF(from_string=text)) as solver:
        solution = solver.compute()
        if solution is None:
            return None
        (answer,) = Comments(text, "c ").answers(model, [solution])
        best = noted(text, solver.cost)
        assert worth(model, answer) == best
        return best


OPB_LINE = re.compile(r"((?:[+-]\d+ x\d+ )+)(>=|=) (-?\d+) ;")
"""The one form of a constraint in OPB, without a negation."""


def opb_lines(text: str) -> list[tuple[list[tuple[int, str]], str, int]]:
    """Every line but comments and the objective, each of the one form."""
    found = []
    for line in text.splitlines():
        if not line.startswith(("*", "min:")):
            terms, relation, bound = OPB_LINE.fullmatch(line).groups()
            found.append(([(int(c), name) for c, name in re.findall(r"([+-]\d+) (x\d+)", terms)], relation, int(bound)))
    return found


def by_exact(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers of Exact to the lines of OPB."""
    from exact import Exact

    text, solver = written("opb", model), Exact()
    variables, constraints = map(int, re.match(r"\* #variable= (\d+) #constraint= (\d+)\n", text).groups())
    for number in range(1, variables + 1):
        solver.addVariable(f"x{number}", 0, 1)
    lines = opb_lines(text)
    assert len(lines) == constraints
    for terms, relation, bound in lines:
        solver.addConstraint(terms, True, bound, relation == "=", bound)
    comments = Comments(text, "* ")
    numbers = sorted({abs(literal) for of_var in comments.literals.values() for literal in of_var.values()})
    names, found = [f"x{number}" for number in numbers], []
    while solver.runFull(optimize=False) == "SAT":
        values = solver.getLastSolutionFor(names)
        found.append([number if value else -number for number, value in zip(numbers, values, strict=True)])
        solver.invalidateLastSol(names)
        if not names:
            break
    return comments.answers(model, found)


def by_clasp(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers of clasp to OPB."""
    text = written("opb", model)
    (call,) = clasp(text, folder)["Call"]
    return Comments(text, "* ").answers(model, [witness["Value"] for witness in call.get("Witnesses", ())])


def best_by_clasp(model: Model, folder: Path) -> int | None:
    """What the best answer comes to for clasp, as the comment of an OPB file says."""
    text = written("opb", model)
    told = clasp(text, folder, optimise=True)
    if told["Result"] == "UNSATISFIABLE":
        return None
    (least,) = told["Models"]["Costs"]
    return noted(text, least)


def noted(text: str, cost: int) -> int:
    """What the objective of OPB or WCNF comes to, as a comment says, where the file minimises the cost."""
    sense, offset = re.search(r"(?m)^[*c] objective: (\w+) from (-?\d+) over 1$", text).groups()
    return int(offset) + cost if sense == "minimize" else int(offset) - cost


def fits_clasp(model: Model) -> bool:
    """Whether all sums stay within 32 bits, in which clasp adds up."""
    lines = (line for line in written("opb", model).splitlines() if not line.startswith("*"))
    numbers = (re.findall(r"[+-]\d+|(?<== )-?\d+", line) for line in lines)
    return all(sum(abs(int(number)) for number in line) < 2**31 for line in numbers)


def cosoco(text: str, folder: Path, *options: str) -> list[str]:
    """The lines of status, values and objective that cosoco prints of an XCSP3 file."""
    import cosoco_bin

    file = folder / "model.xml"
    file.write_text(text, encoding="utf-8")
    program = Path(cosoco_bin.__file__).with_name("cosoco")
    command = [program, file, "-colors=0", "-verb=0", "-model=1", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert re.search("^s ", done.stdout, re.MULTILINE), (done.returncode, done.stdout, text)
    return [line for line in done.stdout.splitlines() if line[:2] in ("s ", "v ", "o ")]


def by_cosoco(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers of cosoco to XCSP3; a star stands for every value."""
    answers: dict[tuple[int, ...], None] = {}
    absent = native_form(model, is_native).absent
    declared = {var: place for place, var in enumerate(var for var in model.variables if var not in absent)}
    for line in cosoco(written("xcsp3", model), folder, "-nbsols=0"):
        if line.startswith("v "):
            words = zip(line[2:].split(), declared, strict=True)
            values = product(*(var.domain if word == "*" else (int(word),) for word, var in words))
            answers |= dict.fromkeys(tuple(one[declared[var]] for var in model.projection) for one in values)
    return list(answers)


def best_by_cosoco(model: Model, folder: Path) -> int | None:
    lines = cosoco(written("xcsp3", model), folder)
    if "s UNSATISFIABLE" in lines:
        return None
    *_, found = [int(line.split()[1]) for line in lines if line.startswith("o ")]
    return found


MINI_TRACK = {"intension", "extension", "allDifferent", "sum", "element", "block"}
"""The constraints of XCSP3's mini track."""

GLOBAL = {"noOverlap", "cumulative", "cardinality", "lex"}
"""Those besides, of which a model is written that states them."""


FORGOTTEN = re.compile('closed="true">[^<]*</values> <occurs>[^<]*([a-z]|[.][.])')
"""Counts that are variables or ranges, of whose values no other may occur: cosoco 2.6 reads it as if others might."""


def fits_cosoco(model: Model) -> bool:
    """Whether numbers are not too large for 32 bits and good time, and there is a constraint: without, it crashes."""
    sums = [one.terms for one in model.constraints if isinstance(one, Linear)]
    if model.objective is not None:
        sums.append(tuple(model.objective.expression.summands()))
    small = all(abs(value) <= 10**6 for var in model.variables for value in (var.domain[0], var.domain[-1]))
    text = written("xcsp3", model)
    return (
        small
        and not FORGOTTEN.search(text)
        and all(reach(terms) < 2**31 for terms in sums)
        and any(f"<{kind}>" in text for kind in MINI_TRACK | GLOBAL)
    )


def by_miniexact(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers behind the covers that miniexact finds in Knuth's text: options are known by their numbers."""
    path = folder / "model.dlx"
    path.write_text(written("dlx", model), encoding="utf-8")
    problem = covering(model)
    options = [option for option in problem.options if option.items]
    idle = {option.group: option for option in problem.options if not option.items}
    answers = []
    for line in _run("miniexact", "-c", "-e", "-D", path).splitlines():
        if re.fullmatch(r"(\d+ )+", line):
            taken = [options[int(number) - 1] for number in line.split()]
            chosen = idle | {option.group: option for option in taken}
            assignment: dict[object, int] = {}
            for number, group in enumerate(problem.groups):
                assignment |= zip(group.members, chosen[number].choices[0], strict=True)
            answers.append(decisions_of(model, assignment))
    return answers


def by_ortools(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers of CP-SAT to the proto that it reads back; an objective's better ones later."""
    return asked_of_ortools(model)[0]


def asked_of_ortools(model: Model) -> tuple[list[tuple[int, ...]], float]:
    """Its answers, and what it says that the objective comes to in the best of them."""
    from ortools.sat.python import cp_model

    asked = cp_model.CpModel()
    proto = asked.proto if hasattr(asked, "proto") else asked.Proto()
    if hasattr(proto, "parse_text_format"):
        assert proto.parse_text_format(written("cpsat", model))
    else:  # before 9.15
        from google.protobuf import text_format

        text_format.Parse(written("cpsat", model), proto)
    answers: list[tuple[int, ...]] = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            values = self.response_proto.solution
            answers.append(tuple(values[var.index] for var in model.projection))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = model.objective is None
    solver.parameters.num_workers = 1
    solver.solve(asked, Collector())
    return answers, solver.objective_value


def _told(output: str) -> list[list[str]]:
    """The lines of each answer, up to its rule; the search must have come to its end."""
    assert re.search(r"^=====(=====|UNSATISFIABLE=====)$", output, re.M), output
    *answers, _ = output.split("----------\n") if "----------\n" in output else [output]
    return [answer.splitlines() for answer in answers]


def _pair(text: str) -> tuple[str, str]:
    value, _, literal = text.partition(":")
    return value, literal


def _number(literal: str) -> int:
    return int(literal.replace("~", "-").replace("x", ""))
