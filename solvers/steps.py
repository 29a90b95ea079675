"""How a puzzle is solved one deduction at a time, each with a smallest reason found for it.

What is known is a set of facts: a value that a variable has, or one that it cannot have. A fact that
follows from one other fact by one rule (a digit is placed, so its row takes no other) is *obvious*: it
is noted down but is no step. Steps are looked for in tiers, and the first tier that yields one wins:

0. a variable has one value left;
1. one rule and the facts about its variables settle a value, or else take one away;
2. two rules with a variable in common take one away;
3. more rules: a minimal unsatisfiable subset for every value that can still go, the smallest taken.

The idea of explaining by smallest unsatisfiable subsets is that of Bogaerts, Gamba and Guns ("A
framework for step-wise explaining how to solve constraint satisfaction problems", AIJ 2021) and of
Espasa, Gent et al. ("Using small MUSes to explain how to solve pen and paper puzzles", 2021).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from models.csp import Givens, IntVar, Literal, Model
from models.deductions import Rule, Step
from solvers.backend import Clock
from solvers.reasoner import Reasoner

EFFORT = 1.0
"""Seconds spent on looking for a smaller reason than the first one found, when many rules are needed."""


class Contradiction(Exception):
    """The givens and the rules cannot hold together: there is nothing to walk to."""


class Walk:
    """The way from the givens to the answer.

    Args:
        model: the structure; its rules are its constraints' sentences.
        givens: what the instance fixes.
        clock: the time limit of the whole walk.
        effort: seconds to spend on a smaller reason at a step that needs many rules.

    Attributes:
        rules: the rules of the model.
        variables: what the walk is over.
        obvious: how many facts were noted down without being a step.
        unsettled: the decisions that no deduction can settle, once the walk is over: there are several answers.
    """

    def __init__(self, model: Model, givens: Givens, clock: Clock | None = None, effort: float = EFFORT) -> None:
        self.model = model
        self.obvious = 0
        self.unsettled: list[IntVar] = []
        self._effort = effort
        self._givens = givens
        self._reasoner = Reasoner(model, clock)
        self.rules = self._reasoner.rules
        # The walk is over the decisions; where the givens leave none of them open, over all variables.
        open_decisions = any(var not in givens for var in model.decisions)
        self.variables = list(model.decisions if open_decisions else model.variables)
        chosen = set(self.variables)
        self._scopes = [
            [var for var in dict.fromkeys(v for c in rule.constraints for v in c.scope()) if var in chosen]
            for rule in self.rules
        ]
        self._rules_of: dict[IntVar, list[int]] = {var: [] for var in self.variables}
        for place, scope in enumerate(self._scopes):
            for var in scope:
                self._rules_of[var].append(place)
        self._left: dict[IntVar, set[int]] = {var: set(var.domain) for var in self.variables}
        self._known: dict[IntVar, list[int]] = {var: [] for var in self.variables}
        self._fact: dict[int, Literal] = {}
        self._settled: set[IntVar] = set()
        # The rules about whose variables something new is known, one set for each kind of search.
        self._stale, self._stale_taking, self._stale_pairs = (set(range(len(self.rules))) for _ in range(3))
        self._pairs_left: set[tuple[int, int]] = set()
        # Steps that were found and not taken yet, by the SAT literal of their fact.
        self._settling: dict[int, Step] = {}
        self._taking: dict[int, Step] = {}
        self._pairwise: dict[int, Step] = {}
        self._by_many: dict[int, Step] = {}
        self._everything = [self._reasoner.selector(rule) for rule in self.rules]
        self._everything += [self._reasoner.literal(var == value) for var, value in givens.items()]
        # True literals of one answer, of any answer met, and literals that no answer has.
        self._answer: set[int] = set()
        self._possible: set[int] = set()
        self._refutable: set[int] = set()

    def steps(self) -> Iterator[Step]:
        """The deductions in order; when they end, ``unsettled`` says what none of them can settle.

        Raises:
            Contradiction: when there is no answer at all.
            OutOfTime: when the clock is up first.
        """
        if not self._reasoner.holds(self._everything):
            raise Contradiction
        self._answer = self._reasoner.solution()
        self._possible = set(self._answer)
        for var, value in self._givens.items():
            self._note(var == value)
        for var in self.variables:
            if len(var.domain) == 1 and var not in self._settled:
                self._note(var == var.domain[0])
        while step := self._next_step():
            yield step
            self._note(step.fact)
        self.unsettled = [var for var in self.variables if var not in self._settled]

    def left(self, var: IntVar) -> frozenset[int]:
        """The values that nothing known takes from ``var``."""
        return frozenset(self._left[var])

    # Noting down

    def _note(self, fact: Literal) -> None:
        """Add ``fact`` to what is known, and all that is obvious from it."""
        var = fact.var
        if len(fact.values) == 1:
            if var in self._settled:
                return
            self._settled.add(var)
            self._left[var] = set(fact.values)
            # The value says all that the values taken away before said.
            self._known[var] = []
        else:
            self._left[var] &= fact.values
        literal = self._reasoner.literal(fact)
        self._known[var].append(literal)
        self._fact[literal] = fact
        for stale in (self._stale, self._stale_taking, self._stale_pairs):
            stale.update(self._rules_of[var])
        if len(fact.values) == 1:
            self._note_obvious(literal, var)

    def _note_obvious(self, literal: int, var: IntVar) -> None:
        for place in self._rules_of[var]:
            fine, forced = self._reasoner.propagate([self._reasoner.selector(self.rules[place]), literal])
            if not fine:
                continue
            taken = set(forced)
            for other in self._scopes[place]:
                if other in self._settled:
                    continue
                for value in sorted(self._left[other]):
                    if -self._reasoner.literal(other == value) in taken and len(self._left[other]) > 1:
                        self.obvious += 1
                        self._note(other != value)

    # Looking for the next step

    def _next_step(self) -> Step | None:
        return self._last_value() or self._by_one_rule() or self._by_two_rules() or self._by_many_rules()

    def _last_value(self) -> Step | None:
        """Tier 0: a variable has one value left."""
        for var in self.variables:
            if var not in self._settled and len(self._left[var]) == 1:
                (value,) = self._left[var]
                facts = self._reasoner.minimal(self._known[var], [-self._reasoner.literal(var == value)])
                return Step(var == value, self._facts(facts), (), smallest=True)
        return None

    def _by_one_rule(self) -> Step | None:
        """Tier 1: the smallest step by one rule, one that settles a value before one that takes a value away."""
        for settle, found, stale in ((True, self._settling, self._stale), (False, self._taking, self._stale_taking)):
            for place in sorted(stale):
                self._keep(found, self._found_by((place,), settle))
            stale.clear()
            step = self._best(found)
            if step:
                return replace(step, smallest=True)
        return None

    def _by_two_rules(self) -> Step | None:
        """Tier 2: the smallest step by two rules that share an unsettled variable.

        A model with hundreds of rules over a few variables has too many pairs: then the effort ends it,
        and what is found by more rules is not claimed to be smallest.
        """
        patience = Clock(self._effort)
        waiting = sorted({pair for place in self._stale_pairs for pair in self._pairs_with(place)} | self._pairs_left)
        self._stale_pairs.clear()
        self._pairs_left = set()
        for place, pair in enumerate(waiting):
            if patience.expired():
                self._pairs_left = set(waiting[place:])
                break
            self._keep(self._pairwise, self._found_by(pair, settle=False))
        step = self._best(self._pairwise)
        return replace(step, smallest=True, branch=self._branch(step)) if step else None

    def _best(self, found: dict[int, Step]) -> Step | None:
        """The smallest of the steps found whose fact is still new; the others are forgotten."""
        for literal in [literal for literal, step in found.items() if self._is_known(step.fact)]:
            del found[literal]
        return min(found.values(), key=_size, default=None)

    def _keep(self, found: dict[int, Step], steps: Iterable[Step]) -> None:
        """Remember ``steps`` for later: a reason stays a reason however much more becomes known."""
        for step in steps:
            literal = self._reasoner.literal(step.fact)
            if literal not in found or _size(step) < _size(found[literal]):
                found[literal] = step

    def _is_known(self, fact: Literal) -> bool:
        return fact.var in self._settled or self._left[fact.var] <= fact.values

    def _pairs_with(self, place: int) -> Iterator[tuple[int, int]]:
        near = {other for var in self._scopes[place] if var not in self._settled for other in self._rules_of[var]}
        return ((min(place, other), max(place, other)) for other in near if other != place)

    def _found_by(self, places: Sequence[int], settle: bool) -> Iterator[Step]:
        """Steps by all the rules at ``places`` together with what is known of their variables."""
        variables = list(dict.fromkeys(var for place in places for var in self._scopes[place]))
        unsettled = [var for var in variables if var not in self._settled]
        if not unsettled:
            return
        selectors = [self._reasoner.selector(self.rules[place]) for place in places]
        facts = [literal for var in variables for literal in self._known[var]]
        if settle:
            tests = [var == value for var in unsettled for value in self._left[var] if self._is_answer(var, value)]
        else:
            tests = [var != value for var in unsettled for value in self._left[var] if not self._is_answer(var, value)]
        for fact in tests:
            step = self._deduce(fact, selectors, facts)
            if step:
                yield step

    def _deduce(self, fact: Literal, selectors: Sequence[int], facts: Sequence[int]) -> Step | None:
        """The step to ``fact`` by these rules and facts with a minimal reason; None when it does not follow."""
        opposite = -self._reasoner.literal(fact)
        if self._reasoner.holds([*selectors, *facts, opposite]):
            return None
        core = self._reasoner.core()
        used = self._reasoner.minimal([s for s in selectors if s in core], [*(f for f in facts if f in core), opposite])
        # Settled values are tried for deletion first: that a value is taken away says less, and is enough to name.
        ordered = sorted((f for f in facts if f in core), key=lambda literal: literal < 0)
        kept = self._reasoner.minimal(ordered, [*used, opposite])
        used = self._reasoner.minimal(used, [*kept, opposite])
        return Step(fact, self._facts(kept), self._rules(used))

    def _by_many_rules(self) -> Step | None:
        """Tier 3: the smallest minimal reason found, over all values that can still be taken away.

        A first reason is what the solver happens to need. Then, while the effort lasts, each value's
        smallest set of rules is looked for, as long as it is smaller than the best so far.
        """
        selectors = [self._reasoner.selector(rule) for rule in self.rules]
        facts = [literal for known in self._known.values() for literal in known]
        patience = Clock(self._effort)
        through = not self._pairs_left
        for fact in self._open_questions():
            if self._best(self._by_many) is None:
                self._keep(self._by_many, filter(None, [self._deduce(fact, selectors, facts)]))
        for fact in self._open_questions():
            best = self._best(self._by_many)
            if best is None:
                break
            if patience.expired():
                through = False
                break
            opposite = -self._reasoner.literal(fact)
            fewer = self._reasoner.smallest(selectors, [*facts, opposite], len(best.rules), patience)
            if fewer:
                self._keep(self._by_many, filter(None, [self._deduce(fact, fewer, facts)]))
        best = self._best(self._by_many)
        return replace(best, branch=self._branch(best), smallest=through) if best else None

    def _open_questions(self) -> Iterable[Literal]:
        """Values that no answer has and that can still be taken away, those of variables with few left first."""
        unsettled = sorted(
            (var for var in self._left if var not in self._settled), key=lambda var: len(self._left[var])
        )
        for var in unsettled:
            for value in sorted(self._left[var]):
                if not self._is_possible(var, value):
                    yield var != value

    def _is_possible(self, var: IntVar, value: int) -> bool:
        """Whether some answer has the value, so that no deduction can ever take it away."""
        literal = self._reasoner.literal(var == value)
        if literal not in self._possible and literal not in self._refutable:
            if self._reasoner.holds([*self._everything, literal]):
                self._possible |= self._reasoner.solution()
            else:
                self._refutable.add(literal)
        return literal in self._possible

    def _branch(self, step: Step) -> tuple[Literal, ...]:
        """What the opposite of the step's fact would force, one after the other, until a clash."""
        assumptions = [
            *(self._reasoner.selector(rule) for rule in step.rules),
            *(self._reasoner.literal(fact) for fact in step.facts),
            -self._reasoner.literal(step.fact),
        ]
        _, forced = self._reasoner.propagate(assumptions)
        meaning = {
            self._reasoner.literal(var == value): var == value
            for var in self._left
            if var not in self._settled
            for value in self._left[var]
        }
        return tuple(meaning[literal] for literal in forced if literal in meaning)

    # Translating

    def _is_answer(self, var: IntVar, value: int) -> bool:
        return self._reasoner.literal(var == value) in self._answer

    def _facts(self, literals: Iterable[int]) -> tuple[Literal, ...]:
        return tuple(self._fact[literal] for literal in sorted(literals, key=abs))

    def _rules(self, selectors: Iterable[int]) -> tuple[Rule, ...]:
        chosen = set(selectors)
        return tuple(rule for rule in self.rules if self._reasoner.selector(rule) in chosen)


def _size(step: Step) -> tuple[int, int]:
    return len(step.rules), len(step.facts)
