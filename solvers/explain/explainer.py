"""The steps of an explanation: a puzzle solved one deduction at a time, each with a smallest reason found for it.

A fact that follows from one other by one rule (a digit is placed, so its row takes no other) is *obvious*: it is noted
but is no step, unless the puzzle has a derivation of it. Steps are looked for in tiers; the first that yields one wins:

0. the puzzle's own techniques propose something, the easiest first, and it proves true;
1. a variable has one value left;
2. one rule and the facts about its variables settle a value, or else take one away;
3. two rules with a variable in common take one away;
4. more rules: a minimal unsatisfiable subset for every value that can still go, the smallest taken.

The idea of explaining by smallest unsatisfiable subsets is that of Bogaerts, Gamba and Guns ("A
framework for step-wise explaining how to solve constraint satisfaction problems", AIJ 2021) and of
Espasa, Gent et al. ("Using small MUSes to explain how to solve pen and paper puzzles", 2021).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from math import inf
from operator import neg
from typing import Any

from models.deductions import Deduction, Rule, facts_of, is_value
from models.errors import ModelError
from models.language.model import DEFINITION, Assignment, Clause, Constraint, Givens, IntVar, Literal
from models.puzzle import Formulation
from solvers.backends.sat.rules import EncodedRules, Reasoner
from solvers.core.backend import ENDLESS, Clock
from solvers.explain.knowledge import Knowledge, Origin
from solvers.explain.refutation import refute

EFFORT = 1.0
"""Millions of propagations to spend on a smaller reason than the first one, at each hard step."""

MAX_LANDMARK_VALUES = 1_000
"""A landmark that can have more values is passed by: each value would be asked for."""

MAX_COMPARED_STEPS = 6
"""So many steps with reasons of the same size are compared by how short their refutations are."""


class Explainer:
    """The way from the givens, and from what a person has found ``so_far``, to the answer.

    Attributes:
        variables: the projection, givens, landmarks and what is found already.
        left: the values that nothing known takes away, for each variable.
        noted: what was known before the first step, and what each step added, with all that is obvious by it.
        from_the_start: what needs no step, since there never was another value.
        unsettled: the variables that no deduction can settle, once the steps have ended: there are several answers.
    """

    def __init__(
        self,
        stated: Formulation[Any, Any],
        givens: Givens,
        clock: Clock | None = None,
        effort: float = EFFORT,
        encoded: EncodedRules | None = None,
        so_far: Sequence[Literal] = (),
        techniques: Collection[str] | None = None,
    ) -> None:
        model = stated.model
        self._stated = stated
        self._techniques = techniques
        self._givens = givens
        self._effort = effort
        self._reasoner = reasoner = Reasoner(encoded or EncodedRules(model, clock or ENDLESS), stated.background, clock)
        self._rules = reasoner.rules
        self._clock = reasoner.oracle.clock
        # Where the givens leave nothing of the projection open, all the other variables are settled.
        self._goal = [var for var in model.projection if var not in givens] or list(model.variables)
        by_the_way = [var for var in stated.landmarks if len(var.domain) <= MAX_LANDMARK_VALUES]
        found = (fact.var for fact in so_far)
        self.variables = list(dict.fromkeys([*model.projection, *self._goal, *givens, *by_the_way, *found]))
        only = [var for var in self.variables if len(var.domain) == 1 and var not in givens]
        self.from_the_start = [var == var.domain[0] for var in only]
        self.unsettled: list[IntVar] = []
        self.noted: list[list[Literal]] = [[]]
        self._knowledge = Knowledge(reasoner, self.variables)
        self.left = self._knowledge.left
        # Rules go by their places from here on, facts mostly by their SAT literals.
        self._selectors = [reasoner.selector(rule.key) for rule in self._rules]
        background = [
            constraint for constraint in model.constraints if constraint.rule in (*stated.background, DEFINITION)
        ]
        self._grants = bool(background)
        clauses = [one.literals for one in background if isinstance(one, Clause) and not one.condition]
        tests = [literals[0] for literals in clauses if len(literals) == 1 and literals[0].var in self.left]
        small = [test for test in tests if len(test.var.domain) <= MAX_LANDMARK_VALUES]
        self._seen = [fact for test in small for fact in facts_of(test)]  # at a glance
        self._scopes = scopes(self._rules, self.variables, background)
        self._rules_of: dict[IntVar, list[int]] = {var: [] for var in self.variables}
        for place, scope in enumerate(self._scopes):
            for var in scope:
                self._rules_of[var].append(place)
        self._settling, self._taking, self._by_two, self._by_many = (_Tier(self._rules, reasoner) for _ in range(4))
        self._pairs_left: set[tuple[int, int]] = set()
        self._supports: dict[tuple[int, ...], list[set[int]]] = {}
        known = [*(var == value for var, value in givens.items()), *so_far]
        self._everything = [*self._selectors, *map(reasoner.literal, known)]
        self._so_far = so_far
        # True literals of one answer, of any answer met, and literals that no answer has.
        self._answer: set[int] = set()
        self._unique = False
        self._given: frozenset[IntVar] = frozenset()
        self._possible: set[int] = set()
        self._refutable: set[int] = set()

    def steps(self) -> Iterator[Deduction]:
        """The deductions in order.

        Raises:
            ModelError: when there is no answer at all.
            OutOfTime: when the clock is up first.
        """
        if not self._reasoner.holds(self._everything):
            raise ModelError("the givens and the rules cannot hold together: there is no way to an answer")
        self._answer = self._reasoner.solution()
        self._possible = set(self._answer)
        self._unique = self._stated.uses_uniqueness and self._has_no_other_answer()
        for var, value in self._givens.items():
            self._note(var == value)
        for fact in self.from_the_start:
            self._note(fact)
        for fact in (*self._seen, *self._so_far):
            if not self._knowledge.has(fact):
                self._note(fact)
        self._given = frozenset(self._knowledge.settled)
        number = 0
        while self._knowledge.unsettled(self._goal) and (step := self._next_step()):
            yield step
            number += 1
            self.noted.append([])
            for fact in step.new:
                self._note(fact, number)
        self.unsettled = self._knowledge.unsettled(self._goal)

    def answer(self) -> Assignment:
        """An answer; the only one, where the steps have ended and nothing is unsettled."""
        return dict(self._answered(self._stated.model.variables))

    # Noting down

    def _note(self, fact: Literal, origin: Origin = None) -> None:
        """Add ``fact`` to what is known, and all that is obvious from it."""
        var = fact.var
        if var in self._knowledge.settled:
            return
        literal = self._knowledge.note(fact, origin)
        self.noted[-1].append(fact)
        for tier in (self._settling, self._taking, self._by_two):
            tier.stale.update(self._rules_of[var])
        if is_value(fact) and self._stated.propagates:
            for place in self._rules_of[var]:
                self._note_obvious(fact, literal, place)

    def _note_obvious(self, fact: Literal, literal: int, place: int) -> None:
        """Note down what a value and one rule take away by unit propagation; what they settle is a step."""
        fine, forced = self._reasoner.propagate([self._selectors[place], literal])
        if not fine:
            return
        taken = set(forced)
        for var in self._knowledge.unsettled(self._scopes[place]):
            equals, left = self._reasoner.values(var), sorted(self.left[var])
            settled = [value for value in left if equals[value] in taken]
            if settled and not (var.is_boolean and settled == [0]):  # what is not so is obvious; what is so is a step
                continue
            for value in left:
                if -equals[value] in taken and len(self.left[var]) > 1:
                    self._note(var != value, fact)

    # Looking for the next step

    def _next_step(self) -> Deduction | None:
        tiers = (self._by_technique, self._last_value, self._by_one_rule, self._by_two_rules, self._by_many_rules)
        return next(filter(None, (tier() for tier in tiers)), None)

    def _by_technique(self) -> Deduction | None:
        """Tier 0: what the puzzle's techniques propose, where it is new and follows."""
        snapshot = self._knowledge.snapshot(self._unique, self._given)
        for proposal in self._stated.techniques(snapshot, self._techniques):
            new = [fact for fact in proposal.new if not self._knowledge.has(fact)]
            if new:
                facts = filter(self._knowledge.__contains__, map(self._reasoner.literal, proposal.facts))
                selectors = list(map(self._reasoner.selector, proposal.rules))
                infer = self._of_the_only_answer if proposal.unique else self._deduce
                step = infer(new, selectors, list(facts), is_pattern=True)
                if step:
                    step = replace(step, name=proposal.name, pattern=proposal.pattern, number=proposal.number)
                    return replace(step, smallest=len(step.rules) <= 1 and not step.unique)
        return None

    def _of_the_only_answer(
        self, new: Sequence[Literal], selectors: Sequence[int], facts: Sequence[int], is_pattern: bool
    ) -> Deduction | None:
        """The step to all that is ``new`` where the only answer has it; by rules and facts that need not prove it."""
        if not self._unique or not self._answer.issuperset(map(self._reasoner.literal, new)):
            return None
        rules = [rule for rule, selector in zip(self._rules, self._selectors, strict=True) if selector in selectors]
        return replace(self._knowledge.step(new[0], facts, rules), more=tuple(new[1:]), unique=True)

    def _has_no_other_answer(self) -> bool:
        """Whether the rules and all that is given leave the answer met first as the only one."""
        values = self._answered(self._goal)
        other = self._reasoner.either([-self._reasoner.values(var)[value] for var, value in values])
        return not self._reasoner.holds([*self._everything, other])

    def _last_value(self) -> Deduction | None:
        """Tier 1: a variable has one value left."""
        for var in self._knowledge.unsettled(self.variables):
            if len(self.left[var]) == 1:
                fact = var == next(iter(self.left[var]))
                facts = self._reasoner.minimal(self._knowledge.about([var]), [-self._reasoner.literal(fact)])
                return replace(self._knowledge.step(fact, facts, ()), smallest=True)
        return None

    def _by_one_rule(self) -> Deduction | None:
        """Tier 2: the smallest step by one rule, one that settles a value before one that takes a value away."""
        for tier in (self._settling, self._taking):
            for place in sorted(tier.stale):
                tests = self._clock.along(self._tests(place, settle=tier is self._settling))
                tier.keep(self._found_by((place,), [fact for fact in tests if not tier.has_least(fact)]))
            tier.stale.clear()
            steps = [step for _, step in tier.smallest(self._knowledge)]
            if steps:
                gathers = self._stated.gathers and tier is self._taking and len(steps[0].facts) <= 1
                return replace(_gathered(steps) if gathers else steps[0], smallest=True)
        return None

    def _by_two_rules(self) -> Deduction | None:
        """Tier 3: the smallest step by two rules that share an unsettled variable.

        Where there are too many pairs the effort ends it, and no step by more rules is claimed to be smallest.
        """
        budget = self._reasoner.budget(self._effort)
        tier = self._by_two
        waiting = sorted({pair for place in tier.stale for pair in self._pairs_with(place)} | self._pairs_left)
        tier.stale.clear()
        self._pairs_left = set()
        for number, pair in enumerate(waiting):
            if budget.expired():
                self._pairs_left = set(waiting[number:])
                break
            # One reason of two rules is enough for a fact; there may be as many as pairs of rules.
            new = self._clock.along(self._tests(*pair))
            tier.keep(self._found_by(pair, [fact for fact in new if self._reasoner.literal(fact) not in tier.found]))
        step = self._shortest(tier)
        return step and replace(step, smallest=True)

    def _by_many_rules(self) -> Deduction | None:
        """Tier 4: the smallest minimal reason found, over all values that can still be taken away.

        After a first reason, while the effort lasts, each value's smallest set of rules below the best is looked for.
        """
        facts = self._knowledge.about(self.variables)
        budget = self._reasoner.budget(self._effort)
        tier = self._by_many
        proved = not self._pairs_left
        for fact in self._open_questions():
            if not tier.smallest(self._knowledge):
                tier.keep(filter(None, [self._deduce([fact], self._selectors, facts)]))
        for fact in self._open_questions():
            best = tier.smallest(self._knowledge)
            if not best:
                break
            if budget.expired():
                proved = False
                break
            subsets = self._reasoner.subsets(self._selectors, [*facts, -self._reasoner.literal(fact)])
            fewer = subsets.smallest(len(best[0][1].rules), budget)
            if fewer is not None:
                tier.keep(filter(None, [self._deduce([fact], subsets.members(fewer), facts)]))
        step = self._shortest(tier)
        return step and replace(step, smallest=proved)

    def _shortest(self, tier: _Tier) -> Deduction | None:
        """Of the steps with the smallest reasons, the one with the shortest refutation."""
        smallest = tier.smallest(self._knowledge)[:MAX_COMPARED_STEPS]
        for literal, step in smallest:
            if step.refutation is None and literal not in tier.not_refuted:
                scopes = {
                    rule: scope for rule, scope in zip(self._rules, self._scopes, strict=True) if rule in step.rules
                }
                budget = self._reasoner.budget(self._effort)
                refutation = refute(self._reasoner, ~step.fact, scopes, step.facts, budget)
                tier.found[literal] = replace(step, refutation=refutation)
                if refutation is None:
                    tier.not_refuted.add(literal)
        steps = [tier.found[literal] for literal, _ in smallest]
        return min(steps, key=lambda step: step.refutation.lines if step.refutation else inf, default=None)

    def _pairs_with(self, place: int) -> Iterator[tuple[int, int]]:
        unsettled = self._knowledge.unsettled(self._scopes[place])
        near = {other for var in unsettled for other in self._rules_of[var]}
        return ((min(place, other), max(place, other)) for other in near if other != place)

    def _tests(self, *places: int, settle: bool = False) -> list[Literal]:
        """The facts to try the rules at ``places`` on: values that the answer has, or else those it has not."""
        scope = dict.fromkeys(var for place in places for var in self._scopes[place])
        unsettled = self._knowledge.unsettled(scope)
        met = dict(self._answered(unsettled))
        if settle:
            return [var == value for var, value in met.items()]
        return [var != value for var in unsettled for value in self._clock.along(self.left[var]) if value != met[var]]

    def _found_by(self, places: tuple[int, ...], tests: Sequence[Literal]) -> Iterator[Deduction]:
        """Those of the ``tests`` that follow by all the rules at ``places`` and what is known of their variables."""
        if not tests:
            return
        variables = list(dict.fromkeys(var for place in places for var in self._scopes[place]))
        facts = self._knowledge.about(variables)
        # A solution met before that still agrees with all facts is a support of every value in it: no need to ask
        # again (residual supports: Lecoutre and Hemery, "A study of residual supports in arc consistency", IJCAI 2007).
        supports = [solution for solution in self._supports.get(places, ()) if solution.issuperset(facts)]
        supported = set().union(*supports)
        self._reasoner.oracle.tests += len(tests)
        for fact in tests:
            if -self._reasoner.literal(fact) in supported:
                continue
            step = self._deduce([fact], [self._selectors[place] for place in places], facts)
            if step:
                yield step
            else:
                solution = self._reasoner.solution()
                supports.append(solution & set().union(*(self._literals[var] for var in variables)))
                supported |= supports[-1]
        self._supports[places] = supports

    @cached_property
    def _literals(self) -> dict[IntVar, set[int]]:
        """For each variable the SAT literals that speak of its values."""
        equals = {var: self._reasoner.values(var).values() for var in self.variables}
        return {var: {*literals, *map(neg, literals)} for var, literals in equals.items()}

    def _deduce(
        self, new: Sequence[Literal], selectors: Sequence[int], facts: Sequence[int], is_pattern: bool = False
    ) -> Deduction | None:
        """The step to all that is ``new`` by these rules and facts, none spare; None when it does not follow.

        The facts of a pattern are few of those that are known; of others a smaller set is looked for a second time.
        """
        opposite = self._reasoner.either([-self._reasoner.literal(fact) for fact in new])
        if self._reasoner.holds([*selectors, *facts, opposite]):
            return None
        # Without any rule only what is known of a variable itself settles it.
        needed = selectors if len(selectors) == 1 and not self._grants and self._is_open(new) else ()
        spare = () if needed else selectors
        facts = self._knowledge.in_order(facts) if is_pattern else sorted(facts)
        parts = self._reasoner.subsets([*spare, *facts], [*needed, opposite], self._reasoner.core())
        rules_alone = (1 << len(spare)) - 1
        chosen = parts.minimal(parts.all)
        if not is_pattern and (chosen & ~rules_alone).bit_count() > 1:
            # A settled value says more than a value taken away, and may stand for several.
            other = parts.minimal(chosen & rules_alone | parts.all & ~rules_alone, backwards=True)
            chosen = min(chosen, other, key=int.bit_count)
        used = {*needed, *parts.members(chosen & rules_alone)}
        kept = parts.members(chosen & ~rules_alone)
        rules = [rule for rule, selector in zip(self._rules, self._selectors, strict=True) if selector in used]
        return replace(self._knowledge.step(new[0], kept, rules), more=tuple(new[1:]))

    def _is_open(self, facts: Sequence[Literal]) -> bool:
        return any(len(self.left[fact.var]) > 1 for fact in facts)

    def _open_questions(self) -> Iterator[Literal]:
        """Values that no answer has and that can still be taken away, those of variables with few left first."""
        for var in sorted(self._knowledge.unsettled(self.variables), key=lambda var: len(self.left[var])):
            yield from (var != value for value in sorted(self.left[var]) if not self._is_possible(var, value))

    def _answered(self, variables: Iterable[IntVar]) -> list[tuple[IntVar, int]]:
        """Return ``variables``, each with its value in the answer met first."""
        values = ((var, pair) for var in variables for pair in self._clock.along(self._reasoner.values(var).items()))
        return [(var, value) for var, (value, literal) in values if literal in self._answer]

    def _is_possible(self, var: IntVar, value: int) -> bool:
        """Whether some answer has the value, so that no deduction can ever take it away."""
        literal = self._reasoner.values(var)[value]
        if literal not in self._possible and literal not in self._refutable:
            if self._reasoner.holds([*self._everything, literal]):
                self._possible |= self._reasoner.solution()
            else:
                self._refutable.add(literal)
        return literal in self._possible


