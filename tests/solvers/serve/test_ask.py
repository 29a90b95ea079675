"""Questions of the page: verdicts, conflicts, checks and repairs, held against the solver and against brute force."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.errors import InputError
from models.registry import instance_names, load_puzzle, puzzle_names
from solvers.core.request import MACHINES, file_option
from solvers.diagnose.work import diagnose
from solvers.run.request import RunRequest
from solvers.serve import judging, own, verbs
from solvers.serve.ask import WORDS, Record, ask
from solvers.serve.documents import subject_of
from tests.solvers.serve.questions import SAMPLES, answer_to, document_of, grid, one
from tests.tables import rows

pytestmark = pytest.mark.usefixtures("opens_puzzle_files")


@pytest.mark.parametrize(("puzzle", "instance"), SAMPLES)
@pytest.mark.usefixtures("patience")
def test_the_verdict_is_that_of_run(puzzle: str, instance: str) -> None:
    document = document_of(puzzle, instance)
    ran = one("run", document=document)
    verdict = answer_to("judge", document=document)[0]["verdict"]
    assert verdict == {1: "unique", 0: "impossible"}.get(ran["found"], "several")


@pytest.mark.parametrize(("puzzle", "instance"), SAMPLES)
@pytest.mark.usefixtures("patience")
def test_an_answer_is_judged_as_solved_and_one_of_its_moves_less_is_not(puzzle: str, instance: str) -> None:
    document = document_of(puzzle, instance)
    state: dict[str, str] = one("answer", document=document)["state"]
    checked = one("check", document=document, state=state)
    assert checked["solved"]
    assert not [rule for rule in checked["rules"] if rule["status"] == "broken"]
    given_ones = {piece["key"] for piece in one("table", document=document)["table"]["pieces"] if piece["given"]}
    dropped = next(key for key, value in state.items() if key not in given_ones and value != "0")
    assert not one("check", document=document, state={k: v for k, v in state.items() if k != dropped})["solved"]


def _violations(state: Mapping[str, str]) -> set[str]:
    """The houses of a 4×4 board in which a digit stands twice, by brute force."""
    houses = {f"row:{r}": [f"r{r + 1}c{c + 1}" for c in range(4)] for r in range(4)}
    houses |= {f"column:{c}": [f"r{r + 1}c{c + 1}" for r in range(4)] for c in range(4)}
    houses |= {
        f"box:{b}": [f"r{b // 2 * 2 + r + 1}c{b % 2 * 2 + c + 1}" for r, c in product(range(2), repeat=2)]
        for b in range(4)
    }
    found = set()
    for key, cells in houses.items():
        digits = [state[cell] for cell in cells if cell in state]
        if len({*digits}) < len(digits):
            found.add(key)
    return found


@given(
    state=st.dictionaries(
        st.sampled_from([f"r{r}c{c}" for r in range(1, 5) for c in range(1, 5)]), st.sampled_from("1234"), max_size=9
    )
)
@settings(max_examples=80, deadline=None)
def test_a_rule_is_broken_exactly_where_a_digit_stands_twice(state: dict[str, str]) -> None:
    checked = one("check", document=grid("." * 16), state=state)
    broken = {rule["key"] for rule in checked["rules"] if rule["status"] == "broken"}
    assert broken == _violations(state)
    for rule in checked["rules"]:
        if rule["status"] == "broken":
            digits = [state[part] for part in rule["parts"]]
            assert (len(rule["parts"]), len({*digits})) == (2, 1)
        else:
            assert rule["status"] == "kept"
            assert all(part in state for part in rule["parts"])


def _answers(document: Record) -> list[dict[str, str]]:
    """All answers of a 4×4 board, by brute force over its rows."""
    from itertools import permutations

    cells = document["entries"]
    rows = []
    for r in range(1, 5):
        fits = (
            p for p in permutations("1234") if all(cells.get(f"r{r}c{c}", p[c - 1]) == p[c - 1] for c in range(1, 5))
        )
        rows.append([*fits])
    found = []
    for four in product(*rows):
        state = {f"r{r + 1}c{c + 1}": four[r][c] for r in range(4) for c in range(4)}
        if not _violations(state):
            found.append(state)
    return found


BOARDS = [
    "1... ..2. .3.. ...4",
    "1234 .... .... ....",
    "12.. .... .... ..1.",
    "11.. .... .... ....",
    "1... .2.. ..3. ...4",
    "1... .... ..2. ....",
]


@pytest.mark.parametrize("rows", BOARDS)
def test_what_is_said_of_a_draft_is_so_by_brute_force(rows: str) -> None:
    document = grid(rows)
    answers = _answers(document)
    verdict, *more = answer_to("judge", document=document)
    assert verdict["verdict"] == ("impossible" if not answers else "unique" if len(answers) == 1 else "several")
    if not answers:
        assert more[0]["conflict"]
        assert all(part["sentence"] for part in more[0]["conflict"])
        for repair in one("repairs", document=document)["repairs"]:
            assert _answers(repair["document"])
        return
    if len(answers) > 1:
        shared = one("shared", document=document)
        assert {s["piece"]: s["symbol"] for s in shared["shared"]} == {
            cell: value for cell, value in answers[0].items()
            if all(other[cell] == value for other in answers) and cell not in document["entries"]
        }  # fmt: skip
        for cell, values in shared["candidates"].items():
            assert {*values} == {answer[cell] for answer in answers}
        more_entries = {
            entry["part"]: entry["symbol"] for entry in one("unique_with", document=document)["unique_with"]
        }
        assert len(_answers({**document, "entries": document["entries"] | more_entries})) == 1
        return
    needless = [part for one_part in one("needless", document=document)["needless"] for part in one_part["parts"]]
    for key in document["entries"]:
        others = {k: v for k, v in document["entries"].items() if k != key}
        assert (key in needless) == (len(_answers({**document, "entries": others})) == 1)


@pytest.mark.parametrize(("puzzle", "instance"), [("sudoku", "variants/killer"), ("grecian", "toy"), ("cubes", "")])
@pytest.mark.usefixtures("patience")
def test_what_is_needless_is_what_diagnose_says(puzzle: str, instance: str) -> None:
    document = document_of(puzzle, instance)
    found = one("needless", document=document)
    said = diagnose(load_puzzle(puzzle), subject_of({"document": document}).instance, needless=True)
    assert ([part["sentence"] for part in found["needless"]], found["complete"]) == ([*(said.needless or ())], True)
    assert all(part["parts"] for part in found["needless"])


def test_what_is_needless_is_not_all_tried_where_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "REPAIR_SECONDS", 0.0)
    assert one("needless", document=document_of("grecian", "toy")) == {"needless": [], "complete": False}


@rows("rows", [rows for rows in BOARDS if "11" not in rows])
def test_why_not_is_a_reason_where_no_answer_has_it(rows: str) -> None:
    document = grid(rows)
    answers = _answers(document)
    for cell in ("r1c2", "r3c3"):
        for digit in "1234":
            if cell in document["entries"]:
                continue
            found = one("why_not", document=document, piece=cell, symbol=digit)
            assert found["possible"] == any(answer[cell] == digit for answer in answers)
            assert bool(found["reasons"]) == (not found["possible"])


def test_entries_that_are_no_puzzle_yet_are_unfinished_and_lit() -> None:
    document = document_of("grecian", "toy")
    first = next(iter(document["entries"]))
    del document["entries"][first]
    (record,) = answer_to("judge", document=document)
    assert record["verdict"] == "unfinished"
    assert record["parts"] == [first]


def test_a_number_copied_wrongly_is_put_right_by_a_repair() -> None:
    document = document_of("grecian", "broken-safecracker")
    assert answer_to("judge", document=document)[0]["verdict"] == "impossible"
    repairs = one("repairs", document=document)["repairs"]
    assert repairs
    assert all("document" in repair for repair in repairs[:1])
    assert answer_to("judge", document=repairs[0]["document"])[0]["verdict"] == "unique"


def test_the_least_turns_come_as_moves_in_words() -> None:
    found = one("answer", document=document_of("grecian", "grecian"), best=True)
    assert found["value"] == 14
    assert found["moves"][0].startswith("Turn dial")


def test_pasted_texts_are_known_by_what_they_are() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert one("open", text=line)["document"]["entries"]["r1c1"] == "5"
    assert (
        one("open", text="\n".join(line[start : start + 9] for start in range(0, 81, 9)))["document"]["puzzle"]
        == "sudoku"
    )
    assert one("open", text="BRRYRG RGYBGB RBGYRY GBRYYG")["document"]["puzzle"] == "cubes"
    assert one("open", text="target = 3\ndials = ['''1 2''', '''1 .''']")["document"]["puzzle"] == "grecian"
    assert one("open", text="stacks = 4\nleftovers = [0, 1, 2, 1]")["document"]["puzzle"] == "dealing"
    assert one("open", text="A B C\nA B\nC")["document"]["puzzle"] == "cover"
    assert "none of the puzzles" in one("open", text="hello, world")["error"]


def test_the_gallery_names_the_techniques_of_a_puzzle_by_family() -> None:
    families = {puzzle["puzzle"]: puzzle["families"] for puzzle in one("gallery")["puzzles"]}
    assert families["sudoku"]["singles"] == ["last cell", "hidden single", "naked single"]
    assert families["cubes"] == {}


MODEL = """from models import Model
model = Model("two dice")
red, blue = (model.new_int_var(1, 6, name) for name in ("red", "blue"))
model.add(red + blue == 11, because="they show eleven")
model.add(red < blue, because="blue is higher")
"""


def test_a_model_of_ones_own_is_judged_hinted_and_played() -> None:
    document = one("open", source=MODEL)["document"]
    assert one("judge", document=document)["verdict"] == "unique"
    assert one("check", document=document, state={"red": "5", "blue": "6"})["solved"]
    broken = one("check", document=document, state={"red": "6", "blue": "5"})["rules"]
    assert [rule["sentence"] for rule in broken if rule["status"] == "broken"] == ["blue is higher"]


def test_a_mistake_in_ones_own_code_is_told_with_its_line() -> None:
    assert one("open", source=MODEL + "\n1 / 0")["error"] == "line 7: division by zero (ZeroDivisionError)"
    assert "line 1" in one("open", source="def")["error"]
    assert "no PUZZLE" in one("open", source="x = 1")["error"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            {"puzzle": "cubes", "instance": "amtnys-1", "number": 2},
            "amtnys-1: there is one puzzle in it, and no number 2",
        ),
        ({"source": "from models import Nope"}, "line 1: cannot import name 'Nope' from 'models' (ImportError)"),
        ({"source": "import models.nope"}, "line 1: No module named 'models.nope' (ModuleNotFoundError)"),
    ],
)
def test_no_path_of_the_machine_is_told(question: Record, told: str) -> None:
    assert one("open", **question)["error"] == told


@pytest.mark.parametrize("question", [{"source": "x = 2"}, {"text": "hello"}])
def test_a_temporary_folder_that_is_gone_is_told_without_its_path(
    question: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    own._folder.cache_clear()
    told = one("open", **question)["error"]
    assert told == "a file that is needed for it cannot be read or written: No such file or directory"


def test_a_rule_of_ones_own_is_drawn_judged_and_blamed() -> None:
    examples = {example["title"]: example["source"] for example in one("gallery")["examples"]}
    source = next(text for title, text in examples.items() if "whispers" in title)
    document = {**document_of("sudoku"), "entries": {"r1c1": "5"}, "rules": source}
    document["items"] = [{"tool": "my_whisper", "parts": ["r1c1", "r1c2", "r1c3"], "value": ""}]
    assert "my_whisper" in [tool["key"] for tool in one("board", document=document)["board"]["tools"]]
    verdict, conflict = answer_to("judge", document=document)
    assert verdict["verdict"] == "impossible"
    assert any("differ by 5" in part["sentence"] for part in conflict["conflict"])


def _rule(least: int, word: str = "renban") -> str:
    """A rule of one's own: neighbours on a line differ by ``least`` or more."""
    examples = {example["title"]: example["source"] for example in one("gallery")["examples"]}
    source: str = next(text for title, text in examples.items() if "whispers" in title)
    return source.replace("my_whisper", word).replace(">= 5", f">= {least}").replace("by 5", f"by {least}")


