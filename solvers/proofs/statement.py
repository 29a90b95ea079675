"""Statements in OPB: a model and what is given, as pseudo-Boolean lines that a proof starts from.

What the lines are is said in ``solvers.formats.opb.lines``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from types import MappingProxyType

from models.deductions import Parts
from models.language.model import Assignment, Givens, Key, Literal, Model, write_set
from solvers.formats.opb.lines import OpbLine, PseudoBoolean, label_of, pseudo_boolean, unused, write_terms
from solvers.proofs.formula import PBFormula, Rejected, read_formula


@dataclass(frozen=True, kw_only=True)
class PBStatement(PseudoBoolean):
    """A model with what is given, line by line: the ``body``, which is written of the model whatever is given."""

    body: str
    booleans: int
    read: PBFormula
    given: tuple[OpbLine, ...] = ()

    def under(self, givens: Givens, facts: Iterable[Literal] = ()) -> PBStatement:
        """The statement with other values given, or facts; what is written of the model is shared."""
        used: set[str] = set()
        given = (
            OpbLine(
                # no label of the model's own lines has a bracket
                unused(f"given[{label_of(fact.var.name)}_{fact.var.index}]", used),
                tuple((1, name) for value, name in self.values[fact.var.index].items() if value in fact.values),
                ">=",
                1,
            )
            for fact in chain((var == value for var, value in givens.items()), facts)
        )
        return replace(self, given=tuple(given))

    def text(self, heading: str = "") -> str:
        """The statement as a file; ``heading`` is a line of comment that says where it comes from."""
        head = f"* #variable= {self.booleans} #constraint= {len(self.lines) + len(self.given)}\n* {heading}\n"
        return head + self.body + "".join(f"{line}\n" for line in self.given)

    def formula(self) -> PBFormula:
        """The statement as the checker reads it; a new one each time, as a proof names Booleans of its own in it."""
        return self.read.with_lines(map(str, self.given))

    def literals(self, assignment: Assignment) -> list[str]:
        """What is true of every variable, those that make up an answer first: all that is auxiliary follows."""
        variables = dict.fromkeys((*self.model.projection, *self.model.variables))
        return [self.values[var.index][assignment[var]] for var in variables]


def state(model: Model, givens: Givens = MappingProxyType({}), rules: Collection[Key] | None = None) -> PBStatement:
    """``model`` as a statement, with the values that are given; of ``rules`` alone, where they are named."""
    written = pseudo_boolean(model, rules)
    body = "\n".join(_rows(written)) + "\n"
    names = {literal.removeprefix("~") for of_var in written.values for literal in of_var.values()}
    names.update(name.removeprefix("~") for line in written.lines for _, name in line.terms)
    return PBStatement(**vars(written), body=body, booleans=len(names), read=read_formula(body)).under(givens)


def state_parts(parts: Parts, chosen: Collection[Key]) -> tuple[PBStatement, tuple[str, ...]]:
    """The parts whose keys are ``chosen``, with what no part stands for, as a statement, and their names."""
    named = [part for part in parts.parts if part.key in chosen]
    unknown = set(chosen).difference(part.key for part in named)
    if unknown:
        raise Rejected(f"the puzzle has no part {min(map(str, unknown))}")
    left_out = {member for part in parts.parts for member in part.members if part not in named}
    kept = {member for part in named for member in part.members}
    rules = {constraint.rule for constraint in parts.model.constraints}
    facts = [member for part in named for member in part.members if isinstance(member, Literal)]
    statement = state(parts.model, rules=rules - (left_out - kept))
    return statement.under({}, facts), tuple(part.name for part in named)


def _rows(written: PseudoBoolean) -> Iterator[str]:
    for var, names in zip(written.model.variables, written.values, strict=True):
        yield f"* {_spelt(names)}: {' '.join(str(var.name).split())} in {write_set(var.domain)}"
    yield f"preserved: {' '.join((*written.preserved, ';'))}"
    if written.objective is not None:
        yield f"min: {write_terms(written.objective or [(0, written.preserved[0])])};"
    for number, line in enumerate(written.lines):
        if number in written.comments:
            yield f"* {written.comments[number]}"
        yield str(line)


def _spelt(names: Mapping[int, str]) -> str:
    literals = [literal for value, literal in names.items() if len(names) > 2 or not literal.startswith("~")]
    return " ".join(literals) if len(literals) <= 2 else f"{literals[0]} … {literals[-1]}"
