"""Requirements of an exact cover that cannot all be met, and the fewest to leave unmet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.cover.instance import Chosen, Cover
from models.language.model import Assignment, Model
from models.mistakes import Correction, ErrorModel, Mistake, Mistakes


class UnmetItems(Mistakes[Cover, Chosen]):
    """A Boolean for each option, whether it is chosen, and one for each primary item: is it left unmet?

    Whatever is left unmet, nothing is met twice.
    """

    nouns = ("requirement left unmet", "requirements left unmet")

    def __init__(self, instance: Cover) -> None:
        self.model = model = Model(f"cover {instance.name}, not all of it")
        self._instance = instance
        chosen = {
            number: model.new_bool_var(f"{instance.options[number].name} is chosen") for number in instance.useful
        }
        self._unmet = {item: model.new_bool_var(f"{item} is left unmet") for item in instance.primary}
        for place, item in enumerate(instance.items):
            takers = [chosen[number] for number in instance.takers[item]]
            if item in self._unmet:
                because = f"{item} is met exactly once, or left unmet"
                model.add_exactly_one([self._unmet[item], *takers], because=because, key=("item", place))
            else:
                model.add_at_most_one(takers, because=f"{item} is met at most once", key=("item", place))
        model.project_on(self._unmet.values())
        model.minimize(sum(self._unmet.values()))

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Cover, Chosen]]:
        instance = self._instance
        unmet = [item for item, var in self._unmet.items() if assignment[var]]
        # What need not be met may still be met once only.
        waived = replace(
            instance,
            primary=tuple(item for item in instance.primary if item not in unmet),
            secondary=(*instance.secondary, *unmet),
        )
        mistakes = (Mistake(f"{item} has to be met", "left unmet", ("unmet", item)) for item in unmet)
        yield Correction(tuple(mistakes), waived)

    def warnings(self) -> Iterator[str]:
        unmet = [item for item in self._instance.primary if not self._instance.takers[item]]
        if unmet:
            yield f"requirement{'s' * (len(unmet) > 1)} that no option meets: {', '.join(unmet)}"
        primary = frozenset(self._instance.primary)
        idle = [option.name for option in self._instance.options if primary.isdisjoint(option.items)]
        if idle:
            who = "option that meets" if len(idle) == 1 else "options that meet"
            them = "it" if len(idle) == 1 else "them"
            yield f"{who} no primary item, so that nothing needs {them}: {', '.join(idle)}"


ERROR_MODEL = ErrorModel(UnmetItems)
