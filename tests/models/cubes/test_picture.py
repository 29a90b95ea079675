"""Is every face where the unfolding has it, and does the tower show each side as the answer says?"""

from collections import Counter

import pytest

from models.cubes.instance import OPPOSITE, SIDES, Cubes, Stacking
from models.cubes.picture import FACE, NET, painting
from models.deductions import Conflict, PuzzlePart
from models.kit.palette import FACES
from models.registry import load_puzzle
from solvers.explain.work import explain
from tests.models.placed import groups, parsed, size, texts
from tests.models.rooms import answers, instance_of
from tests.tables import rows

PUZZLE = load_puzzle("cubes")
draw = PUZZLE.drawing.picture


def read(name: str) -> Cubes:
    instance: Cubes = instance_of("cubes", name)
    return instance


@pytest.fixture(scope="module")
def solved() -> tuple[Cubes, Stacking]:
    (answer,) = answers(read("parker-jaap"))
    return read("parker-jaap"), answer


@pytest.mark.parametrize("name", ["parker-jaap", "haque-30", "piaire-3-1"])
def test_every_face_stands_in_its_place_of_the_net(name: str) -> None:
    instance = read(name)
    letters = texts(draw(instance), "letter")
    assert {(int(text.data("cube")), int(text.data("face"))): text.words for text in letters} == {
        (cube, face): colour for cube, faces in enumerate(instance.cubes, 1) for face, colour in enumerate(faces, 1)
    }
    middle = {int(text.data("cube")): text for text in letters if text.data("face") == "2"}
    for text in letters:
        column, row = NET[int(text.data("face"))]
        centre = middle[int(text.data("cube"))]
        assert text.x - centre.x == pytest.approx((column - 1) * FACE)
        assert text.y - centre.y == pytest.approx((row - 1) * FACE)


def test_opposite_faces_are_two_apart_in_the_net() -> None:
    assert all(abs(sum(NET[face]) - sum(NET[other])) == 2 for face, other in OPPOSITE.items())


def test_the_tower_shows_four_sides_from_the_bottom_up(solved: tuple[Cubes, Stacking]) -> None:
    instance, answer = solved
    faces = [text for text in texts(draw(*solved), "letter") if text.data("side")]
    assert {(int(text.data("cube")), text.data("side")): text.words for text in faces} == {
        (cube, side): placement.colours[place]
        for cube, placement in enumerate(answer, 1)
        for place, side in enumerate(SIDES)
    }
    heights = [{text.y for text in faces if text.data("cube") == str(cube + 1)} for cube in range(len(instance.cubes))]
    assert all(len(height) == 1 for height in heights)
    assert [max(height) for height in heights] == sorted((max(height) for height in heights), reverse=True)
    columns = [{text.x for text in faces if text.data("side") == side} for side in SIDES]
    assert [max(column) for column in columns] == sorted(max(column) for column in columns)


def test_front_and_right_hidden_faces_and_the_way_to_turn_each_cube_are_shown(solved: tuple[Cubes, Stacking]) -> None:
    instance, answer = solved
    svg = draw(*solved)
    letters = texts(svg, "solid")
    shown = [[text.words for text in letters if text.data("cube") == str(cube)] for cube in range(1, 5)]
    assert shown == [[placement.colours[0], placement.colours[1]] for placement in answer]
    hidden = [text.words for text in texts(svg, "hidden")]
    ways = [placement.orientation for placement in reversed(answer)]
    cubes = list(reversed(instance.cubes))
    assert hidden == [cubes[row][face - 1] for row, way in enumerate(ways) for face in (way.top, way.bottom)]
    words = " ".join(text.words for text in texts(svg, "way"))
    assert words == " ".join(f"{way.top} up, {way.front} in front" for way in ways)


PHONE = 297
"""So many pixels wide is a picture on a phone of 360."""


@pytest.mark.parametrize("name", ["parker-jaap", "piaire-3-1"])
def test_every_cube_and_how_to_turn_it_can_be_read_on_a_phone_at_once(name: str) -> None:
    instance = read(name)
    for svg in (draw(instance), *(draw(instance, answer) for answer in answers(instance, backend="kernel"))):
        smallest = min(float(text.element.get("font-size", 0)) for text in texts(svg))
        assert 9 * size(svg)[0] / smallest <= PHONE


def test_a_side_that_is_right_has_a_tick_and_a_wrong_one_says_so(solved: tuple[Cubes, Stacking]) -> None:
    instance, answer = solved
    assert len(groups(draw(instance, answer), "right-line")) == 4
    wrong = (answer[0], answer[0], *answer[2:])
    svg = draw(instance, wrong)
    assert not groups(svg, "right-line")
    assert [text.words for text in texts(svg, "wrong")] == ["twice"] * 4


