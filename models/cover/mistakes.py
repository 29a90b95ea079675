"""Which requirements of an exact cover cannot all be met?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.cover.model import Chosen, Cover
from models.language.model import Assignment, Model
from models.mistakes import Correction, Mistake, Mistakes


class UnmetItems(Mistakes[Cover, Chosen]):
    """A Boolean for each option, whether it is chosen, and one for each primary item: is it left unmet?

    Whatever is left unmet, nothing is met twice.
    """

    nouns = ("requirement left unmet", "requirements left unmet")

    def __init__(self, instance: Cover) -> None:
        self.model = model = Model(f"cover {instance.name}, not all of it")
        self._instance = instance
        takers = instance.takers
        useful = sorted({number for item in instance.primary for number in takers[item]})
        chosen = {number: model.new_bool_var(f"{instance.options[number].name} is chosen") for number in useful}
        self._unmet = {item: model.new_bool_var(f"{item} is left unmet") for item in instance.primary}
        for item, unmet in self._unmet.items():
            because = f"{item} is met exactly once, or left unmet"
            model.add_exactly_one([unmet, *(chosen[number] for number in takers[item])], because=because)
        for item in instance.secondary:
            model.add_at_most_one([chosen[number] for number in takers[item]], because=f"{item} is met at most once")
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
        yield Correction(tuple(Mistake(f"{item} has to be met", "left unmet") for item in unmet), waived)

    def remarks(self) -> Iterator[str]:
        takers = self._instance.takers
        unmet = [item for item in self._instance.primary if not takers[item]]
        if unmet:
            yield f"requirement{_s(unmet)} that no option meets: {', '.join(unmet)}"
        primary = frozenset(self._instance.primary)
        idle = [option.name for option in self._instance.options if primary.isdisjoint(option.items)]
        if idle:
            needs = (
                "meets no primary item, so that nothing needs it"
                if len(idle) == 1
                else ("meet no primary item, so that nothing needs them")
            )
            yield f"option{_s(idle)} that {needs}: {', '.join(idle)}"


def _s(names: list[str]) -> str:
    return "" if len(names) == 1 else "s"