class _Tier:
    """The steps of one kind that were found and not taken yet, by the SAT literals of their facts.

    ``stale`` are the rules, by place, about whose variables something new is known since they were last asked.
    """

    def __init__(self, rules: Sequence[Rule], reasoner: Reasoner) -> None:
        self.stale = set(range(len(rules)))
        self.found: dict[int, Deduction] = {}
        self.not_refuted: set[int] = set()
        self._literal = reasoner.literal

    def keep(self, steps: Iterable[Deduction]) -> None:
        """Remember the smallest step to each fact: a reason stays a reason however much more becomes known."""
        for step in steps:
            literal = self._literal(step.fact)
            if literal not in self.found or _size(step) < _size(self.found[literal]):
                self.found[literal] = step

    def has_least(self, fact: Literal) -> bool:
        """Whether there is a step to ``fact`` by one rule and one other fact at most, so that none is smaller."""
        step = self.found.get(self._literal(fact))
        return step is not None and len(step.rules) <= 1 and len(step.facts) <= 1

    def smallest(self, knowledge: Knowledge) -> list[tuple[int, Deduction]]:
        """The smallest steps whose facts are still new; the others are forgotten."""
        self.found = {literal: step for literal, step in self.found.items() if not knowledge.has(step.fact)}
        least = min(map(_size, self.found.values()), default=None)
        return [(literal, step) for literal, step in self.found.items() if _size(step) == least]


