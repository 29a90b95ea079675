"""``verify`` and the options that ask for a proof, as a person types them."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from models.errors import InputError
from models.kit.files import read_lines
from models.registry import find_instance, load_puzzle
from solvers.core.limits import ANSWERED, BAD_INPUT, IMPOSSIBLE
from solvers.core.request import open_work
from solvers.proofs.certificate import Certificate, file_name, in_folder, paths_of
from solvers.proofs.tables import TABLE_HEADER
from solvers.run.bulk.lines import Task, solve_chunk
from solvers.run.request import RunRequest
from solvers.verify import files
from solvers.verify.request import VerifyRequest
from solvers.workers.usage import WORKER
from tests.solvers.conftest import Typed

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("puzzle", "options", "claim"),
    [
        ("sudoku", ["--backend", "sat"], "exactly 1 answer"),
        ("sudoku", ["--backend", "backtracking"], "exactly 1 answer"),
        ("sudoku", ["--backend", "dlx", "--formulation", "cover"], "exactly 1 answer"),
        ("sudoku", ["--instance", "no_answer", "--backend", "backtracking"], "no answer"),
        ("sudoku", ["--instance", "clash", "--backend", "sat"], "no answer"),
        ("sudoku", ["--instance", "several_answers", "--backend", "sat"], "at least 2 answers"),
        ("cubes", ["--backend", "sat", "--all"], "exactly 1 answer"),
        ("cubes", ["--instance", "csun-mid8", "--backend", "sat"], "no answer"),
        ("cover", ["--instance", "wildwood", "--backend", "dlx", "--all"], "exactly 2 answers"),
        ("cover", ["--instance", "queens-8", "--backend", "dlx", "--count"], "exactly 92 answers"),
        ("dealing", ["--backend", "sat", "--minimize", "cards"], "the least is"),
    ],
)
def test_what_a_run_claims_is_verified(typed: Typed, puzzle: str, options: list[str], claim: str) -> None:
    _, out, err = typed("run", puzzle, *options, "--proof", "it", "--verified")
    assert f"proved, checked by solvers.verify: {claim}" in out, err
    code, out, _ = typed("verify", "it")
    assert (code, f"VERIFIED: {claim}" in out) == (ANSWERED, True), out


@pytest.mark.parametrize(("instance", "claim"), [("no_answer", "no answer"), ("order_4", "exactly 1 answer")])
def test_an_explanation_comes_with_its_proof(typed: Typed, instance: str, claim: str) -> None:
    _, out, err = typed("explain", "sudoku", instance, "--proof", "it", "--time-limit", "300")
    assert "proof written" in out, err
    assert f"VERIFIED: {claim}" in typed("verify", "it")[1]


def test_the_record_says_what_was_checked(typed: Typed) -> None:
    record = json.loads(typed("run", "sudoku", "--backend", "sat", "--proof", "it", "--json")[1])
    assert record["proof"]["checked"] is None
    assert [Path(file).suffix for file in record["proof"]["files"]] == [".opb", ".pbp"]
    record = json.loads(typed("run", "sudoku", "--backend", "sat", "--verified", "--json")[1])
    assert record["proof"]["checked"] == "exactly 1 answer"
    assert json.loads(typed("run", "sudoku", "--backend", "sat", "--json")[1])["proof"] is None


def test_a_page_says_proved_only_where_the_checker_has_run(typed: Typed, tmp_path: Path) -> None:
    typed("run", "sudoku", "--backend", "sat", "--proof", "it", "--html", "page.html")
    assert "checked by solvers.verify" not in (tmp_path / "page.html").read_text()
    typed("run", "sudoku", "--backend", "sat", "--verified", "--html", "page.html")
    assert "proved, checked by solvers.verify: exactly 1 answer" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize(
    ("backend", "sentence"),
    [
        ("mip", "backend mip writes no proofs; sat, maxsat, backtracking, dlx, kernel do"),
        ("classic", "--proof is about models"),
    ],
)
def test_who_writes_no_proof_says_who_does(typed: Typed, backend: str, sentence: str) -> None:
    code, _, err = typed("run", "sudoku", "--backend", backend, "--proof", "it")
    assert (code, sentence in err) == (BAD_INPUT, True), err


def test_a_proof_has_a_folder_to_go_to(typed: Typed) -> None:
    code, _, err = typed("run", "sudoku", "--backend", "sat", "--proof", "nowhere/it")
    assert (code, "there is no folder 'nowhere'" in err) == (BAD_INPUT, True)


def proved(typed: Typed) -> None:
    typed("run", "sudoku", "--backend", "backtracking", "--proof", "it")


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        (
            "it.opb",
            "@given[R1C1_0] 1 R1C1_8 >= 1 ;\n",
            "",
            r"line \d+ of the statement says '@given\[R2C3_11\] .*', where the instance asks for '@given\[R1C1_0\] ",
        ),
        (
            "it.opb",
            "1 R9C9_9 = 1 ;",
            "1 R9C9_9 >= 1 ;",
            r"line \d+ of the statement says '1 R9C9_1 .*…', where the instance asks for '1 R9C9_1 .*…'$",
        ),
        (
            "it.opb",
            "row 1 holds",
            "row 2 holds",
            r"line \d+ of the statement says '\* row 2 holds .*asks for '\* row 1 ",
        ),
        ("it.opb", "puzzlebench {", "nobody {", r"the statement does not say on its second line what it was written "),
        ("it.pbp", "solx", "sol", r"line \d+: it does not follow by unit propagation$"),
        ("it.pbp", "ENUMERATION_COMPLETE 1", "ENUMERATION_COMPLETE 2", r"line \d+: 2 answers are claimed, 1 w"),
        (
            "it.pbp",
            "conclusion ENUMERATION_COMPLETE 1",
            "conclusion UNSAT",
            r"line \d+: answers were found, so UNSAT cannot be ",
        ),
        ("it.pbp", "end pseudo-Boolean proof ;", "", r"line \d+: the proof is cut off there, before its 'end'$"),
    ],
)
def test_tampering_is_rejected_with_its_reason(
    typed: Typed, tmp_path: Path, file: str, old: str, new: str, why: str
) -> None:
    proved(typed)
    text = (tmp_path / file).read_text()
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1))
    code, out, _ = typed("verify", "it.opb")
    assert (code, bool(re.search(f"^REJECTED: {why}", out, re.MULTILINE))) == (IMPOSSIBLE, True), out


def test_a_statement_that_is_cut_off_is_rejected(typed: Typed, tmp_path: Path) -> None:
    proved(typed)
    statement = tmp_path / "it.opb"
    *lines, last = statement.read_text().splitlines(keepends=True)
    statement.write_text("".join(lines))
    _, out, _ = typed("verify", "it")
    said = (
        f"REJECTED: line {len(lines) + 1} of the statement says nothing, where the instance asks for '{last.strip()}'"
    )
    assert said in out.splitlines()
    statement.write_text("".join([*lines, last, "1 R1C1_1 >= 1 ;\n"]))
    assert "says '1 R1C1_1 >= 1 ;', where the instance asks for nothing\n" in typed("verify", "it")[1]


def test_a_table_has_as_many_steps_as_rows_and_a_name_of_its_own() -> None:
    table = Certificate("", f"{TABLE_HEADER}\n1 2\n0 1\n3 2\n")
    assert (table.steps, table.paths(Path("it"))) == (2, (Path("it.opb"), Path("it.count")))


@pytest.mark.parametrize("name", ["it.2", "it.2.opb", "it.2.pbp", "it.2.count"])
def test_a_certificate_is_named_by_each_of_its_files_and_by_what_they_have_in_common(name: str) -> None:
    assert paths_of(Path(name)) == (Path("it.2.opb"), Path("it.2.pbp"))
    assert paths_of(Path(f"{name}.gz")) == (Path("it.2.opb.gz"), Path("it.2.pbp.gz"))


def test_a_proof_without_its_statement_counts_whatever_lies_beside_it(tmp_path: Path) -> None:
    for name in ("it", "it.pbp", "other.opb", "other.pbp"):
        (tmp_path / name).touch()
    assert in_folder(tmp_path) == [tmp_path / "it.pbp", tmp_path / "other.opb"]


def test_another_instance_is_not_what_was_proved(typed: Typed) -> None:
    proved(typed)
    code, out, err = typed("verify", "it", "--instance", "no_answer")
    assert (code, out, err) == (BAD_INPUT, "", "error: no_answer has no instance called inkala\n")
    Path("other").mkdir()
    Path("other/inkala.txt").write_text("." * 81 + "\n")
    code, out, _ = typed("verify", "it", "--instance", "other/inkala.txt")
    assert code == IMPOSSIBLE
    why = "line 1 of the statement says '* #variable= 729 #constraint= 345', where the instance asks for '* #v"
    assert f"\nREJECTED: {why}" in out


def test_an_answer_that_the_puzzle_refuses_is_rejected(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    proved(typed)
    monkeypatch.setattr(type(load_puzzle("sudoku")), "check", lambda *_: "the rules say otherwise")
    code, out, _ = typed("verify", "it")
    assert (code, "none of the puzzle: the rules say otherwise" in out) == (IMPOSSIBLE, True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nobody"], "it cannot be read: No such file or directory"),
        (["it", "--with", "veripb"], "there is no program veripb here"),
        (["it", "--instance", "nobody"], "nobody"),
        (["."], "there is no certificate in ."),
    ],
)
def test_what_cannot_be_verified_is_said_in_a_sentence(typed: Typed, words: list[str], sentence: str) -> None:
    if words[:1] == ["it"]:
        proved(typed)
    code, _, err = typed("verify", *words)
    assert (code, sentence in err) == (BAD_INPUT, True), err


def test_a_proof_takes_the_place_of_one_of_another_kind(typed: Typed) -> None:
    for options in (["--count"], ["--all"], ["--count"]):
        assert typed("run", "cover", "queens-8", "--backend", "dlx", *options, "--proof", "queens")[0] == ANSWERED
        code, out, _ = typed("verify", "queens")
        assert code == ANSWERED
        assert "VERIFIED: exactly 92 answers" in out


TALLY = "VERIFIED: 5 of 5 certificates (exactly 1 answer: 5)"


def test_a_file_of_many_fills_a_folder(typed: Typed, tmp_path: Path) -> None:
    lines = [line for _, line in read_lines(find_instance(load_puzzle("sudoku"), "royle_17")) if line[:1].isdigit()]
    (tmp_path / "some.txt").write_text("\n".join(lines[:5]) + "\n")
    code, _, err = typed("run", "sudoku", "some.txt", "--backend", "backtracking", "--unique", "--proof", "folder")
    assert code == ANSWERED, err
    names = sorted(path.name for path in (tmp_path / "folder").iterdir())
    assert len(names) == 10
    assert all(name.endswith((".opb.gz", ".pbp.gz")) for name in names)
    assert typed("verify", "folder", "--workers", "1") == (ANSWERED, f"{TALLY}\n", "")
    command = [sys.executable, "-m", "solvers.verify", "folder", "--workers", "2"]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (ANSWERED, f"{TALLY}\n".encode(), b"")
    proof = tmp_path / "folder" / names[1]
    proof.write_bytes(gzip.compress(gzip.decompress(proof.read_bytes()).replace(b"COMPLETE 1", b"COMPLETE 3")))
    code, out, _ = typed("verify", "folder", "--workers", "1")
    assert code == IMPOSSIBLE
    assert "REJECTED: 1 of 5 certificates; 4 verified" in out
    proof.write_bytes(proof.read_bytes()[:50])
    assert typed("verify", str(proof))[0] == BAD_INPUT


def test_the_file_that_is_named_is_read_and_none_beside_it(typed: Typed, tmp_path: Path) -> None:
    typed("run", "dealing", "--backend", "sat", "--proof", "it.opb.gz")
    assert typed("verify", "it")[0] == typed("verify", "it.pbp.gz")[0] == ANSWERED
    (tmp_path / "it.opb").write_text("nonsense")
    code, _, err = typed("verify", "it.opb")
    assert (code, "its proof, it.pbp, is missing" in err) == (BAD_INPUT, True)
    assert typed("verify", ".")[0] == BAD_INPUT
    (tmp_path / "it.opb").write_bytes(gzip.decompress((tmp_path / "it.opb.gz").read_bytes()))
    (tmp_path / "it.pbp").write_bytes(gzip.decompress((tmp_path / "it.pbp.gz").read_bytes()))
    (tmp_path / "it.count").write_text("nonsense")
    assert typed("verify", "it.pbp")[0] == ANSWERED
    assert typed("verify", "it.count")[0] == IMPOSSIBLE


LABELS = """\
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. a b
..4....9..1...58..86....1...3...1.....754.......7...5...2.9..7......63..........8 a-b
"""


def test_puzzles_whose_labels_look_alike_have_a_certificate_each(typed: Typed) -> None:
    Path("labels.txt").write_text(LABELS)
    code, _, err = typed("run", "sudoku", "--instance", "labels.txt", "--proof", "pr")
    assert code == ANSWERED, err
    assert typed("verify", "pr", "--workers", "1")[1] == ("VERIFIED: 2 of 2 certificates (exactly 1 answer: 2)\n")


@pytest.mark.parametrize(("places", "code"), [((0, 1), BAD_INPUT), ((0, 0), ANSWERED)])
def test_a_label_that_another_puzzle_has_is_told_of(typed: Typed, places: Sequence[int], code: int) -> None:
    """A certificate names its puzzle; the same puzzle again has the same certificate."""
    clues = [line.split()[0] for line in LABELS.splitlines()]
    Path("labels.txt").write_text("".join(f"{clues[place]} a b\n" for place in places))
    found, _, err = typed("run", "sudoku", "labels.txt", "--proof", "pr")
    why = "error: another puzzle before it is called 'a b' too, and no certificate could tell them apart"
    assert (found, why in err) == (code, code == BAD_INPUT), err
    assert typed("verify", "pr", "--workers", "1")[0] == code


NAMES = [
    "a b",
    "a-b",
    "a_b",
    "A-B",
    "a/b",
    "../a-b",
    "a #1",
    "a--1",
    "a -1",
    "a  1",
    "é",
    "e\u0301",
    "",
    "x" * 300,
    "x" * 301,
]


def test_no_two_names_of_puzzles_lead_to_one_file() -> None:
    files = [file_name(name) for name in NAMES]
    assert len({file.casefold() for file in files}) == len(NAMES)
    assert all(Path(file).name == file and len(file) < 100 for file in files)
    assert (file_name("royle_17 #4"), file_name("inkala")) == ("royle_17--4.opb.gz", "inkala.opb.gz")


def test_proofs_do_not_lie_among_the_puzzles(typed: Typed) -> None:
    Path("many").mkdir()
    Path("many/one.txt").write_text(LABELS)
    for folder in ("many", "many/proofs"):
        assert typed("run", "sudoku", "many", "--proof", folder) == (
            BAD_INPUT,
            "",
            f"error: {folder}: the proofs would lie among the puzzles; name another folder for them\n",
        )


def fill(typed: Typed, tmp_path: Path) -> list[str]:
    """A folder of four proofs; returns the names of what they prove, without their endings."""
    lines = [line for _, line in read_lines(find_instance(load_puzzle("sudoku"), "royle_17")) if line[:1].isdigit()]
    (tmp_path / "few.txt").write_text("\n".join(lines[:4]) + "\n")
    code, _, err = typed("run", "sudoku", "few.txt", "--backend", "backtracking", "--unique", "--proof", "pr")
    assert code == ANSWERED, err
    return sorted(path.name.removesuffix(".opb.gz") for path in (tmp_path / "pr").glob("*.opb.gz"))


@pytest.fixture
def damaged(typed: Typed, tmp_path: Path) -> list[tuple[str, str]]:
    """A folder with a certificate of each kind of damage and a good one: the files told of, and what is said."""
    cut, orphan, lonely, _ = fill(typed, tmp_path)
    folder = tmp_path / "pr"
    whole = (folder / f"{cut}.pbp.gz").read_bytes()
    (folder / f"{cut}.pbp.gz").write_bytes(whole[:-20])
    (folder / f"{orphan}.opb.gz").unlink()
    (folder / f"{lonely}.pbp.gz").unlink()
    return [
        (f"{cut}.opb.gz", f"pr/{cut}.pbp.gz: it is cut off, or no text"),
        (f"{orphan}.pbp.gz", f"its statement, {orphan}.opb.gz, is missing"),
        (f"{lonely}.opb.gz", f"its proof, {lonely}.pbp.gz, is missing"),
    ]


def test_what_is_damaged_in_a_folder_is_named_and_the_rest_is_judged(
    typed: Typed, damaged: list[tuple[str, str]]
) -> None:
    lines = [f"pr/{name}: REJECTED: {why}" for name, why in damaged]
    expected = "\n".join([*lines, "REJECTED: 3 of 4 certificates; 1 verified (exactly 1 answer: 1)", ""])
    assert typed("verify", "pr", "--workers", "1") == (BAD_INPUT, expected, "")
    code, out, _ = typed("verify", "pr", "--workers", "1", "--json")
    records = [json.loads(line) for line in out.splitlines()]
    assert code == BAD_INPUT
    assert [record["rejected"] for record in records] == [*(why for _, why in damaged), None]


def test_what_is_damaged_stops_nothing_where_several_files_are_named(
    typed: Typed, damaged: list[tuple[str, str]]
) -> None:
    (cut, why), *_ = damaged
    code, out, _ = typed("verify", f"pr/{cut}", "nobody", "--workers", "1")
    assert (code, len(out.splitlines())) == (BAD_INPUT, 3)
    assert out.startswith(f"pr/{cut}: REJECTED: {why}\nnobody: REJECTED: nobody.opb: it cannot be read")


def test_workers_in_another_folder_find_what_the_asker_named(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [Path("pr", f"{name}.opb.gz") for name in fill(typed, tmp_path)]
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setenv(WORKER, "tcp-7")
    Path("few.txt").write_text("." * 81 + "\n")  # a file of the same name that nobody asked for
    judge = partial(files._verdict, VerifyRequest())
    assert all(verdict.verified for verdict in files._each(judge, str(tmp_path), names))
    for path in Certificate("", "").paths(tmp_path / names[0]):
        path.unlink()
    (tmp_path / "few.txt").unlink()
    files.verifier.cache_clear()
    unseen, without_its_instance = files._each(judge, str(tmp_path), names[:2])
    for said in (unseen, without_its_instance):
        assert "worker tcp-7 cannot read it, and files have to be there under the same name" in said.rejected
    assert "'few.txt', which it is about: name it with --instance" in without_its_instance.rejected
    files.verifier.cache_clear()


def test_no_cluster_is_started_for_files_that_are_not_there(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "open_pool", None)
    code, _, err = typed("verify", "nosuch", "--on", "local")
    assert (code, err) == (BAD_INPUT, "error: nosuch.opb: it cannot be read: No such file or directory\n")


def test_workers_in_another_folder_write_proofs_where_the_asker_said(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = load_puzzle("sudoku")
    request = RunRequest(puzzle="sudoku", unique=True, backend="backtracking", proof=Path("pr"))
    (item,) = open_work(puzzle, request).instances
    (tmp_path / "asker").mkdir()
    task = Task(request, Path("few.txt"), str(tmp_path / "asker"))
    monkeypatch.setenv(WORKER, "tcp-7")
    with pytest.raises(InputError, match=r"^pr: worker tcp-7 can write no proof, and the folder has to be there"):
        solve_chunk(task, [item])
    (tmp_path / "asker" / "pr").mkdir()
    solve_chunk(task, [item])
    assert len([*(tmp_path / "asker" / "pr").iterdir()]) == 2


def test_no_empty_folder_is_left_where_nothing_was_proved(typed: Typed, tmp_path: Path) -> None:
    fill(typed, tmp_path)
    code, _, err = typed("run", "sudoku", "few.txt", "--proof", "new", "--on", "nobody.json")
    assert (code, (tmp_path / "new").exists()) == (BAD_INPUT, False), err


def test_the_verifier_imports_no_solver() -> None:
    code = (
        "import sys; import solvers.verify, solvers.proofs.verifying; "
        "bad = [m for m in sys.modules if m.split('.')[0] in ('pysat', 'ortools', 'numpy') "
        "or m.startswith('solvers.backends.') or m == 'solvers.core.solver']; print(bad)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_proof_takes_not_the_place_of_its_puzzle(typed: Typed) -> None:
    text = "* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n"
    Path("a.opb").write_text(text)
    Path("link.opb").symlink_to("a.opb")
    for name in ("a", "link"):
        code, _, err = typed("run", "a.opb", "--count", "--proof", name)
        assert (code, err) == (
            BAD_INPUT,
            f"error: {name}.opb: the proof would take the place of the puzzle; give it another name\n",
        )
    assert Path("a.opb").read_text() == text
    assert typed("run", "a.opb", "--count", "--proof", "b")[0] == ANSWERED
    assert typed("verify", "b", "--expect", "exactly 3")[0] == ANSWERED
