"""The page as people use it: entered, judged, mended, played, helped, shared; by keys, by mouse and by touch."""

from __future__ import annotations

import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from solvers.serve.ask import ask
from tests.examples import DEEP
from tests.solvers.serve.servers import serving
from tests.solvers.web.pages import (
    PHONE,
    answer_of,
    box,
    drag,
    headline,
    mode,
    part,
    record,
    set_by_hand,
    store,
    tap,
    type_in,
    wait_until,
    walk_over,
)

pytestmark = pytest.mark.slow

TRIED = [
    ("sudoku", "order_6"),
    ("sudoku", "variants/killer"),
    ("sudoku", "variants/thermometers"),
    ("sudoku", "variants/jigsaw"),
    ("sudoku", "variants/diagonals"),
    ("sudoku", "variants/kropki"),
    ("sudoku", "variants/sandwich"),
    ("grecian", "toy"),
    ("cubes", "amtnys-1"),
    ("cover", "wildwood"),
    ("dealing", "four-stacks"),
]

FIRST = {puzzle: (puzzle, instance) for puzzle, instance in reversed(TRIED)}.values()
PLAYED = [
    pytest.param(*one, touch, marks=pytest.mark.lane if one in FIRST and not touch else (), id=f"{'/'.join(one)}-{how}")
    for one in TRIED
    for touch, how in ((False, "keys"), (True, "touch"))
]
"""Every one by keys and by touch; before a landing each puzzle once, by keys."""


@pytest.mark.parametrize(("puzzle", "instance", "touch"), PLAYED)
def test_it_is_played_to_the_end_and_shared_into_a_fresh_page(
    address: str, visit: Any, puzzle: str, instance: str, touch: bool
) -> None:
    page = visit(f"{address}#{puzzle}/{instance}", **(PHONE if touch else {}))
    wait_until(page, "store.table.value !== null")
    set_by_hand(page, answer_of(page), touch)
    page.locator(".verdict", has_text="Solved").wait_for()
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => document.querySelector('dialog input')?.value.includes('#p=')")
    link = page.locator("dialog input").input_value()
    fresh = visit(f"{address}#{link.partition('#')[2]}")  # a server asks a fresh browser for its key
    fresh.locator(".verdict", has_text="Solved").wait_for()
    assert store(fresh, "store.state.value") == store(page, "store.state.value")


def entry_of(page: Any, key: str) -> str | None:
    found: str | None = store(page, f"store.doc.value.entries[{key!r}] ?? null")
    return found


@pytest.mark.parametrize(("puzzle", "instance"), TRIED)
def test_it_is_found_impossible_and_put_right_by_one_tap(address: str, visit: Any, puzzle: str, instance: str) -> None:
    document = record("open", puzzle=puzzle, instance=instance)["document"]
    broken = _broken(document)
    if broken is None:
        pytest.skip("no small change of an entry makes it impossible")
    key, symbol = broken
    page = visit(f"{address}#{puzzle}/{instance}")
    mode(page, "Enter")
    headline(page, "answer")
    page.evaluate(
        "async ([key, symbol]) => (await import('./store.js')).enter([key], symbol)",
        [key, symbol],
    )
    headline(page, "No answer")
    assert page.locator(".badge .more").inner_text()
    page.get_by_role("button", name="What was copied wrongly?").click()
    page.get_by_role("button", name="Put it right").first.click()
    page.locator(".badge .headline", has_text=re.compile("one answer|Several")).wait_for()


def _broken(document: dict[str, Any]) -> tuple[str, str] | None:
    """An entry, and another symbol for it with which there is no answer, and a repair is known."""
    entries = document["entries"]
    for key, symbol in list(entries.items())[:12]:
        for other in {*entries.values()} - {symbol, ".", "?"}:
            changed = {**document, "entries": {**entries, key: other}}
            if next(iter(ask({"ask": "judge", "document": changed}))).get("verdict") != "impossible":
                continue
            repairs = record("repairs", document=changed).get("repairs", [])
            if repairs and "document" in repairs[0]:
                return key, other
    return None


