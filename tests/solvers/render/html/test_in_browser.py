"""Do the pages work in a real browser: dials that turn, steps that follow each other, tables that sort?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from solvers.compare import plots
from solvers.compare.record import ComparisonRow
from solvers.core.limits import ANSWERED, IMPOSSIBLE
from solvers.explain.__main__ import main as explain
from solvers.run.__main__ import main as run
from tests.patience import wait_until
from tests.solvers.render.html.conftest import Open
from tests.solvers.render.html.evil import NAME, write_evil
from tests.solvers.render.html.measured import STUCK, compared, no_matplotlib, row, settled

pytestmark = pytest.mark.slow

GRECIAN = {0: 0, 1: 150, 2: 270, 3: 60, 4: 210}
"""The only answer, 0 5 9 2 7 steps of 30 degrees clockwise."""

ROTATIONS = """() => Object.fromEntries([...document.querySelectorAll(".player .rotor")].map((dial) => {
  const matrix = new DOMMatrix(getComputedStyle(dial).transform);
  const degrees = Math.atan2(matrix.b, matrix.a) * 180 / Math.PI;
  return [dial.dataset.rotor, Math.round(degrees + 360) % 360];
}))"""
"""How far each dial is turned as the browser draws it."""

TILTS = """() => [...document.querySelectorAll(".player .rotor .upright")].map((number) => {
  const matrix = number.getCTM();
  return Math.abs(Math.round(Math.atan2(matrix.b, matrix.a) * 180 / Math.PI));
})"""
"""How far each number on the dials leans over."""

SUMS = """() => [...document.querySelectorAll(".player [data-after]")]
  .filter((moment) => getComputedStyle(moment).display !== "none")
  .flatMap((moment) => [...moment.querySelectorAll(".sum")].map((sum) => sum.textContent))"""
"""The sums on the rim that are to be seen."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Path:
    """The pages, made once; not made at all where there is no browser."""
    folder = tmp_path_factory.mktemp("pages")
    solve = ["--backend", "backtracking", "--html"]
    assert run(["grecian", *solve, str(folder / "dials.html")]) == ANSWERED
    assert run(["grecian", "--instance", "toy", *solve, str(folder / "toy.html")]) == ANSWERED
    assert run(["cover", "--instance", str(write_evil(folder)), *solve, str(folder / "evil.html")]) == ANSWERED
    return folder


@pytest.fixture
def explained(folder: Path, visit: Open) -> Open:
    """Opens the page of an explanation."""

    def open_page(*words: str, code: int = ANSWERED) -> Any:
        assert explain([*words, "--html", str(folder / "explained.html")]) == code
        return visit(folder / "explained.html")

    return open_page


@pytest.fixture
def shown(folder: Path, visit: Open) -> Open:
    """Opens the page of a comparison."""

    def open_page(*rows: ComparisonRow) -> Any:
        (folder / "compared.html").write_text(compared(list(rows)), encoding="utf-8")
        return visit(folder / "compared.html")

    return open_page


def rotations(page: Any) -> dict[int, int]:
    return {int(dial): degrees for dial, degrees in page.evaluate(ROTATIONS).items()}


def at(page: Any) -> float:
    return float(page.locator(".player").get_attribute("data-at"))


def arrive(page: Any, place: int) -> None:
    page.locator(f".player[data-at='{place}']").wait_for()


def test_playing_ends_in_the_solved_face(folder: Path, visit: Open) -> None:
    page = visit(folder / "toy.html")
    assert rotations(page) == {0: 0, 1: 0, 2: 0}
    page.get_by_role("button", name="Play").click()
    page.locator(".player.moving").wait_for()
    page.get_by_role("button", name="Pause").click()
    paused = at(page)
    assert 0 < paused < 2
    page.wait_for_timeout(120)
    assert at(page) == paused
    page.get_by_role("button", name="Play").click()
    arrive(page, 2)
    assert rotations(page) == {0: 0, 1: 240, 2: 120}
    assert page.evaluate(SUMS) == ["15"] * 3
    assert page.get_by_role("button", name="Play").is_visible()


def test_the_dials_of_the_grecian_computer_come_to_its_answer(folder: Path, visit: Open) -> None:
    page = visit(folder / "dials.html")
    assert page.evaluate(SUMS).count("42") == 0
    page.get_by_role("button", name="To the end").click()
    assert rotations(page) == GRECIAN
    assert page.evaluate(SUMS) == ["42"] * 12
    assert set(page.evaluate(TILTS)) == {0}
    assert "every column is right" in page.locator(".said").inner_text()
    page.get_by_role("button", name="To the start").click()
    assert set(rotations(page).values()) == {0}


