"""The coloured cubes: the figures on record, the formulations, what a person is shown, bad files."""

import tomllib
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.cubes.instance import LOOPS, OPPOSITE, ORIENTATIONS, SIDES, TURNS, Cubes, turned
from models.cubes.model import obstacle_parts
from models.errors import InputError
from models.registry import family, instance_files, load_puzzle
from solvers.core.backend import Limits
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.explain.conflicts import smallest
from tests.examples import examples
from tests.models import rooms
from tests.tables import rows

PUZZLE = load_puzzle("cubes")
FIGURES = tomllib.loads((PUZZLE.instances_folder / "_figures.toml").read_text())
SMALL = [name for name in FIGURES if len(rooms.instance_of("cubes", name).cubes) <= 10]

ODD_ONES = [
    Cubes(name, tuple(map(tuple, words.split())))
    for name, words in {
        "each cube of one colour": "AAAAAA BBBBBB CCCCCC",
        "opposite faces alike": "ABCABC BCABCA CABCAB",
        "turns stay open for long": "ABACBA BCBACB CDCBDC DADCAD",
        "more colours than cubes": "ABCDEF ABCDEF",
        "one cube": "ABCDEF",
    }.items()
]


def instance(name):
    return rooms.instance_of("cubes", name)


def cubes(*lines):
    return Cubes("made up", tuple(map(tuple, lines)))


def answers(cubes, formulation="orientation", backend="backtracking"):
    return set(rooms.answers(cubes, formulation, backend))


@lru_cache(maxsize=1)
def brute_force(cubes):
    """Every stacking by its orientations, the first cube unturned."""
    ways = [range(3), *[range(24)] * (len(cubes.cubes) - 1)]
    stackings = (
        tuple(cubes.shown(cube, way) for cube, way in enumerate(orientations)) for orientations in product(*ways)
    )
    return [shown for shown in stackings if all(len({*side}) == len(shown) for side in zip(*shown, strict=True))]


def seen_from_everywhere(tower):
    return min(tuple(turned(view, turn) for view in tower) for turn in TURNS)


def all_round(model, cubes):
    """Every cube but the first shows the first colour on all sides, the first what it shows unturned."""
    first = cubes.shown(0, cubes.first_ways[0])
    for var in model.variables:
        _, number, side = (*var.name.split(), "")[:3]
        if side in SIDES:
            yield var, 1 if number != "1" else cubes.codes[first[SIDES.index(side)]]


# Geometry


def test_there_are_24_orientations_the_unturned_loops_first():
    assert len({(way.sides, way.top) for way in ORIENTATIONS}) == 24
    assert tuple(way.sides for way in ORIENTATIONS[:3]) == LOOPS


def test_no_orientation_is_a_mirror_image():
    axes = {1: (0, 1), 2: (1, 1), 3: (2, 1), 4: (0, -1), 5: (1, -1), 6: (2, -1)}

    def handedness(front, right, top):
        (a, s), (b, t), (c, u) = axes[front], axes[right], axes[top]
        even = (a, b, c) in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        return s * t * u * (1 if even else -1)

    # The net folded with the printed side out has 2 in front, 3 on the right and 1 on top.
    assert {handedness(*way.sides[:2], way.top) for way in ORIENTATIONS} == {handedness(2, 3, 1)}
    assert all(OPPOSITE[way.sides[0]] == way.sides[2] for way in ORIENTATIONS)
    assert all({*way.sides, way.top, way.bottom} == {1, 2, 3, 4, 5, 6} for way in ORIENTATIONS)


# The figures on record


def test_every_instance_has_its_figures():
    assert set(FIGURES) == set(instance_files(PUZZLE))


@rows("name", FIGURES)
def test_figures_on_record(name):
    made, is_small = instance(name), name in SMALL
    counted = replace(made, orientations=True)
    assert len(answers(counted, backend="backtracking" if is_small else "sat")) == FIGURES[name]["stackings"]
    for formulation in PUZZLE.formulations if is_small else ():
        assert len(answers(made, formulation)) == FIGURES[name]["answers"]


def can_stand_together(some):
    """Whether these cubes make a tower with no colour twice on a side, by brute force with pruning."""

    def lay(place, used):
        if place == len(some):
            return True
        for way in ORIENTATIONS[: 24 if place else 3]:
            shown = [(side, some[place][face - 1]) for side, face in enumerate(way.sides)]
            if not used.intersection(shown) and lay(place + 1, used.union(shown)):
                return True
        return False

    return lay(0, frozenset())


