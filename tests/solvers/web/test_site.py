"""The page as it is looked at and loaded: nothing cut off, little over the wire, soon there, without a network."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest

from models.registry import instance_files, instances_in, load_puzzle
from solvers.serve.ask import WORDS
from solvers.serve.build import packed_bytes
from tests.solvers.web.pages import headline, mode, wait_until

pytestmark = pytest.mark.slow


def axe(page: Any, script: str) -> list[str]:
    page.evaluate(script)
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]} {one['nodes'][0]['failureSummary'][:200]}" for one in serious
    ]


@pytest.fixture(scope="session")
def axe_script(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("axe")
    try:
        subprocess.run(
            ["npm", "install", "--silent", "--no-audit", "--no-fund", "axe-core"], cwd=folder, check=True, timeout=90
        )
    except (OSError, subprocess.SubprocessError):
        pytest.skip("axe-core cannot be had here")
    return (folder / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 768, 360])
def test_nothing_is_cut_off_or_too_small_and_axe_finds_nothing_serious(
    served: str, visit: Any, axe_script: str, width: int, scheme: str
) -> None:
    for puzzle, instance in (
        ("sudoku", "variants/killer"),
        ("grecian", "grecian"),
        ("cubes", "amtnys-1"),
        ("cover", "pentominoes-6x10"),
    ):
        page = visit(
            f"{served}#{puzzle}/{instance}",
            viewport={"width": width, "height": 800},
            color_scheme=scheme,
            bypass_csp=True,
        )
        wait_until(page, "store.table.value !== null")
        for shown in ("Play", "Enter"):
            mode(page, shown)
            wait_until(page, "store.busy.value === 0 && !store.drawing.value")
            page.wait_for_timeout(500)
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width
            assert page.evaluate(HEIGHTS_APART) < 1, "what is entered lies over the picture"
            small = page.evaluate(SMALL_LETTERS)
            assert not small, (puzzle, shown, small[:5])
            assert axe(page, axe_script) == [], (puzzle, shown)


HEIGHTS_APART = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const [picture, overlay] = [box(".picture svg"), box(".overlay")];
    return Math.abs(picture.height - overlay.height) + Math.abs(picture.width - overlay.width);
}"""