@pytest.mark.parametrize(("puzzle", "instance"), [one for one in TRIED if one[0] != "cover"])  # it has several answers
def test_it_is_solved_by_hints_alone(address: str, visit: Any, puzzle: str, instance: str) -> None:
    page = visit(f"{address}#{puzzle}/{instance}")
    wait_until(page, "store.table.value !== null")
    if not DEEP and instance.startswith("variants/") and store(page, "store.engine.kind") == "worker":
        pytest.skip("hundreds of steps, as with the server: PUZZLEBENCH_DEEP=1 takes them")
    to_do, solved = page.get_by_role("button", name="Do it").first, page.locator(".verdict", has_text="Solved")
    for _ in range(400):
        page.get_by_role("button", name="Hint", exact=True).click()
        to_do.or_(solved).first.wait_for()  # that it is solved is known a moment after the last step
        if solved.count():
            break
        to_do.click()
        to_do.wait_for(state="detached")  # as the board is another one now
    solved.wait_for()


def test_hints_and_steps_heed_which_techniques_are_left_out(address: str, visit: Any) -> None:
    page = visit(f"{address}#sudoku/order_6")
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.click()
    page.get_by_role("button", name="Where to look?").click()
    page.get_by_role("button", name="What is there to see?").click()
    page.get_by_text("What to see: hidden single").wait_for()
    page.get_by_text("Techniques for hints and steps").click()
    page.get_by_role("checkbox", name="singles").press("Space")
    page.get_by_text("What to see").wait_for(state="detached")  # it is no hint that is wanted now
    page.reload()
    page.get_by_text("Techniques for hints and steps: 9 of 10 families").click()
    assert not page.get_by_role("checkbox", name="singles").is_checked()
    page.get_by_role("button", name="Walk all steps").click()
    wait_until(page, "document.querySelector('.slider input')?.max > 0")
    page.get_by_role("button", name="On").click()
    page.locator(".step", has_text="direct claiming").wait_for()