@rows("name", [name for name in SMALL if "obstacle" in FIGURES[name]])
def test_smallest_obstacle_on_record(name):
    members = instance(name).cubes
    size = FIGURES[name]["obstacle"]
    assert not can_stand_together([members[number - 1] for number in FIGURES[name]["obstacle_cubes"]])
    assert len(FIGURES[name]["obstacle_cubes"]) == size
    assert all(can_stand_together(some) for some in combinations(members, size - 1))


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.text("ABCD", min_size=6, max_size=6), min_size=1, max_size=5))
def test_parts_of_a_set_clash_exactly_where_its_cubes_cannot_stand_together(lines):
    found = smallest(obstacle_parts(cubes(*lines)))
    numbers = [] if found is None else [part.key[1] for part in found.parts]
    sizes = [] if found is None else range(len(numbers))
    assert can_stand_together(lines) is (found is None)
    assert found is None or not can_stand_together([lines[number] for number in numbers])
    assert all(can_stand_together(some) for size in sizes for some in combinations(lines, size))


# Formulations


@rows("orientations", [False, True])
@rows("formulation", PUZZLE.formulations)
@rows("cubes", ODD_ONES)
def test_odd_sets_as_brute_force_has_them(cubes, formulation, orientations):
    stackings = brute_force(cubes)
    found = answers(replace(cubes, orientations=orientations), formulation)
    if orientations:
        assert len(found) == len(stackings)
    else:
        looks = [seen_from_everywhere(tuple(placement.colours for placement in answer)) for answer in found]
        assert sorted(looks) == sorted(set(map(seen_from_everywhere, stackings)))


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.text("ABC", min_size=6, max_size=6), min_size=1, max_size=3), st.booleans())
def test_formulations_agree_on_any_cubes(lines, orientations):
    made = replace(cubes(*lines), orientations=orientations)
    expected = answers(made)
    assert all(answers(made, formulation) == expected for formulation in PUZZLE.formulations)
    stackings = brute_force(made)
    looks = set(stackings if orientations else map(seen_from_everywhere, stackings))
    assert len(expected) == (len(stackings) if orientations else len(looks))
    assert (PUZZLE.contradiction(made) is None) or not expected


@rows("formulation", ["orientation", "factors"])
@rows(
    "cubes",
    [*ODD_ONES, *map(instance, ("parker-jaap", "mathtrek", "haque-4"))],
)
def test_only_the_rules_of_its_faces_know_a_cube(cubes, formulation):
    """Cubes of one colour all round break no rule of the symmetry, whatever their faces are."""
    model = PUZZLE.formulations[formulation](cubes).model
    shown = {var: var.domain[0] for var in model.variables} | dict(all_round(model, cubes))
    rules = [rule for rule in model.constraints if rule.key[0] == "symmetry"]
    assert all(rule.holds(model.complete(shown)) for rule in rules)
    assert {rule.sentence for rule in rules}.isdisjoint(
        rule.sentence for rule in model.constraints if rule not in rules
    )


def test_the_symmetry_is_a_given_of_the_first_cube():
    made = instance("parker-jaap")
    rules = {rule.rule: rule.sentence for rule in PUZZLE.formulations["orientation"](made).model.constraints}
    assert rules["cube", 0] == "cube 1 has the faces B R R Y R G, of which 1245 or 1346 or 2356 go round from the front"
    assert rules["cube", 1] == "cube 2 has the faces R G Y B G B"
    assert len([rule for rule in rules if rule[0] == "symmetry"]) == 2


def test_a_tower_is_seen_upside_down_only_where_the_first_cube_cannot_tell():
    """Its right and left are alike; so the first cube above where they are not has the earlier letter on the right."""
    for formulation in PUZZLE.formulations:
        for answer in answers(instance("recpuzzles"), formulation):
            views = [placement.colours for placement in answer]
            if views[0][1] == views[0][3]:
                assert [view[1] for view in views] <= [view[3] for view in views]
            if views[0][0] == views[0][2]:
                assert [view[0] for view in views] <= [view[2] for view in views]