@pytest.mark.parametrize(
    ("before", "asked", "verdict"),
    [
        (_rule(4), "", "several"),  # ours of that word: a set of consecutive digits
        (_rule(4), _rule(1), "several"),
        (_rule(1), _rule(4), "impossible"),  # no digits of 1 to 4 are so far apart
        ("", _rule(4), "impossible"),
    ],
)
def test_rules_of_one_document_judge_no_other(before: str, asked: str, verdict: str) -> None:
    items = [{"tool": "renban", "parts": ["r1c1", "r1c2"], "value": ""}]
    documents = [
        grid("1" + "." * 15, items=items, name=f"{asked}, before {rules}", rules=rules) for rules in (asked, before)
    ]
    for document in (*documents, *documents[::-1]):  # each is known, and its instance is not made yet
        one("board", document=document)
    one("judge", document=documents[1])
    assert answer_to("judge", document=documents[0])[0]["verdict"] == verdict


def test_what_is_asked_after_a_rule_of_ones_own_knows_nothing_of_it() -> None:
    link = "name = 'line'\norder = 4\nboxes = '2x2'\nrenban = ['r1c1 r1c2']"
    one("board", document=grid("1...", rules=_rule(4)))
    assert answer_to("judge", document=one("open", text=link)["document"])[0]["verdict"] == "several"
    one("board", document=grid("1...", rules=_rule(4, "mine")))
    assert "mine" not in [tool["key"] for tool in one("open", puzzle="sudoku")["board"]["tools"]]