@pytest.mark.lane
def test_a_sudoku_is_typed_from_blank_by_keys_and_judged_while_typing(address: str, visit: Any) -> None:
    page = visit(f"{address}#sudoku")
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    part(page, "r1c1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    for place, digit in enumerate(line):
        if digit != ".":
            page.keyboard.press(digit)
        page.keyboard.press("ArrowRight" if place % 9 < 8 else "ArrowDown")
        if place % 9 == 8:
            for _ in range(8):
                page.keyboard.press("ArrowLeft")
    headline(page, "Exactly one answer")
    page.get_by_role("button", name="Play it").click()
    page.locator('.part[aria-label="row 1, column 1, 5, given"]').wait_for()


@pytest.mark.parametrize("touch", [False, True], ids=["keys", "touch"])
@pytest.mark.parametrize(("puzzle", "instance"), TRIED)
def test_it_is_entered_from_blank(address: str, visit: Any, puzzle: str, instance: str, touch: bool) -> None:
    document = record("open", puzzle=puzzle, instance=instance)["document"]
    page = visit(f"{address}#{puzzle}", **(PHONE if touch else {}))
    wait_until(page, "store.board.value !== null")
    for place in range(9):
        settings = store(page, "store.board.value.settings")  # which may be others once one has been set
        if place == len(settings):
            break
        setting = settings[place]
        wanted = document["settings"].get(setting["key"], "")
        field = page.locator(".settings .field").nth(place).locator("input, select")
        if wanted and setting["value"] != wanted:
            if setting["choices"]:
                field.select_option(wanted)
            else:
                field.fill(wanted)
                field.press("Enter")
            wait_until(page, f"store.doc.value.settings[{setting['key']!r}] === {wanted!r}")
            wait_until(page, "!store.drawing.value")
    board = store(page, "store.board.value")
    draw_items(page, board, document["items"], touch)
    wait_until(page, "store.busy.value === 0")
    page.keyboard.press("Escape")
    for one in store(page, "store.board.value.parts"):
        if one["key"] in document["entries"]:
            symbols = board["palettes"].get(one["palette"], [])
            type_in(page, one["key"], document["entries"][one["key"]], symbols, touch)
    typed = store(page, "store.doc.value.entries")
    assert typed.keys() == document["entries"].keys()
    assert puzzle == "cover" or typed == document["entries"]  # whose entries are numbered by their order in an option
    drawn = {(item["tool"], frozenset(item["parts"])) for item in store(page, "store.doc.value.items")}
    assert drawn == {(item["tool"], frozenset(item["parts"])) for item in document["items"]}
    verdict = record("judge", document=document).get("verdict")
    headline(page, {"unique": "Exactly one answer", "several": "Several answers"}[verdict])


def test_what_is_being_typed_outlasts_a_board_that_is_drawn_anew(address: str, visit: Any) -> None:
    page = visit(f"{address}#cubes")
    wait_until(page, "store.board.value !== null")
    field = page.locator(".settings .field").nth(1).locator("input")
    field.fill("B R")
    page.evaluate("async () => { const s = await import('./store.js'); s.board.value = { ...s.board.value }; }")
    page.wait_for_timeout(100)
    field.press("End")
    field.type(" W Y")
    field.press("Enter")
    wait_until(page, "store.doc.value.settings.colours === 'B R W Y'")


def draw_items(page: Any, board: dict[str, Any], items: list[dict[str, Any]], touch: bool) -> None:
    """Draw what a draft has besides its entries, each with its tool."""
    tools = {tool["key"]: tool for tool in board["tools"]}
    boxes = {one["key"]: one for one in board["parts"]}
    for item in items:
        tool, keys = tools[item["tool"]], item["parts"]
        if store(page, "store.tool.value?.key") != tool["key"]:
            page.locator(".tools button", has_text=re.compile(f"^{re.escape(tool['label'])}$")).click()
        if tool["gesture"] == "tap":
            tap(page, keys[0], touch)
        elif tool["gesture"] != "whole":
            drag(page, walk_over(boxes, keys) if tool["gesture"] == "area" else keys, touch)
        if tool["symbols"]:
            text = next(symbol["text"] for symbol in tool["symbols"] if symbol["key"] == item["value"])
            page.locator(".asked button", has_text=re.compile(f"^{re.escape(text)}$")).click()
        elif tool["asks"]:
            page.locator(".asked input").fill(item["value"])
            page.locator(".asked button", has_text="Draw it").click()
        page.locator(".asked").wait_for(state="detached")
        wait_until(page, "!store.drawing.value")  # clues outside move everything


def test_a_rule_is_drawn_by_dragging_and_by_keys(address: str, visit: Any) -> None:
    page = visit(f"{address}#sudoku")
    page.get_by_role("button", name="thermometers", exact=True).click()
    (x, y), (to_x, to_y) = box(page, "r1c1"), box(page, "r1c5")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=8)
    page.mouse.up()
    assert store(page, "store.doc.value.items") == [
        {"tool": "thermometers", "parts": [f"r1c{column}" for column in range(1, 6)], "value": ""}
    ]
    page.get_by_role("button", name="cage", exact=True).click()
    part(page, "r5c5").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_label(re.compile("^cage: sum")).fill("17")
    page.keyboard.press("Enter")
    assert store(page, "store.doc.value.items")[1] == {"tool": "cage", "parts": ["r5c5", "r5c6"], "value": "17"}
    page.get_by_role("button", name="antiknight").click()
    assert len(store(page, "store.doc.value.items")) == 3
    headline(page, "answer")


