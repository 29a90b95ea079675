"""What a verdict says: what was verified, from which file, and what is claimed of it."""

from __future__ import annotations

import json
import os
import re
from hashlib import sha256
from pathlib import Path
from threading import Thread

import pytest

from models.errors import InputError
from models.registry import find_instance, load_puzzle
from solvers.core.limits import ANSWERED, BAD_INPUT, IMPOSSIBLE, STOPPED
from solvers.proofs import verdict
from solvers.proofs.verdict import Claim, Verdict
from solvers.verify import files
from tests.solvers.backends.test_loading import Looks
from tests.solvers.conftest import Typed
from tests.tables import rows


def prove(typed: Typed, *words: str) -> None:
    code, _, err = typed("run", *words, "--backend", "backtracking")
    assert code in (ANSWERED, IMPOSSIBLE), err


def concluding(name: str, conclusion: str) -> None:
    """Write a certificate beside that of that name which shows nothing and concludes ``conclusion``."""
    count = re.search(r"^f \d+ ;$", Path(f"{name}.pbp").read_text(), re.MULTILINE)
    assert count is not None
    steps = ["pseudo-Boolean proof version 3.0", count[0], "output NONE ;", f"conclusion {conclusion} ;"]
    Path(f"{name}.pbp").write_text("\n".join([*steps, "end pseudo-Boolean proof ;", ""]))


@pytest.mark.parametrize("conclusion", ["NONE", "ENUMERATION_PARTIAL 0"])
def test_a_proof_that_claims_nothing_is_not_verified(typed: Typed, conclusion: str) -> None:
    prove(typed, "sudoku", "--proof", "it")
    concluding("it", conclusion)
    code, out, _ = typed("verify", "it")
    assert (code, out.splitlines()[-1]) == (STOPPED, "nothing is claimed: the proof holds, and concludes nothing")
    record = json.loads(typed("verify", "it", "--json")[1])
    assert (record["verified"], record["claim"], record["kind"], record["rejected"]) == (False, None, None, None)


def test_a_folder_counts_what_claims_nothing_apart(typed: Typed) -> None:
    Path("pr").mkdir()
    for name in ("one", "two"):
        prove(typed, "sudoku", "--proof", f"pr/{name}")
    concluding("pr/two", "NONE")
    code, out, _ = typed("verify", "pr", "--workers", "1")
    expected = "pr/two.opb: nothing is claimed\nVERIFIED: 1 of 2 certificates (exactly 1 answer: 1); 1 claim nothing\n"
    assert (code, out) == (STOPPED, expected)


