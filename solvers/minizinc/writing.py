"""MiniZinc, to be read: the variables' own names, one constraint item a rule with its sentence, globals by name.

Every kind of the modelling language has its words in MiniZinc, so nothing has to be introduced; a condition is an
implication. The key of a rule is the string annotation of its constraint, by which MiniZinc's own tools name it.

Native, where it has no condition: ``no_overlap``, ``no_overlap_2d`` and ``cumulative`` of intervals that are always
there and longer than 0 (where a demand exceeds the capacity, solvers differ about length 0), ``automaton``,
``global_cardinality``, ``inverse``, lexicographic order, maximum, minimum and absolute value, product, quotient and
remainder. The auxiliary variables of what these were lowered to are not declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain, groupby

from models.errors import InputError
from models.language.auxiliaries import values_of
from models.language.base import Domain, Key
from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from models.language.declarations import Lowered
from models.language.domains import runs_of
from models.language.expressions import Constraint, IntVar, Linear, LinearExpr, Literal
from models.language.model import Model
from models.language.scheduling import Interval
from solvers.formats.document import Export
from solvers.formats.names import Identifiers, one_line, quoted, spelt
from solvers.lowering.native import (
    LEXICOGRAPHIC,
    OPERATIONS,
    NativeForm,
    intervals_in,
    is_absolute,
    is_counting,
    is_negated,
    native_form,
    reach_of,
    span_of,
)
from solvers.lowering.plain import MAX_MINIZINC_INT, comparison, kind_of, too_large

KEYWORDS = """
    ann annotation any array bool bounds case choice complete constraint default diff div domain else elseif endif enum
    explore exists false float forall function if impact in include infinity int intersect largest let list maximize
    minimize mod none not occurrence of op opt output par predicate record satisfy select set smallest solve string
    subset superset symdiff test then true tuple type union value_propagation var where xor
    add_to_output anti_first_fail bounds_propagation cache_result cc constraint_name defines_var dom_w_deg
    domain_propagation first_fail indomain indomain_interval indomain_max indomain_median indomain_middle indomain_min
    indomain_random indomain_split input_order is_defined_var max_regret most_constrained no_output output_array
    output_only output_var restart_none seq_search var_is_introduced warm_start
    """
RESERVED = frozenset(KEYWORDS.split())
"""Keywords, and annotations without arguments: no variable may be called so."""

RELATIONS = {"==": "=", "!=": "!=", "<=": "<=", ">=": ">="}

MAX_REFUSED_LETTERS = 300  # that a sentence repeats of what cannot be written
MAX_LISTED_VALUES = 30  # of a set; more of them are written as runs
MAX_CHUFFED_INT = 500_000_000  # where the integers of Chuffed end, the first of those that MiniZinc calls
MAX_TRANSITIONS = 100_000  # of an automaton, which has a number for each state and value

INCLUDED = {
    **{kind: kind for kind in ("all_different", "cumulative", "element", "inverse", "table")},
    "automaton": "regular",
    "lexicographic_less": "lex_less",
    "lexicographic_less_equal": "lex_lesseq",
    "no_overlap": "disjunctive_strict",
    "no_overlap_2d": "diffn",
}


NATIVE = {
    *OPERATIONS,
    *LEXICOGRAPHIC,
    "automaton",
    "cumulative",
    "global_cardinality",
    "inverse",
    "max_equality",
    "no_overlap",
    "no_overlap_2d",
}
"""The global constraints that MiniZinc has, some only of what ``is_native`` says; any other is written as lowered."""


def write(export: Export, form: NativeForm | None = None) -> Iterator[str]:
    model = export.model
    refuse_large(model, "MiniZinc")
    words, form = Words(model), form or native_form(model, is_native)
    yield from (f"% {comment}\n" for comment in export.comments)
    needed = {*(one.kind for one in form.stated), *map(kind_of, form.constraints)}
    globals_ = [word for kind, word in INCLUDED.items() if kind in needed]
    globals_ += sorted({_counting(*one.arguments[2:]) for one in form.stated if one.kind == "global_cardinality"})
    yield from (f'include "{word}.mzn";\n' for word in globals_)
    yield "\n"
    declared = (var for var in model.variables if var not in form.absent)
    yield from (f"var {domain(var.domain)}: {words.names[var.index]};\n" for var in declared)
    rules = [(one.constraints[0], words.stated(one)) for one in form.stated]
    lowered = ((constraint, words.constraint(constraint)) for constraint in form.constraints)
    for (key, because), group in groupby(chain(rules, lowered), key=lambda each: (each[0].key, each[0].because)):
        posted = [text for _, text in group]
        yield f"\n% {one_line(because)}\n" if because else "\n"
        note = f":: {label(key)} " if key else ""
        if len(posted) == 1:
            yield f"constraint {note}{posted[0]};\n"
        else:
            yield f"constraint {note}forall([\n  " + ",\n  ".join(posted) + "\n]);\n"
    goal = model.objective
    yield f"\nsolve {goal.sense} {words.sum(goal.expression)};\n" if goal else "\nsolve satisfy;\n"
    shown = (f'  {quoted(var.name)} ++ " = \\({words.names[var.index]})\\n"' for var in model.projection)
    yield "output [\n" + ",\n".join(shown) + "\n];\n" if model.projection else 'output [""];\n'


class Words:
    """The variables and constraints of a model in MiniZinc's words."""

    def __init__(self, model: Model) -> None:
        identifiers = Identifiers(RESERVED)
        self.names = [identifiers.new(var.name) for var in model.variables]

    def constraint(self, constraint: Constraint) -> str:
        """A constraint; a condition is what implies it."""
        text: str = getattr(self, f"_{kind_of(constraint)}")(constraint)
        if not constraint.condition:
            return text
        return " /\\ ".join(map(self.test, constraint.condition)) + f" -> {text}"

    def test(self, literal: Literal) -> str:
        """A test, by the fewest signs."""
        if literal.is_never or literal.is_always:
            return "true" if literal.is_always else "false"
        name, compared = self.names[literal.var.index], comparison(literal)
        return f"{name} {RELATIONS[compared[0]]} {compared[1]}" if compared else f"{name} in {domain(literal.values)}"

    def sum(self, expression: LinearExpr) -> str:
        return self._terms(expression.summands(), expression.constant)

    # One function for each kind of constraint

    def _all_different(self, constraint: AllDifferent) -> str:
        return f"all_different([{self._list(constraint.variables)}])" if len(constraint.variables) > 1 else "true"

    def _at_most_one(self, constraint: AtMostOne) -> str:
        return f"{self._true_ones(constraint.literals)} <= 1"

    def _clause(self, constraint: Clause) -> str:
        return " \\/ ".join(map(self.test, constraint.literals)) or "false"

    def _element(self, constraint: Element) -> str:
        entries = self._list(constraint.array)
        place, target = self.names[constraint.index.index], self.names[constraint.target.index]
        return f"element({place}, array1d(0..{len(constraint.array) - 1}, [{entries}]), {target})"

    def _exactly_one(self, constraint: ExactlyOne) -> str:
        return f"{self._true_ones(constraint.literals)} = 1"

    def _linear(self, constraint: Linear) -> str:
        return f"{self._terms(constraint.terms)} {RELATIONS[constraint.relation]} {constraint.constant}"

    def _table(self, constraint: Table) -> str:
        rows = constraint.rows()
        if not rows or not constraint.variables:
            return "true" if rows else "false"
        written = " | ".join(", ".join(map(str, row)) for row in rows)
        return f"table([{self._list(constraint.variables)}], [| {written} |])"

    # One function for each global constraint

    def stated(self, one: Lowered) -> str:
        text: str = getattr(self, f"_{one.kind}")(*one.arguments)
        return text

    def _no_overlap(self, tasks: Sequence[Interval]) -> str:
        return f"disjunctive_strict({self._parts(tasks, 'start')}, {self._parts(tasks, 'size')})"

    def _no_overlap_2d(self, *sides: Sequence[Interval]) -> str:
        parts = (self._parts(tasks, part) for part in ("start", "size") for tasks in sides)
        return f"diffn({', '.join(parts)})"

    def _cumulative(self, tasks: Sequence[Interval], demands: Sequence[LinearExpr], capacity: LinearExpr) -> str:
        starts, sizes = self._parts(tasks, "start"), self._parts(tasks, "size")
        return f"cumulative({starts}, {sizes}, {self._sums(demands)}, {self.sum(capacity)})"

    def _automaton(
        self, letters: Sequence[IntVar], start: int, final: Sequence[int], steps: Sequence[tuple[tuple[int, int], int]]
    ) -> str:
        """States are numbered from 1 on, and so are the values; 0 is no state."""
        number, values = _states(start, steps), _alphabet(letters)
        following = dict(steps)
        rows = (
            ", ".join(str(number[following[state, v]] if (state, v) in following else 0) for v in values)
            for state in number
        )
        read = self._sums([letter - (values[0] - 1) for letter in letters])
        ends = ", ".join(str(number[state]) for state in final if state in number)
        table = " | ".join(rows)
        return f"regular({read}, {len(number)}, {len(values)}, [| {table} |], {number[start]}, {{{ends}}})"

    def _global_cardinality(
        self, things: Sequence[LinearExpr], values: Sequence[int], counts: Sequence[LinearExpr | range], closed: bool
    ) -> str:
        name = _counting(counts, closed)
        if "low_up" in name:
            spans = [span_of(count) for count in counts]
            numbers = f"{[span[0] for span in spans]}, {[span[-1] for span in spans]}"
        else:
            numbers = self._sums(count for count in counts if isinstance(count, LinearExpr))
        return f"{name}({self._sums(things)}, {list(values)}, {numbers})"

    def _lexicographic_less(self, *both: Sequence[LinearExpr]) -> str:
        return f"lex_less({', '.join(map(self._sums, both))})"

    def _lexicographic_less_equal(self, *both: Sequence[LinearExpr]) -> str:
        return f"lex_lesseq({', '.join(map(self._sums, both))})"

    def _inverse(self, *both: Sequence[IntVar]) -> str:
        return f"inverse({', '.join(f'array1d(0..{len(each) - 1}, [{self._list(each)}])' for each in both)})"

    def _max_equality(self, target: LinearExpr, sums: Sequence[LinearExpr]) -> str:
        if is_absolute(sums):
            return f"{self.sum(target)} = abs({self.sum(sums[0])})"
        if is_negated(target):  # a minimum is the maximum of what is negated
            return f"{self.sum(-target)} = min({self._sums([-one for one in sums])})"
        return f"{self.sum(target)} = max({self._sums(sums)})"

    def _multiplication_equality(self, target: LinearExpr, *factors: LinearExpr) -> str:
        return self._operation(target, "*", factors)

    def _division_equality(self, target: LinearExpr, *sums: LinearExpr) -> str:
        return self._operation(target, "div", sums)

    def _modulo_equality(self, target: LinearExpr, *sums: LinearExpr) -> str:
        return self._operation(target, "mod", sums)

    # Their helpers

    def _operation(self, target: LinearExpr, sign: str, sums: Iterable[LinearExpr]) -> str:
        return f"{self.sum(target)} = {f' {sign} '.join(f'({self.sum(one)})' for one in sums)}"

    def _parts(self, tasks: Iterable[Interval], part: str) -> str:
        return self._sums(getattr(task, part) for task in tasks)

    def _sums(self, sums: Iterable[LinearExpr]) -> str:
        return f"[{', '.join(map(self.sum, sums))}]"

    def _list(self, entries: Iterable[int | IntVar]) -> str:
        return ", ".join(self.names[entry.index] if isinstance(entry, IntVar) else str(entry) for entry in entries)

    def _true_ones(self, literals: Iterable[Literal]) -> str:
        """How many of the tests are true; a Boolean variable is the 1 that it counts."""
        tests = [
            self.names[one.var.index] if one.var.is_boolean and one.values == {1} else self.test(one)
            for one in literals
        ]
        return f"sum([{', '.join(tests)}])" if tests else "0"

    def _terms(self, terms: Iterable[tuple[int, IntVar]], constant: int = 0) -> str:
        signed = [(c, f"{'' if abs(c) == 1 else f'{abs(c)}*'}{self.names[var.index]}") for c, var in terms if c]
        if not signed:
            return str(constant)
        signed += [(constant, str(abs(constant)))] if constant else []
        text = "".join(f" {'-' if coefficient < 0 else '+'} {term}" for coefficient, term in signed)
        return text[3:] if signed[0][0] > 0 else f"-{text[3:]}"


