"""The checker: reads a statement and a proof in VeriPB 3's text format, and says what they prove.

It contains no solver. It keeps a set of *known* constraints, the statement's at first, about which one thing is always
so: **every solution of the statement that no ``solx`` has logged and that is better than all that ``soli`` has logged
can be turned into a solution of all that is known, without a change to a preserved Boolean or one of the objective.**
A known contradiction then means that there is no such solution left. ``README.md`` says of each rule what it requires
and why that keeps this so, and what each conclusion requires.

Format: https://veripb.github.io/overview.html. What producers here do not use (orders, subproofs, core) is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from solvers.core.limits import ENDLESS, Clock
from solvers.proofs.formula import (
    BITS_OF_A_TERM,
    MAX_LINE_CHARACTERS,
    PBConstraint,
    PBFormula,
    Rejected,
    UnitTerms,
    lines_of,
    normal,
    whole,
)
from solvers.proofs.propagation import UnitPropagator, refuted

MAX_DERIVED_TERMS = 10_000_000
"""Terms of all derived constraints that are not deleted, and of the answers, counted as ``PBConstraint.size`` does.

A gigabyte or two."""

MAX_NUMBER_BITS = 1 << 14
"""Bits of a number that is multiplied up."""

MIN_STALE_TERMS = 1_000_000
"""Terms of deleted constraints before their numbers are looked for and forgotten."""

MAX_HEADER_CHARACTERS = 1_000

FOOTER = ("output", "conclusion", "end")
"""What a proof ends with, in this order."""


@dataclass(frozen=True)
class Proved:
    """What a proof came to.

    Attributes:
        answers: the true Booleans, by name, of the answers that the conclusion is about: all of an enumeration, which
            differ in what is preserved; ever better ones, where the conclusion is BOUNDS; one, where it is SAT.
        least: the best value of the objective, where the conclusion is BOUNDS and there is one.
        steps: how many steps were checked, those of the end among them; comments are none.
    """

    conclusion: str
    answers: tuple[frozenset[str], ...] = ()
    least: int | None = None
    steps: int = 0


def check(formula: PBFormula, proof: str, clock: Clock = ENDLESS) -> Proved:
    """Return what ``proof`` proves of ``formula``.

    Raises:
        Rejected: when a step does not follow or is none; it says why.
        OutOfTime: when the clock is up first; it is looked at before each step, and in steps from which much follows.
    """
    return _Checker(formula, clock).run(proof)


class _Checker:
    """The constraints that are known and not deleted, by number from 1, and the rules.

    ``contains`` has for each Boolean that a witness may change the numbers of constraints that contained it when added,
    ``logged`` the true Booleans of each answer by the rule that showed it, ``best`` the least value of ``soli``.
    """

    def __init__(self, formula: PBFormula, clock: Clock = ENDLESS) -> None:
        self.formula, self.clock = formula, clock
        self.names = formula.names
        self.labels = dict(formula.labels)
        self.preserved = [literal >> 1 for literal in formula.preserved or ()]
        self.priced = [literal >> 1 for _, literal in formula.objective or ()]
        self.unchangeable = {*self.preserved, *self.priced}
        self.known: dict[int, PBConstraint] = {}
        self.handles: dict[int, object] = {}
        self.waiting: list[int] = []  # numbers the propagator has not been told: many are deleted before it asks
        self.contains: dict[int, list[int]] = {}
        self.last = 0
        self.terms = 0  # of the derived constraints that are not deleted, and of the answers
        self.stale = 0  # terms of what is deleted, and may still be in ``contains`` and ``labels``
        self.excluded: set[int] = set()  # what solx logged: the preserved Booleans that are true, as bits
        self._propagator = UnitPropagator(clock)
        self.logged: dict[str, list[frozenset[str]]] = {"sol": [], "solx": [], "soli": []}
        self.best: int | None = None
        self.proved = Proved("NONE")
        self.ended = 0  # how many lines of the footer were read
        for constraint in formula.constraints:
            self.know(constraint)
        self.stated = self.last  # numbers up to this are the statement's
        self.permanent: set[int] = set()  # numbers of what solx and soli added
        self.rules: dict[str, Callable[[Sequence[str]], None]] = {
            "pol": self.pol,
            "rup": self.rup,
            "red": self.red,
            "sol": self.sol,
            "solx": self.solx,
            "soli": self.soli,
            "del": self.delete,
            "f": self.count,
            "output": self.output,
            "conclusion": self.conclude,
            "end": self.end,
        }

    def run(self, proof: str) -> Proved:
        number, steps = 1, 0
        for number, words in _steps(proof):
            steps += 1
            self.clock.check()
            try:
                self.step(words)
            except Rejected as error:
                raise Rejected(f"line {number}: {error}") from None
            except (ValueError, IndexError):
                raise Rejected(f"line {number}: this is not a step of the format") from None
        if self.ended < len(FOOTER):
            raise Rejected(f"line {number}: the proof is cut off there, before its '{FOOTER[self.ended]}'")
        return replace(self.proved, steps=steps)

    def step(self, words: list[str]) -> None:
        label = words.pop(0) if words[0].startswith("@") else ""
        rule, last = words[0], self.last
        _demand(rule in self.rules, f"'{rule}' is not a known rule")
        if self.ended or rule in FOOTER:
            is_next = rule in FOOTER[self.ended : self.ended + 1]
            _demand(is_next, f"'{rule}' cannot stand here: a proof ends with {', '.join(FOOTER)}, once each")
            self.ended += 1
        self.rules[rule](words[1:])
        if label:
            _demand(self.last > last, f"there is no new constraint to be called {label}")
            self.labels[label] = self.last

    def keep(self, terms: int) -> None:
        """Count what is kept from now on."""
        self.terms += terms
        _demand(self.terms <= MAX_DERIVED_TERMS, f"more than {MAX_DERIVED_TERMS:,} terms are kept: delete some before")

    def add(self, constraint: PBConstraint) -> None:
        """Let a constraint that follows be known by the next number."""
        self.keep(constraint.size)
        self.know(constraint)

    def know(self, constraint: PBConstraint) -> None:
        self.last += 1
        self.known[self.last] = constraint
        self.waiting.append(self.last)
        for literal in constraint.terms:
            if literal >> 1 not in self.unchangeable:
                self.contains.setdefault(literal >> 1, []).append(self.last)

    @property
    def propagator(self) -> UnitPropagator:
        self._propagator.reach(len(self.names.numbers))
        for number in self.waiting:
            if number in self.known:
                self.handles[number] = self._propagator.add(self.known[number])
        self.waiting.clear()
        return self._propagator

    def number(self, word: str) -> int:
        """The number a word means: a label, a number, or a negative one that counts from the last."""
        number = self.labels.get(word, 0) if word.startswith("@") else whole(word)
        number = number if number > 0 else self.last + 1 + number
        _demand(number in self.known, f"there is no constraint {word}")
        return number

    def one(self, words: Sequence[str]) -> PBConstraint:
        (constraint,) = self.names.constraints(words)  # an equality would be two: ValueError
        return constraint

    def follows(self, constraint: PBConstraint) -> bool:
        """Whether unit propagation refutes the negation of ``constraint``."""
        if constraint.degree == 1:
            return self.propagator.conflict([literal ^ 1 for literal in constraint.terms])
        return constraint.degree <= 0 or self.propagator.conflict((), constraint.negated())

    # The rules

    def count(self, words: Sequence[str]) -> None:
        (number,) = words
        _demand(whole(number) == self.stated, f"the statement has {self.stated} constraints, not {number}")

    def rup(self, words: Sequence[str]) -> None:
        if ":" in words:
            split = words.index(":")
            constraint = self.one(words[:split])
            hints = dict.fromkeys(self.number(word) for word in words[split + 1 :] if word != "~")
            follows = refuted([*map(self.known.__getitem__, hints), constraint.negated()])
        else:
            constraint = self.one(words)
            follows = self.follows(constraint)
        _demand(follows, "it does not follow by unit propagation")
        self.add(constraint)

    def pol(self, words: Sequence[str]) -> None:
        stack: list[PBConstraint] = []
        made: dict[int, int] = {}  # by place in the stack, the size of what is not a known constraint
        factor: str | None = None  # a number that * or d comes after
        before = self.terms
        for word, following in zip(words, (*words[1:], ""), strict=True):
            if factor is None and following in ("*", "d"):
                factor = word
                continue
            if factor is not None:
                top = stack.pop()
                top = self.multiple(top, factor) if word == "*" else top.divided(_at_least(1, factor))
                factor = None
            elif word == "+":
                top = stack.pop().plus(stack.pop())
            elif word == "s":
                top = stack.pop().saturated()
            elif word[0] in "@+-0123456789":
                stack.append(self.known[self.number(word)])
                continue
            else:
                top = PBConstraint({self.names.literal(word): 1}, 0)
            self.terms -= made.pop(len(stack), 0) + made.pop(len(stack) + 1, 0)
            made[len(stack)] = top.size
            stack.append(top)
            self.keep(top.size)
        _demand(len(stack) == 1, f"{len(stack)} constraints are left over, not one")
        self.terms = before
        self.add(stack[0])

    def multiple(self, constraint: PBConstraint, word: str) -> PBConstraint:
        factor = _at_least(0, word)
        widest = max(constraint.degree.bit_length(), max(constraint.terms.values(), default=0).bit_length())
        _demand(widest + factor.bit_length() <= MAX_NUMBER_BITS, "a number grows beyond all bounds")
        larger = len(constraint.terms) * factor.bit_length() // BITS_OF_A_TERM
        self.keep(larger)
        self.terms -= larger
        return constraint.times(factor)

    def red(self, words: Sequence[str]) -> None:
        split = words.index(":")
        constraint, witness = self.one(words[:split]), self.witness(words[split + 1 :])
        is_allowed = self.unchangeable.isdisjoint(witness)
        _demand(is_allowed, "the witness changes what makes up an answer or its worth")
        touched = {number for boolean in witness for number in self.contains.get(boolean, ()) if number in self.known}
        goals = [self.known[number] for number in sorted(touched)]
        is_kept = _kept(constraint, witness, goals) or self.follows(constraint)
        _demand(is_kept, "the witness does not keep every constraint")
        self.add(constraint)

    def witness(self, words: Sequence[str]) -> dict[int, int | bool]:
        """What each Boolean is replaced by: ``x -> 0``, ``x -> 1`` or ``x -> ~y``; the arrow may be left out."""
        witness: dict[int, int | bool] = {}
        rest = iter(words)
        for name in rest:
            value = next(rest, "")
            value = next(rest, "") if value == "->" else value
            boolean = self.names.boolean(name) >> 1
            _demand(boolean not in witness, f"the witness has {name} twice")
            witness[boolean] = value == "1" if value in ("0", "1") else self.names.literal(value)
        return witness

    def sol(self, words: Sequence[str]) -> None:
        self._log("sol", words, ())

    def solx(self, words: Sequence[str]) -> None:
        _demand(self.formula.preserved is not None, "the statement does not say which Booleans make up an answer")
        is_true = self._log("solx", words, self.preserved)
        self.excluded.add(self._bits(is_true))
        self._add_for_good(PBConstraint(UnitTerms(2 * boolean + is_true[2 * boolean] for boolean in self.preserved), 1))

    def _bits(self, is_true: Sequence[bool]) -> int:
        return int("".join("01"[is_true[2 * boolean]] for boolean in self.preserved) or "0", 2)

    def soli(self, words: Sequence[str]) -> None:
        if self.formula.objective is None:
            raise Rejected("the statement has no objective")
        is_true = self._log("soli", words, self.priced)
        self.best = sum(coefficient for coefficient, literal in self.formula.objective if is_true[literal])
        self._add_for_good(normal([(-c, literal) for c, literal in self.formula.objective], 1 - self.best))

    def _log(self, rule: str, words: Sequence[str], needed: Iterable[int]) -> list[bool]:
        """For each literal whether it is true in the answer that those listed come to, which settles what is needed."""
        literals = [self.names.literal(word) for word in words]
        found = self.propagator.consequences(literals)
        if found is None:
            raise Rejected("this is not an answer: it contradicts the constraints")
        is_true = [False] * (2 * len(self.names.numbers))
        for literal in found:
            is_true[literal] = True
        # Where nothing preserved is open, what solx added says only that the answer is not one of those.
        is_settled = all(is_true[2 * boolean] or is_true[2 * boolean + 1] for boolean in self.preserved)
        if is_settled and self.excluded and self._bits(is_true) in self.excluded:
            raise Rejected("this is not an answer: solx has logged it before")
        for number, constraint in self.known.items():
            if not (is_settled and isinstance(constraint.terms, UnitTerms)) and not constraint.holds(is_true):
                raise Rejected(f"this is not an answer: constraint {number} is not satisfied")
        for boolean in needed:
            if not (is_true[2 * boolean] or is_true[2 * boolean + 1]):
                raise Rejected(f"this is not an answer: it leaves {list(self.names.numbers)[boolean]} open")
        if rule != "sol" or not self.logged["sol"]:  # that may log an answer twice, and one is enough
            answer = frozenset(name for name, number in self.names.numbers.items() if is_true[2 * number])
            self.logged[rule].append(answer)
            self.keep(1 + len(answer) // 2)
        return is_true

    def _add_for_good(self, constraint: PBConstraint) -> None:
        self.add(constraint)
        self.permanent.add(self.last)

    def delete(self, words: Sequence[str]) -> None:
        _demand(words[0] == "id", "constraints are deleted by number: del id …")
        for word in words[1:]:
            number = self.number(word)
            if number <= self.stated or number in self.permanent:
                raise Rejected(f"constraint {word} is part of the statement or an answer, and cannot be deleted")
            size = self.known.pop(number).size
            self.terms -= size
            self.stale += size
            if number in self.handles:
                self._propagator.remove(self.handles.pop(number))
        if self.stale > self.terms + MIN_STALE_TERMS:
            self.stale = 0
            self.waiting = [number for number in self.waiting if number in self.known]
            self.labels = {label: number for label, number in self.labels.items() if number in self.known}
            for boolean, numbers in self.contains.items():
                self.contains[boolean] = [number for number in numbers if number in self.known]

    # The end

    def output(self, words: Sequence[str]) -> None:
        _demand(words == ["NONE"], "NONE is the only known output")

    def conclude(self, words: Sequence[str]) -> None:
        sol, solx, soli = self.logged.values()
        kind, answers = words[0], solx
        match words:
            case ["NONE"]:
                answers = []
            case ["SAT"]:
                answers = [*sol, *solx, *soli][:1]
                _demand(bool(answers), "no answer was shown")
            case ["UNSAT", *hint]:
                _demand(not (sol or solx or soli), "answers were found, so UNSAT cannot be concluded")
                self.contradicts(hint)
            case ["ENUMERATION_PARTIAL" | "ENUMERATION_COMPLETE", claimed, *hint]:
                _demand(not soli, "after soli only better answers are looked for, so none are counted")
                _demand(whole(claimed) == len(solx), f"{claimed} answers are claimed, {len(solx)} were shown by solx")
                if kind == "ENUMERATION_COMPLETE":
                    self.contradicts(hint)
                else:
                    _demand(not hint, "a part of the answers needs no contradiction")
            case ["BOUNDS", least, *hint, most]:
                answers = soli
                shown = "INF" if self.best is None else str(self.best)
                _demand(self.formula.objective is not None, "the statement has no objective, so it has no bounds")
                _demand(least == most == shown, f"{least} to {most} is claimed, {shown} was shown by soli")
                _demand(not solx and (bool(soli) or not sol), "answers were shown by sol or solx, which prove no bound")
                self.contradicts(hint)
            case _:
                raise Rejected(f"'{' '.join(words)}' is not a known conclusion")
        self.proved = Proved(kind, tuple(answers), self.best if kind == "BOUNDS" else None)

    def contradicts(self, hint: Sequence[str]) -> None:
        """Whether a contradiction is known, which the hint names where there is one."""
        match hint:
            case []:
                found = any(constraint.is_contradiction for constraint in self.known.values())
            case [":", word]:
                found = self.known[self.number(word)].is_contradiction
            case _:
                raise Rejected(f"'{' '.join(hint)}' names no constraint")
        _demand(found, "no contradiction was derived, so there may be more answers")

    def end(self, words: Sequence[str]) -> None:
        _demand(words == ["pseudo-Boolean", "proof"], "a proof ends with 'end pseudo-Boolean proof'")


def _demand(condition: bool, otherwise: str) -> None:
    if not condition:
        raise Rejected(otherwise)


def _at_least(least: int, word: str) -> int:
    _demand(whole(word) >= least, f"{word} is too small")
    return whole(word)


def _kept(constraint: PBConstraint, witness: Mapping[int, int | bool], goals: Iterable[PBConstraint]) -> bool:
    """Whether a solution that breaks ``constraint`` keeps it and all ``goals`` once changed by ``witness``."""
    broken = constraint.negated()
    slack = sum(broken.terms.values()) - broken.degree
    known = {literal >> 1: not literal & 1 for literal, coefficient in broken.terms.items() if coefficient > slack}
    premise = broken.under(known)
    return premise.implies(goal.under(witness).under(known) for goal in (*goals, constraint))


def _steps(proof: str) -> Iterator[tuple[int, list[str]]]:
    """Each step's first line and its words; what is behind a % is a comment."""
    lines = lines_of(proof)
    if next(lines)[:MAX_HEADER_CHARACTERS].split() != ["pseudo-Boolean", "proof", "version", "3.0"]:
        raise Rejected("line 1: this is not a 'pseudo-Boolean proof version 3.0'")
    words: list[str] = []
    first, size = 1, 0
    for number, line in enumerate(lines, 2):
        if "%" in line:
            line = line.partition("%")[0]
        if not line.isascii():
            raise Rejected(f"line {number}: only ASCII characters can stand in a step")
        first, start = first if words else number, 0
        while start <= len(line):
            end = line.find(";", start)
            size += (len(line) if end < 0 else end) - start
            if size > MAX_LINE_CHARACTERS:
                raise Rejected(f"line {number}: a step has more than {MAX_LINE_CHARACTERS:,} characters")
            words += line[start : len(line) if end < 0 else end].split()
            if end < 0:
                break
            yield first, words
            words, first, size, start = [], number, 0, end + 1
    if words:
        raise Rejected(f"line {first}: no semicolon ends it")