def test_marks_branches_and_undo(address: str, visit: Any) -> None:
    page = visit(f"{address}#sudoku/order_6")
    wait_until(page, "store.table.value !== null")
    free = [one["key"] for one in store(page, "store.table.value.pieces") if one["given"] is None]
    first, second = free[:2]
    tap(page, first, touch=False)
    page.keyboard.press("Control+1")
    page.keyboard.press("Shift+Digit2")
    page.keyboard.press("v")
    page.keyboard.press("3")
    assert store(page, f"store.marks.value[{first!r}]") == {"centre": ["1"], "corner": ["2"], "colour": ["3"]}
    page.keyboard.press("z")
    page.get_by_role("button", name="Try something").click()
    page.keyboard.press("4")
    page.get_by_role("button", name="Drop it").click()
    assert first not in store(page, "store.state.value")
    tap(page, second, touch=False)
    page.keyboard.press("5")
    for _ in range(7):
        page.keyboard.press("Control+z")
    assert store(page, "[store.state.value, store.marks.value]") == [{}, {}]
    for _ in range(7):
        page.keyboard.press("Control+y")
    assert store(page, f"store.state.value[{second!r}]") == "5"


def test_what_breaks_a_rule_is_marked_with_its_sentence_unless_that_is_switched_off(address: str, visit: Any) -> None:
    page = visit(f"{address}#sudoku/order_6")
    wait_until(page, "store.table.value !== null")
    pieces = store(page, "store.table.value.pieces")
    given = next(one for one in pieces if one["given"])
    row = given["key"].split("c")[0]
    other = next(one["key"] for one in pieces if one["given"] is None and one["key"].startswith(f"{row}c"))
    tap(page, other, touch=False)
    page.keyboard.press(given["given"])
    page.locator(".verdict.bad", has_text="holds each digit once").wait_for()
    assert "breaks: row" in part(page, other).get_attribute("aria-label")
    page.get_by_label("Mark what breaks a rule").uncheck()
    page.locator(".verdict.bad").wait_for(state="detached")


def test_dials_are_turned_by_dragging_and_light_up(address: str, visit: Any) -> None:
    page = visit(f"{address}#grecian/grecian")
    wait_until(page, "store.table.value !== null")
    sums = part(page, "sum 1").text_content()
    middle = box(page, "dial 4")
    far = part(page, "dial 4").locator(".target").bounding_box()["width"] / 2 * 0.8
    page.mouse.move(middle[0], middle[1] - far)
    page.mouse.down()
    page.mouse.move(middle[0] + far, middle[1], steps=10)
    page.mouse.up()
    assert store(page, "store.state.value") == {"dial 4": "3"}
    page.wait_for_function(f"() => document.querySelector('[data-part=\"sum 1\"]').textContent !== {sums!r}")
    page.keyboard.press("ArrowLeft")
    assert store(page, "store.state.value") == {"dial 4": "2"}


def test_everything_can_be_done_by_keyboard_alone(address: str, visit: Any) -> None:
    page = visit(f"{address}#sudoku/order_6")
    wait_until(page, "store.table.value !== null")
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                "() => document.activeElement.innerText || document.activeElement.getAttribute('aria-label') || ''"
            )
        )
    assert any("row" in words for words in reached)
    assert {"Gallery", "Hint"} <= {words.strip() for words in reached}
    page.keyboard.press("?")
    page.get_by_role("heading", name="Keys").wait_for()
    page.keyboard.press("Escape")


def test_links_of_the_field_and_plain_texts_are_opened_from_one_box(address: str, visit: Any) -> None:
    page = visit(f"{address}#sudoku/order_6")
    field = page.get_by_label("A link, 81 characters or a grid")
    field.fill("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    page.get_by_role("button", name="Open", exact=True).click()
    headline(page, "Exactly one answer")
    link = record("export", puzzle="sudoku", to="fpuzzles", instance="variants/killer")["text"].strip()
    field.fill(link)
    page.get_by_role("button", name="Open", exact=True).click()
    wait_until(page, "store.doc.value.items.length > 5")
    field.fill("hello")
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator(".message", has_text="none of the puzzles").wait_for()


def test_a_model_of_ones_own_is_typed_and_played(address: str, visit: Any) -> None:
    page = visit(f"{address}#sudoku/order_6")
    page.get_by_role("tab", name="Python").click()
    page.locator(".panel select option").nth(1).wait_for(state="attached")
    page.locator(".panel select").select_option(index=1)
    page.get_by_role("button", name="Use it").click()
    wait_until(page, "store.table.value?.pieces.length > 2")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".ladder li").first.wait_for()