@pytest.mark.parametrize(
    ("looks", "words", "code", "said"),
    [
        (0, [], STOPPED, "STOPPED: not checked within the time limit"),
        (2, [], STOPPED, "STOPPED: not checked within the time limit"),
        (2, ["--expect", "no answer"], STOPPED, "STOPPED: not checked within the time limit"),
        (100_000, [], ANSWERED, " checked"),
        (2, ["--json"], STOPPED, '"stopped": true,'),
        (100_000, ["--json"], ANSWERED, '"stopped": false,'),
        (2, ["."], STOPPED, "VERIFIED: 0 of 1 certificates; 1 not checked within the time limit"),
    ],
)
@pytest.mark.parametrize("asked", [["sudoku", "--backend", "backtracking"], ["cover", "queens-8", "--count"]])
def test_a_time_limit_ends_the_check_of_a_certificate(
    asked: list[str],
    looks: int,
    words: list[str],
    code: int,
    said: str,
    typed: Typed,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert typed("run", *asked, "--proof", "it")[0] == ANSWERED
    limits: list[float | None] = []
    monkeypatch.setattr(files, "Clock", lambda seconds: limits.append(seconds) or Looks(looks))
    files.verifier.cache_clear()
    done, out, _ = typed("verify", *([] if words == ["."] else ["it"]), *words, "--time-limit", "5")
    assert (done, said in out, limits) == (code, True, [5.0]), out


@pytest.mark.parametrize(
    ("expected", "code"),
    [("exactly 1", ANSWERED), ("Exactly 1 answer", ANSWERED), ("exactly 10", IMPOSSIBLE), ("no answer", IMPOSSIBLE)],
)
def test_a_claim_other_than_the_expected_one_is_rejected(typed: Typed, expected: str, code: int) -> None:
    prove(typed, "sudoku", "--proof", "it")
    found, out, _ = typed("verify", "it", "--expect", expected)
    assert found == code
    wrong = f"REJECTED: it proves 'exactly 1 answer', where '{Claim.read(expected)}' was expected"
    assert (wrong in out.splitlines()) == (code == IMPOSSIBLE), out


def test_a_folder_is_summed_up_by_claim_and_an_expectation_holds_for_all_of_it(typed: Typed) -> None:
    Path("pr").mkdir()
    prove(typed, "sudoku", "inkala", "--proof", "pr/one")
    prove(typed, "sudoku", "no_answer", "--proof", "pr/two")
    expected = "VERIFIED: 2 of 2 certificates (exactly 1 answer: 1, no answer: 1)\n"
    assert typed("verify", "pr", "--workers", "1") == (ANSWERED, expected, "")
    code, out, _ = typed("verify", "pr", "--workers", "1", "--expect", "exactly 1")
    assert code == IMPOSSIBLE
    assert out.splitlines() == [
        "pr/two.opb: REJECTED: it proves 'no answer', where 'exactly 1 answer' was expected",
        "REJECTED: 1 of 2 certificates; 1 verified (exactly 1 answer: 1)",
    ]


def test_what_was_expected_has_to_be_a_claim(typed: Typed) -> None:
    code, _, err = typed("verify", ".", "--expect", "one")
    assert code == BAD_INPUT
    assert err == (
        "error: 'one' is not a claim; a claim is exactly N, at least N, no answer, the least is N, or the most is N\n"
    )


@rows(
    ("text", "claim"),
    [
        ("exactly 1", Claim("exactly", 1)),
        ("Exactly 53,060 answers", Claim("exactly", 53_060)),
        ("exactly 0", Claim("exactly", 0)),
        ("no answer", Claim("exactly", 0)),
        ("at least 2 answers", Claim("at least", 2)),
        ("the least is -14", Claim("the least", -14)),
        ("the most is 1,000", Claim("the most", 1_000)),
    ],
)
def test_a_claim_is_read_as_it_is_printed(text: str, claim: Claim) -> None:
    assert Claim.read(text) == claim == Claim.read(str(claim))


@rows(
    "text",
    ["", "exactly", "exactly -1", "at least 0", "exactly ,", "the least is", "1", "nothing"],
)
def test_what_is_no_claim_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="a claim is exactly N"):
        Claim.read(text)


def test_a_copy_under_a_famous_name_shows_its_own_path_and_hash(typed: Typed) -> None:
    famous = find_instance(load_puzzle("sudoku"), "inkala")
    copy = Path("inkala.sdk")
    copy.write_text("4" + "." * 79 + "4\n")
    prove(typed, "sudoku", "inkala.sdk", "--proof", "copy")
    prove(typed, "sudoku", "inkala", "--proof", "it")
    for name, path in (("copy", copy), ("it", famous)):
        digest = sha256(path.read_bytes()).hexdigest()
        _, out, _ = typed("verify", name)
        assert out.splitlines()[:2] == ["sudoku: inkala", f"instance: {path} (sha256 {digest[:16]})"]
        record = json.loads(typed("verify", name, "--json")[1])
        assert (record["instance"], record["path"], record["sha256"]) == ("inkala", str(path), digest)


FOUR = ("dealing", "--stacks", "4", "--leftovers")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["cubes", "nrich", "--formulation", "faces"], ["cubes", "nrich", "--formulation", "orientation"]),
        ([*FOUR, "0 ? 2 1", "--minimize", "cards"], [*FOUR, "0 ? 2 1"]),
        ([*FOUR, "0 ? 2 1"], [*FOUR, "? 0 2 1"]),
        (["sudoku", "53" + 79 * "."], ["sudoku", "35" + 79 * "."]),
    ],
)
def test_two_claims_never_read_alike(typed: Typed, one: list[str], other: list[str]) -> None:
    subjects = []
    for words in (one, other):
        prove(typed, *words, "--proof", "it")
        code, out, err = typed("verify", "it")
        assert code == ANSWERED, out + err
        record = json.loads(typed("verify", "it", "--json")[1])
        subjects.append((out[: out.index("VERIFIED")], {key: record[key] for key in SUBJECT}))
    assert subjects[0][0] != subjects[1][0]
    assert subjects[0][1] != subjects[1][1]


