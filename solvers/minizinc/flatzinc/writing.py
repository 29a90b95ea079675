"""Models as FlatZinc in the builtins of the standard alone, which every FlatZinc solver takes.

Variables are integers, Boolean ones too, and have their own names. What is added is determined by them, so that each
solution of the model remains one solution of the file:

- for a test ``x in S`` a ``bool`` that is equal to it, made once;
- for a condition that a relation has a ``bool`` that is equal to the relation, which the condition implies;
- for an Element the place counted from 1, and under a condition what is read there;
- for a Table the number of the row that is taken, or under a condition a ``bool`` for each row;
- for the objective its value.

Native, where they have no condition, are product, quotient, remainder, maximum and minimum of variables and numbers,
and the absolute value of a variable: ``int_times``, ``int_div``, ``int_mod``, ``array_int_maximum``,
``array_int_minimum`` and ``int_abs``.

AllDifferent is a ``int_ne`` for each pair, as in MiniZinc's own library for solvers that know no such constraint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from models.language.auxiliaries import least_and_greatest
from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from models.language.declarations import Lowered
from models.language.domains import MAX_EXPLICIT_VALUES, between, runs_of
from models.language.expressions import Constraint, IntVar, Linear, LinearExpr, Literal
from models.language.model import Model, Objective
from solvers.formats.document import Export
from solvers.formats.names import Identifiers, one_line
from solvers.lowering.native import is_absolute, is_negated, is_plain_arithmetic, native_form
from solvers.lowering.plain import comparison, entries, kind_of, plain, reads_numbers_only
from solvers.minizinc.writing import MAX_CHUFFED_INT, RESERVED, label, listed, refuse_large

DIVISOR = "puzzlebench_divisor"
"""The annotation of a solve item that says what the value of the objective is divided by to be shown."""

Boolean = tuple[bool, str]  # a bool of the file as it is, or its negation


def write(export: Export) -> Iterator[str]:
    """The model as FlatZinc; ``output_var`` marks what is an answer, or an empty ``output_array`` that nothing does."""
    refuse_large(export.model, "FlatZinc")
    writer = _ItemWriter(export.model)
    yield from (f"% {comment}\n" for comment in export.comments)
    yield from writer.variables
    yield from writer.constraints
    yield f"solve {writer.goal};\n"


class _ItemWriter:
    """The items of a file; what is introduced on the way is declared before all constraints."""

    def __init__(self, model: Model) -> None:
        self._identifiers = Identifiers(RESERVED)
        self.names = [self._identifiers.new(var.name) for var in model.variables]
        self._tests: dict[Literal, Boolean] = {}
        self._numbers: dict[str, str] = {}
        self._places: dict[IntVar, str] = {}
        self._note = ""
        self.constraints: list[str] = []
        shown, form = set(model.projection), native_form(model, is_native)
        self.variables = [
            f"var {listed(var.domain)}: {name}{' :: output_var' if var in shown else ''};\n"
            for var, name in zip(model.variables, self.names, strict=True)
            if var not in form.absent
        ]
        if not shown:
            nothing = self._identifiers.new("nothing")
            self.variables.append(f"array [1..0] of var int: {nothing} :: output_array([1..0]) = [];\n")
        self._because = ""
        for stated in form.stated:
            self._begin(stated.constraints[0])
            getattr(self, f"_{stated.kind}")(*stated.arguments)
        for constraint in plain(form.constraints, split_elements=False):
            self._begin(constraint)
            getattr(self, f"_{kind_of(constraint)}")(constraint)
        self._note = ""
        self.goal = "satisfy" if model.objective is None else self._goal(model.objective)

    def _begin(self, constraint: Constraint) -> None:
        """The sentence of a rule as a comment, and its key as what annotates its constraints."""
        if constraint.because and constraint.because != self._because:
            self._because = constraint.because
            self.constraints.append(f"% {one_line(self._because)}\n")
        self._note = f" :: mzn_constraint_name({label(constraint.key)})" if constraint.key else ""

    # One function for each kind of constraint

    def _all_different(self, constraint: AllDifferent) -> None:
        for one, other in combinations(constraint.variables, 2):
            self._relation("int_ne", f"{self._name(one)}, {self._name(other)}", constraint.condition)

    def _at_most_one(self, constraint: AtMostOne) -> None:
        self._count("int_lin_le", constraint.literals, constraint.condition)

    def _clause(self, constraint: Clause) -> None:
        alone = None
        if len(constraint.literals) == 1 and not constraint.condition and not constraint.literals[0].is_never:
            alone = self._builtin(constraint.literals[0])
        if alone:
            self._post(*alone)
        else:
            self._some(map(self._test, constraint.literals), constraint.condition)

    def _element(self, constraint: Element) -> None:
        place = self._place(constraint.index)
        read = target = self._name(constraint.target)
        if constraint.condition:
            read = self._new(listed(entries(constraint)), "read")
        array = (self._name(entry) if isinstance(entry, IntVar) else str(entry) for entry in constraint.array)
        name = "array_int_element" if reads_numbers_only(constraint) else "array_var_int_element"
        self._post(name, f"{place}, [{', '.join(array)}], {read}", defines=read if constraint.condition else "")
        if constraint.condition:
            self._relation("int_eq", f"{read}, {target}", constraint.condition)

    def _exactly_one(self, constraint: ExactlyOne) -> None:
        self._count("int_lin_eq", constraint.literals, constraint.condition)

    def _linear(self, constraint: Linear) -> None:
        sign = -1 if constraint.relation == ">=" else 1
        summands = [(sign * coefficient, self._name(var)) for coefficient, var in constraint.terms]
        name = {"==": "int_lin_eq", "!=": "int_lin_ne"}.get(constraint.relation, "int_lin_le")
        if summands:
            self._relation(name, _sum(summands, sign * constraint.constant), constraint.condition)
        elif not constraint.relation_holds({}):
            self._some([], constraint.condition)

    def _table(self, constraint: Table) -> None:
        rows = constraint.rows()
        if not rows:
            self._some([], constraint.condition)
        elif constraint.condition:
            self._some([self._all_true(map(_is, constraint.variables, row)) for row in rows], constraint.condition)
        elif constraint.variables:
            taken = self._new(f"1..{len(rows)}", "row", "")
            for var, column in zip(constraint.variables, zip(*rows, strict=True), strict=True):
                self._post("array_int_element", f"{taken}, [{', '.join(map(str, column))}], {self._name(var)}")

    # One function for each global constraint

    def _max_equality(self, target: LinearExpr, sums: Sequence[LinearExpr]) -> None:
        if is_absolute(sums):
            inside = min(sums, key=is_negated)
            self._post("int_abs", self._entries([inside, target]))
            return
        least = is_negated(target)
        target, sums = (-target, [-one for one in sums]) if least else (target, sums)
        name = "array_int_minimum" if least else "array_int_maximum"
        self._post(name, f"{self._entries([target])}, [{self._entries(sums)}]")

    def _multiplication_equality(self, target: LinearExpr, *factors: LinearExpr) -> None:
        self._post("int_times", self._entries([*factors, target]))

    def _division_equality(self, target: LinearExpr, *sums: LinearExpr) -> None:
        self._post("int_div", self._entries([*sums, target]))

    def _modulo_equality(self, target: LinearExpr, *sums: LinearExpr) -> None:
        self._post("int_mod", self._entries([*sums, target]))

    # Their helpers

    def _entries(self, sums: Iterable[LinearExpr]) -> str:
        variables = (next((self._name(var) for _, var in one.summands()), "") for one in sums)
        return ", ".join(name or str(one.constant) for name, one in zip(variables, sums, strict=True))

    def _count(self, name: str, literals: Sequence[Literal], condition: Sequence[Literal]) -> None:
        """The number of true tests is 1, or at most 1; ¬b counts as 1 − b."""
        summands, bound = [], 1
        for literal in literals:
            if literal.is_never or literal.is_always:
                bound -= literal.is_always
                continue
            true, counted = 1 in literal.values, self._name(literal.var)
            if not literal.var.is_boolean:
                true, boolean = self._test(literal)
                counted = self._number(boolean)
            summands.append((1 if true else -1, counted))
            bound -= not true
        if summands:
            self._relation(name, _sum(summands, bound), condition)
        elif bound < 0 or (bound > 0 and name == "int_lin_eq"):
            self._some([], condition)

    def _relation(self, name: str, arguments: str, condition: Sequence[Literal]) -> None:
        """A relation that has a form ending in ``_reif``; under a condition, that is implied to be true."""
        if not condition:
            self._post(name, arguments)
            return
        holds = self._new("bool", "holds")
        self._post(f"{name}_reif", f"{arguments}, {holds}", defines=holds)
        self._some([(True, holds)], condition)

    def _some(self, booleans: Iterable[Boolean], condition: Iterable[Literal] = ()) -> None:
        """Under the condition, one of ``booleans`` is true."""
        signed = [*booleans, *((not true, name) for true, name in map(self._test, condition))]
        true, false = ([name for sign, name in signed if sign is wanted] for wanted in (True, False))
        self._post("bool_clause", f"[{', '.join(true)}], [{', '.join(false)}]")

    def _test(self, literal: Literal) -> Boolean:
        """The ``bool`` that is true exactly when ``literal`` is, or false exactly then."""
        if literal.is_never or literal.is_always:
            return literal.is_always, "true"
        if literal not in self._tests:
            briefer = min(literal, ~literal, key=lambda test: len(runs_of(test.values)))
            builtin = self._builtin(briefer)
            if builtin:
                boolean = self._new("bool", "test")
                self._post(f"{builtin[0]}_reif", f"{builtin[1]}, {boolean}", defines=boolean)
            else:
                var, runs = briefer.var, runs_of(briefer.values)
                parts = (Literal(var, between(var.domain, run[0], run[-1])) for run in runs)
                boolean = self._equal_some("test", [self._test(part) for part in parts])
            self._tests[briefer], self._tests[~briefer] = (True, boolean), (False, boolean)
        return self._tests[literal]

    def _builtin(self, literal: Literal) -> tuple[str, str] | None:
        """The builtin that says a test, and its arguments; None where its values are too many to be listed."""
        name, compared = self._name(literal.var), comparison(literal)
        if compared and compared[0] in ("==", "!="):
            return "int_eq" if compared[0] == "==" else "int_ne", f"{name}, {compared[1]}"
        if len(runs_of(literal.values)) > 1 and len(literal.values) > MAX_EXPLICIT_VALUES:
            return None
        return "set_in", f"{name}, {listed(literal.values)}"

    def _all_true(self, literals: Iterable[Literal]) -> Boolean:
        """A ``bool`` that is false exactly when one of ``literals`` is."""
        return False, self._equal_some("broken", [self._test(~literal) for literal in literals])

    def _equal_some(self, stem: str, parts: Sequence[Boolean]) -> str:
        """A new ``bool`` that is true exactly when one of ``parts`` is."""
        boolean, kept = self._new("bool", stem, ""), self._note
        self._note = ""  # this only defines
        for true, name in parts:
            self._some([(not true, name), (True, boolean)])
        self._some([*parts, (False, boolean)])
        self._note = kept
        return boolean

    def _number(self, boolean: str) -> str:
        """The variable that is 1 where ``boolean`` is true, and 0 where it is not."""
        if boolean not in self._numbers:
            number = self._numbers[boolean] = self._new("0..1", "number")
            self._post("bool2int", f"{boolean}, {number}", defines=number)
        return self._numbers[boolean]

    def _place(self, index: IntVar) -> str:
        """The variable that is one more than ``index``: arrays are counted from 1."""
        if index not in self._places:
            place = self._places[index] = self._new(f"{index.domain[0] + 1}..{index.domain[-1] + 1}", "place")
            self._post("int_lin_eq", _sum([(1, place), (-1, self._name(index))], 1), defines=place)
        return self._places[index]

    def _goal(self, objective: Objective) -> str:
        terms, constant = tuple(objective.expression.summands()), objective.expression.constant
        least, greatest = least_and_greatest(terms)
        value = self._new(f"{least + constant}..{greatest + constant}", "value")
        summands = [*((c, self._name(var)) for c, var in terms), (-1, value)]
        self._post("int_lin_eq", _sum(summands, -constant), defines=value)
        note = f":: {DIVISOR}({objective.divisor}) " if objective.divisor != 1 else ""
        return f"{note}{objective.sense} {value}"

    def _new(self, kind: str, stem: str, note: str = " :: is_defined_var") -> str:
        name = self._identifiers.new(stem)
        self.variables.append(f"var {kind}: {name} :: var_is_introduced{note};\n")
        return name

    def _name(self, var: IntVar) -> str:
        return self.names[var.index]

    def _post(self, name: str, arguments: str, defines: str = "") -> None:
        """A constraint by the name of its rule, or the definition of a variable, which no rule is to be blamed for."""
        note = f" :: defines_var({defines})" if defines else self._note
        self.constraints.append(f"constraint {name}({arguments}){note};\n")


def is_native(stated: Lowered) -> bool:
    return is_plain_arithmetic(stated, MAX_CHUFFED_INT)


def _sum(summands: Sequence[tuple[int, str]], bound: int) -> str:
    coefficients, names = zip(*summands, strict=True)
    return f"[{', '.join(map(str, coefficients))}], [{', '.join(names)}], {bound}"


def _is(var: IntVar, value: int) -> Literal:
    return Literal(var, frozenset((value,)))