def test_python_that_a_link_brings_along_is_run_only_when_somebody_agrees(address: str, visit: Any) -> None:
    page = visit(f"{address}#sudoku/order_6")
    page.get_by_role("tab", name="Python").click()
    page.get_by_label("Python (Escape").fill("raise SystemExit('this has been run')")
    page.get_by_role("button", name="Use it").click()
    page.get_by_role("alert").filter(has_text="line 1").wait_for()
    link = page.evaluate(
        "async () => { const document = { puzzle: 'model', entries: {}, settings: {}, items: [], source: 'model = 1' };"
        " return `#p=${await (await import('./link.js')).packed({ document, state: {} })}`; }"
    )
    fresh = visit(f"{address}{link}")
    fresh.get_by_role("heading", name="This link brings Python along").wait_for()
    assert store(fresh, "store.doc.value?.puzzle") != "model"
    fresh.get_by_role("button", name="Run it").click()
    wait_until(fresh, "store.doc.value?.puzzle === 'model'")


def test_the_agreement_waits_until_its_window_has_been_in_front_and_is_pressed_anew(served: str, visit: Any) -> None:
    page = visit(f"{served}#sudoku/order_6")
    wait_until(page, "store.table.value !== null")
    page.clock.install()
    source = "model = 1" + "\\n#" * 99
    page.evaluate(
        "async () => { const document = { puzzle: 'model', entries: {}, settings: {}, items: [], source: '"
        + source
        + "' }; (await import('./store.js')).openWhole({ document }); }"
    )
    page.clock.pause_at(page.evaluate("() => Date.now()") + 60_000)
    page.clock.run_for(5_000)  # by then it can be pressed
    run = page.get_by_role("button", name="Run it")
    assert run.is_enabled()
    told = page.get_by_text(re.compile(r"The code has 100 lines; \d+ more to scroll to\."))
    told.wait_for()
    found = re.findall(r"\d+", told.inner_text())
    assert 60 < int(found[1]) < 95

    def is_enabled_after(milliseconds: int) -> bool:
        page.clock.run_for(milliseconds)
        return bool(run.is_enabled())

    page.evaluate("() => dispatchEvent(new Event('blur'))")
    assert not is_enabled_after(60_000)
    page.evaluate("() => dispatchEvent(new Event('focus'))")
    assert not is_enabled_after(1_400)
    page.get_by_role("heading", name="This link brings").dispatch_event("pointerdown")
    assert not is_enabled_after(1_400)
    assert is_enabled_after(200)
    press = "(button) => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))"
    run.evaluate(press)  # the end of a press that began elsewhere
    assert store(page, "store.consent.value !== null")
    run.dispatch_event("pointerdown")
    run.evaluate(press)
    assert store(page, "store.consent.value === null")
    assert store(page, "store.doc.value.puzzle") == "model"


@pytest.mark.parametrize(
    "more",
    [
        "branches: 3", "branches: [null]", "branches: [{ colour: '#0072b2' }]", "last: [null]", "marks: { r1c1: 1 }",
        "branches: [{ colour: 'red; background: blue', state: {}, marks: {} }]", "state: [1]", "seconds: 'x'",
        "document: { puzzle: 'sudoku', items: 3 }", "document: { puzzle: 'model', source: ['1'] }",
        "document: { puzzle: 'sudoku', entries: { r1c1: {} } }",
    ],
)  # fmt: skip
def test_a_link_that_is_malformed_is_refused_in_a_sentence(served: str, visit: Any, more: str) -> None:
    page = visit(f"{served}#sudoku/order_6")
    link = page.evaluate(
        f"async () => '#p=' + await (await import('./link.js')).packed({{ document: {{ puzzle: 'sudoku' }}, {more} }})"
    )
    page.get_by_label("A link, 81 characters or a grid").fill(link)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("This link cannot be read").wait_for()


