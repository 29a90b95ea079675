"""The coloured cubes as a model, in three ways that all have the same answers.

``orientation``: for each cube one of 24 orientations; for each side, the colour each cube shows there; on
    each side, all different.
``cover``: an exact cover. An option is a cube together with what it shows; the items are the cubes
    and, for each side, the colours.
``factors``: a graph with a vertex for each colour and, for each cube, three edges that join the
    colours of opposite faces. Two sets of edges, one for front and back and one for right and
    left, have no edge in common and are made of circles, each of which can be walked along its
    arrows: every colour is left once (it is in front) and entered once (it is behind).

In each, the same tower seen from another side counts once: the first cube shows one of the views that turning the
tower carries into each other, and where that leaves turns open, the next cubes decide (``symmetry_steps``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from models.cubes.instance import Cubes, Stacking
from models.cubes.towers import LOOPS, ORIENTATIONS, SIDES, Step, symmetry_steps
from models.formulation import Formulation
from models.language.model import Assignment, IntVar, LinearExpr, Literal, Model

SEEN_ONCE = "the same tower seen from another side counts once"


class OrientationModel(Formulation[Cubes, Stacking]):
    """An orientation for each cube (Element), all colours on a side different (AllDifferent)."""

    def __init__(self, instance: Cubes, objective: str | None = None) -> None:
        self.model = model = Model(f"{instance.name}, orientations")
        levels = symmetry_steps(instance.views)
        self._orientations: list[IntVar] = []
        sides: list[list[IntVar]] = []
        for cube, faces in enumerate(instance.cubes):
            ways = range(24) if cube else [instance.views[0][view] for _, view, _ in levels[0]]
            orientation = model.new_int_var_from_values(ways, f"cube {cube + 1} orientation")
            shown = []
            views = [instance.shown(cube, way) for way in range(24)]
            for side, name in enumerate(SIDES):
                colours = [instance.codes[view[side]] for view in views]
                colour = model.new_int_var_from_values([colours[way] for way in ways], f"cube {cube + 1} {name}")
                because = f"cube {cube + 1} has the faces {' '.join(faces)}"
                model.add_element(orientation, colours, colour, because=because, key=("cube", cube))
                shown.append(colour)
            self._orientations.append(orientation)
            sides.append(shown)
        for side, column in enumerate(zip(*sides, strict=True)):
            model.add_all_different(column, because=_side_rule(instance, side), key=("side", side))
        _see_once(model, instance, sides, levels)
        model.project_on(self._orientations if instance.orientations else _flat(sides))
        self._colours = () if instance.orientations else instance.colours

    def value_name(self, var: IntVar, value: int) -> str:
        return self._colours[value] if self._colours else str(value)

    def decode(self, instance: Cubes, assignment: Assignment) -> Stacking:
        return instance.stacking([assignment[orientation] for orientation in self._orientations])


class CoverModel(Formulation[Cubes, Stacking]):
    """A Boolean for each cube and thing it can show; every cube once, every colour on every side once."""

    def __init__(self, instance: Cubes, objective: str | None = None) -> None:
        self.model = model = Model(f"{instance.name}, cover")
        levels = symmetry_steps(instance.views)
        self._options: list[list[tuple[IntVar, int]]] = []
        showing: dict[tuple[int, str], list[Literal]] = {
            (side, colour): [] for side in range(4) for colour in instance.colours
        }
        opened_by: dict[int, list[Literal]] = {}  # the options of the cube below that leave so many turns open
        for cube, views in enumerate(instance.views):
            steps = levels[cube] if cube < len(levels) else [(0, view, 0) for view in views]
            opening: dict[int, list[Literal]] = {}
            needing: dict[int, list[Literal]] = {}
            options = []
            for before, view, after in steps:
                name = f"cube {cube + 1} {'stands' if instance.orientations else 'shows'} {''.join(map(str, view))}"
                var = model.new_bool_var(f"{name}, {before} to {after}" if len(opened_by) > 1 else name)
                options.append((var, views[view]))
                chosen = var == 1
                for place in enumerate(instance.shown(cube, views[view])):
                    showing[place].append(chosen)
                needing.setdefault(before, []).append(chosen)
                opening.setdefault(after, []).append(chosen)
            self._options.append(options)
            because = f"cube {cube + 1} stands in one way"
            model.add_exactly_one([var for var, _ in options], because=because, key=("cube", cube))
            if len(opened_by) > 1:
                for turns, below in opened_by.items():
                    others = [literal for other, literals in needing.items() if other != turns for literal in literals]
                    model.add_at_most_one([*below, *others], because=SEEN_ONCE, key=("symmetry",))
            opened_by = opening
        for (side, _), literals in showing.items():
            add = model.add_exactly_one if instance.is_exact else model.add_at_most_one
            add(literals, because=_side_rule(instance, side), key=("side", side))
        model.project_on(var for options in self._options for var, _ in options)

    def decode(self, instance: Cubes, assignment: Assignment) -> Stacking:
        return instance.stacking([next(way for var, way in options if assignment[var]) for options in self._options])


class FactorsModel(Formulation[Cubes, Stacking]):
    """Two edge-disjoint 2-factors of the colour graph, their circles walked along arrows.

    An arrow is a pair of opposite faces, from the one in front (or on the right) to the one behind (or
    on the left). A face in front and one of another pair on the right fix the orientation, so two
    arrows of a cube are as good as its orientation.
    """

    def __init__(self, instance: Cubes, objective: str | None = None) -> None:
        self.model = model = Model(f"{instance.name}, factors")
        levels = symmetry_steps(instance.views)
        first_loops = {ORIENTATIONS[instance.views[0][view]].sides[:2] for _, view, _ in levels[0]}
        self._arrows: list[tuple[dict[int, IntVar], dict[int, IntVar]]] = []
        sides: list[list[IntVar]] = []
        for cube, faces in enumerate(instance.cubes):
            codes = [instance.codes[colour] for colour in faces]
            loops = ORIENTATIONS if cube else ORIENTATIONS[:3]
            shown = [
                model.new_int_var_from_values({codes[way.sides[side] - 1] for way in loops}, f"cube {cube + 1} {name}")
                for side, name in enumerate(SIDES)
            ]
            ahead = _arrows(model, cube, "front", shown[0], shown[2], codes, {way.sides[0] for way in loops})
            across = _arrows(model, cube, "right", shown[1], shown[3], codes, {way.sides[1] for way in loops})
            for face in (1, 2, 3):
                along = [arrows[end] for arrows in (ahead, across) for end in (face, face + 3) if end in arrows]
                because = f"cube {cube + 1} has its faces {face} and {face + 3} only once"
                model.add_at_most_one(along, because=because, key=("cube", cube, "faces", face))
            self._arrows.append((ahead, across))
            sides.append(shown)
        for loop in LOOPS:
            if loop[:2] not in first_loops:
                front, right = (arrows[face] for arrows, face in zip(self._arrows[0], loop, strict=False))
                model.add_bool_or([~front, ~right], because=SEEN_ONCE, key=("symmetry",))
        for side, column in enumerate(zip(*sides, strict=True)):
            model.add_all_different(column, because=_side_rule(instance, side), key=("side", side))
        self._demand_factors(instance)
        _see_once(model, instance, sides, levels)
        every_arrow = [arrow for pair in self._arrows for arrows in pair for arrow in arrows.values()]
        model.project_on(every_arrow if instance.orientations else _flat(sides))

    def _demand_factors(self, instance: Cubes) -> None:
        """Every colour has two ends of arrows in each of the two factors (at most two, where colours are spare)."""
        for direction, word in enumerate(("front-back", "right-left")):
            for colour in instance.colours:
                ends: dict[IntVar, int] = {}
                for faces, arrows in zip(instance.cubes, self._arrows, strict=True):
                    for face, arrow in arrows[direction].items():
                        count = (faces[face - 1] == colour) + (faces[(face + 2) % 6] == colour)
                        if count:
                            ends[arrow] = count
                if ends:
                    degree = LinearExpr(ends, 0)
                    because = f"colour {colour} is met by two edges of the {word} factor"
                    key = ("factor", direction, instance.codes[colour])
                    self.model.add(degree == 2 if instance.is_exact else degree <= 2, because=because, key=key)

    def decode(self, instance: Cubes, assignment: Assignment) -> Stacking:
        faces = (
            tuple(next(face for face, arrow in arrows.items() if assignment[arrow]) for arrows in pair)
            for pair in self._arrows
        )
        return instance.stacking([_BY_FRONT_AND_RIGHT[front_and_right] for front_and_right in faces])


_BY_FRONT_AND_RIGHT: dict[tuple[int, ...], int] = {way.sides[:2]: place for place, way in enumerate(ORIENTATIONS)}


def _arrows(
    model: Model, cube: int, side: str, start: IntVar, end: IntVar, codes: Sequence[int], starts: Iterable[int]
) -> dict[int, IntVar]:
    """For each face that may be at the start, whether it is; ``start`` and ``end`` are the colours shown there."""
    arrows = {face: model.new_bool_var(f"cube {cube + 1} {side} face {face}") for face in sorted(starts)}
    because = f"cube {cube + 1} has one face on the {side}"
    model.add_exactly_one(arrows.values(), because=because, key=("cube", cube, side))
    because = f"cube {cube + 1} shows the colours of the faces that are in front, right, behind and left"
    for face, arrow in arrows.items():
        for colour, shown in ((start, codes[face - 1]), (end, codes[(face + 2) % 6])):
            model.add_bool_or([~arrow, colour == shown], because=because, key=("cube", cube))
    return arrows


def _side_rule(instance: Cubes, side: int) -> str:
    return f"the {SIDES[side]} side shows {'every colour once' if instance.is_exact else 'no colour twice'}"


def _see_once(model: Model, instance: Cubes, sides: list[list[IntVar]], levels: list[list[Step[Any]]]) -> None:
    """Where the first cube looks the same after some turn, let the next cubes decide from where the tower is seen.

    ``levels`` are the allowed steps of the lower cubes; with one level the choice of the first cube's views is all.
    """
    if len(levels) == 1:
        return
    before: list[IntVar] = []
    for cube, steps in enumerate(levels):
        after: list[IntVar] = []
        if cube < len(levels) - 1:
            highest = max(opened for _, _, opened in steps)
            after = [model.new_int_var(0, highest, f"turns still open above cube {cube + 1}")]
        rows = [
            (needed,) * len(before) + tuple(instance.codes[colour] for colour in view) + (opened,) * len(after)
            for needed, view, opened in steps
        ]
        model.add_allowed_assignments([*before, *sides[cube], *after], rows, because=SEEN_ONCE, key=("symmetry",))
        before = after


def _flat(sides: list[list[IntVar]]) -> list[IntVar]:
    return [colour for shown in sides for colour in shown]
