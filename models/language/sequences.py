"""Sequences of variables: words that an automaton accepts, and how often each value comes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Unpack

from models.errors import ModelError
from models.kit.names import shown
from models.language.base import Domain, as_domain, as_int, whole_numbers
from models.language.constraints import Clause, Table, normalised
from models.language.declarations import Posted, Reason, Sum, flatten
from models.language.expressions import Assignment, Constraint, IntVar
from models.language.globals import GlobalConstraints

Steps = Mapping[tuple[int, int], int]
"""The state to which an automaton goes from a state by a value."""


class Sequences(GlobalConstraints):
    """The methods of a model that read variables one after the other."""

    def add_automaton(
        self,
        variables: Iterable[Sum],
        starting_state: int,
        final_states: Iterable[int],
        transition_triples: Iterable[tuple[int, int, int]],
        **reason: Unpack[Reason],
    ) -> Posted:
        """The values of ``variables`` lead from the starting state to a final one, by triples of state, value, state.

        A table for each variable, with the states before and after it; one state may not lead to two by one value.

        >>> from models import Model
        >>> model = Model("no two ones in a row")
        >>> days = model.new_bool_vars(3, "day{}")
        >>> _ = model.add_automaton(days, 0, [0, 1], [(0, 0, 0), (0, 1, 1), (1, 0, 0)])
        >>> model.first_violation(dict(zip(days, (1, 0, 1)))) is None
        True
        """
        letters = [self._variable(one) for one in flatten(variables)]
        steps = self._transitions(transition_triples)
        final = {*whole_numbers(final_states, "a final state is")}
        (starting_state,) = whole_numbers([starting_state], "the starting state is")
        accepted = tuple(self._accepted(letters, steps, starting_state, final))
        return self._all(accepted, reason, "automaton", tuple(letters), starting_state, tuple(final), (*steps.items(),))

    def add_global_cardinality(
        self,
        variables: Iterable[Sum],
        values: Iterable[int],
        counts: Iterable[Sum | range],
        closed: bool = False,
        **reason: Unpack[Reason],
    ) -> Posted:
        """Each value is taken by as many as ``counts`` says, in a number, a sum or a range; ``closed``: no other is."""
        things = tuple([self._sum(one) for one in flatten(variables)])
        wanted = tuple(whole_numbers(values, "the value to count is"))
        numbers = tuple([count if isinstance(count, range) else self._sum(count) for count in [*counts]])
        if len(wanted) != len(numbers):
            raise ModelError(f"model {self.name!r}: {len(wanted)} values are to be counted by {len(numbers)} numbers")
        constraints: list[Constraint] = []
        for value, count in zip(wanted, numbers, strict=True):
            total = self._sum(sum(self._truth(one == value) for one in things))
            if not isinstance(count, range):
                constraints += normalised(total == count)
            elif count and count.step == 1:
                constraints += (*normalised(total >= count[0]), *normalised(total <= count[-1]))
            else:
                constraints.append(Clause((self._variable(total).is_in(count),)))
        if as_int(closed) not in (0, 1):
            raise ModelError(f"model {self.name!r}: closed is {shown(closed)}; True or False is expected")
        if closed:
            constraints += (Clause((self._variable(one).is_in(wanted),)) for one in things)
        return self._all(constraints, reason, "global_cardinality", things, wanted, numbers, closed)

    # What they are lowered to

    def _transitions(self, triples: Iterable[tuple[int, int, int]]) -> Steps:
        steps: dict[tuple[int, int], int] = {}
        for triple in triples:
            parts = triple if isinstance(triple, Iterable) else [triple]
            numbers = whole_numbers(parts, "a step of an automaton is made of")
            if len(numbers) != 3 or steps.setdefault((numbers[0], numbers[1]), numbers[2]) != numbers[2]:
                wrong = "leads to a second state by one value" if len(numbers) == 3 else "is no state, value and state"
                raise ModelError(f"model {self.name!r}: the step {tuple(numbers)} of an automaton {wrong}")
        return steps

    def _accepted(self, letters: Sequence[IntVar], steps: Steps, start: int, final: set[int]) -> Iterator[Constraint]:
        """Tables of the steps that lie on a way from the start to the end; the last state has no variable."""
        layers = _layers(letters, steps, start, final)
        if not layers or not all(layers):
            yield from () if not letters and start in final else (Clause(()),)
            return
        called = len(self.constraints)  # no two automata share their states
        before: tuple[IntVar, ...] = ()
        for place, (letter, rows) in enumerate(zip(letters, layers, strict=True)):
            after: tuple[IntVar, ...] = ()
            if place < len(letters) - 1:
                states = as_domain(row[2] for row in rows)
                step = partial(_next_state, steps, start, before, letter, states)
                key, name = ("state", called, place), f"state after {letter}"
                after = (self._auxiliary(key, name, states, step, lambda var: ()),)
            columns = slice(1 - len(before), 2 + len(after))
            yield Table((*before, letter, *after), tuple(dict.fromkeys(row[columns] for row in rows)))
            before = after


def _layers(letters: Sequence[IntVar], steps: Steps, start: int, final: set[int]) -> list[list[tuple[int, ...]]]:
    """For each letter its steps from a state that can be reached to one from which a final state can be."""
    leaving: dict[int, list[tuple[int, ...]]] = {}
    for (state, value), following in steps.items():
        leaving.setdefault(state, []).append((state, value, following))
    states = {start}
    layers: list[list[tuple[int, ...]]] = []
    for letter in letters:
        layer = [step for state in sorted(states) for step in leaving.get(state, ()) if step[1] in letter.domain]
        layers.append(layer)
        states = {following for _, _, following in layer}
    states &= final
    for place in range(len(layers) - 1, -1, -1):
        layers[place] = [step for step in layers[place] if step[2] in states]
        states = {state for state, _, _ in layers[place]}
    return layers


def _next_state(
    steps: Steps, start: int, before: tuple[IntVar, ...], letter: IntVar, states: Domain, assignment: Assignment
) -> int:
    """The state after a letter; any of ``states`` where no final one can be reached: a table is then broken."""
    here = assignment[before[0]] if before else start
    following = steps.get((here, assignment[letter]))
    return states[0] if following is None or following not in states else following
