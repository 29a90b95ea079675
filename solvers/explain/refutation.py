"""Refutations: how a supposition fails, step by step, each by one rule, and else case by case.

A deduction that needs several rules at once cannot be seen at a glance. So the opposite of its fact is supposed, and
single rules are asked in turn what they make of what is known by then, until one cannot hold (Bogaerts, Gamba and Guns:
nested explanations, AIJ 2021). Where no rule says more, the values left for some variable each fail in turn. What the
contradiction does not rest on is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from models.deductions import Refutation, RefutationStep, Rule
from models.language.model import IntVar, Literal
from solvers.backends.sat.rules import Reasoner
from solvers.backends.sat.subsets import Budget

MAX_LINES = 40
"""Nobody follows a refutation of more lines."""

MAX_ORDERS = 6
"""In so many orders the rules are asked, to find a short way."""

Scopes = Mapping[Rule, Sequence[IntVar]]
"""The rules, each with the variables it speaks of."""

Known = tuple[Sequence[int], set[int]]
"""What is known of the variables of a rule, and those of it in a core; all as SAT literals."""

Taken = dict[int, Known]
"""The values that a rule takes away, each with the facts that this follows from."""


class TooLong(Exception):
    """No refutation in a few lines was found."""


def refute(
    reasoner: Reasoner, supposed: Literal, scopes: Scopes, facts: Sequence[Literal], budget: Budget
) -> Refutation | None:
    """The shortest way found in which ``supposed`` fails under rules and known facts; None when none is short."""
    best: Refutation | None = None
    order = list(scopes)
    single = _SingleRules(reasoner, scopes)
    for turn in range(min(MAX_ORDERS, len(order))):
        attempt = _Attempt(reasoner, {rule: scopes[rule] for rule in order[turn:] + order[:turn]}, budget, single)
        try:
            found, _ = attempt.fail(supposed, facts)
        except TooLong:
            continue
        if best is None or found.lines < best.lines:
            best = found
        if budget.expired() or best.lines == 1 + len(order):  # every rule has its line: none is spare
            break
    return best and _with_values(best, facts)


class _Attempt:
    """One attempt, in which the rules are asked in one order."""

    def __init__(self, reasoner: Reasoner, scopes: Scopes, budget: Budget, single: _SingleRules) -> None:
        self._single = single
        self._reasoner = reasoner
        self._scopes = scopes
        self._budget = budget
        self._variables = list(dict.fromkeys(var for scope in scopes.values() for var in scope))
        along = reasoner.oracle.clock.along
        takings = (var != value for var in self._variables for value in along(var.domain))
        self._taking = {reasoner.literal(taken): taken for taken in takings}
        self._tried = 0

    def fail(self, supposed: Literal, before: Sequence[Literal]) -> tuple[Refutation, set[int]]:
        """How ``supposed`` fails, and which facts from ``before`` that rests on, as SAT literals; or ``TooLong``."""
        self._tried += 1
        if self._tried > MAX_LINES or self._budget.expired():
            raise TooLong
        known = [*before, supposed]
        turns, contradiction = self._ask_in_turn(known)
        steps: list[RefutationStep] = []
        cases: tuple[Refutation, ...] = ()
        if contradiction:
            rule, clashing = contradiction
            steps, needed = [RefutationStep(rule, ())], set(self._single.why(rule, clashing))
        else:
            cases, needed = self._case_by_case(known)
        for rule, taken in reversed(turns):
            used = [literal for literal in taken if literal in needed]
            for literal in used:
                needed.update(self._single.why(rule, taken[literal], -literal))
            if used:
                steps.insert(0, RefutationStep(rule, tuple(self._taking[literal] for literal in used)))
        refutation = Refutation(supposed, tuple(steps), cases)
        if refutation.lines > MAX_LINES:
            raise TooLong
        return refutation, needed & set(map(self._reasoner.literal, before))

    def _ask_in_turn(self, known: list[Literal]) -> tuple[list[tuple[Rule, Taken]], tuple[Rule, Known] | None]:
        """Ask rule after rule until one clashes or none has more to say; ``known`` grows by what they say."""
        turns: list[tuple[Rule, Taken]] = []
        waiting = dict.fromkeys(self._scopes)
        while waiting:
            rule = next(iter(waiting))
            del waiting[rule]
            asked = self._single.ask(rule, known)
            if isinstance(asked, tuple):
                return turns, (rule, asked)
            if asked:
                turns.append((rule, asked))
                new = [self._taking[literal] for literal in asked]
                known += new
                changed = {fact.var for fact in new}
                waiting |= {other: None for other, scope in self._scopes.items() if changed.intersection(scope)}
                waiting.pop(rule, None)
        return turns, None

    def _case_by_case(self, known: Sequence[Literal]) -> tuple[tuple[Refutation, ...], set[int]]:
        """Go through the values left for a variable that has few; also what that rests on of what is known."""
        choices = {var: left_of(var, known) for var in self._variables}
        undecided = [var for var in self._variables if len(choices[var]) > 1]
        if not undecided:
            raise TooLong  # the rules share something that is none of these variables
        var = min(undecided, key=lambda var: len(choices[var]))
        failed = [self.fail(var == value, known) for value in choices[var]]
        needed = {self._reasoner.literal(fact) for fact in known if fact.var is var}
        return tuple(case for case, _ in failed), needed.union(*(rests_on for _, rests_on in failed))


class _SingleRules:
    """What single rules make of what is known; whatever is asked in several attempts is asked of the solver once."""

    def __init__(self, reasoner: Reasoner, scopes: Scopes) -> None:
        self._reasoner = reasoner
        self._scopes = scopes
        self._answers: dict[tuple[int, ...], Taken | Known] = {}
        self._reasons: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}

    def ask(self, rule: Rule, known: Sequence[Literal]) -> Taken | Known:
        """The values that ``rule`` takes away; or the facts that it clashes with."""
        scope = set(self._scopes[rule])
        facts = sorted({self._reasoner.literal(fact) for fact in known if fact.var in scope})
        assumed = self._reasoner.selector(rule.key), *facts
        self._reasoner.oracle.tests += len(scope)
        if assumed not in self._answers:
            self._answers[assumed] = self._answer(rule, known, facts, assumed)
        return self._answers[assumed]

    def why(self, rule: Rule, known: Known, *opposite: int) -> list[int]:
        """Those of the facts known that ``rule`` needs, with none to spare."""
        facts, core = known
        fixed = self._reasoner.selector(rule.key), *opposite
        key = fixed, tuple(facts)
        if key not in self._reasons:
            self._reasons[key] = self._reasoner.minimal(facts, fixed, core)
        return self._reasons[key]

    def _answer(
        self, rule: Rule, known: Sequence[Literal], facts: list[int], assumed: tuple[int, ...]
    ) -> Taken | Known:
        if not self._reasoner.holds(assumed):
            return facts, self._reasoner.core()
        possible = self._reasoner.solution()
        taken: Taken = {}
        for var in self._scopes[rule]:
            for value in left_of(var, known):
                literal = self._reasoner.literal(var == value)
                if literal in possible:
                    continue
                if self._reasoner.holds([*assumed, literal]):
                    possible |= self._reasoner.solution()
                else:
                    taken[-literal] = facts, self._reasoner.core()
        return taken


def left_of(var: IntVar, known: Iterable[Literal]) -> list[int]:
    """The values of ``var`` that all the facts known leave it."""
    left = set(var.domain)
    for fact in known:
        if fact.var is var:
            left.difference_update((~fact).values)
    return sorted(left)


def _with_values(refutation: Refutation, known: Sequence[Literal]) -> Refutation:
    """``refutation``, where a link that takes away all values of a variable but one says which one is left."""
    so_far = [*known, refutation.supposed]
    steps = []
    for step in refutation.steps:
        so_far += step.facts
        facts: list[Literal] = []
        for var in dict.fromkeys(fact.var for fact in step.facts):
            left = left_of(var, so_far)
            facts += [var == left[0]] if len(left) == 1 else [fact for fact in step.facts if fact.var is var]
        steps.append(RefutationStep(step.rule, tuple(facts)))
    return Refutation(refutation.supposed, tuple(steps), tuple(_with_values(case, so_far) for case in refutation.cases))
