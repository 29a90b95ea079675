"""What a person does on the page, for its tests: tap, type, drag, choose; and what the page holds."""

from __future__ import annotations

import re
from time import perf_counter
from typing import Any

from solvers.serve.ask import ask

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def record(word: str, **question: Any) -> dict[str, Any]:
    found: dict[str, Any] = list(ask({"ask": word, **question}))[-1]
    return found


def part(page: Any, key: str) -> Any:
    return page.locator(f'.part[data-part="{key}"]')


def box(page: Any, key: str) -> tuple[float, float]:
    """The middle of a part on the screen, which is scrolled to, once it has come to rest there."""
    element = part(page, key).locator(".target")
    element.scroll_into_view_if_needed()
    before, found = None, element.bounding_box()
    while found != before:
        page.wait_for_timeout(20)
        before, found = found, element.bounding_box()
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def tap(page: Any, key: str, touch: bool) -> None:
    (page.touchscreen.tap if touch else page.mouse.click)(*box(page, key))


def drag(page: Any, keys: list[str], touch: bool) -> None:
    """Press on the first part, move over the others, let go."""
    part(page, keys[0]).locator(".target").scroll_into_view_if_needed()
    points = [box(page, key) for key in keys]
    if touch:
        session = page.context.new_cdp_session(page)
        for number, (x, y) in enumerate(points):
            kind = "touchMove" if number else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()
        return
    page.mouse.move(*points[0])
    page.mouse.down()
    for x, y in points[1:]:
        page.mouse.move(x, y, steps=3)
    page.mouse.up()


def walk_over(boxes: dict[str, Any], keys: list[str]) -> list[str]:
    """A way over neighbouring parts that comes to all of these and to no other."""

    def is_beside(one: str, other: str) -> bool:
        a, b = boxes[one], boxes[other]
        return abs(a["x"] - b["x"]) + abs(a["y"] - b["y"]) < 1.2 * a["width"]

    way, seen = [keys[0]], {keys[0]}

    def go_on(here: str) -> None:
        for key in keys:
            if key not in seen and is_beside(here, key):
                seen.add(key)
                way.append(key)
                go_on(key)
                way.append(here)

    go_on(keys[0])
    assert len(seen) == len(keys)
    return way


def type_in(page: Any, key: str, words: str, symbols: list[dict[str, Any]], touch: bool) -> None:
    """Choose a part and enter a symbol: by its key, or on the keypad."""
    tap(page, key, touch)
    texts = {symbol["key"]: symbol["text"] for symbol in symbols}
    if words in texts and not any(one["keys"] for one in symbols if one["key"] == words):
        words = next((one["key"] for one in symbols if one["text"] == texts[words]), words)  # one that can be typed
    letters = texts.get(words, words)
    if not touch:
        page.keyboard.type(next((one["keys"][0] for one in symbols if one["key"] == words and one["keys"]), letters))
        return
    for letter in [letters] if letters in texts.values() else letters:
        page.locator(".symbols button", has_text=re.compile(f"^{re.escape(letter)}$")).tap()


def mode(page: Any, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).first.click()


def headline(page: Any, words: str) -> None:
    page.locator(".badge .headline", has_text=words).wait_for()


def store(page: Any, expression: str) -> Any:
    """What the page's store holds."""
    return page.evaluate(f"async () => {{ const store = await import('./store.js'); return {expression}; }}")


def wait_until(page: Any, expression: str, seconds: float = 60) -> None:
    """Wait for something to be so of the page's store."""
    deadline = perf_counter() + seconds
    while not store(page, expression):
        assert perf_counter() < deadline, expression
        page.wait_for_timeout(30)


def answer_of(page: Any) -> dict[str, str]:
    found: dict[str, str] = record("answer", document=store(page, "store.doc.value"))["state"]
    return found


def set_by_hand(page: Any, state: dict[str, str], touch: bool) -> None:
    """Play a whole answer: digits by keys or the keypad, dials and cubes by their buttons, pieces by taps."""
    pieces = store(page, "store.table.value.pieces")
    palettes = store(page, "store.table.value.palettes")
    for piece in pieces:
        key = piece["key"]
        if (
            piece["gesture"] == "set"
            and piece["given"] is None
            and not any(other["gesture"] == "roll" and key in other["parts"] for other in pieces)
        ):
            type_in(page, piece["parts"][0], state[key], palettes.get(piece["palette"], []), touch)
        elif piece["gesture"] == "turn":
            page.evaluate(
                "async ([key, value]) => { const store = await import('./store.js'); store.selection.value = [key]; }",
                [key, state[key]],
            )
            for _ in range(int(state[key])):
                page.get_by_role("button", name="Turn right").click()
        elif piece["gesture"] == "roll":
            wanted = {side: state[side] for side in next(iter(piece["looks"].values()))}
            for number in range(60):
                if all(
                    store(page, f"store.state.value[{side!r}] ?? store.pieces.value.get({side!r}).given") == value
                    for side, value in wanted.items()
                ):
                    break
                tap(page, piece["parts"][0], touch)
                if number % 4 == 3:
                    tap_button = page.get_by_role("button", name="tip backwards")
                    if tap_button.count():
                        tap_button.click()
                if number % 16 == 15 and page.get_by_role("button", name="tip backwards").count():
                    page.get_by_role("button", name="turn to the left").click()
                    page.get_by_role("button", name="tip backwards").click()
        elif piece["gesture"] == "place" and state[key] == "1":
            if piece["group"]:
                page.get_by_role("radio", name=re.compile(f"^piece {re.escape(piece['group'])}(,|$)")).click()
            for _ in range(80):
                tap(page, piece["parts"][0], touch)
                if store(page, f"store.state.value[{key!r}]") == "1":
                    break
