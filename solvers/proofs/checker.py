"""The checker: reads a statement and a proof in VeriPB 3's text format, and says what they prove.

It contains no solver. Every step either follows from the lines before it by a rule below, or the proof is rejected:

=====  =====================================================================================================
rule   why it is sound
=====  =====================================================================================================
pol    sums, multiples, division, saturation and weakening of constraints keep every solution
rup    the negation of the constraint leads to a conflict by unit propagation, so the constraint follows
red    a solution that breaks the constraint is turned into one that keeps it by the witness given; no Boolean
       that makes up an answer may be in the witness, so no answer is lost or gained (Gocht and Nordström 2021)
solx   an answer: with what it propagates, it satisfies every line of the statement; from then on it is forbidden
soli   likewise, and from then on only what is better is looked for
del    forgets a derived constraint; lines of the statement and answers stay, so that no rule can lean on a gap
=====  =====================================================================================================

Format: https://veripb.github.io/overview.html. What producers here do not use (orders, subproofs, core) is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from solvers.proofs.constraints import Constraint, Rejected, normal, whole
from solvers.proofs.formula import Formula
from solvers.proofs.propagation import Propagator, refuted


@dataclass(frozen=True)
class Proved:
    """What a proof came to.

    Attributes:
        conclusion: ``UNSAT``, ``SAT``, ``ENUMERATION_COMPLETE``, ``ENUMERATION_PARTIAL``, ``BOUNDS`` or ``NONE``.
        answers: the true Booleans of each answer, by name, as the proof gives them.
        least: the best value of the objective, where the conclusion is BOUNDS and there is one.
    """

    conclusion: str
    answers: tuple[frozenset[str], ...]
    least: int | None = None


def check(formula: Formula, proof: str) -> Proved:
    """What ``proof`` proves of ``formula``.

    Raises:
        Rejected: with the line and the reason, where a step does not follow or is none.
    """
    return _Checker(formula).run(proof)


class _Checker:
    """The constraints known so far, by number, and the rules.

    Attributes:
        known: every constraint that is not deleted, by number from 1.
        contains: for each Boolean, the numbers of constraints that contained it when they were added.
    """

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.names = formula.names
        self.labels = dict(formula.labels)
        self.known: dict[int, Constraint] = {}
        self.handles: dict[int, object] = {}
        self.waiting: list[int] = []  # numbers the propagator has not been told: many are deleted before it asks
        self.contains: dict[int, list[int]] = {}
        self.last = 0
        self.kept = 0  # numbers up to this are the statement's
        self._propagator = Propagator()
        self.answers: list[frozenset[str]] = []
        self.forbidden: set[int] = set()  # numbers of what solx and soli added
        self.best: int | None = None
        for constraint in formula.constraints:
            self.add(constraint)
        self.kept = self.last
        self.rules: dict[str, Callable[[Sequence[str]], None]] = {
            "pol": self.pol,
            "rup": self.rup,
            "red": self.red,
            "sol": self.sol,
            "solx": self.solx,
            "soli": self.soli,
            "del": self.delete,
            "f": self.count,
        }

    def run(self, proof: str) -> Proved:
        steps = _steps(proof)
        number, words = next(steps, (1, []))
        if words != ["pseudo-Boolean", "proof", "version", "3.0"]:
            raise Rejected("line 1: this is no 'pseudo-Boolean proof version 3.0'")
        conclusion = ""
        for number, words in steps:
            try:
                label = words.pop(0) if words[0].startswith("@") else ""
                if words[0] == "output":
                    if words[1:] != ["NONE"]:
                        raise Rejected("no other output than NONE is known")
                elif words[0] == "conclusion":
                    conclusion = self.conclude(words[1:])
                elif words[0] == "end":
                    if not conclusion:
                        raise Rejected("the proof ends without a conclusion")
                    least = self.best if conclusion == "BOUNDS" else None
                    return Proved(conclusion, tuple(self.answers), least)
                elif conclusion or words[0] not in self.rules:
                    raise Rejected(f"'{words[0]}' is no rule that is known here")
                else:
                    self.rules[words[0]](words[1:])
                if label:
                    self.labels[label] = self.last
            except Rejected as error:
                raise Rejected(f"line {number}: {error}") from None
            except (ValueError, IndexError):
                raise Rejected(f"line {number}: this is no step as the format has it") from None
        raise Rejected(f"line {number}: the proof is cut off there")

    def add(self, constraint: Constraint) -> None:
        """A constraint that follows gets the next number."""
        self.last += 1
        self.known[self.last] = constraint
        self.waiting.append(self.last)
        for literal in constraint.terms:
            self.contains.setdefault(literal >> 1, []).append(self.last)

    @property
    def propagator(self) -> Propagator:
        """Unit propagation over everything known."""
        propagator = self._propagator
        propagator.reach(len(self.names.numbers))
        for number in self.waiting:
            if number in self.known:
                self.handles[number] = propagator.add(self.known[number])
        self.waiting.clear()
        return propagator

    def number(self, word: str) -> int:
        """The number a word means: a label, a number, or a negative one that counts from the last."""
        number = self.labels.get(word, 0) if word.startswith("@") else whole(word)
        number = number if number > 0 else self.last + 1 + number
        if number not in self.known:
            raise Rejected(f"there is no constraint {word}")
        return number

    def one(self, words: Sequence[str]) -> Constraint:
        (constraint,) = self.names.constraints(words)  # an equality would be two: ValueError
        return constraint

    def follows(self, constraint: Constraint) -> bool:
        """Whether unit propagation refutes the negation of ``constraint``."""
        if constraint.degree == 1:
            return self.propagator.conflict([literal ^ 1 for literal in constraint.terms])
        return constraint.degree <= 0 or self.propagator.conflict((), constraint.negated())

    # The rules

    def count(self, words: Sequence[str]) -> None:
        if whole(words[0]) != self.kept:
            raise Rejected(f"the statement has {self.kept} constraints, not {words[0]}")

    def rup(self, words: Sequence[str]) -> None:
        if ":" in words:
            split = words.index(":")
            constraint = self.one(words[:split])
            hints = [self.known[self.number(word)] for word in words[split + 1 :] if word != "~"]
            follows = refuted([*hints, constraint.negated()])
        else:
            constraint = self.one(words)
            follows = self.follows(constraint)
        if not follows:
            raise Rejected("it does not follow by unit propagation")
        self.add(constraint)

    def pol(self, words: Sequence[str]) -> None:
        stack: list[Constraint] = []
        for word, following in zip(words, (*words[1:], ""), strict=True):
            if following == "*":
                stack.append(stack.pop().times(_positive(word, 0)))
            elif following == "d":
                stack.append(stack.pop().divided(_positive(word, 1)))
            elif word == "+":
                stack.append(stack.pop().plus(stack.pop()))
            elif word == "s":
                stack.append(stack.pop().saturated())
            elif word not in ("*", "d"):
                stack.append(self._operand(word))
        if len(stack) != 1:
            raise Rejected(f"{len(stack)} constraints are left over, not one")
        self.add(stack[0])

    def _operand(self, word: str) -> Constraint:
        if word.startswith("@") or word.lstrip("-").isdigit():
            return self.known[self.number(word)]
        return Constraint({self.names.literal(word): 1}, 0)

    def red(self, words: Sequence[str]) -> None:
        split = words.index(":")
        constraint, witness = self.one(words[:split]), self.witness(words[split + 1 :])
        preserved = {literal >> 1 for literal in self.formula.preserved}
        objective = {literal >> 1 for _, literal in self.formula.objective or ()}
        if any(boolean in preserved or boolean in objective for boolean in witness):
            raise Rejected("the witness changes what makes up an answer or its worth")
        touched = {number for boolean in witness for number in self.contains.get(boolean, ())}
        goals = [self.known[number] for number in sorted(touched) if number in self.known]
        if not _kept(constraint, witness, goals) and not self.follows(constraint):
            raise Rejected("the witness does not keep every constraint")
        self.add(constraint)

    def witness(self, words: Sequence[str]) -> dict[int, int | bool]:
        words = [word for word in words if word != "->"]
        witness: dict[int, int | bool] = {}
        for name, value in zip(words[::2], words[1::2], strict=True):
            literal = self.names.literal(name)
            if literal & 1:
                raise Rejected(f"{name} is no Boolean")
            witness[literal >> 1] = value == "1" if value in ("0", "1") else self.names.literal(value)
        return witness

    def sol(self, words: Sequence[str]) -> None:
        self._answer(words)

    def solx(self, words: Sequence[str]) -> None:
        is_true = self._answer(words)
        preserved = {literal >> 1 for literal in self.formula.preserved}
        listed = [literal for literal in map(self.names.literal, words) if literal >> 1 in preserved]
        follow = {literal >> 1 for literal in self.propagator.consequences(listed) or ()}
        if preserved <= follow:  # to forbid those listed is to forbid the answer
            forbidden = [literal ^ 1 for literal in listed]
        else:
            forbidden = [literal ^ is_true[literal] for literal in self.formula.preserved]
        self.add(Constraint(dict.fromkeys(forbidden, 1), 1))
        self.forbidden.add(self.last)

    def soli(self, words: Sequence[str]) -> None:
        if self.formula.objective is None:
            raise Rejected("the statement has no objective")
        is_true = self._answer(words)
        worth = sum(coefficient for coefficient, literal in self.formula.objective if is_true[literal])
        self.best = worth if self.best is None else min(worth, self.best)
        self.add(normal([(-c, literal) for c, literal in self.formula.objective], 1 - worth))
        self.forbidden.add(self.last)

    def _answer(self, words: Sequence[str]) -> list[bool]:
        """The answer that the literals listed come to, which satisfies every constraint known."""
        literals = [self.names.literal(word) for word in words]
        found = self.propagator.consequences(literals)
        if found is None:
            raise Rejected("this is no answer: it contradicts the constraints")
        is_true = [False] * (2 * len(self.names.numbers))
        for literal in found:
            is_true[literal] = True
        for number, constraint in self.known.items():
            if not constraint.holds(is_true):
                raise Rejected(f"this is no answer: constraint {number} is not satisfied")
        self.answers.append(frozenset(name for name, number in self.names.numbers.items() if is_true[2 * number]))
        return is_true

    def delete(self, words: Sequence[str]) -> None:
        if words[0] != "id":
            raise Rejected("constraints are deleted by number: del id …")
        for word in words[1:]:
            number = self.number(word)
            if number <= self.kept or number in self.forbidden:
                raise Rejected(f"constraint {word} is part of the statement or an answer, and cannot be deleted")
            del self.known[number]
            if number in self.handles:
                self._propagator.remove(self.handles.pop(number))

    def conclude(self, words: Sequence[str]) -> str:
        """Whether the conclusion is what was shown."""
        kind = words[0]
        if kind in ("UNSAT", "ENUMERATION_COMPLETE", "BOUNDS"):
            refuted = self.propagator.contradiction or any(c.is_contradiction for c in self.known.values())
            if not refuted:
                raise Rejected("no contradiction was derived, so there may be more answers")
        if kind == "UNSAT" and self.answers:
            raise Rejected("answers were found, so UNSAT is no conclusion")
        if kind.startswith("ENUMERATION") and whole(words[1]) != len(self.answers):
            raise Rejected(f"{words[1]} answers are claimed, {len(self.answers)} were shown")
        if kind == "SAT" and not self.answers:
            raise Rejected("no answer was shown")
        if kind == "BOUNDS":
            claimed = [words[1], words[4 if words[2] == ":" else 2]]
            shown = "INF" if self.best is None else str(self.best)
            if claimed != [shown, shown]:
                raise Rejected(f"{' to '.join(claimed)} is claimed, {shown} was shown")
        elif kind not in ("UNSAT", "SAT", "NONE", "ENUMERATION_COMPLETE", "ENUMERATION_PARTIAL"):
            raise Rejected(f"'{kind}' is no conclusion")
        return kind


def _positive(word: str, least: int) -> int:
    """A factor or a divisor."""
    number = whole(word)
    if number < least:
        raise Rejected(f"{word} is too small")
    return number


def _kept(constraint: Constraint, witness: Mapping[int, int | bool], goals: Iterable[Constraint]) -> bool:
    """Whether a solution that breaks ``constraint`` keeps it and all ``goals`` once changed by ``witness``."""
    broken = constraint.negated()
    slack = sum(broken.terms.values()) - broken.degree
    known = {literal >> 1: not literal & 1 for literal, coefficient in broken.terms.items() if coefficient > slack}
    premise = broken.under(known)
    return all(premise.implies(goal.under(witness).under(known)) for goal in (*goals, constraint))


def _steps(proof: str) -> Iterator[tuple[int, list[str]]]:
    """Each step's first line and its words, without the semicolon; comments begin with %."""
    words: list[str] = []
    first = 1
    for number, line in enumerate(proof.splitlines(), 1):
        if line.startswith("%") or not line.strip():
            continue
        if number == 1:
            yield 1, line.split()
            continue
        first = number if not words else first
        words += line.split()
        if words[-1] == ";":
            yield first, words[:-1]
            words = []
    if words:
        raise Rejected(f"line {first}: no semicolon ends it")
