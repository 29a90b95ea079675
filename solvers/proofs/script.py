"""Proof scripts: the steps of a proof in VeriPB 3's text format, numbered as the checker will number them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from solvers.proofs.formula import PBConstraint, PBFormula


class Script:
    """A proof in the making: its steps, and by number the clauses that are not deleted."""

    def __init__(self, formula: PBFormula) -> None:
        self.formula = formula
        self.last = len(formula.constraints)
        self.lines = ["pseudo-Boolean proof version 3.0", f"f {self.last} ;"]
        self.clauses: dict[int, PBConstraint] = {}
        self._words = list(formula.names.numbers)
        self._defined = 0

    def word(self, literal: int) -> str:
        if literal >> 1 >= len(self._words):  # Booleans have been named since
            self._words = list(self.formula.names.numbers)
        return f"~{self._words[literal >> 1]}" if literal & 1 else self._words[literal >> 1]

    def answer(self, literals: Iterable[str], rule: str = "solx") -> int:
        return self._step(f"{rule} {' '.join(literals)}")

    def define(self, total: Mapping[int, int], bound: int) -> tuple[int, int, int]:
        """A new Boolean that is true exactly where the sum of ``total`` is at least ``bound``, more than 0.

        With its positive literal come the numbers of "if it is true, so is that" and "if it is false, it is less".
        """
        self._defined += 1
        name = f"sum_{self._defined}_"
        while name in self.formula.names.numbers:
            name += "_"
        literal = self.formula.names.literal(name)
        sum_of_all = sum(total.values())
        positive = self._step(f"red {self._terms({**total, literal ^ 1: bound})}>= {bound} : {name} -> 0")
        flipped = {other ^ 1: coefficient for other, coefficient in total.items()}
        rest = sum_of_all - bound + 1
        return literal, positive, self._step(f"red {self._terms({**flipped, literal: rest})}>= {rest} : {name} -> 1")

    def pol(self, words: str) -> int:
        return self._step(f"pol {words}")

    def clause(self, literals: Iterable[int], by: Sequence[int] = ()) -> int:
        """A clause by reverse unit propagation, over constraints ``by`` alone where given; the empty one is false."""
        clause = PBConstraint(dict.fromkeys(literals, 1), 1)
        self._step(f"rup {self._terms(clause.terms)}>= 1" + (f" : ~ {' '.join(map(str, by))}" if by else ""))
        self.clauses[self.last] = clause
        return self.last

    def delete(self, numbers: Iterable[int]) -> None:
        numbers = list(numbers)
        self.lines.append(f"del id {' '.join(map(str, numbers))} ;")
        for number in numbers:
            self.clauses.pop(number, None)

    def conclude(self, conclusion: str) -> str:
        return "\n".join([*self.lines, "output NONE ;", f"conclusion {conclusion} ;", "end pseudo-Boolean proof ;", ""])

    def _terms(self, terms: Mapping[int, int]) -> str:
        return "".join(f"{coefficient} {self.word(literal)} " for literal, coefficient in terms.items())

    def _step(self, words: str) -> int:
        self.lines.append(f"{words} ;")
        self.last += 1
        return self.last
