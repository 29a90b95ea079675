"""The coloured cubes as a model, in four ways that all have the same answers: orientations, faces, a cover, factors.

In each, the first cube fixes from where the tower is seen: of its 24 orientations it is given the three unturned
ones, less those that show what an earlier one shows from elsewhere. Where its view is the same upside down, say with
equal colours on the right and the left, the tower may still be seen in two ways: then the lowest cube that looks
different has the colour on the right that comes first in the alphabet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from models.cubes.instance import (
    OPPOSITE,
    ORIENTATIONS,
    SIDES,
    TURNS,
    Cubes,
    Stacking,
    Turn,
    V,
    View,
    first_views,
    turned,
)
from models.formulation import Formulation
from models.language.model import Assignment, IntVar, LinearExpr, Literal, Model

if TYPE_CHECKING:  # only named here, and no run should wait for it to be imported
    from models.deductions import Parts

WHERE = ("in front", "on the right", "behind", "on the left")
PAIRS = (1, 2, 3)  # of opposite faces, by the lower number

PAIR_PLACES = ("in front and behind", "at the sides")

Symmetry = frozenset[Turn]  # the turns after which some cubes look the same: a subgroup of the eight

ALL_TURNS, NO_SYMMETRY = frozenset(TURNS), frozenset(TURNS[:1])

Showing = dict[tuple[int, str], list[Literal]]  # for each side and colour, what shows it there


class ColourModel(Formulation[Cubes, Stacking]):
    """What the formulations share whose answers are the colours that each cube shows."""

    shown: Sequence[Sequence[IntVar]] = ()
    """For each cube the colours in front, on the right, behind and on the left, where answers are told by them."""
    _colours: Sequence[str] = ()

    def value_name(self, var: IntVar, value: int) -> str:
        return self._colours[value - 1] if self._colours else str(value)

    def fact(self, fact: Literal) -> str:
        only = fact.var.domain[0] == 1 == fact.var.domain[-1]  # the first colour, not a Boolean
        return f"{fact.var.name} = {self.value_name(fact.var, 1)}" if only else super().fact(fact)

    def _project(self, instance: Cubes, standing: Sequence[IntVar], sides: list[list[IntVar]]) -> None:
        """Tell answers apart by the colours shown, or where orientations count by how the cubes are ``standing``."""
        self.model.project_on(standing if instance.orientations else [colour for shown in sides for colour in shown])
        if not instance.orientations:
            self.shown, self._colours = sides, instance.colours


class OrientationModel(ColourModel):
    """An orientation for each cube (Element), all colours on a side different (AllDifferent)."""

    def __init__(self, instance: Cubes, objective: str | None = None) -> None:
        self.model = model = Model(f"{instance.name}, orientations")
        self._orientations: list[IntVar] = []
        sides: list[list[IntVar]] = []
        for cube, faces in enumerate(instance.cubes):
            ways = range(24) if cube else instance.first_ways
            because = f"cube {cube + 1} has the faces {' '.join(faces)}"
            if not cube:
                because += f", of which {' or '.join(map(_loop, ways))} go round from the front"
            orientation = model.new_int_var_from_values(ways, f"cube {cube + 1} orientation")
            views = zip(*(instance.shown(cube, way) for way in range(24)), strict=True)
            codes = [[instance.codes[colour] for colour in shown] for shown in views]
            self._orientations.append(orientation)
            sides.append(_shown_colours(model, cube, [orientation] * 4, codes, because))
        _differ_on_each_side(model, instance, sides)
        _see_once(model, instance, sides)
        self._project(instance, self._orientations, sides)

    def decode(self, instance: Cubes, assignment: Assignment) -> Stacking:
        return instance.stacking([assignment[orientation] for orientation in self._orientations])


@dataclass(frozen=True)
class CubeOption:
    """One cube showing one view, above cubes with one symmetry."""

    var: IntVar  # whether the cube shows it there
    way: int  # an orientation in which it does
    below: Symmetry  # of the cubes below
    so_far: Symmetry  # of those and this one


class CoverModel(Formulation[Cubes, Stacking]):
    """A Boolean for each cube and thing it can show; every cube once, every colour on every side once.

    So that a tower seen from elsewhere is not another one, the *symmetry* of what stands so far is followed from cube
    to cube: the turns after which it looks the same. Below the first cube these are all turns, and above a cube those
    that change neither it nor what is below. Of the views that the symmetry below turns into one another, a cube may
    show one alone, and there is a Boolean for each view and each symmetry that there may be below it.
    """

    def __init__(self, instance: Cubes, objective: str | None = None) -> None:
        self.model = model = Model(f"{instance.name}, cover")
        self._options: list[list[CubeOption]] = []
        symmetries = [ALL_TURNS]
        for cube in range(len(instance.cubes)):
            options = [option for below in symmetries for option in self._above(instance, cube, below)]
            because = f"cube {cube + 1} stands in one way"
            model.add_exactly_one([option.var for option in options], because=because, key=("cube", cube))
            for symmetry in symmetries if len(symmetries) > 1 else ():
                self._fit_together(cube, self._options[-1], symmetry, options)
            self._options.append(options)
            symmetries = [*dict.fromkeys([NO_SYMMETRY, *(option.so_far for option in options)])]
        showing: Showing = {}
        for cube, options in enumerate(self._options):
            for option in options:
                for place in enumerate(instance.shown(cube, option.way)):
                    showing.setdefault(place, []).append(option.var == 1)
        _show_every_colour(model, instance, showing)
        model.project_on(option.var for options in self._options for option in options)

    def _above(self, instance: Cubes, cube: int, below: Symmetry) -> Iterator[CubeOption]:
        """What a cube can show above cubes with this symmetry: the first of views that it turns into one another."""
        views = instance.views[cube]
        first = first_views(views) if not cube else [v for v in views if _comes_first(v, instance.codes, below)]
        for view in first:
            name = f"cube {cube + 1} {'stands' if instance.orientations else 'shows'} {''.join(map(str, view))}"
            where = f" where {_alike(below)} below" if cube and below != NO_SYMMETRY else ""
            yield CubeOption(self.model.new_bool_var(name + where), views[view], below, below & _symmetry(view))

    def _fit_together(
        self, cube: int, beneath: Sequence[CubeOption], symmetry: Symmetry, options: Sequence[CubeOption]
    ) -> None:
        """Where the cube beneath leads to this symmetry, the next one shows nothing that is meant for another."""
        leading = [option.var == 1 for option in beneath if option.so_far == symmetry]
        others = [option.var == 1 for option in options if option.below != symmetry]
        because = f"where {_alike(symmetry)} below, cube {cube + 1} shows the first view of those in the alphabet"
        if symmetry == NO_SYMMETRY:
            because = f"where nothing looks the same upside down below, cube {cube + 1} may show anything"
        self.model.add_at_most_one([*leading, *others], because=because, key=("symmetry", cube))

    def decode(self, instance: Cubes, assignment: Assignment) -> Stacking:
        chosen = (next(option for option in options if assignment[option.var]) for options in self._options)
        return instance.stacking([option.way for option in chosen])


class FacesModel(Formulation[Cubes, Stacking]):
    """A face in front and a face on the right for each cube; every colour on every side once.

    These two fix the orientation. Of the ways in which a cube shows the same, one is allowed. Which pair of opposite
    faces is hidden follows, and is said of each colour.
    """

    def __init__(self, instance: Cubes, objective: str | None = None) -> None:
        self.model = model = Model(f"{instance.name}, faces")
        self._faces: list[tuple[IntVar, IntVar]] = []
        showing: Showing = {}
        for cube, (faces, views) in enumerate(zip(instance.cubes, instance.views, strict=True)):
            ways = views.values() if cube else [views[view] for view in first_views(views)]
            pairs = {ORIENTATIONS[way].sides[:2] for way in ways}
            front = model.new_int_var_from_values({pair[0] for pair in pairs}, f"cube {cube + 1} face in front")
            right = model.new_int_var_from_values({pair[1] for pair in pairs}, f"cube {cube + 1} face on the right")
            because = f"cube {cube + 1} has the faces {' '.join(faces)}, and stands in one of its ways"
            for one, other in product(front.domain, right.domain):
                if other not in (one, OPPOSITE[one]) and (one, other) not in pairs:  # of one pair: said below
                    model.add_bool_or([front != one, right != other], because=because, key=("cube", cube))
            for side in range(4):
                var = (front, right)[side % 2]
                for face in var.domain:
                    seen = faces[(OPPOSITE[face] if side > 1 else face) - 1]
                    showing.setdefault((side, seen), []).append(var == face)
            self._faces.append((front, right))
        _show_every_colour(model, instance, showing)
        hiding = [
            [_hidden_pair(model, cube, face, [var.is_in((face, OPPOSITE[face])) for var in both]) for face in PAIRS]
            for cube, both in enumerate(self._faces)
        ]
        _demand_hidden_faces(model, instance, hiding)
        self._see_once(instance)
        model.project_on(var for both in self._faces for var in both)

    def _see_once(self, instance: Cubes) -> None:
        """As in the other formulations; where the first cube never looks the same upside down, this says nothing."""
        if all(_symmetry(view) == NO_SYMMETRY for view in first_views(instance.views[0])):
            return
        sides: list[list[IntVar]] = []
        for cube, (faces, both) in enumerate(zip(instance.cubes, self._faces, strict=True)):
            ahead = [instance.codes[faces[face - 1]] for face in (1, *range(1, 7))]  # faces are counted from 1
            behind = [instance.codes[faces[OPPOSITE[face] - 1]] for face in (1, *range(1, 7))]
            because = f"cube {cube + 1} has the faces {' '.join(faces)}"
            sides.append(_shown_colours(self.model, cube, both * 2, [ahead, ahead, behind, behind], because))
        _see_once(self.model, instance, sides)

    def decode(self, instance: Cubes, assignment: Assignment) -> Stacking:
        return instance.stacking([_BY_FRONT_AND_RIGHT[assignment[f], assignment[r]] for f, r in self._faces])


class FactorsModel(ColourModel):
    """Two edge-disjoint 2-factors of the colour graph, their circles walked along arrows.

    The graph has a vertex for each colour and, for each cube, an edge for each pair of opposite faces. An arrow is such
    an edge, from the face in front (or on the right) to the one behind (or on the left): every colour is left and
    entered once. Two arrows of a cube are as good as its orientation. Its third edge is in neither factor, and without
    the third edges every colour keeps four ends.
    """

    def __init__(self, instance: Cubes, objective: str | None = None) -> None:
        self.model = model = Model(f"{instance.name}, factors")
        self._arrows: list[tuple[dict[int, IntVar], dict[int, IntVar]]] = []
        sides: list[list[IntVar]] = []
        hiding: list[list[IntVar]] = []
        for cube, faces in enumerate(instance.cubes):
            codes = [instance.codes[colour] for colour in faces]
            loops = ORIENTATIONS if cube else ORIENTATIONS[:3]
            shown = [
                model.new_int_var_from_values({codes[way.sides[side] - 1] for way in loops}, f"cube {cube + 1} {name}")
                for side, name in enumerate(SIDES)
            ]
            ahead = _arrows(model, cube, "front", shown[0], shown[2], codes, {way.sides[0] for way in loops})
            across = _arrows(model, cube, "right", shown[1], shown[3], codes, {way.sides[1] for way in loops})
            hiding.append([])
            for face in PAIRS:
                ends = (face, OPPOSITE[face])
                along = [arrows[end] == 1 for arrows in (ahead, across) for end in ends if end in arrows]
                hiding[cube].append(_hidden_pair(model, cube, face, along))
            self._arrows.append((ahead, across))
            sides.append(shown)
        for way in {*range(3)} - {*instance.first_ways}:
            front, right = (
                arrows[face] for arrows, face in zip(self._arrows[0], ORIENTATIONS[way].sides, strict=False)
            )
            because = f"cube 1 with its faces {_loop(way)} round it shows what it shows with earlier ones, turned"
            model.add_bool_or([~front, ~right], because=because, key=("cube", 0, "loop", way))
        _differ_on_each_side(model, instance, sides)
        self._demand_factors(instance)
        _demand_hidden_faces(model, instance, hiding)
        _see_once(model, instance, sides)
        self.landmarks = every_arrow = [arrow for pair in self._arrows for arrows in pair for arrow in arrows.values()]
        self._project(instance, every_arrow, sides)

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


def obstacle_parts(instance: Cubes) -> Parts:
    """The cubes of an impossible set as parts to blame: its smallest obstacle is the fewest that cannot be stacked.

    Of each cube there is a pair of opposite faces for front and back and another for right and left. Cubes can be
    stacked exactly when their pairs can be chosen so that no colour is on more than two faces in front and behind, nor
    on more than two at the sides: pairs that share colours then make circles and paths, and whoever walks each in one
    direction leaves and enters every colour at most once. So nothing is said here of which of two faces is in front.
    A cube left out need not show any pair. A tower may be turned by a quarter: the first cube has its pairs in order.
    """
    from models.deductions import Parts, PuzzlePart  # only an explanation that finds no answer needs them

    model = Model(f"{instance.name}, obstacles")
    parts = []
    meeting: dict[tuple[str, str], list[IntVar]] = {}  # for each way and colour, the pairs with a face of that colour
    for cube, faces in enumerate(instance.cubes):
        name, key = f"cube {cube + 1}", ("cube", cube)
        ways = []
        for way in PAIR_PLACES:
            pairs = [model.new_bool_var(f"{name} faces {face} and {OPPOSITE[face]} {way}") for face in PAIRS]
            for face, pair in zip(PAIRS, pairs, strict=True):
                for end in (face, OPPOSITE[face]):
                    meeting.setdefault((way, faces[end - 1]), []).append(pair)
            model.add_exactly_one(pairs, because=f"{name} shows two of its three pairs of faces", key=key)
            ways.append(pairs)
        for one, other in zip(*ways, strict=True):
            model.add_at_most_one(one, other, because=f"{name} has each face only once", key=("faces", cube))
        parts.append(PuzzlePart(key, f"{name}: {''.join(faces)}", (key,)))
        if not cube:
            turned = ((ahead, across) for place, ahead in enumerate(ways[0]) for across in ways[1][:place])
            for ends in turned:
                model.add_at_most_one(ends, because="a quarter turn of the tower changes nothing", key=("symmetry",))
    for (way, colour), pairs in meeting.items():
        because = f"colour {colour} is on at most two faces {way}"
        rule = ("colour", PAIR_PLACES.index(way), instance.codes[colour])
        if len(pairs) > 2:
            model.add(sum(map(IntVar.as_sum, pairs), LinearExpr({}, 0)) <= 2, because=because, key=rule)
    return Parts(model, tuple(parts))


_BY_FRONT_AND_RIGHT: dict[tuple[int, ...], int] = {way.sides[:2]: place for place, way in enumerate(ORIENTATIONS)}


def _arrows(
    model: Model, cube: int, side: str, start: IntVar, end: IntVar, codes: Sequence[int], starts: Iterable[int]
) -> dict[int, IntVar]:
    """For each face that may be at the start, whether it is; ``start`` and ``end`` are the colours shown there."""
    arrows = {face: model.new_bool_var(f"cube {cube + 1} {side} face {face}") for face in sorted(starts)}
    because = f"cube {cube + 1} has one face on the {side}"
    if not cube:
        because += f": {' or '.join(map(str, arrows))}"
    model.add_exactly_one(arrows.values(), because=because, key=("cube", cube, side))
    because = f"cube {cube + 1} shows the colours of the faces that are in front, right, behind and left"
    for face, arrow in arrows.items():
        for colour, shown in ((start, codes[face - 1]), (end, codes[(face + 2) % 6])):
            model.add_bool_or([~arrow, colour == shown], because=because, key=("cube", cube))
    return arrows


def _hidden_pair(model: Model, cube: int, face: int, showing: Iterable[Literal]) -> IntVar:
    """Whether a pair of opposite faces is on top and at the bottom, where nobody sees it."""
    hidden = model.new_bool_var(f"cube {cube + 1} hides faces {face} and {OPPOSITE[face]}")
    because = f"cube {cube + 1} shows its faces {face} and {OPPOSITE[face]} one way, or hides them"
    ways = [one for one in showing if one.values]
    model.add_exactly_one(*ways, hidden, because=because, key=("cube", cube, "faces", face))
    return hidden


def _demand_hidden_faces(model: Model, instance: Cubes, hiding: Sequence[Sequence[IntVar]]) -> None:
    """Each cube hides one of its ``hiding`` pairs; of each colour four faces are seen, and the others are hidden.

    Where there are colours to spare, at most four are seen. All this follows from the rules of the sides, but it speaks
    of no side: a search can settle which pairs are hidden before it asks which of the others are in front. With it, a
    solver that learns clauses stacks a hundred cubes in less time than sixty without.
    """
    faces = dict.fromkeys(instance.colours, 0)
    hidden: dict[str, LinearExpr] = dict.fromkeys(instance.colours, LinearExpr({}, 0))
    for cube, (colours, pairs) in enumerate(zip(instance.cubes, hiding, strict=True)):
        model.add_exactly_one(pairs, because=f"cube {cube + 1} hides one of its three pairs", key=("cube", cube))
        for face, colour in enumerate(colours):
            faces[colour] += 1
            hidden[colour] += pairs[face % 3]
    for colour, count in faces.items():
        if not instance.is_exact and count <= 4:
            continue  # all of them may be seen
        rest = hidden[colour] == count - 4 if instance.is_exact else hidden[colour] >= count - 4
        seen = "four" if instance.is_exact else "at most four"
        because = f"of {count} faces with colour {colour}, {seen} are seen and the others are hidden"
        model.add(rest, because=because, key=("hidden", instance.codes[colour]))


def _shown_colours(
    model: Model, cube: int, pickers: Sequence[IntVar], codes: Sequence[Sequence[int]], because: str
) -> list[IntVar]:
    """The colours that a cube shows on its sides, each picked of the codes for that side."""
    shown = []
    for name, picker, colours in zip(SIDES, pickers, codes, strict=True):
        possible = {colours[value] for value in picker.domain}
        shown.append(model.new_int_var_from_values(possible, f"cube {cube + 1} {name}"))
        model.add_element(picker, colours, shown[-1], because=because, key=("cube", cube))
    return shown


def _side_rule(instance: Cubes, side: int) -> str:
    return f"the {SIDES[side]} side shows {'every colour once' if instance.is_exact else 'no colour twice'}"


def _differ_on_each_side(model: Model, instance: Cubes, sides: list[list[IntVar]]) -> None:
    for side, column in enumerate(zip(*sides, strict=True)):
        model.add_all_different(column, because=_side_rule(instance, side), key=("side", side))


def _show_every_colour(model: Model, instance: Cubes, showing: Showing) -> None:
    """Every colour is shown once on each side, or where there are colours to spare at most once."""
    add = model.add_exactly_one if instance.is_exact else model.add_at_most_one
    for side, colour in product(range(4), instance.colours):
        add(showing.get((side, colour), []), because=_side_rule(instance, side), key=("side", side))


def _see_once(model: Model, instance: Cubes, sides: list[list[IntVar]]) -> None:
    """Where the first cube looks the same upside down, the cubes above it decide which way up the tower is seen.

    Upside down, pairs of sides change places. With the first cube's colours equal on both sides of each, the colours
    of the next cubes on the one sides come before those on the other, as in a dictionary. The last cube
    to look at is one that never looks the same. Four such rules are enough for all eight turns: a first cube
    that is also the same after a quarter turn has one colour all round, and what the next cube with more shows
    is the first of its eight views by these four.
    """
    for number, turn in enumerate(TURNS[4:]):
        pairs = _exchanged(turn)
        ones: list[IntVar] = []
        others: list[IntVar] = []
        for cube in range(1, len(sides)):
            for one, other in pairs:
                ones.append(sides[cube][one])
                others.append(sides[cube][other])
            if not any(turned(view, turn) == view for view in instance.views[cube]):
                break
        for view in first_views(instance.views[0]):
            if ones and turned(view, turn) == view:
                first = " or else ".join(WHERE[one] for one, _ in pairs)
                because = f"where {_names(turn)} are alike on cube 1, the next cube where they are not"
                because += f" has the earlier letter {first}"
                alike = [sides[0][side] == instance.codes[view[side]] for pair in pairs for side in pair]
                rule = model.add_lexicographic_less_equal(ones, others, because=because, key=("symmetry", number))
                rule.only_enforce_if(alike)


def _symmetry(view: View[V]) -> Symmetry:
    return frozenset(turn for turn in TURNS if turned(view, turn) == view)


def _comes_first(view: View[V], codes: Mapping[V, int], symmetry: Symmetry) -> bool:
    """Whether no turn of the ``symmetry`` makes the view come earlier in the alphabet, its sides read in order."""
    turns = (turn for turn in symmetry if turn != TURNS[0])
    return all([codes[c] for c in view] <= [codes[c] for c in turned(view, turn)] for turn in turns)


def _exchanged(turn: Turn) -> list[tuple[int, int]]:
    """The pairs of sides that change places when the tower is turned upside down, by one of ``TURNS[4:]``."""
    return [(side, other) for side, other in enumerate(turn) if side < other]


def _names(turn: Turn) -> str:
    return ", ".join(f"{SIDES[one]} and {SIDES[other]}" for one, other in _exchanged(turn))


def _alike(symmetry: Symmetry) -> str:
    return " and ".join(f"{_names(turn)} are alike" for turn in TURNS[4:] if turn in symmetry)


def _loop(way: int) -> str:
    return "".join(map(str, ORIENTATIONS[way].sides))
