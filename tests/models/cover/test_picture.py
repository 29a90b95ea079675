"""Does the matrix have its ones where options meet items, and are the chosen rows plain to see?"""

from models.cover.instance import Cover, Option
from models.cover.picture import MAX_COLUMNS, MAX_ROWS, MAX_WIDTH, matrix, part_of
from models.deductions import Conflict, PuzzlePart
from models.registry import find_instance, load_puzzle
from tests.models.placed import groups, parsed, size, texts

PUZZLE = load_puzzle("cover")
draw = PUZZLE.drawing.picture
CHOSEN = ("Noodling", "Bible Study", "Square Dancing")


def read(name: str) -> Cover:
    instance = next(PUZZLE.read(find_instance(PUZZLE, name)))
    assert isinstance(instance, Cover)
    return instance


def test_each_row_has_its_ones_and_noughts_in_the_columns_of_its_items() -> None:
    instance = read("wildwood")
    svg = draw(instance)
    rows = groups(svg, "option")
    assert len(rows) == len(instance.options)
    headers = {text.words: round(text.x) for text in texts(svg, "items")}
    assert list(headers) == list(instance.primary)
    cells = [text for text in texts(svg, "option") if text.words in "01"]
    heights = sorted({round(text.y) for text in cells})
    for option, height in zip(instance.options, heights, strict=True):
        row = {round(text.x): text.words for text in cells if round(text.y) == height}
        assert row == {x: "1" if item in option.items else "0" for item, x in headers.items()}


def test_chosen_rows_are_lit_ticked_and_bold_and_every_item_is_met_once() -> None:
    instance = read("wildwood")
    svg = draw(instance, CHOSEN)
    lit = [row for row in groups(svg, "option") if row.get("data-chosen") == "1"]
    assert len(lit) == len(groups(svg, "chosen")) == len(groups(svg, "right-line")) == 3
    bold = [text.words for text in texts(svg, "option") if text.element.get("font-weight") and text.words not in "01"]
    assert bold == list(CHOSEN)
    assert [text.words for text in texts(svg, "met")] == ["met", *["1"] * 6]


def test_an_item_met_twice_or_never_is_marked_as_wrong() -> None:
    svg = draw(read("wildwood"), ("Noodling", "Moonshine"))
    assert [text.words for text in texts(svg, "wrong")] == ["2", "0", "0", "0"]


def test_secondary_items_stand_right_of_a_line_and_may_stay_unmet() -> None:
    instance = Cover("s", ("a",), ("x", "y"), (Option("o", ("a", "x")),))
    svg = draw(instance, ("o",))
    assert not texts(svg, "wrong")
    assert [text.words for text in texts(svg, "met")] == ["met", "1", "1", "0"]
    assert any("thick line" in text.words for text in texts(svg))


def test_a_large_matrix_shows_what_it_can_and_says_what_it_leaves_out() -> None:
    instance = read("pentominoes-6x10")
    shown = part_of(instance, None)
    assert MAX_ROWS > len(shown.options) >= 12
    assert shown.omitted == [f"Not shown: {len(instance.options) - len(shown.options):,} more options."]
    chosen = tuple(option.name for option in instance.options[::200])
    lit = part_of(instance, chosen)
    assert [option.name for option in lit.options] == list(chosen)
    assert lit.omitted == [f"Not shown: the {len(instance.options) - len(chosen):,} options that are not chosen."]
    many = Cover("m", tuple(f"i{place}" for place in range(500)), (), (Option("o", ("i1",)),) * 1)
    assert part_of(many, None).omitted == [f"Not shown: {500 - MAX_COLUMNS} more items."]


def test_a_wide_matrix_is_folded_with_every_row_and_every_column_once_in_each_fold() -> None:
    instance = read("pentominoes-6x10")
    chosen = tuple(option.name for option in instance.options[::200])
    svg = matrix(instance, chosen).svg()
    folds = len(part_of(instance, chosen).folds)
    assert folds > 1
    assert size(svg)[0] <= MAX_WIDTH
    assert [text.words for text in texts(svg, "items")] == list(instance.primary)
    assert len(groups(svg, "option")) == folds * len(chosen)
    ones = [text for text in texts(svg, "option") if text.words == "1"]
    assert len(ones) == sum(len(option.items) for option in instance.options[::200])
    assert len([text for text in texts(svg, "met") if text.words != "met"]) == len(instance.primary)


def test_items_and_options_that_cannot_all_have_their_way_are_framed() -> None:
    instance = read("wildwood")
    item, option = instance.primary[2], instance.options[1].name
    conflict = Conflict((PuzzlePart(("item", 2), item, ()), PuzzlePart(("option", 1), option, ())))
    svg = PUZZLE.drawing.conflict(instance, PUZZLE.state(instance), conflict)
    assert svg is not None
    assert [node.get("data-column") for node in groups(svg, "lit")] == ["2"]
    bold = {text.words for text in texts(svg) if text.element.get("font-weight") and text.words not in "01"}
    assert bold == {item, option}


def test_what_is_framed_is_shown_even_where_not_everything_can_be() -> None:
    instance = read("pentominoes-6x10")
    blamed = instance.options[-1].name
    assert blamed in {option.name for option in part_of(instance, None, {blamed}).options}


def test_a_problem_without_options_or_items_is_drawn() -> None:
    for instance in (
        Cover("e", (), (), ()),
        Cover("e", ("a",), (), ()),
        Cover("e", (), ("a",), (Option("o", ("a",)),)),
    ):
        assert parsed(draw(instance)) is not None
        assert parsed(draw(instance, ())) is not None


def test_long_names_are_cut_in_the_picture_but_whole_in_the_words() -> None:
    name = "a name that goes on and on and on"
    svg = draw(Cover("l", ("i" * 60,), (), (Option(name, ("i" * 60,)),)))
    assert name in (parsed(svg)[1].text or "")
    width, height = size(svg)
    assert all(0 <= text.x <= width and 0 <= text.y <= height for text in texts(svg))
    assert max(len(text.words) for text in texts(svg)) == 26
