"""Which requirements of an exact cover cannot all be met?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.corrections.mistakes import Correction, Mistake, Mistakes
from models.cover import Chosen, Cover, OptionsModel
from models.csp import Assignment, Posted


class WaivedItems(Mistakes[Cover, Chosen]):
    """A Boolean for each item: is it waived? A waived item may be left unmet, or be met more than once."""

    nouns = ("waived requirement", "waived requirements")

    def __init__(self, instance: Cover) -> None:
        stated = OptionsModel(instance)
        self.model = model = stated.model
        self._instance = instance
        # The options model states one rule for each item, the primary ones first.
        self._waived = {}
        for place, item in enumerate((*instance.primary, *instance.secondary)):
            self._waived[item] = model.new_bool_var(f"{item} is waived")
            Posted(model, place).only_enforce_if(~self._waived[item])
        model.decide(self._waived.values())
        model.minimize(sum(self._waived.values(), 0 * next(iter(self._waived.values()))) if self._waived else 0)

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Cover, Chosen]]:
        instance = self._instance
        waived = {item for item, var in self._waived.items() if assignment[var]}
        options = tuple(
            replace(option, items=tuple(item for item in option.items if item not in waived))
            for option in instance.options
        )
        yield Correction(
            tuple(Mistake(f"{item} has to be met", "waived") for item in self._waived if item in waived),
            replace(
                instance,
                primary=tuple(item for item in instance.primary if item not in waived),
                secondary=tuple(item for item in instance.secondary if item not in waived),
                options=options,
            ),
        )

    def remarks(self) -> Iterator[str]:
        takers = self._instance.takers
        unmet = [item for item in self._instance.primary if not takers[item]]
        if unmet:
            yield f"requirements that no option meets: {', '.join(unmet)}"
        primary = frozenset(self._instance.primary)
        idle = [option.name for option in self._instance.options if primary.isdisjoint(option.items)]
        if idle:
            yield f"options that meet no primary item, so that nothing needs them: {', '.join(idle)}"