def is_native(stated: Lowered) -> bool:
    """Whether MiniZinc has it, with the same meaning in each of its solvers."""
    if stated.kind not in NATIVE:
        return False
    if stated.kind == "multiplication_equality":
        return reach_of(stated.arguments[1]) * reach_of(stated.arguments[2]) < MAX_CHUFFED_INT
    if stated.kind == "automaton":
        letters, start, _, steps = stated.arguments
        return len(_states(start, steps)) * len(_alphabet(letters)) <= MAX_TRANSITIONS
    if stated.kind == "cumulative" and values_of(stated.arguments[2])[0] < 0:
        return False
    if stated.kind == "global_cardinality":
        return is_counting(stated)
    return all(not one.presence and values_of(one.size)[0] > 0 for one in intervals_in(stated))


def _counting(counts: Iterable[LinearExpr | range], closed: bool) -> str:
    """The constraint that counts values, by bounds where one of the counts is a range."""
    bounds = "_low_up" if any(isinstance(one, range) for one in counts) else ""
    return f"global_cardinality{bounds}{'_closed' if closed else ''}"


def _states(start: int, steps: Iterable[tuple[tuple[int, int], int]]) -> dict[int, int]:
    """The number of each state."""
    found = {start, *(state for (tail, _), head in steps for state in (tail, head))}
    return {state: number for number, state in enumerate(sorted(found), 1)}