@pytest.mark.parametrize(
    "documents",
    [
        [grid("1..."), grid("1...", rules=_rule(4, "mine"))],
        [{"puzzle": "model", "source": MODEL}, {"puzzle": "model", "source": MODEL.replace("11", "9")}],
        [grid("1..."), document_of("grecian", "toy")],
    ],
)
def test_a_booklet_mixes_no_rules(documents: list[Record]) -> None:
    assert "of one kind" in one("booklet", documents=documents)["error"]


def test_every_example_in_python_is_read() -> None:
    for example in one("gallery")["examples"]:
        if "class " not in example["source"]:
            assert "document" in one("open", source=example["source"]), example["title"]


def test_a_look_inside_shows_every_formulation_and_writes_every_format() -> None:
    document = document_of("cubes")
    inside = one("inside", document=document)
    assert {one_["name"] for one_ in inside["formulations"]} == {*load_puzzle("cubes").formulations}
    assert "class OrientationModel" in inside["python"]
    assert "all different" in inside["mathematics"]
    for known in inside["formats"]:
        assert answer_to("export", document=document, to=known["name"])


def test_made_puzzles_come_with_their_documents() -> None:
    made = answer_to("generate", puzzle="sudoku", size="4", puzzles=2, seed=7)
    assert [record["document"]["puzzle"] for record in made] == ["sudoku", "sudoku"]
    assert "<svg" in one("booklet", documents=[record["document"] for record in made])["html"]