def test_arrow_keys_and_the_list_go_from_turn_to_turn(folder: Path, visit: Open) -> None:
    page = visit(folder / "dials.html")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # again while the first dial still turns
    arrive(page, 2)
    assert rotations(page) == {0: 0, 1: 150, 2: 270, 3: 0, 4: 0}
    page.keyboard.press("ArrowLeft")
    arrive(page, 1)
    assert rotations(page)[2] == 0
    page.get_by_role("button", name="Turn dial 3").click()
    assert at(page) == 3
    assert page.locator(".moves [aria-current=step]").inner_text().endswith("Turn dial 3 by 2 steps clockwise.")
    page.get_by_role("slider").fill("2.5")
    assert abs(rotations(page)[3] - 30) <= 1


def test_reduced_motion_is_honoured(folder: Path, visit: Open) -> None:
    page = visit(folder / "dials.html", reduced_motion="reduce")
    page.evaluate("""() => {
      window.seen = [];
      const player = document.querySelector(".player");
      new MutationObserver(() => window.seen.push(player.dataset.at)).observe(player, { attributes: true });
    }""")
    page.get_by_role("button", name="One forward").click()
    assert at(page) == 1
    page.get_by_role("button", name="Play").click()
    arrive(page, 3)
    assert set(page.evaluate("window.seen")) <= {"1", "2", "3"}  # never between two moments


def box_below(page: Any) -> float:
    """How far down the player's controls reach, from the top of the window."""
    box = page.locator(".controls").bounding_box()
    return float(box["y"] + box["height"])


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (1280, 720), (360, 740)])
def test_the_buttons_of_the_player_are_in_sight_as_soon_as_the_page_opens(
    width: int, height: int, folder: Path, visit: Open
) -> None:
    page = visit(folder / "dials.html")
    page.set_viewport_size({"width": width, "height": height})
    boxes = [button.bounding_box() for button in page.locator(".controls button").all()]
    assert len(boxes) == 5
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= height for box in boxes)
    board = page.locator(".board").bounding_box()
    page.mouse.wheel(0, board["y"] + board["height"] + 2 * height)
    # The page's own policy forbids wait_for_function, which evaluates a string in it.
    wait_until(lambda: box_below(page) < 0)  # and gone after it


def test_names_stay_words_in_a_browser(folder: Path, visit: Open) -> None:
    page = visit(folder / "evil.html")
    assert page.locator("h1").inner_text() == NAME
    assert page.locator("img").count() == 0
    assert page.title().startswith("<script>")