def test_cubes_that_cannot_be_stacked_together_are_framed() -> None:
    instance = read("parker-jaap")
    conflict = Conflict((PuzzlePart(("cube", 0), "ABC", ()), PuzzlePart(("cube", 2), "DEF", ())))
    svg = PUZZLE.drawing.conflict(instance, PUZZLE.state(instance), conflict)
    assert svg is not None
    framed = {net.get("data-cube") for net in groups(svg, "net") if any(part.get("class") == "lit" for part in net)}
    assert framed == {"1", "3"}
    assert (parsed(svg)[1].text or "").endswith("Framed: cube 1, 3.")


def test_colours_named_by_their_initials_get_those_colours() -> None:
    paint = painting(("B", "G", "R", "W", "Y", "x"))
    assert paint["R"] == FACES[0]
    assert paint["B"] == FACES[1]
    assert paint["W"][0] == "#fbfaf6"
    assert len(set(paint.values())) == 6


@rows("count", [1, 2, 12, 13, 60])
def test_any_number_of_colours_is_painted_alike_only_when_paints_run_out(count: int) -> None:
    paint = painting(tuple(f"colour {place}" for place in range(count)))
    assert len(set(paint.values())) == min(count, len(FACES))


def test_odd_colours_and_long_names_stay_inside() -> None:
    instance = Cubes("odd", (("red", "🟥", "<", "&", "ä", "日"), ("R", "r", "1", '"', "'", "é")))
    svg = draw(instance)
    width, height = size(svg)
    assert all(0 <= text.x <= width and 0 <= text.y <= height for text in texts(svg))
    assert {"<", "&", '"', "日"} <= {text.words for text in texts(svg, "letter")}


def test_the_words_tell_every_cube(solved: tuple[Cubes, Stacking]) -> None:
    instance, answer = solved
    words = parsed(draw(instance, answer))[1].text or ""
    assert all(
        f"Cube {cube}, faces 1 to 6: {' '.join(faces)}." in words for cube, faces in enumerate(instance.cubes, 1)
    )
    assert f"cube 1 {' '.join(answer[0].colours)}," in words


def test_the_graph_shows_two_sets_of_edges_that_meet_every_colour_twice(solved: tuple[Cubes, Stacking]) -> None:
    instance, answer = solved
    drawn = [
        (edge.get("data-cube"), edge.get("data-way"), edge.get("data-ends")) for edge in groups(draw(*solved), "edge")
    ]
    assert len(drawn) == 3 * len(instance.cubes)
    for way, (one, other) in enumerate(((0, 2), (1, 3))):
        chosen = {cube: ends for cube, number, ends in drawn if number == str(way)}
        shown = [f"{placement.colours[one]}–{placement.colours[other]}" for placement in answer]
        assert chosen == {str(cube): ends for cube, ends in enumerate(shown, 1)}
        assert Counter("".join(shown).replace("–", "")) == dict.fromkeys(instance.colours, 2)


@pytest.mark.parametrize(("name", "graphs", "solved_graphs"), [("tick-7", 1, 2), ("augusto-15", 0, 2), ("nrich", 1, 1)])
def test_of_many_colours_each_set_of_edges_is_drawn_by_itself(name: str, graphs: int, solved_graphs: int) -> None:
    instance = read(name)
    (answer,) = answers(instance, backend="sat", most=1)
    assert len(groups(draw(instance), "graph")) == graphs
    assert len(groups(draw(instance, answer), "graph")) == solved_graphs


def test_explanations_draw_the_cubes_and_what_their_sides_may_be() -> None:
    instance = read("parker-jaap")
    found = explain(PUZZLE, instance)
    pictures = [PUZZLE.drawing.snapshot(instance, found.stated, snapshot) or "" for snapshot in found.snapshots()]
    assert all(len(groups(svg, "solid")) == 4 for svg in pictures)
    assert all(groups(svg, "lit") for svg in pictures[1:])
    sides = {
        (face.data("cube"), face.data("side")): face.words
        for face in texts(pictures[-1], "letter")
        if face.data("side")
    }
    assert found.answer is not None
    assert sides == {
        (str(cube), side): colour
        for cube, placement in enumerate(found.answer, 1)
        for side, colour in zip(SIDES, placement.colours, strict=True)
    }
    assert "front B" in (parsed(pictures[-1])[1].text or "")


@pytest.mark.parametrize("name", ["parker-jaap", "haque-30"])
def test_on_paper_the_cubes_lie_unfolded_without_the_graph(name: str) -> None:
    drawn = PUZZLE.drawing.sheet(read(name))
    assert [text.words for text in texts(drawn, "letter")] == [text.words for text in texts(draw(read(name)), "letter")]
    assert groups(draw(read(name)), "net")
    assert not groups(drawn, "graph")
    assert size(drawn)[1] <= size(draw(read(name)))[1]
