"""The givens and rules of any puzzle that must give way, knowing only its formulation."""

from __future__ import annotations

from collections.abc import Iterator

from models.deductions import sentences_of
from models.formulation import A, Formulation, I
from models.language.model import Assignment, IntVar, Key
from models.mistakes import Correction, Mistake, Mistakes


class RelaxedRules(Mistakes[I, A]):
    """A Boolean for each given and each rule: is it given up? A rule is what shares one key."""

    nouns = ("given or rule given up", "givens or rules given up")

    def __init__(self, instance: I, stated: Formulation[I, A]) -> None:
        """Soften ``stated``, which must have been declared for nothing else."""
        self.model = model = stated.model
        self._relaxed: dict[IntVar, Mistake] = {}
        waived: dict[Key, IntVar] = {}
        demands = model.posted()
        sentences = sentences_of(one.constraint for one in demands)
        for posted in demands:
            rule = posted.constraint.rule
            if rule not in waived:
                waived[rule] = self._soft(f"the rule: {sentences[rule]}", rule)
            posted.only_enforce_if(~waived[rule])
        for var, value in stated.givens(instance).items():
            given, key = stated.fact(var == value), ("given", var.index)
            soft = self._soft(f"the given {given}", key)
            model.add_bool_or([var == value, soft], because=f"{given} is given", key=key)
        model.project_on(self._relaxed)
        model.minimize(sum(self._relaxed))

    def corrections(self, assignment: Assignment) -> Iterator[Correction[I, A]]:
        yield Correction(tuple(mistake for var, mistake in self._relaxed.items() if assignment[var]))

    def _soft(self, what: str, key: Key) -> IntVar:
        var = self.model.new_bool_var()  # rules may share a sentence, and a name has one variable
        self._relaxed[var] = Mistake(what, "given up", key)
        return var