SMALL_LETTERS = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.textContent.trim() || !element.getClientRects().length) continue;
        if (element.closest("desc, title, style, option")) continue;
        const svg = element.closest("svg");
        const scale = svg?.viewBox?.baseVal?.width ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
        const size = parseFloat(getComputedStyle(element).fontSize) * scale;
        if (size < 11.95) found.push(`${node.textContent.trim().slice(0, 30)}: ${size.toFixed(1)}`);
    }
    return found;
}"""


def test_every_question_is_answered_without_a_server(site: Any, visit: Any) -> None:
    page = visit(f"{site[0]}#sudoku/order_6")
    wait_until(page, "store.table.value !== null")
    options = {"generate": {"size": "4"}, "export": {"to": "dimacs"}, "practise": {"technique": "naked pair"}}
    for word in WORDS:
        more = {**options.get(word, {}), "puzzle": "sudoku", "instance": "order_6", "state": {}, "marks": {}}
        records = page.evaluate(
            "async (question) => { const { ask, doc } = await import('./store.js');"
            " return ask({ ...question, document: doc.value, documents: [doc.value] }); }",
            {"ask": word, **more},
        )
        assert not [record for record in records if "has failed" in str(record.get("error", ""))], (word, records)


def test_the_site_weighs_little_and_says_so(site: Any) -> None:
    _, folder, _ = site
    assert packed_bytes(folder) < 6_150_000
    assert not re.search(
        "unsafe-inline'[^;]*;[^;]*script|script-src[^;]*unsafe-inline", (folder / "index.html").read_text()
    )


def test_the_first_judgement_comes_soon_and_later_ones_at_once(site: Any, visit: Any) -> None:
    address, _, _ = site
    started = perf_counter()
    page = visit(f"{address}#sudoku/order_6")
    drawn = perf_counter() - started
    mode(page, "Enter")
    headline(page, "Exactly one answer")
    first = perf_counter() - started
    again = visit(f"{address}#sudoku/inkala")
    mode(again, "Enter")
    headline(again, "Exactly one answer")
    waits = again.evaluate(TYPING)
    grecian = visit(f"{address}#grecian/grecian")
    mode(grecian, "Enter")
    headline(grecian, "Exactly one answer")
    dials = grecian.evaluate(TYPING)
    hints = sorted(_hint_times(again))
    print(f"drawn after {drawn:.2f} s, judged after {first:.2f} s; after the last key of a 9×9: {max(waits):.0f} ms")
    print(f"of the Grecian: {max(dials):.0f} ms; a hint, in the median of {len(hints)}: {median(hints):.0f} ms")
    assert first < 15
    assert median(waits) < 400
    assert median(dials) < 1_500


TYPING = """async () => {
    const { ask, doc } = await import("./store.js");
    const waits = [];
    for (let number = 0; number < 8; number++) {
        const begun = performance.now();
        await ask({ ask: "judge", document: { ...doc.value, name: `typed ${number}` } });
        waits.push(performance.now() - begun);
    }
    return waits;
}"""


def _hint_times(page: Any) -> Iterator[float]:
    """The time of a first hint for each of the rated puzzles."""
    puzzle = load_puzzle("sudoku")
    for instance in list(instances_in(puzzle, instance_files(puzzle)["se_rated"]))[:24]:
        entries = {f"r{cell // 9 + 1}c{cell % 9 + 1}": str(clue) for cell, clue in enumerate(instance.clues) if clue}
        document = {"puzzle": "sudoku", "entries": entries, "settings": {"order": "9", "boxes": "3x3"}, "items": []}
        yield page.evaluate(
            "async (document) => { const { ask } = await import('./store.js'); const begun = performance.now();"
            " await ask({ ask: 'hint', document, state: {}, marks: {} }); return performance.now() - begun; }",
            document,
        )


@pytest.mark.lane
def test_a_second_visit_needs_no_network(site: Any, browser: Any) -> None:
    address, _, _ = site
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}#sudoku/order_6")
    page.wait_for_selector(".part")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function(
        "async () => (await (await caches.open((await caches.keys())[0])).keys()).length > 20", timeout=30_000
    )
    link = page.evaluate(
        "async () => `#p=${await (await import('./link.js')).packed((await import('./store.js')).whole())}`"
    )
    context.set_offline(True)
    page.goto("about:blank")
    page.goto(f"{address}{link}")
    page.wait_for_selector(".part", timeout=30_000)
    mode(page, "Enter")
    headline(page, "Exactly one answer")
    context.close()


def test_a_long_search_is_cut_short_by_the_next_question(site: Any, visit: Any) -> None:
    address, _, _ = site
    page = visit(f"{address}#sudoku/order_6")
    wait_until(page, "store.engine.status.value.ready")
    waited = page.evaluate(
        """async () => {
            const { ask } = await import("./store.js");
            const taken = new AbortController();
            await ask({ ask: "gallery" });
            await new Promise((resolve) => setTimeout(resolve, 5000));
            const long = { ask: "run", puzzle: "cover", instance: "pentominoes-6x10", all: true, backend: "kernel" };
            ask(long, { signal: taken.signal });
            await new Promise((resolve) => setTimeout(resolve, 400));
            taken.abort();
            const begun = performance.now();
            await ask({ ask: "open", puzzle: "sudoku" });
            return performance.now() - begun;
        }"""
    )
    assert waited < 4_000


def test_the_page_knows_no_puzzle() -> None:
    folder = Path(__file__).parents[3] / "solvers" / "web"
    for path in folder.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        names = re.findall(r"[\"'](sudoku|cubes|cover|dealing|grecian)[\"']", text)
        allowed = {"app.js": {"grecian"}, "make.js": {"sudoku"}, "own.js": {"sudoku"}}.get(path.name, set())
        assert {*names} <= allowed, path.name