def _alphabet(letters: Iterable[IntVar]) -> range:
    return range(min(one.domain[0] for one in letters), max(one.domain[-1] for one in letters) + 1)


def refuse_large(model: Model, language: str) -> None:
    """See to it that all numbers fit into 64 bits."""
    what = too_large(model, MAX_MINIZINC_INT)
    if what:
        raise InputError(f"{language}, which computes in 64 bits, cannot say {one_line(what, MAX_REFUSED_LETTERS)}")


def label(key: Key) -> str:
    """A key as a string literal without escapes, which not every FlatZinc solver reads."""
    words = one_line(spelt(key)).replace('"', "'").replace("\\", "/")
    return f'"{words}"'


def listed(values: Domain | Set[int]) -> str:
    runs = runs_of(values)
    return f"{runs[0][0]}..{runs[0][-1]}" if len(runs) == 1 else "{" + ", ".join(map(str, sorted(values))) + "}"


def domain(values: Domain | Set[int]) -> str:
    """A set of numbers as an expression: a range, a list, or ranges united."""
    runs = runs_of(values)
    if len(runs) == 1 or len(values) <= MAX_LISTED_VALUES:
        return listed(values)
    alone = [run[0] for run in runs if len(run) == 1]
    ranges = [f"{run[0]}..{run[-1]}" for run in runs if len(run) > 1]
    return "(" + " union ".join([*ranges, *(["{" + ", ".join(map(str, alone)) + "}"] if alone else [])]) + ")"