def scopes(rules: Sequence[Rule], variables: Sequence[IntVar], background: Iterable[Constraint]) -> list[list[IntVar]]:
    """For each rule, those of ``variables`` it speaks of, also by way of others that ``background`` constraints tie."""
    chosen = set(variables)
    tied: dict[IntVar, list[Constraint]] = {}
    for constraint in background:
        for var in constraint.scope():
            tied.setdefault(var, []).append(constraint)

    def scope(rule: Rule) -> list[IntVar]:
        met = dict.fromkeys(var for constraint in rule.constraints for var in constraint.scope())
        waiting = list(met)
        while waiting:
            var = waiting.pop()
            if var not in chosen:
                new = [v for constraint in tied.get(var, ()) for v in constraint.scope() if v not in met]
                met.update(dict.fromkeys(new))
                waiting += new
        return [var for var in variables if var in met]

    return [scope(rule) for rule in rules]


def _gathered(steps: Sequence[Deduction]) -> Deduction:
    """The first of ``steps``, with all else that the others take away by its rule."""
    first = steps[0]
    alike = [step for step in steps if step.rules[0].key == first.rules[0].key]
    sources = {fact: origin for step in alike for fact, origin in zip(step.facts, step.origins, strict=True)}
    more = tuple(step.fact for step in alike[1:])
    return replace(first, more=more, facts=tuple(sources), origins=tuple(sources.values()))


def _size(step: Deduction) -> tuple[int, int]:
    return len(step.rules), len(step.facts)