SIX = f"1{34 * '.'}1"
"""Two equal digits of order 6 in corners: with boxes of 2x3 as with boxes of 3x2 there are answers."""


@pytest.fixture
def tall_boxes(typed: Typed) -> None:
    """A certificate of a puzzle of order 6 whose boxes are not the usual ones."""
    Path("six.txt").write_text(f"{SIX}\n")
    prove(typed, "sudoku", "six.txt", "--boxes", "3x2", "--proof", "six")


AGAIN = "if that is meant, give --option boxes=3x2"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], ""),
        (["--instance", "six.txt", "--option", "boxes=3x2"], ""),
        (["--option", "boxes=3x2"], ""),
        (["--instance", "six.txt"], f"it was made with --boxes 3x2, where none are given: {AGAIN}"),
        (["--instance", "six.txt", "--option", "boxes=2x3"],
         f"it was made with --boxes 3x2, where --boxes 2x3 is given: {AGAIN}"),
        (["--option", "boxes=3x2", "--option", "hidden"],
         f"it was made with --boxes 3x2, where --boxes 3x2 --hidden are given: {AGAIN}"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("tall_boxes")
def test_options_of_a_certificate_change_no_rules_of_an_instance_that_is_named(
    typed: Typed, words: list[str], why: str
) -> None:
    code, out, err = typed("verify", "six", *words, "--expect", "at least 1")
    assert (code, out.splitlines()[-2 + bool(why)]) == (
        (IMPOSSIBLE, f"REJECTED: {why}") if why else (ANSWERED, "VERIFIED: at least 2 answers")
    ), err


@pytest.mark.usefixtures("tall_boxes")
def test_a_folder_tells_the_options_and_the_objective_of_what_is_claimed(typed: Typed) -> None:
    prove(typed, *FOUR, "0 ? 2 1", "--minimize", "cards", "--proof", "cards")
    _, out, _ = typed("verify", ".", "--workers", "1")
    assert out == (
        "VERIFIED: 2 of 2 certificates (the least is 96 with objective cards and options --leftovers 0 ? 2 1"
        " --stacks 4: 1, at least 2 answers with options --boxes 3x2: 1)\n"
    )


def test_copies_of_a_certificate_count_once(typed: Typed) -> None:
    prove(typed, "sudoku", "--proof", "it")
    for ending in (".opb", ".pbp"):
        Path(f"copy{ending}").write_text(Path(f"it{ending}").read_text())
    expected = "VERIFIED: 1 of 1 certificates (exactly 1 answer: 1); 1 more proves the same as another\n"
    assert typed("verify", ".", "--workers", "1")[:2] == (ANSWERED, expected)


@rows(
    ("proved", "expected", "follows"),
    [
        ("exactly 92", "at least 5", True),
        ("exactly 92", "at least 92", True),
        ("at least 7", "at least 5", True),
        ("the least is -3", "at least 1", True),
        ("the most is 0", "at least 1", True),
        ("no answer", "exactly 0", True),
        ("exactly 92", "at least 93", False),
        ("at least 7", "at least 8", False),
        ("at least 7", "exactly 7", False),
        ("no answer", "at least 1", False),
        ("the least is 5", "at least 2", False),
        ("the least is 5", "the most is 5", False),
        ("the least is 5", "exactly 1", False),
    ],
)
def test_an_expectation_holds_where_it_follows_from_what_is_proved(proved: str, expected: str, follows: bool) -> None:
    assert Claim.read(proved).implies(Claim.read(expected)) is follows


def test_a_verdict_is_true_where_it_is_verified() -> None:
    verdicts = Verdict(claim=Claim("exactly", 1)), Verdict(claim=Claim("exactly", 1), rejected="no"), Verdict()
    assert [*map(bool, verdicts)] == [True, False, False]


SUBJECT = ("path", "typed", "sha256", "formulation", "objective", "options")


def test_formulation_objective_and_options_are_printed(typed: Typed) -> None:
    prove(typed, "dealing", "--stacks", "4", "--leftovers", "0 ? 2 1", "--minimize", "cards", "--proof", "it")
    _, out, _ = typed("verify", "it")
    assert re.search(r"^formulation \w+, objective cards, options --leftovers 0 \? 2 1 --stacks 4$", out, re.MULTILINE)
    assert "\nVERIFIED: the least is 96\n" in out


def test_a_file_is_hashed_once_for_all_its_certificates(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    few = find_instance(load_puzzle("sudoku"), "royle_17").read_text().splitlines()[-4:]
    Path("few.txt").write_text("\n".join(few) + "\n")
    typed("run", "sudoku", "few.txt", "--backend", "kernel", "--unique", "--proof", "pr")
    hashed: list[Path] = []
    digest_of = verdict.digest_of
    monkeypatch.setattr("solvers.proofs.verifying.digest_of", lambda path: hashed.append(path) or digest_of(path))
    code, out, _ = typed("verify", "pr", "--workers", "1")
    assert (code, len(hashed)) == (ANSWERED, 1), out


def test_a_folder_of_instances_is_hashed_by_its_files(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("1")
    first = verdict.digest_of(tmp_path)
    (tmp_path / "two.txt").write_text("2")
    assert len({first, verdict.digest_of(tmp_path), verdict.digest_of(tmp_path / "one.txt")}) == 3


ODD: list[dict[str, object]] = [
    {"options": {"stacks": 4}},
    {"instance": 7},
    {"objective": 7},
    {"objective": ""},
    {"formulation": ""},
    {"parts": [7]},
    {"parts": [[[]]]},
    {"more": "x"},
]


NO_ORIGIN = "the statement does not say on its second line what it was written from"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        *((word, NO_ORIGIN) for word in ODD),
        ({"options": {"minimal": "x"}}, "cubes has no option 'minimal' that can be 'x'"),
        ({"options": {"orientations": "yes"}}, "cubes has no option 'orientations' that can be 'yes'"),
        ({"formulation": "unheard of"}, "cubes has no formulation 'unheard of'"),
        ({"objective": "unheard of"}, "cubes has no objective 'unheard of'"),
    ],
)
def test_an_origin_that_cannot_be_is_rejected(typed: Typed, words: dict[str, object], why: str) -> None:
    """Options that the puzzle has not would be printed as if they had decided anything."""
    prove(typed, "cubes", "nrich", "--proof", "it")
    restated("it", **words)
    assert typed("verify", "it")[:2] == (IMPOSSIBLE, f"REJECTED: {why}\n")


def restated(file: str, /, **words: object) -> None:
    """Let a statement say something else of where it comes from."""
    head, origin, rest = Path(f"{file}.opb").read_text().split("\n", 2)
    mark = "* puzzlebench "
    origin = mark + json.dumps({**json.loads(origin.removeprefix(mark)), **words}, sort_keys=True)
    Path(f"{file}.opb").write_text("\n".join((head, origin, rest)))


def test_an_instance_from_a_pipe_is_read_once_and_has_no_hash(typed: Typed) -> None:
    clues = "53" + 79 * "."
    Path("mine.txt").write_text(clues + "\n")
    prove(typed, "sudoku", "mine.txt", "--proof", "it")
    Path("mine.txt").unlink()
    os.mkfifo("mine.txt")
    writer = Thread(target=Path("mine.txt").write_text, args=(clues + "\n",), daemon=True)
    writer.start()
    code, out, _ = typed("verify", "it", "--instance", "mine.txt")
    writer.join(10)
    assert (code, out.splitlines()[1]) == (ANSWERED, "instance: mine.txt")


def test_a_pipe_that_only_the_certificate_names_is_not_waited_for(typed: Typed) -> None:
    prove(typed, "sudoku", "--proof", "it")
    os.mkfifo("endless")
    restated("it", instance="endless")
    why = "error: the instance came from a pipe, 'endless': name it with --instance\n"
    assert typed("verify", "it") == (BAD_INPUT, "", why)


def test_a_name_with_a_line_break_prints_no_line_of_its_own(typed: Typed) -> None:
    prove(typed, "sudoku", "--proof", "it")
    restated("it", name="x\nVERIFIED: exactly 1 answer")
    code, out, err = typed("verify", "it")
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)