def test_what_a_link_brings_is_listed_when_something_is_done_with_it(address: str, visit: Any) -> None:
    page = visit(f"{address}#sudoku/order_6")
    wait_until(page, "store.table.value !== null")
    free = [one["key"] for one in store(page, "store.table.value.pieces") if one["given"] is None]
    for chosen in ("play", "enter"):
        store(
            page,
            f"store.openWhole({{ ...store.whole(), state: {{ {free[0]}: '1' }}, branches: undefined, last: [],"
            f" mode: '{chosen}' }})",
        )
        wait_until(page, "'#p=' + await (await import('./link.js')).packed(store.whole()) === location.hash")
        assert store(page, "store.recent.value.length") == 0
    mode(page, "Play")
    wait_until(page, "store.table.value !== null")
    tap(page, free[1], touch=False)
    page.keyboard.press("2")
    wait_until(page, "store.recent.value.length === 1")


def test_no_python_comes_along_with_what_a_link_takes_back(address: str, visit: Any) -> None:
    page = visit(f"{address}#sudoku/order_6")
    wait_until(page, "store.table.value !== null")
    link = page.evaluate(
        "async () => { const { packed } = await import('./link.js');"
        " const whole = (await import('./store.js')).whole();"
        " const doc = { puzzle: 'model', entries: {}, settings: {}, items: [], source: 'model = 1' };"
        " return `#p=${await packed({ ...whole, last: [{ doc, state: {}, marks: {} }] })}`; }"
    )
    fresh = visit(f"{address}{link}")
    wait_until(fresh, "store.table.value !== null && store.past.value.length === 1")
    assert store(fresh, "store.undo() || [store.doc.value.puzzle, store.doc.value.source ?? null]") == ["sudoku", None]


def test_a_server_that_is_killed_loses_nothing_that_the_link_holds(visit: Any) -> None:
    pytest.importorskip("uvicorn", reason="the server's libraries are missing")
    with serving("--workers", "2") as first:
        page = visit(f"{first.address}#sudoku/order_6", expected="Failed to load resource")
        wait_until(page, "store.table.value !== null")
        free = [one["key"] for one in store(page, "store.table.value.pieces") if one["given"] is None]
        tap(page, free[0], touch=False)
        page.keyboard.press("1")
        page.wait_for_function("() => location.hash.startsWith('#p=')")
        first.process.kill()
        first.process.wait(10)
        tap(page, free[1], touch=False)
        page.keyboard.press("2")
        wait_until(page, "'#p=' + await (await import('./link.js')).packed(store.whole()) === location.hash")
        played = store(page, "store.state.value")
        assert played == {free[0]: "1", free[1]: "2"}
    with serving("--workers", "2", port=str(first.port)) as second:
        fresh = visit(second.address + page.evaluate("() => location.hash"))
        wait_until(fresh, "store.table.value !== null")
        assert store(fresh, "store.state.value") == played
        fresh.close()  # before its server ends


def test_a_link_that_unpacks_to_millions_of_letters_is_refused(served: str, visit: Any) -> None:
    page = visit(f"{served}#sudoku/order_6")
    read = """async (letters) => {
        const { packed, unpacked } = await import("./link.js");
        const link = await packed("0".repeat(letters));
        return unpacked(link).then((text) => text.length, (error) => error.message);
    }"""
    assert page.evaluate(read, 3_000_000) == 3_000_000
    assert "more than a puzzle needs" in page.evaluate(read, 5_000_000)


