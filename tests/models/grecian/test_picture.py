"""The picture of the dials: each number in its place, each hole showing what lies below."""

import re
from dataclasses import replace
from itertools import combinations, product
from math import atan2, cos, degrees, hypot, pi, radians, sin

import pytest

from models.deductions import Conflict, PuzzlePart
from models.grecian.generator import planted
from models.grecian.instance import Dials, Turns, column_sums, face, hidden_numbers
from models.grecian.picture import picture
from models.grecian.picture.stack import RADIUS, face_layers, plate_radius
from models.registry import load_puzzle
from tests.models.placed import Placed, groups, parsed, size, texts
from tests.models.rooms import instance_of
from tests.tables import rows

PUZZLE = load_puzzle("grecian")
ANSWERS = {"grecian": (0, 5, 9, 2, 7), "toy": (0, 2, 1)}


def read(name: str) -> Dials:
    instance: Dials = instance_of("grecian", name)
    return instance


def draw(instance: Dials, answer: Turns | None = None, hidden: bool = False) -> str:
    return PUZZLE.drawing.picture(replace(instance, show_hidden=hidden), answer)


def layers(instance: Dials, turns: tuple[float, ...]) -> str:
    shapes = "".join(face_layers(instance, turns))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{shapes}</svg>'


CASES = [
    *((name, turns) for name, turns in ANSWERS.items()),
    *((name, None) for name in ("grecian", "safecracker-40", "safecracker-50", "broken-safecracker", "toy")),
    ("safecracker-50", (0, 3, 15, 8, 1)),
]


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]} {case[1] or 'start'}")
def standing(request: pytest.FixtureRequest) -> tuple[Dials, tuple[int, ...]]:
    name, turns = request.param
    instance = read(name)
    return instance, turns or (0,) * len(instance.dials)


def test_every_number_of_every_dial_stands_at_the_angle_of_its_column(standing: tuple[Dials, tuple[int, ...]]) -> None:
    instance, turns = standing
    svg, step = layers(instance, turns), 360 / instance.columns
    drawn = {
        (int(text.data("dial")), int(text.data("ring")), int(text.data("column"))): text for text in texts(svg, "dial")
    }
    printed = {
        (place, ring, column): number
        for place, dial in enumerate(instance.dials)
        for ring, numbers in enumerate(dial)
        for column, number in enumerate(numbers)
        if number is not None
    }
    assert {place: int(text.words) for place, text in drawn.items()} == printed
    radii: list[set[float]] = [set() for _ in range(instance.rings)]
    for (dial, ring, column), text in drawn.items():
        assert (text.turned + 180) % 360 == pytest.approx(180, abs=0.01), (
            "a number is upright however its dial is turned"
        )
        angle = degrees(atan2(text.x, -text.y))
        assert (angle - (column + turns[dial]) * step + 180) % 360 - 180 == pytest.approx(0, abs=0.05)
        radii[ring].add(round(hypot(text.x, text.y), 1))
    assert all(max(ring) - min(ring) < 0.11 for ring in radii)
    assert [max(ring) for ring in radii] == sorted((max(ring) for ring in radii), reverse=True)


def test_through_the_holes_shows_what_lies_below(standing: tuple[Dials, tuple[int, ...]]) -> None:
    """The topmost dial with wood at a place, as the shapes have it, is the one whose number counts there."""
    instance, turns = standing
    svg, step = layers(instance, turns), 360 / instance.columns
    shapes = outlines(svg)
    radius = {int(text.data("ring")): hypot(text.x, text.y) for text in texts(svg, "dial")}
    for ring, seen_ring in enumerate(face(instance, turns)):
        for column, seen in enumerate(seen_ring):
            tops = [
                dial
                for dial, (shape, turn) in enumerate(zip(shapes, turns, strict=True))
                if has_wood(shape, radius[ring], (column - turn) * step)
            ]
            assert max(tops, default=None) == (None if seen is None else seen[1])