def test_backends_are_compared_row_by_row() -> None:
    rows = answer_to("compare", document=grid("1... ..2. .3.. ...4"))
    assert {row["verdict"] for row in rows if row["backend"] == "kernel"} == {"the only answer"}


NASTY = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)),
    max_leaves=6,
)
KEYS = [
    "puzzle",
    "document",
    "state",
    "marks",
    "instance",
    "text",
    "piece",
    "symbol",
    "how",
    "number",
    "to",
    "own",
    "documents",
]


@given(word=st.sampled_from(sorted({*WORDS} - {"practise", "gallery"})), data=st.data())
@settings(max_examples=250, deadline=None)
def test_whatever_is_asked_the_complaint_is_a_sentence(word: str, data: st.DataObject) -> None:
    question = data.draw(st.dictionaries(st.sampled_from(KEYS), NASTY, max_size=4))
    if data.draw(st.booleans()):
        question["document"] = {
            **grid("1..."),
            **data.draw(
                st.dictionaries(st.sampled_from(["entries", "settings", "items", "text", "name"]), NASTY, max_size=2)
            ),
        }
    for record in ask({"ask": word, **question}):
        assert isinstance(record, dict)
        assert record.get("error", "none") != ""


@rows("question", [None, 3, [], {}, {"ask": "dance"}, {"ask": ["judge"]}])
def test_what_is_no_question_is_refused(question: object) -> None:
    (record,) = ask(question)
    assert record["error"]


@rows("name", ["../../etc/passwd", "/etc/passwd", "https://example.org/x", "-", "x.py", ""])
def test_no_file_and_no_address_is_opened_by_its_name(name: str) -> None:
    for word in ("open", "run", "explain", "diagnose", "export"):
        record = one(word, puzzle="sudoku", instance=name) if name else {"error": ""}
        assert "error" in record
    assert "error" in one("open", puzzle=name or "-")
    assert "error" in one("run", puzzle="sudoku", output="/tmp/x")


def test_the_gallery_names_every_instance_the_grecian_computer_first() -> None:
    puzzles = one("gallery")["puzzles"]
    assert [puzzle["puzzle"] for puzzle in puzzles] == puzzle_names()
    assert puzzles[0]["instances"][0]["name"] == "grecian"
    for puzzle in puzzles:
        assert {entry["name"] for entry in puzzle["instances"]} == {*instance_names(load_puzzle(puzzle["puzzle"]))}


def test_an_option_that_is_new_is_not_open_to_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True, repr=False)
    class Newer(RunRequest):
        dump: Path | None = file_option("write what is in memory to FILE")  # noqa: RUF009 - as requests have it

    monkeypatch.setitem(verbs.OPEN_OPTIONS, Newer, verbs.OPEN_OPTIONS[RunRequest])
    with pytest.raises(InputError, match="no option 'dump'"):
        verbs.request_of(Newer, {"dump": "x"}, load_puzzle("sudoku"))


@rows("verb", verbs.REQUESTS)
def test_the_open_options_name_no_file_and_no_machine(verb: str) -> None:
    groups = {option.group for option in verbs.taken(verbs.REQUESTS[verb]).values()}
    kinds = {option.kind for option in verbs.taken(verbs.REQUESTS[verb]).values()}
    assert (MACHINES in groups, kinds & {Path, "destination"}) == (False, set())


@rows(
    ("verb", "option"),
    [("run", "workers"), ("run", "proof"), ("explain", "effort"), ("diagnose", "html"), ("export", "output")],
)
def test_an_option_that_is_not_open_is_refused(verb: str, option: str) -> None:
    assert f"{verb} has no option '{option}'" in one(verb, puzzle="sudoku", instance="order_6", **{option: 1})["error"]