def test_brackets_in_brackets_say_nothing_of_an_origin(typed: Typed) -> None:
    prove(typed, "sudoku", "--proof", "it")
    head, _, rest = Path("it.opb").read_text().split("\n", 2)
    Path("it.opb").write_text("\n".join((head, f"* puzzlebench {100_000 * '['}", rest)))
    assert typed("verify", "it")[:2] == (IMPOSSIBLE, f"REJECTED: {NO_ORIGIN}\n")


def test_a_file_that_changes_while_it_is_read_is_refused(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    clues = "53" + 79 * "."
    Path("mine.txt").write_text(clues + "\n")
    prove(typed, "sudoku", "mine.txt", "--proof", "it")
    digest_of = verdict.digest_of

    def swapped(path: Path) -> str:
        Path("other.txt").write_text(clues[::-1] + "\n")
        Path("other.txt").replace(path)
        return digest_of(path)

    monkeypatch.setattr("solvers.proofs.verifying.digest_of", swapped)
    code, out, err = typed("verify", "it")
    assert (code, out) == (BAD_INPUT, "")
    assert err.endswith("mine.txt: it changed while it was read\n")


def test_a_folder_writes_a_line_break_in_a_name_out(typed: Typed) -> None:
    Path("pr").mkdir()
    prove(typed, "sudoku", "--proof", "pr/one")
    for ending in (".opb", ".pbp"):
        Path(f"pr/x\nVERIFIED: 9 of 9{ending}").write_text("nothing")
    code, out, _ = typed("verify", "pr", "--workers", "1")
    assert (code, len(out.splitlines())) == (IMPOSSIBLE, 2)


def test_a_name_that_two_puzzles_of_a_file_have_is_not_guessed(typed: Typed) -> None:
    one, other = "53" + 79 * ".", 79 * "." + "35"
    Path("many.txt").write_text(f"{one} twin\n{other} single\n")
    prove(typed, "sudoku", "many.txt", "--number", "1", "--proof", "it")
    assert typed("verify", "it")[0] == ANSWERED
    Path("many.txt").write_text(f"{one} twin\n{other} twin\n")
    assert typed("verify", "it") == (BAD_INPUT, "", "error: many.txt has several instances called twin\n")


def test_a_line_ends_where_a_line_feed_is_and_nowhere_else(typed: Typed) -> None:
    prove(typed, "sudoku", "--proof", "it")
    text = Path("it.opb").read_text()
    Path("it.opb").write_text(text.replace("\n", "\u2028").replace("\u2028", "\n", 2), encoding="utf-8")
    code, out, _ = typed("verify", "it")
    assert (code, "REJECTED: line 3 of the statement says" in out) == (IMPOSSIBLE, True)


def test_a_certificate_that_is_named_twice_counts_once(typed: Typed) -> None:
    prove(typed, "sudoku", "--proof", "it")
    code, out, _ = typed("verify", "it.opb", "it.pbp", "./it", "--workers", "1")
    assert (code, out.splitlines()[-1]) == (ANSWERED, "VERIFIED: 1 of 1 certificates (exactly 1 answer: 1)")


@pytest.mark.parametrize(
    ("limit", "most", "what"),
    [("MAX_NAMED_FILES", 1, "more than 1 files"), ("MAX_NAMED_BYTES", 90, "more than 90 bytes")],
)
def test_no_tree_of_files_is_read_because_a_certificate_says_so(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, limit: str, most: int, what: str
) -> None:
    Path("many/more").mkdir(parents=True)
    for name in ("many/one.txt", "many/more/two.txt"):
        Path(name).write_text("53" + 79 * "." + "\n")
    prove(typed, "sudoku", "many", "--number", "1", "--proof", "it")
    assert typed("verify", "it")[0] == ANSWERED
    monkeypatch.setattr(f"solvers.proofs.verifying.{limit}", most)
    why = f"error: the instance came from 'many', which has {what}: name it with --instance\n"
    assert typed("verify", "it") == (BAD_INPUT, "", why)
    assert typed("verify", "it", "--instance", "many")[0] == ANSWERED


@pytest.mark.parametrize(("name", "what"), [("many", "an empty file, 'many/none.txt'"), ("many/none.txt", "no bytes")])
def test_a_file_that_says_it_is_empty_is_not_waited_for(typed: Typed, name: str, what: str) -> None:
    """The system's own files say so, and some of them never end."""
    Path("many").mkdir()
    Path("many/none.txt").touch()
    prove(typed, "sudoku", "--proof", "it")
    restated("it", instance=name)
    why = f"error: the instance came from '{name}', which has {what}: name it with --instance\n"
    assert typed("verify", "it") == (BAD_INPUT, "", why)