@pytest.mark.parametrize("size", [4, 12, 26, 100])
def test_planted_sets_have_a_tower(size):
    made = family("cubes")(size, 1)
    assert PUZZLE.contradiction(made) is None
    assert len(made.cubes) == len(made.colours) == size
    assert next(Solver(PUZZLE, "", *load_backend("sat")).answers(made, Limits(seconds=60)))


# Judging and showing


def spoilt(answer, cube, **changes):
    return (*answer[:cube], replace(answer[cube], **changes), *answer[cube + 1 :])


def test_check_finds_what_is_wrong():
    made = instance("parker-jaap")
    (answer,) = answers(made)
    assert ["".join(placement.colours) for placement in answer] == ["BRYG", "RYBB", "YBGR", "GGRY"]
    assert PUZZLE.check(made, answer) is None
    assert "4" in PUZZLE.check(made, answer[:3])
    assert "cube 2 shows" in PUZZLE.check(made, spoilt(answer, 1, colours=("R", "R", "R", "R")))
    turned_first = spoilt(answer, 0, orientation=ORIENTATIONS[3], colours=made.shown(0, 3))
    assert "the first cube is turned" in PUZZLE.check(made, turned_first)
    other = spoilt(answer, 2, orientation=ORIENTATIONS[0], colours=made.shown(2, 0))
    assert "side shows" in PUZZLE.check(made, other)
    crooked = replace(ORIENTATIONS[0], top=1)
    assert "cannot stand" in PUZZLE.check(made, spoilt(answer, 0, orientation=crooked))
    twins = Cubes("twins", (tuple("RGBWRG"),) * 2)
    assert PUZZLE.check(twins, twins.stacking([0, 0])) == "the front side shows R 2 times"


def test_text_and_json_say_which_face_goes_where():
    made = instance("parker-jaap")
    (answer,) = answers(made)
    lines = PUZZLE.render(made, answer).splitlines()
    first = next(line for line in lines if line.startswith("cube 1"))
    assert first.split()[2:6] == ["B", "R", "Y", "G"]
    assert first.endswith("face 5 is on top and face 1 to the front")
    assert "6 2 3" in PUZZLE.render(made)
    first = PUZZLE.as_json(made, answer)[0]
    assert first["front"] == "B"
    assert first["faces"] == {"front": 1, "right": 3, "back": 4, "left": 6, "top": 5, "bottom": 2}


@rows(
    ("lines", "sentence"),
    [
        (["ABABAA", "AAAAAA", "AAAAAA"], "3 cubes and only 2 colours"),
        (["CACACC", "CCCCCC", "CCBCCC"], "colour A is on 2 faces in all"),
        (["AAAAAA", "ABBBAB"], "cubes 1 and 2 show colour A at least 5 times"),
        (["BAAABB", "BBABBB"], "colour A shows at most 3 times"),
        (["BBABBA", "AABAAC", "CCACCB"], None),
    ],
)
def test_plain_clashes_are_named(lines, sentence):
    contradiction = PUZZLE.contradiction(cubes(*lines))
    assert contradiction is None if sentence is None else sentence in contradiction
    assert sentence is None or not answers(cubes(*lines))


# Reading


def read(tmp_path, text):
    return rooms.read("cubes", tmp_path, text, "some.txt")


def test_reads_names_blanks_and_any_colours(tmp_path):
    found = read(tmp_path, "# name: hearts: and more\n#source: a box\n\n♥ ♠ ♦ ♣ ♥ ♠  # first\nABCDEF\n")
    assert found == Cubes("hearts: and more", (tuple("♥♠♦♣♥♠"), tuple("ABCDEF")), "a box")
    assert read(tmp_path, "e\u0301bcdef\n").cubes == (("é", "b", "c", "d", "e", "f"),)
    assert read(tmp_path, "❤\ufe0fbcdef").cubes[0][0] == "❤\ufe0f"
    assert read(tmp_path, "#bcdef\nAB#DEF").cubes == (tuple("AB#DEF"),)