def test_openings_leave_room_for_the_whole_number_below() -> None:
    """A hole is open at the corners of the number that shows through it, not just at its middle."""
    instance = read("grecian")
    svg = layers(instance, (0,) * 5)
    shapes = outlines(svg)
    for text in texts(svg, "dial"):
        font = float(text.element.get("font-size"))
        half_width, half_height = 0.27 * len(text.words) * font, 0.34 * font
        column, ring = int(text.data("column")), int(text.data("ring"))
        above = [d for d in range(int(text.data("dial")) + 1, 5) if instance.dials[d][ring][column] is None]
        for dial, dx, dy in product(above, (-half_width, half_width), (-half_height, half_height)):
            x, y = text.x + dx, text.y + dy
            assert not has_wood(shapes[dial], hypot(x, y), degrees(atan2(x, -y)))


def test_sums_stand_round_the_rim_and_right_ones_have_a_tick() -> None:
    for name, answer in ANSWERS.items():
        instance = read(name)
        for turns in ((0,) * len(instance.dials), answer):
            sums = texts(layers(instance, turns), "sum")
            assert [int(text.words) for text in sums] == column_sums(instance, turns)
            for column, text in enumerate(sums):
                assert degrees(atan2(text.x, -text.y)) % 360 == pytest.approx(column * 360 / instance.columns, abs=0.1)
            right = sum(map(int.__eq__, column_sums(instance, turns), instance.targets))
            assert len(groups(layers(instance, turns), "right")) == right
            assert len(groups(layers(instance, turns), "right-line")) == right


def test_wrong_sums_name_what_is_wanted_where_every_column_wants_another() -> None:
    instance = replace(read("toy"), targets=(14, 16, 17))
    words = [text.words for text in texts(draw(instance), "sums")]
    assert words == ["14", "12", "≠16", "11", "≠17"]


def test_every_column_has_its_number_beyond_its_sum() -> None:
    moving = PUZZLE.drawing.motion(read("grecian"), (0, 5, 9, 2, 7))
    assert moving is not None
    for svg in (draw(read("grecian")), moving.svg):
        assert [text.words for text in texts(svg, "columns")][:12] == [str(number) for number in range(1, 13)]
    around_0 = texts(layers(read("grecian"), (0,) * 5), "columns")
    assert all(hypot(text.x, text.y) > plate_radius(read("grecian")) for text in around_0)


def test_the_bottom_dial_is_named_where_it_is_turned() -> None:
    moving = PUZZLE.drawing.motion(read("grecian"), (5, 0, 0, 2, 7))
    assert moving is not None
    assert [move.sentence for move in moving.moves][:2] == [
        "Turn dial 0, the bottom one, by 5 steps clockwise.",
        "Turn dial 3 by 2 steps clockwise.",
    ]


def box(text: Placed) -> tuple[float, float, float, float]:
    """About where the letters of a text are that is centred: left, top, right, bottom."""
    size = float(text.element.get("font-size", 0))
    half = 0.28 * size * len(text.words)
    return text.x - half, text.y - 0.36 * size, text.x + half, text.y + 0.36 * size


