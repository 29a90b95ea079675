"""Statements as they are read: OPB lines with VeriPB's labels, free names and ``preserved:``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from solvers.proofs.constraints import Names, PBConstraint, Rejected


@dataclass
class PBFormula:
    """A statement as it was read.

    Attributes:
        names: the Booleans.
        constraints: the lines; an equality is two.
        labels: the place of the first constraint of each labelled line, from 1.
        objective: what is to be minimised; None where nothing is.
        preserved: the Booleans that make up an answer, as positive literals; None where no line names them.
    """

    names: Names = field(default_factory=Names)
    constraints: list[PBConstraint] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    objective: list[tuple[int, int]] | None = None
    preserved: tuple[int, ...] | None = None

    def with_lines(self, lines: Iterable[str]) -> PBFormula:
        """The statement with more lines; this one stays as it is."""
        names = Names()
        names.numbers.update(self.names.numbers)
        longer = replace(self, names=names, constraints=self.constraints[:], labels=dict(self.labels))
        _read(lines, longer)
        return longer


def read_formula(text: str) -> PBFormula:
    """A statement in OPB with VeriPB's additions.

    Raises:
        Rejected: with the line, where it is none.
    """
    formula = PBFormula()
    _read(text.split("\n"), formula)
    return formula


def _read(lines: Iterable[str], formula: PBFormula) -> None:
    """Read line after line into ``formula``."""
    for number, line in enumerate(lines, 1):
        line = line.rstrip()
        if not line or line.startswith("*"):
            continue
        if not line.endswith(";"):
            raise Rejected(f"line {number} of the statement: no semicolon ends it")
        words = line[:-1].split()
        try:
            if words[0] == "min:":
                if formula.objective is not None:
                    raise Rejected("there is an objective already")
                formula.objective = formula.names.terms(words[1:])
            elif words[0] == "preserved:":
                if formula.preserved is not None:
                    raise Rejected("what is preserved has been said already")
                formula.preserved = tuple(map(formula.names.boolean, dict.fromkeys(words[1:])))
            else:
                if words[0].startswith("@"):
                    formula.labels[words.pop(0)] = len(formula.constraints) + 1
                formula.constraints += formula.names.constraints(words)
        except Rejected as error:
            raise Rejected(f"line {number} of the statement: {error}") from None
        except (ValueError, IndexError):
            raise Rejected(f"line {number} of the statement: it is no line as the format has it") from None
