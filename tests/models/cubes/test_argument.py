"""The argument by the graph of opposite faces: its sets of edges make just the towers that there are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.cubes.argument import argument, hidings, refuted, towers, walks
from models.cubes.instance import ORIENTATIONS, TURNS, Cubes, turned
from models.deductions import Conflict, PuzzlePart
from tests.examples import examples
from tests.models import rooms

SETS = st.integers(1, 6).flatmap(
    lambda colours: st.lists(st.text("ABCDEF"[:colours], min_size=6, max_size=6), min_size=1, max_size=4)
)


def looks(lines):
    """The towers that look different, laid cube by cube."""
    found = [()]
    for faces in lines:
        views = {tuple(faces[face - 1] for face in way.sides) for way in ORIENTATIONS}
        longer = [(*tower, view) for tower in found for view in views]
        found = [tower for tower in longer if all(len({*side}) == len(side) for side in zip(*tower, strict=True))]
    return {min(tuple(turned(view, turn) for view in tower) for turn in TURNS) for tower in found}


def clash(lines):
    """What is said of all these cubes together, as of a conflict."""
    parts = (PuzzlePart(("cube", number), f"cube {number + 1}", ()) for number in range(len(lines)))
    return argument(Cubes("made up", tuple(map(tuple, lines))), conflict=Conflict(tuple(parts)))


@settings(max_examples=examples(120), deadline=None)
@given(SETS)
def test_the_sets_of_edges_make_every_tower_once(lines):
    assert sum(towers(*sets) for hiding in hidings(lines) for sets in hiding.sets) == len(looks(lines))


@settings(max_examples=examples(80), deadline=None)
@given(SETS)
def test_whoever_walks_a_set_leaves_and_enters_no_colour_twice(lines):
    for edges in (edges for hiding in hidings(lines) for sets in hiding.sets for edges in sets):
        arrows = [arrow for walk in walks(edges) for arrow in walk]
        walked = sorted((cube, *sorted((start, end))) for start, cube, end in arrows)
        assert walked == [(cube, *ends) for cube, ends in enumerate(edges)]
        assert all(len({arrow[end] for arrow in arrows}) == len(lines) for end in (0, 2))


@settings(max_examples=examples(120), deadline=None)
@given(SETS)
def test_a_reason_is_said_of_every_hiding_that_fails_and_of_no_other(lines):
    every = range(1, len(lines) + 1)
    assert not any(refuted(every, hiding.shown) for hiding in hidings(lines) if hiding.sets)
    if not looks(lines):
        *_, last = clash(lines)
        assert any(words in last for words in ("Counting fails", "fits in neither", "none of"))
        assert not any("the others make two such sets" in line for line in clash(lines))


def test_the_only_tower_of_instant_insanity():
    instance = rooms.instance_of("cubes", "parker-jaap")
    (answer,) = rooms.answers(instance)
    said = argument(instance, answer)
    assert "  cube 1: B–Y, R–R, G–R" in said
    assert "Of the 81 ways to hide an edge of each cube, 5 hide just these:" in said
    assert "  1 R–R, 2 G–G, 3 R–Y, 4 B–Y: the others make two such sets" in said
    chain = "1 B–Y in one set, so 1 R–R in the other, so 2 B–R in the one, and 3 B–R fits in neither"
    assert f"  1 G–R, 2 B–Y, 3 R–Y, 4 G–R: {chain}" in said
    assert "  ends at B: 1 and 2, G: 3 and 4, R: 2 and 4, Y: 1 and 3" in said
    assert [line for line in said if "walked" in line] == [
        "  walked B –1→ Y –3→ G –4→ R –2→ B",
        "  walked R –1→ G –4→ Y –2→ B –3→ R",
    ]
    assert said[-1].endswith("so there is no other.")


def test_towers_are_counted_set_by_set_where_there_are_several():
    said = argument(rooms.instance_of("cubes", "tantalizer-1947"))
    assert [line for line in said if "tower" in line][1:] == [
        "Sets 1, 1 tower:",
        "Sets 2, 4 towers:",
        "In all, 5 towers look different.",
    ]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            ["ABAABB"] * 3,
            "12 ends or more are at A and B, whatever is hidden, and there is room for 8.",
        ),
        (["AAAAAA", "ABBBAC"], "5 ends or more are at A, whatever is hidden, and there is room for 4."),
        (["AAAEBA", "ACEBDE", "ACECDE", "AADGBH", "DADHEH"], "each leaves a colour more than four ends."),
    ],
)
def test_the_counting_that_fails_is_named(lines, sentence):
    assert clash(lines)[-1].endswith(sentence)


def test_the_obstacle_of_a_benchmark_fails_by_counting_four_colours():
    *_, last = clash(rooms.instance_of("cubes", "piaire-6-1").cubes)
    assert last.endswith("17 ends or more are at B, C, E and F, whatever is hidden, and there is room for 16.")


def test_of_cubes_that_are_too_many_to_go_through_only_the_sets_are_said():
    instance = rooms.instance_of("cubes", "augusto-15")
    answer = rooms.answers(instance, backend="sat", most=1)[0]
    assert argument(instance) == ()
    assert "so there is no other" not in argument(instance, answer)[-1]