@pytest.mark.parametrize("targets", [(60000, 31, 1000), (7, 7, 7), (1234567, 1234567, 1234567), (-5, 12345678, 3)])
def test_sums_however_long_keep_to_the_rim_and_off_each_other(targets: tuple[int, ...]) -> None:
    instance = replace(read("toy"), targets=targets)
    svg = layers(instance, (0, 0, 0))
    written = [box(text) for text in texts(svg, "sums")]
    reach = plate_radius(instance)
    for left, top, right, bottom in written:
        corners = [hypot(x, y) for x in (left, right) for y in (top, bottom)]
        assert min(corners) > RADIUS
        assert max(corners) < reach
    for one, other in combinations(written, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_before_and_after_stand_one_above_the_other_with_every_turn_both_ways_between() -> None:
    svg = draw(read("grecian"), (0, 5, 9, 2, 7))
    words = parsed(svg)[1].text or ""
    assert "dial 1 by 5, dial 2 by 9" in words
    assert "12 of 12 are right" in words
    before, after = groups(svg, "face")
    turned = [
        [dial.get("data-turn") for dial in face if "dial" in dial.get("class", "").split()] for face in (before, after)
    ]
    assert turned == [["0"] * 5, ["0", "5", "9", "2", "7"]]
    heights = {text.words: text.y for text in texts(svg) if text.words in ("before", "after")}
    strip = [text.y for text in texts(svg, "turn")]
    assert heights["before"] < min(strip)
    assert max(strip) < heights["after"]
    turns = [[text.words for text in texts(svg, "turn") if text.data("dial") == str(dial)] for dial in range(5)]
    assert turns == [
        ["0", "stays put", "(bottom)"],
        ["1", "5", "or 7"],
        ["2", "3", "or 9"],
        ["3", "2", "or 10"],
        ["4", "5", "or 7"],
    ]


@rows("turn", range(1, 16))
def test_the_arrow_round_a_small_dial_keeps_clear_of_the_numbers_beside_it(turn: int) -> None:
    cell = groups(draw(read("safecracker-50"), (0, turn, 0, 0, 0)), "turn")[1]
    sweep = next(node for node in cell.iter() if "A29 " in node.get("d", ""))
    ends = [float(x) for x, _ in re.findall(r"(?:[ML]|\d )(-?[\d.]+) (-?[\d.]+)", sweep.get("d", ""))]
    head = next(node for node in cell.iter() if node.get("class") == "found")
    ends += [float(x) for x, _ in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", head.get("d", ""))]
    far = next(node for node in cell.iter() if (node.text or "").startswith("or "))
    begins = float(far.get("x")) - 0.56 * float(far.get("font-size")) * len(far.text)
    assert max(ends) < begins


def test_the_shorter_way_comes_first_and_its_arrow_points_that_way() -> None:
    svg = draw(read("grecian"), (0, 5, 9, 2, 7))
    sweeps = []
    for cell in groups(svg, "turn")[1:]:
        arcs = [node.get("d") for node in cell.iter() if "A" in node.get("d", "")]
        # an arc's flags: large or small, then clockwise or not
        sweeps.append([int(re.search(r"A\S+ \S+ 0 \d (\d)", arc)[1]) for arc in arcs])
    clockwise, back = [1, 1, 0], [0, 0, 1]  # the dial's arrow, the shorter way, the other way
    assert sweeps == [clockwise, back, clockwise, back]


def test_covered_numbers_are_listed_on_request_each_under_its_column_beside_its_ring_and_dial() -> None:
    instance = read("grecian")
    answer = ANSWERS["grecian"]
    assert not texts(draw(instance, answer), "covered")
    covered = texts(picture(instance, answer, hidden=True, before=False).svg(), "covered-number")
    expected: dict[tuple[int, int], list[int]] = {
        (dial, ring): sorted(numbers.values()) for dial, ring, numbers in hidden_numbers(instance, answer)
    }
    found: dict[tuple[int, int], list[int]] = {}
    for text in covered:
        dial, ring, column = (int(text.data(name)) for name in ("dial", "ring", "column"))
        found.setdefault((dial, ring), []).append(int(text.words))
        assert instance.dials[dial][ring][(column - answer[dial]) % 12] == int(text.words)
    assert {place: sorted(numbers) for place, numbers in found.items()} == expected
    assert len(covered) == instance.printed - 48
    assert len(groups(draw(instance, hidden=True), "covered")) == 1
    assert len(groups(draw(instance, answer, hidden=True), "covered")) == 2


def test_the_animation_lists_the_covered_numbers_of_every_moment() -> None:
    instance = read("grecian")
    plain, listing = (
        PUZZLE.drawing.motion(replace(instance, show_hidden=hidden), ANSWERS["grecian"]).svg for hidden in (False, True)
    )
    assert not groups(plain, "covered")
    last = [text for text in texts(listing, "covered-number") if text.data("after") == "4"]
    assert len(last) == instance.printed - 48
    height = size(listing)[1]
    assert all(text.y < height for text in texts(listing))


def test_dials_turned_by_style_stand_where_dials_turned_by_attribute_stand() -> None:
    for dial in groups(layers(read("grecian"), (0, 5, 9, 2, 7)), "rotor"):
        assert dial.get("data-rotor") == dial.get("data-dial")
        assert dial.get("transform") == f"rotate({int(dial.get('data-turn')) * 30})"
        assert dial.get("style") == f"--turn:{int(dial.get('data-turn')) * 30}deg"
    between_two_steps = groups(layers(read("toy"), (0, 0.5, 0)), "dial")[1]
    assert between_two_steps.get("transform") == "rotate(60)"


def test_columns_that_cannot_all_be_right_are_framed() -> None:
    instance = read("grecian")
    parts = tuple(PuzzlePart(("column", column), "any words", ()) for column in (2, 7))
    svg = PUZZLE.drawing.conflict(instance, PUZZLE.state(instance), Conflict(parts))
    assert svg is not None
    frames = [node.get("data-column") for node in groups(svg, "lit-line")]
    assert frames == ["2", "7"]
    assert "Framed: column 3, 8." in (parsed(svg)[1].text or "")


@rows(
    "dials",
    [
        ((((1,),)),),
        (((5,), (6,)), ((None,), (7,))),
        (((1, None), (None, None)), ((None, None), (None, None))),
        (((-120, 4, 1000),), ((None, None, 7),)),
        (((1, 2, 3), (4, 5, 6)), ((1, 2, 3), (None, None, None))),
        tuple(((1,) * 60,) * 2 for _ in range(9)),
        (((1, 2),) * 12,),
    ],
)
def test_dials_of_any_shape_are_drawn(dials: tuple[tuple[tuple[int | None, ...], ...], ...]) -> None:
    instance = Dials("odd", (7,) * len(dials[0][0]), dials)
    turns = tuple(place % instance.columns for place in range(len(dials)))
    for svg in (draw(instance), draw(instance, turns), draw(instance, turns, hidden=True)):
        width, height = size(svg)
        assert all(0 <= text.x <= width and 0 <= text.y <= height for text in texts(svg))
    assert len(texts(layers(instance, turns), "dial")) == instance.printed


Shape = list[list[tuple[float, float]]]


def outlines(svg: str) -> list[Shape]:
    """The outline of each dial."""
    return [flattened(next(node.get("d") for node in dial if node.get("fill-rule"))) for dial in groups(svg, "dial")]


def flattened(d: str) -> Shape:
    """The corners of a path whose arcs all run round (0, 0), finely enough."""
    shapes: Shape = []
    for command, arguments in re.findall(r"([MLQAZ])([^MLQAZ]*)", d):
        numbers = [float(number) for number in arguments.split()]
        if command == "M":
            shapes.append([(numbers[0], numbers[1])])
        elif command == "L":
            shapes[-1].append((numbers[0], numbers[1]))
        elif command == "Q":
            (x0, y0), (cx, cy, x1, y1) = shapes[-1][-1], numbers
            for t in (0.25, 0.5, 0.75, 1):
                a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
                shapes[-1].append((a * x0 + b * cx + c * x1, a * y0 + b * cy + c * y1))
        elif command == "A":
            radius, _, _, large, clockwise, x1, y1 = numbers
            start, end = degrees(atan2(shapes[-1][-1][0], -shapes[-1][-1][1])), degrees(atan2(x1, -y1))
            assert hypot(x1, y1) == pytest.approx(radius, abs=0.02)
            sweep = (end - start) % 360 if clockwise else -((start - end) % 360)
            assert abs(sweep) == pytest.approx(180, abs=0.1) or (abs(sweep) > 180) == bool(large)
            steps = max(2, int(abs(sweep)))
            for part in range(1, steps + 1):
                angle = radians(start + sweep * part / steps)
                shapes[-1].append((radius * sin(angle), -radius * cos(angle)))
    return shapes


def has_wood(shapes: Shape, radius: float, angle: float) -> bool:
    """Whether the point is inside by the even-odd rule: a ray from it crosses the edges an odd number of times."""
    x, y = radius * sin(angle * pi / 180), -radius * cos(angle * pi / 180)
    crossings = 0
    for corners in shapes:
        for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize("dials", [read("toy"), read("grecian"), planted((8, 8, 24), 1)], ids=str)
def test_on_paper_every_dial_is_drawn_whole_below_the_stack(dials: Dials) -> None:
    drawn = PUZZLE.drawing.sheet(dials)
    width, height = size(drawn)
    stack = max(text.y for text in texts(drawn, "face"))
    numbers = [text for text in texts(drawn, "apart") if text.data("ring")]
    assert len(numbers) == dials.printed
    assert all(0 < text.x < width and stack < text.y < height for text in numbers)
    middles = {}
    for dial in range(len(dials.dials)):
        xs, ys = zip(*((text.x, text.y) for text in numbers if text.data("dial") == str(dial)), strict=True)
        middles[dial] = (min(xs), max(xs), min(ys), max(ys))
    for one, other in combinations(middles.values(), 2):
        assert one[1] < other[0] or other[1] < one[0] or one[3] < other[2] or other[3] < one[2]