@rows(
    ("text", "cubes"),
    [
        ("A,B,C,D,E,F\nA; B; C; D; E; F", [tuple("ABCDEF")] * 2),
        ("ABCDEF,\nGHIJKL", [tuple("ABCDEF"), tuple("GHIJKL")]),
        ("Blue, red, red, yellow, red, green", [("blue", "red", "red", "yellow", "red", "green")]),
        ("rot blau grün gelb rot blau", [("rot", "blau", "grün", "gelb", "rot", "blau")]),
        ("cube 1: ABCDEF\n2. GHIJKL\nCube 3) A B C D E F", [tuple("ABCDEF"), tuple("GHIJKL"), tuple("ABCDEF")]),
        ("BRRYRG RGYBGB  # on one line", [tuple("BRRYRG"), tuple("RGYBGB")]),
        ("1,2,3,4,5,6", [tuple("123456")]),
        (",ABCDE", [tuple(",ABCDE")]),
        ("(ABCDE", [tuple("(ABCDE")]),
        ("4 7 10 13 16 19\n22 26 29 2 5 8", [("4", "7", "10", "13", "16", "19"), ("22", "26", "29", "2", "5", "8")]),
        ("2\nBLUE, RED, RED, BLUE, TAN, TAN\nABCDEF", [("blue", "red", "red", "blue", "tan", "tan"), tuple("ABCDEF")]),
        (
            "cubes = [\n  ['R','B','G','Y','B','Y'],\n  ['A','B','C','D','E','F'],\n]",
            [tuple("RBGYBY"), tuple("ABCDEF")],
        ),
        ("{1, 10, 100, 1, 10, 7},\n{1, 2, 3, 4, 5, 6}};", [("1", "10", "100", "1", "10", "7"), tuple("123456")]),
        ('[["red", "tan", "red", "tan", "red", "tan"], ["ABCDEF"]]', [("red", "tan") * 3, tuple("ABCDEF")]),
        ("c1 = (A, B, C, D, E, F)", [tuple("ABCDEF")]),
    ],
)
def test_cubes_are_read_as_people_type_them(tmp_path, text, cubes):
    assert read(tmp_path, text).cubes == tuple(cubes)


@rows(
    ("text", "place", "sentence"),
    [
        ("red blue green", ":1", "a cube has 6, such as BRRYRG or blue, red, red, yellow, red, green"),
        ("", "", "there is no cube in it"),
        ("# only words\n", "", "there is no cube in it"),
        ("ABCDEF\n\nABCDE\n", ":3", "cube 2 has 5 faces (ABCDE)"),
        ("ABCDEFG\n", ":1", "cube 1 has 7 faces"),
        ("A-B-C-D-E-F\n", ":1", "cube 1 has '-' among its faces (A-B-C-D-E-F)"),
        ("ABCDEF#red\n", ":1", "cube 1 has '#' among its faces"),
        ("A\n", ":1", "cube 1 has 1 face (A)"),
        ("# two\n3\nABCDEF\nABCDEF\n", ":2", "the first line says 3, but 2 cubes follow"),
        ("[A, B, C]\n", ":1", "cube 1 has 3 faces (ABC)"),
        ("ABCDEF\n4\n", ":2", "cube 2 has 1 face (4)"),
        ("ABCDEF\n" * 1001, ":1001", "more than 1000 cubes"),
        ("ABC\0DEF\n", ":1", "zero byte"),
    ],
)
def test_bad_files_say_where_and_what(tmp_path, text, place, sentence):
    error = read(tmp_path, text)
    assert isinstance(error, InputError)
    assert f"some.txt{place}: " in str(error)
    assert sentence in str(error)


# What is to be known before an answer is believed


SPARE_COLOURS = "no side shows a colour twice, rather than every colour once"
APART = "counted apart is every orientation of every cube; turning the whole tower gives no new answer"


@pytest.mark.parametrize(
    ("words", "orientations", "warnings"),
    [
        ("BRRYRG RGYBGB RBGYRY GBRYYG", False, []),
        ("BRRYRg RGYBGB RBGYRY GBRYYG", False, [f"5 colours on 4 cubes: {SPARE_COLOURS}; g is on 1 face"]),
        ("ABCDEF ABCDEF", False, [f"6 colours on 2 cubes: {SPARE_COLOURS}"]),
        ("BRRYRG RGYBGB RBGYRY GBRYYG", True, [APART]),
    ],
)
def test_people_are_warned_of_spare_colours_and_counted_orientations(words, orientations, warnings):
    assert PUZZLE.warnings(replace(PUZZLE.from_text(words), orientations=orientations)) == warnings