def test_the_command_can_be_copied(folder: Path, visit: Open) -> None:
    page = visit(folder / "toy.html", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert (
        copied == "python -m solvers.run grecian --instance toy --backend backtracking --formulation element --seed 0"
    )


@pytest.mark.parametrize(("width", "scheme"), [(400, "light"), (1200, "dark")])
def test_the_page_fits_and_is_not_blank(width: int, scheme: str, folder: Path, visit: Open) -> None:
    page = visit(folder / "dials.html", color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator(".player svg.puzzle").screenshot(path=str(folder / "shot.png"))
    spread, ground = pixels(page, folder / "shot.png")
    assert spread > 30
    assert (ground < 60) == (scheme == "dark")


def pixels(page: Any, shot: Path) -> tuple[float, float]:
    """How much the brightness of a screenshot varies, and how bright its corner is; the browser itself reads it."""
    from base64 import b64encode

    reader = page.context.browser.new_page()
    spread, corner = reader.evaluate(
        """async (data) => {
          const image = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob());
          const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
          canvas.drawImage(image, 0, 0);
          const { data: points } = canvas.getImageData(0, 0, image.width, image.height);
          const light = [];
          for (let i = 0; i < points.length; i += 4) light.push((points[i] + points[i + 1] + points[i + 2]) / 3);
          const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
          const variance = light.reduce((sum, value) => sum + (value - mean) ** 2, 0) / light.length;
          return [Math.sqrt(variance), light[12 * image.width + 12]];
        }""",
        b64encode(shot.read_bytes()).decode(),
    )
    reader.close()
    return spread, corner


def test_paper_shows_the_answer(folder: Path, visit: Open) -> None:
    page = visit(folder / "dials.html")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert rotations(page) == GRECIAN
    page.emulate_media(media="print")
    assert not page.locator(".controls").is_visible()


def test_paper_shows_the_start_beside_the_answer_and_folds_it_again(folder: Path, visit: Open) -> None:
    page = visit(folder / "dials.html")
    before_and_after = page.locator("details", has_text="Before and after").locator("svg.puzzle")
    assert not before_and_after.is_visible()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert before_and_after.is_visible()
    assert page.get_by_text("column     1   2   3").last.is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert not before_and_after.is_visible()


PHONE = {"width": 390, "height": 800}

SMALLEST = """(svg) => Math.min(...[...svg.querySelectorAll("text")].map(
  (text) => parseFloat(text.getAttribute("font-size")) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width
))"""
"""How many pixels high the smallest letters of a picture are."""


@pytest.mark.parametrize(("puzzle", "instance"), [("cover", "pentominoes-6x10"), ("sudoku", "order_12")])
def test_on_a_phone_a_picture_scrolls_before_it_becomes_too_small(
    puzzle: str, instance: str, folder: Path, visit: Open
) -> None:
    target = folder / f"{instance}.html"
    assert run([puzzle, "--instance", instance, "--backend", "dlx", "--html", str(target)]) == ANSWERED
    page = visit(target)
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for picture in page.locator("svg.puzzle").all():
        assert picture.evaluate(SMALLEST) >= 8.9


def test_candidates_of_a_large_board_can_be_read(explained: Open) -> None:
    page = explained("sudoku", "--instance", "order_12")
    for viewport in (PHONE, {"width": 1200, "height": 900}):
        page.set_viewport_size(viewport)
        assert page.locator(".board svg").evaluate(SMALLEST) >= 8.9
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        page.keyboard.press("ArrowRight")
        lit, place = page.locator(".board rect.lit").bounding_box(), page.locator(".board").bounding_box()
        assert place["x"] - 1 <= lit["x"]
        assert lit["x"] + lit["width"] <= place["x"] + place["width"] + 1


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_of_a_plot_is_cut_off_and_all_of_it_can_be_read(width: int, shown: Open) -> None:
    pytest.importorskip("matplotlib")
    rows = [row("sat", settled(0.3)), row("backtracking", settled(20.0)), row("dlx", settled(0.004)), row("mip", STUCK)]
    page = shown(*rows)
    page.set_viewport_size({"width": width, "height": 740})
    (chart,) = (chart for chart in page.locator(".chart").all() if chart.is_visible())
    frame = chart.bounding_box()
    assert 0 <= frame["x"] < frame["x"] + frame["width"] <= width
    for words in chart.locator("text").all():
        box = words.bounding_box()
        assert box["height"] >= 9
        assert frame["x"] - 1 <= box["x"] < box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
    family = chart.locator("text").first.evaluate("(words) => getComputedStyle(words).fontFamily")
    assert family == page.locator("body").evaluate("(body) => getComputedStyle(body).fontFamily")


def test_every_cube_is_seen_on_a_phone(folder: Path, visit: Open) -> None:
    target = folder / "stacked.html"
    assert run(["cubes", "--html", str(target)]) == ANSWERED
    page = visit(target)
    page.set_viewport_size({"width": 360, "height": 740})
    for words in ("cube 4", "turn it"):
        box = page.locator("svg.puzzle text", has_text=words).last.bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= 345


def test_what_follows_from_a_supposition_is_indented(explained: Open) -> None:
    line = explained("cubes").locator(".reason-line").first
    assert line.evaluate("(line) => getComputedStyle(line).whiteSpace") in ("pre-wrap", "break-spaces")


def test_steps_go_forward_and_back(explained: Open) -> None:
    page = explained("sudoku", "--instance", "norvig_easy50", "--number", "3")
    assert page.locator(".board rect.lit").count() == 0
    assert page.get_by_role("button", name="One back").is_disabled()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="One forward").click()
    current = page.locator(".steps [aria-current=step]")
    assert at(page) == 2
    assert current.locator(".reasons").is_visible()
    assert page.locator(".board rect.lit").count() == 1
    fact, name = current.locator(".fact").inner_text(), current.locator(".technique").inner_text()
    assert page.locator(".said").inner_text() == f"{fact}, {name}."
    page.keyboard.press("ArrowLeft")
    assert at(page) == 1
    page.get_by_role("button", name="To the end").click()
    assert page.locator(".board text.found, .board text.ink").count() == 81
    assert page.get_by_role("button", name="One forward").is_disabled()
    assert current.bounding_box()["y"] < page.locator(".steps").bounding_box()["y"] + 600
    page.locator(".steps button").nth(4).click()
    assert at(page) == 5
    page.get_by_role("button", name="Play").click()
    arrive(page, 6)
    page.get_by_role("button", name="Pause").click()
    assert at(page) == 6


def test_paper_has_boards_among_the_steps(explained: Open) -> None:
    page = explained("sudoku", "--instance", "norvig_easy50", "--number", "3")
    steps = int(page.locator(".player").get_attribute("data-steps"))
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    boards = page.locator(".steps .on-paper")
    assert 9 <= boards.count() <= 12
    assert all(board.is_visible() for board in boards.all())
    assert boards.last.locator("figcaption").inner_text() == f"after step {steps}"
    assert boards.last.locator("text.found, text.ink").count() == 81
    assert boards.first.locator("rect.lit").count() == 1
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert boards.count() == 0


def test_every_step_lights_its_reason(explained: Open) -> None:
    page = explained("cubes")
    for place in range(1, 5):
        page.keyboard.press("ArrowRight")
        lit = page.locator(".board rect.lit")
        assert lit.count() == 1
        place_of = f"cube {lit.get_attribute('data-cube')} {lit.get_attribute('data-side')}"
        assert page.locator(".steps [aria-current] .fact").inner_text().startswith(place_of)
        assert at(page) == place


def test_the_network_is_seen_thinking(folder: Path, visit: Open) -> None:
    target = folder / "passes.html"
    words = ["sudoku", "--instance", "norvig_easy50", "--number", "1", "--backend", "network"]
    assert run([*words, "--html", str(target)]) == ANSWERED
    page = visit(target)
    assert page.locator(".said").inner_text() == "Before the first pass."
    page.keyboard.press("ArrowRight")
    wrong = page.locator(".board .wrong-line").count()
    assert page.locator(".said").inner_text().endswith(f"{wrong} of 46 choices differ from the answer.")
    page.get_by_role("button", name="To the end").click()
    assert page.locator(".said").inner_text().endswith("sure, an answer.")
    assert page.locator(".board .wrong-line").count() == 0
    still = visit(target, java_script_enabled=False)
    assert still.locator(".board text").count() == 81 + 18
    assert still.locator(".steps li").last.is_visible()


def test_a_page_of_conflicts_opens(explained: Open) -> None:
    page = explained("cubes", "--instance", "csun-mid8", code=IMPOSSIBLE)
    assert page.get_by_role("heading", name="Conflict 1").is_visible()


def test_a_click_on_a_heading_sorts(shown: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "find_spec", no_matplotlib)
    page = shown(row("sat", settled(0.3)), row("mip", settled(20.0)), row("dlx", settled(0.004)), row("stuck", STUCK))
    backends = page.locator("table.sortable tbody td:nth-child(2)")

    def order() -> list[str]:
        return [words.split()[0] for words in backends.all_inner_texts()]

    heading = page.get_by_role("columnheader", name="total")
    assert order() == ["dlx", "sat", "mip", "stuck"]
    assert heading.get_attribute("aria-sort") == "ascending"
    heading.get_by_role("button").click()
    assert order() == ["mip", "sat", "dlx", "stuck"]  # what was not settled comes last either way
    assert heading.get_attribute("aria-sort") == "descending"
    names = page.get_by_role("columnheader", name="backend")
    names.get_by_role("button").press("Enter")
    assert order() == ["dlx", "mip", "sat", "stuck"]
    assert names.get_attribute("aria-sort") == "ascending"
    assert heading.get_attribute("aria-sort") == "none"


def test_columns_are_folded_until_asked_for_and_names_share_one_on_a_phone(
    shown: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "find_spec", no_matplotlib)
    page = shown(row("sat", settled(0.3)))
    heads = page.locator("table.sortable th")

    def visible() -> list[str]:
        return [head.inner_text().strip() for head in heads.all() if head.is_visible()]

    assert visible() == ["formulation", "backend", "total", "status", "answers", "memory"]
    page.set_viewport_size(PHONE)
    assert visible()[:3] == ["backend", "total", "status"]
    assert page.locator("td", has_text="sat").first.inner_text().split()[:2] == ["sat", "cells"]
    page.get_by_role("button", name="Every column").click()
    assert "declare" in visible()
    page.emulate_media(media="print")
    assert not page.get_by_text("A click on a heading sorts.").is_visible()
