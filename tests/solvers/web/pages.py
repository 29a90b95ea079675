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
    """The middle of a part on the screen, which is scrolled to."""
    element = part(page, key).locator(".target")
    element.scroll_into_view_if_needed()
    found = element.bounding_box()
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def tap(page: Any, key: str, touch: bool) -> None:
    (page.touchscreen.tap if touch else page.mouse.click)(*box(page, key))


def mode(page: Any, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).first.click()


def headline(page: Any, words: str) -> None:
    page.locator(".badge .headline", has_text=words).wait_for()


def store(page: Any, expression: str) -> Any:
    """What the page's store holds."""
    return page.evaluate(f"async () => {{ const store = await import('./store.js'); return {expression}; }}")


def wait_until(page: Any, expression: str, seconds: float = 30) -> None:
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
            tap(page, piece["parts"][0], touch)
            texts = {symbol["key"]: symbol["text"] for symbol in palettes.get(piece["palette"], [])}
            words = texts.get(state[key], state[key])
            if touch:
                for letter in [words] if words in texts.values() else words:
                    page.locator(".symbols button", has_text=re.compile(f"^{re.escape(letter)}$")).click()
            else:
                page.keyboard.type(words)
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