def test_the_key_leaves_the_address_and_a_link_of_another_site_opens(served: str, visit: Any, browser: Any) -> None:
    page = visit(f"{served}#sudoku/order_6")
    assert "key" not in page.evaluate("() => location.href + document.referrer + document.cookie")
    elsewhere = page.context.new_page()
    link = f"{served.partition('?')[0]}#sudoku/order_6"
    elsewhere.route(
        "http://elsewhere.example/",
        lambda route: route.fulfill(body=f'<a href="{link}">puzzle</a>', content_type="text/html"),
    )
    elsewhere.goto("http://elsewhere.example/")
    elsewhere.click("a")
    elsewhere.wait_for_selector(".part")
    assert elsewhere.evaluate("() => location.search") == ""
    stranger = browser.new_context().new_page()
    stranger.goto(link)
    stranger.get_by_label("Key").fill(served.partition("key=")[2])
    stranger.get_by_role("button", name="Open").click()
    stranger.wait_for_selector(".part")
    assert stranger.evaluate("() => location.search + location.hash.slice(0, 1)") == "#"
    stranger.context.close()


PLANTED = """
const seen = [];
oninstall = () => skipWaiting();
onactivate = (event) => event.waitUntil(clients.claim());
onfetch = (event) => {
    seen.push(event.request.url);
    event.respondWith(new Response(`planted ${seen.join(" ")}`, { headers: { "Content-Type": "text/html" } }));
};
"""


class Planting(BaseHTTPRequestHandler):
    """Another account that had the port before: a service worker for the origin, and files kept for a day."""

    def do_GET(self) -> None:
        is_page = self.path == "/"
        body = b"<!doctype html><script src=app.js></script>" if is_page else PLANTED.encode()
        if self.path == "/app.js":
            body = b"navigator.serviceWorker?.register('/worker-of-mine.js').then(() => navigator.serviceWorker.ready)"
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if is_page else "text/javascript")
        self.send_header("Cache-Control", "max-age=86400")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def test_what_was_planted_at_the_port_before_sees_nothing_of_the_page(browser: Any) -> None:
    before = ThreadingHTTPServer(("127.0.0.1", 0), Planting)
    Thread(target=before.serve_forever, daemon=True).start()
    context = browser.new_context()
    page = context.new_page()
    places = [f"http://{host}:{before.server_port}/" for host in ("127.0.0.1", "localhost")]
    for place in places:
        page.goto(place)
        page.wait_for_function("() => navigator.serviceWorker.controller")
    before.shutdown()
    before.server_close()
    with serving("--workers", "1", port=str(before.server_port)) as served:
        page.goto(served.address)
        page.wait_for_selector(".part")
        assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
        assert served.key in page.evaluate("() => Object.values(localStorage)")
        for place in places:
            page.goto(place)
            seen = page.inner_text("body")
            assert seen.startswith("planted ")  # it is there still
            assert served.key not in seen
            assert served.home.partition(":")[0] not in seen
            assert page.evaluate("() => localStorage.length") == 0
    context.close()


def test_a_new_puzzle_is_made_and_opened(address: str, visit: Any) -> None:
    page = visit(f"{address}#sudoku/order_6")
    page.get_by_role("tab", name="Make").click()
    page.get_by_label("Size").fill("4")
    page.get_by_role("button", name="Make", exact=True).click()
    page.locator(".made button").first.click()
    wait_until(page, "store.doc.value.name.startsWith('sudoku-')")


def test_a_look_inside_shows_the_model_and_every_backend(address: str, visit: Any) -> None:
    page = visit(f"{address}#dealing/four-stacks")
    page.get_by_role("tab", name="Look inside").click()
    page.locator(".code", has_text="cards").wait_for()
    page.get_by_role("tablist", name="language").get_by_role("tab", name="Python").click()
    page.get_by_role("button", name="Compare them").click()
    page.locator("td", has_text="backtracking").first.wait_for()
