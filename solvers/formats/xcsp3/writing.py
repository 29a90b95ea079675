"""XCSP3-core, the XML of the solver competitions, in the constraints of its mini track, and some besides.

These are intension, extension, allDifferent, sum and element (https://arxiv.org/abs/2009.00514). Native are, where they
have no condition: ``no_overlap`` and ``cumulative`` of intervals that are always there, begin with a variable not below
0 and have numbers for the rest; ``cardinality`` and ``lex`` of variables; and as intensions absolute value, product,
quotient and remainder of sums of one variable. With starts below 0, ``regular`` and maxima cosoco errs or crashes: they
are not written.

A condition makes an intension ``imp(condition, relation)``; what cannot stand in one, a table or an array of numbers,
is spelt out there.
Constraints of one rule are a ``block`` whose note is the rule's sentence. XCSP3 has no projection: where only some of
the variables are the answer, they are annotated as decision variables, and the annotation's note says what that means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, groupby
from xml.sax.saxutils import quoteattr

from models.language.auxiliaries import count_values, values_of
from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from models.language.declarations import Lowered
from models.language.domains import runs_of
from models.language.expressions import Constraint, IntVar, Linear, LinearExpr, Literal
from models.language.model import Model, Objective
from models.language.scheduling import Interval
from solvers.formats.document import PROJECTION, Export, ObjectiveNote
from solvers.formats.names import Identifiers, one_line, spelt
from solvers.lowering.native import (
    LEXICOGRAPHIC,
    OPERATIONS,
    is_absolute,
    is_counting,
    is_variable,
    native_form,
    reach_of,
    span_of,
)
from solvers.lowering.plain import comparison, kind_of, plain

OPERATORS = {"==": "eq", "!=": "ne", "<=": "le", ">=": "ge"}  # what XCSP3 calls the relations

NEVER, ALWAYS = "never", "always"  # expressions that are false and true; none of these reaches the file

MAX_PRODUCT = 2**31 - 1  # of two factors: some solvers compute in 32 bits
MAX_LISTED_VALUES = 100  # of a test; more are written by the ends of their runs

INDENT = "    "


def write(export: Export) -> Iterator[str]:
    """The model as an instance: variables, constraints, what to optimise, and which variables are the answer."""
    model = export.model
    writer = _InstanceWriter(model)
    optimised = model.objective is not None
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    for comment in export.comments:
        yield f"<!-- {_comment(comment)} -->\n"
    if model.objective is not None:
        yield f"<!-- {_comment(one_line(model.objective))} -->\n"
    yield f'<instance format="XCSP3" type="{"COP" if optimised else "CSP"}">\n  <variables>\n'
    yield from writer.variables()
    yield "  </variables>\n  <constraints>\n"
    yield from writer.constraints()
    yield "  </constraints>\n"
    if optimised:
        assert model.objective is not None
        yield "  <objectives>\n"
        yield writer.objective(model.objective)
        yield "  </objectives>\n"
    if len(model.projection) < len(writer.declared) + bool(writer.constant):
        yield f'  <annotations note="{PROJECTION}">\n'
        if model.projection:
            yield f"    <decision> {writer.listed(model.projection)} </decision>\n"
        yield "  </annotations>\n"
    yield "</instance>\n"


class _InstanceWriter:
    def __init__(self, model: Model) -> None:
        self._form = native_form(model, is_native)
        self.declared = [var for var in model.variables if var not in self._form.absent]
        self._identifiers = Identifiers()
        self._ids = [self._identifiers.new(var.name) for var in model.variables]
        # What can never hold is written of any variable; a file needs one, too.
        self._any = self.listed(self.declared[:1]) or self._identifiers.new("nothing")
        self._never = f"lt({self._any},{self.declared[0].domain[0] if self.declared else 0})"
        expression = None if model.objective is None else model.objective.expression
        has_constant = expression is not None and (expression.constant or not any(expression.summands()))
        self.constant = self._identifiers.new("one") if has_constant else ""  # a variable that is 1

    def variables(self) -> Iterator[str]:
        for var in self.declared:
            name = self._ids[var.index]
            note = f" note={quoteattr(one_line(var.name))}" if name != var.name else ""
            yield f'    <var id="{name}"{note}> {_values(var.domain)} </var>\n'
        if not self.declared:
            yield f'    <var id="{self._any}"> 0 </var>\n'
        if self.constant:
            yield f'    <var id="{self.constant}"> 1 </var>\n'

    def constraints(self) -> Iterator[str]:
        """Those of each rule in a block, with its sentence."""
        stated = ((one.constraints[0], [getattr(self, f"_{one.kind}")(*one.arguments)]) for one in self._form.stated)
        others = ((constraint, self._elements(constraint)) for constraint in self._form.constraints)
        for (key, because), rule in groupby(chain(stated, others), lambda one: (one[0].key, one[0].because)):
            elements = [element for _, each in rule for element in each]
            if not elements:
                continue
            if not (key or because):
                yield from (f"{INDENT}{element}\n" for element in elements)
                continue
            name = f' id="{self._identifiers.new(spelt(key))}"' if key else ""
            note = f" note={quoteattr(one_line(because))}" if because else ""
            yield f"{INDENT}<block{name}{note}>\n"
            yield from (f"{INDENT}  {element}\n" for element in elements)
            yield f"{INDENT}</block>\n"

    def objective(self, objective: Objective) -> str:
        sense, terms = objective.sense, [(c, self.listed([var])) for c, var in objective.expression.summands()]
        if self.constant:
            terms.append((objective.expression.constant, self.constant))
        note = "" if objective.divisor == 1 else f' note="{ObjectiveNote.of(objective)}"'
        return f'    <{sense} type="sum"{note}> {_list_and_coefficients(terms)} </{sense}>\n'

    def listed(self, variables: Iterable[IntVar]) -> str:
        return " ".join(self._ids[var.index] for var in variables)

    # Constraints as elements

    def _elements(self, constraint: Constraint) -> Iterator[str]:
        """A constraint as elements of the file."""
        native = isinstance(constraint, Element) and _is_whole(constraint)
        for piece in plain((constraint,), split_elements=not native):
            yield from getattr(self, f"_{kind_of(piece)}")(piece, [self._truth(literal) for literal in piece.condition])

    def _all_different(self, constraint: AllDifferent, condition: Sequence[str]) -> Iterator[str]:
        if not condition and len(constraint.variables) > 1:
            yield f"<allDifferent> {self.listed(constraint.variables)} </allDifferent>"
        elif condition:
            for one, other in combinations(constraint.variables, 2):
                yield from self._demand(condition, f"ne({self.listed([one])},{self.listed([other])})")

    def _element(self, constraint: Element, condition: Sequence[str]) -> Iterator[str]:
        if _is_whole(constraint):
            array = " ".join(str(one) if isinstance(one, int) else self.listed([one]) for one in constraint.array)
            index, value = self.listed([constraint.index]), self.listed([constraint.target])
            yield f"<element> <list> {array} </list> <index> {index} </index> <value> {value} </value> </element>"
            return
        for place in constraint.index.domain:
            entry = constraint.array[place]
            assert isinstance(entry, int), "arrays of variables are split beforehand"
            here = self._truth(constraint.index == place)
            yield from self._demand([*condition, here], self._truth(constraint.target == entry))

    def _linear(self, constraint: Linear, condition: Sequence[str]) -> Iterator[str]:
        operator = OPERATORS[constraint.relation]
        if not constraint.terms:
            yield from self._demand(condition, ALWAYS if constraint.relation_holds({}) else NEVER)
        elif not condition:
            total = _list_and_coefficients([(c, self.listed([var])) for c, var in constraint.terms])
            yield f"<sum> {total} <condition> ({operator},{constraint.constant}) </condition> </sum>"
        else:
            total = self._number(LinearExpr({var: c for c, var in constraint.terms}, 0))
            yield from self._demand(condition, f"{operator}({total},{constraint.constant})")

    def _table(self, constraint: Table, condition: Sequence[str]) -> Iterator[str]:
        rows = constraint.rows()
        if condition or not rows:
            facts = (
                [self._truth(var == value) for var, value in zip(constraint.variables, row, strict=True)]
                for row in rows
            )
            yield from self._demand(condition, _either([_both(fact) for fact in facts]))
            return
        if len(constraint.variables) == 1:
            tuples = " ".join(str(value) for (value,) in sorted(rows))
        else:
            tuples = "".join(f"({','.join(map(str, row))})" for row in rows)
        supports = f"<supports> {tuples} </supports>"
        yield f"<extension> <list> {self.listed(constraint.variables)} </list> {supports} </extension>"

    def _clause(self, constraint: Clause, condition: Sequence[str]) -> Iterator[str]:
        yield from self._demand(condition, _either([self._truth(literal) for literal in constraint.literals]))

    def _at_most_one(self, constraint: AtMostOne, condition: Sequence[str]) -> Iterator[str]:
        yield from self._count(constraint.literals, "<=", condition)

    def _exactly_one(self, constraint: ExactlyOne, condition: Sequence[str]) -> Iterator[str]:
        yield from self._count(constraint.literals, "==", condition)

    def _count(self, literals: Sequence[Literal], relation: str, condition: Sequence[str]) -> Iterator[str]:
        """So many of the literals are true as ``relation`` 1 says; a plain sum where all are of Boolean variables."""
        open_ones = [literal for literal in literals if not (literal.is_never or literal.is_always)]
        certain = sum(literal.is_always for literal in literals)
        if certain > 1:
            yield from self._demand(condition, NEVER)
        elif certain == 1:
            for literal in open_ones:
                yield from self._demand(condition, self._truth(~literal))
        elif len(open_ones) < 2 and relation == "==":
            yield from self._demand(condition, _either([self._truth(literal) for literal in open_ones]))
        elif len(open_ones) > 1 and all(literal.var.is_boolean for literal in open_ones):
            total = sum((literal.as_sum() for literal in open_ones), LinearExpr({}, 0))
            yield from self._linear(Linear(tuple(total.summands()), relation, 1 - total.constant), condition)
        elif len(open_ones) > 1:
            parts = [self._truth(literal) for literal in open_ones]
            yield from self._demand(condition, f"{OPERATORS[relation]}({_joined('add', parts)},1)")

    # One function for each global constraint

    def _no_overlap(self, tasks: Sequence[Interval]) -> str:
        return f"<noOverlap> {self._origins_and_lengths(tasks)} </noOverlap>"

    def _cumulative(self, tasks: Sequence[Interval], demands: Sequence[LinearExpr], capacity: LinearExpr) -> str:
        heights, most = self._child("heights", demands), self._number(capacity)
        demanded = f"{self._origins_and_lengths(tasks)} {heights} <condition> (le,{most}) </condition>"
        return f"<cumulative> {demanded} </cumulative>"

    def _global_cardinality(
        self, things: Sequence[LinearExpr], values: Sequence[int], counts: Sequence[LinearExpr | range], closed: bool
    ) -> str:
        by_bounds = any(isinstance(count, range) for count in counts)
        spans = [f"{span[0]}..{span[-1]}" for span in map(span_of, counts) if span and by_bounds]
        occurs = spans or [self._number(count) for count in counts if isinstance(count, LinearExpr)]
        only = ' closed="true"' if closed else ""
        cover = f"<values{only}> {' '.join(map(str, values))} </values> <occurs> {' '.join(occurs)} </occurs>"
        return f"<cardinality> {self._child('list', things)} {cover} </cardinality>"

    def _lexicographic_less(self, *both: Sequence[LinearExpr], operator: str = "lt") -> str:
        return f"<lex> {' '.join(self._child('list', one) for one in both)} <operator> {operator} </operator> </lex>"

    def _lexicographic_less_equal(self, *both: Sequence[LinearExpr]) -> str:
        return self._lexicographic_less(*both, operator="le")

    def _max_equality(self, target: LinearExpr, sums: Sequence[LinearExpr]) -> str:
        return f"<intension> eq({self._number(target)},abs({self._number(sums[0])})) </intension>"

    def _multiplication_equality(self, *sums: LinearExpr) -> str:
        return self._operation("mul", sums)

    def _division_equality(self, *sums: LinearExpr) -> str:
        return self._operation("div", sums)

    def _modulo_equality(self, *sums: LinearExpr) -> str:
        return self._operation("mod", sums)

    # Their helpers

    def _operation(self, name: str, sums: Sequence[LinearExpr]) -> str:
        return f"<intension> eq({self._number(sums[0])},{name}({self._numbers(sums[1:])})) </intension>"

    def _origins_and_lengths(self, tasks: Sequence[Interval]) -> str:
        return f"{self._child('origins', [t.start for t in tasks])} {self._child('lengths', [t.size for t in tasks])}"

    def _child(self, tag: str, sums: Iterable[LinearExpr]) -> str:
        return f"<{tag}> {' '.join(map(self._number, sums))} </{tag}>"

    def _numbers(self, sums: Iterable[LinearExpr]) -> str:
        return ",".join(map(self._number, sums))

    def _number(self, one: LinearExpr) -> str:
        """A sum as an expression, by as few operators as may be."""
        parts = [self.listed([var]) if c == 1 else f"mul({c},{self.listed([var])})" for c, var in one.summands()]
        return _joined("add", [*parts, *([str(one.constant)] if one.constant or not parts else [])])

    def _demand(self, condition: Sequence[str], relation: str) -> Iterator[str]:
        """That ``relation`` is true where all of ``condition`` is."""
        condition = [one for one in condition if one != ALWAYS]
        if relation == ALWAYS or NEVER in condition:
            return
        if not condition:
            text = self._never if relation == NEVER else relation
        else:
            text = f"not({_both(condition)})" if relation == NEVER else f"imp({_both(condition)},{relation})"
        yield f"<intension> {text} </intension>"

    def _truth(self, literal: Literal) -> str:
        """A test as an expression, by bounds where they say it."""
        name = self.listed([literal.var])
        if literal.is_never or literal.is_always:
            return ALWAYS if literal.is_always else NEVER
        if compared := comparison(literal):
            return f"{OPERATORS[compared[0]]}({name},{compared[1]})"
        if len(literal.values) <= MAX_LISTED_VALUES:
            return f"in({name},set({','.join(map(str, sorted(literal.values)))}))"
        within = [f"and(ge({name},{run[0]}),le({name},{run[-1]}))" for run in runs_of(literal.values)]
        return _joined("or", within)


def _list_and_coefficients(terms: Sequence[tuple[int, str]]) -> str:
    factors = "" if all(c == 1 for c, _ in terms) else f" <coeffs> {' '.join(str(c) for c, _ in terms)} </coeffs>"
    return f"<list> {' '.join(name for _, name in terms)} </list>{factors}"


def is_native(stated: Lowered) -> bool:
    """Whether XCSP3 has it, of what it is said of here."""
    if stated.kind in ("no_overlap", "cumulative"):
        tasks, *others = stated.arguments
        demands, capacity = others or ((), LinearExpr({}, 0))
        numbers = [*(task.size for task in tasks), *demands]
        return (
            not any(task.presence or not is_variable(task.start) for task in tasks)
            and all(not one.terms and one.constant > 0 for one in numbers)
            and all(values_of(task.start)[0] >= 0 and count_values(task.start) > 1 for task in tasks)
            and not capacity.terms
        )
    if stated.kind == "global_cardinality":
        things, _, counts, _ = stated.arguments
        of_variables = all(isinstance(one, LinearExpr) and is_variable(one) for one in counts)
        return is_counting(stated) and all(map(is_variable, things)) and (of_variables or all(map(span_of, counts)))
    if stated.kind in LEXICOGRAPHIC:
        return all(map(is_variable, (*stated.arguments[0], *stated.arguments[1])))
    if stated.kind == "max_equality":
        target, sums = stated.arguments
        return is_absolute(sums) and all(len(list(one.summands())) < 2 for one in (target, *sums))
    if (
        stated.kind == "multiplication_equality"
        and reach_of(stated.arguments[1]) * reach_of(stated.arguments[2]) > MAX_PRODUCT
    ):
        return False
    return stated.kind in OPERATIONS and all(len(list(one.summands())) < 2 for one in stated.arguments)


def _is_whole(element: Element) -> bool:
    """Whether an element can stand as such: no condition, either numbers or variables, and none in two roles."""
    if element.condition or element.index is element.target:
        return False
    variables = [entry for entry in element.array if isinstance(entry, IntVar)]
    alone = {element.index, element.target}.isdisjoint(variables)
    return not variables or (len(variables) == len(element.array) and alone)


def _joined(operator: str, parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{operator}({','.join(parts)})"


def _both(parts: Sequence[str]) -> str:
    """That all of ``parts`` are true."""
    if NEVER in parts:
        return NEVER
    left = [part for part in parts if part != ALWAYS]
    return _joined("and", left) if left else ALWAYS


def _either(parts: Sequence[str]) -> str:
    """That one of ``parts`` is true."""
    if ALWAYS in parts:
        return ALWAYS
    left = [part for part in parts if part != NEVER]
    return _joined("or", left) if left else NEVER


def _values(domain: Sequence[int]) -> str:
    """``1..9``, ``0 2 5..7``."""
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in runs_of(domain))


def _comment(words: str) -> str:
    """``words`` where no two hyphens may follow one another."""
    return words.replace("--", "- -").rstrip("-")
