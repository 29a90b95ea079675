#!/usr/bin/env python3
"""Every verb on a bare installation: commands, what each must end with, and the essential of what it must say.

``.ci/bare.py whole PYTHON …`` runs them with each of these interpreters, in an empty folder; ``thin`` in place of
``whole`` takes the first of each paragraph. Commands of a paragraph follow each other, paragraphs go side by side. Only
what these installations have in common is expected of them: no library, perhaps no compiled kernel.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from os import cpu_count, environ
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

MAX_SECONDS = 120  # that a command may take

COMMANDS = r"""
0 run sudoku --instance order_6 :: the only answer
0 run grecian --instance toy --why --stats :: the only answer
0 run cubes --all --json :: "status": "answered"
0 run cover --count :: 2 answers
0 run dealing --unique :: the only answer
1 run cover --instance mutilated-board :: no answer
0 run sudoku --instance order_4 --common :: all answers agree on all 16 variables
0 run dealing --instance forgotten-leftover --estimate :: answers

0 run sudoku --instance order_6 --backend sat --verified :: proved, checked by solvers.verify: exactly 1 answer
0 run cubes --backend sat:kernel --count :: the only answer
0 run grecian --instance toy --minimize turns --backend sat --verified :: checked by solvers.verify: the least is
0 run grecian --instance toy --minimize dials :: 2 dials, the best there is, proved
0 run cover --instance langford-7 --backend dlx --count :: 52 answers
0 run cubes --backend best :: the only answer
0 run cubes --backend classic :: the only answer
0 run grecian --instance toy --backend backtracking --workers 2 --all :: the only answer
0 run sudoku --instance empty_4 --split 2 --workers 2 --count :: 288 answers

0 run cubes --proof parker :: the only answer
0 verify parker :: VERIFIED: exactly 1 answer
0 run cover --instance langford-7 --count --proof langford :: 52 answers
0 verify langford --expect "exactly 52" :: VERIFIED: exactly 52 answers
1 run grecian --instance broken-safecracker --verified :: no answer
0 run sudoku --instance inkala_four --number 3 --verified :: proved, checked by solvers.verify: exactly 1 answer

0 run sudoku --instance norvig_easy50 --output many.txt --workers 2 :: 49 puzzles: 49 answered
0 run sudoku --instance norvig_easy50 --output many.csv.gz :: 49 answered
0 run sudoku --instance norvig_easy50 --output many.xlsx :: 49 answered
0 run sudoku --instance norvig_easy50 --output many.jsonl --resume :: 49 answered
0 run sudoku --instance norvig_easy50 --number 2 --html page.html --svg page.svg :: the only answer
0 run sudoku --instance order_4 --sheet sheet.html ::
0 run sudoku --instance order_4 --model :: all different

0 explain sudoku --instance order_6 :: This is the only answer
0 explain sudoku --instance order_6 --full --html steps.html :: This is the only answer
0 explain sudoku --instance order_4 --json :: "status": "explained"
0 explain sudoku --instance order_4 --brief :: only answer
0 explain sudoku --hint see --instance order_6 :: R
0 explain sudoku --instance order_6 --proof way :: This is the only answer
0 verify way :: VERIFIED: exactly 1 answer
1 explain sudoku --instance order_6 --from "R1C1 = 1, R1C2 = 1" :: are wrong

0 generate cubes --size 3 --seed 5 --output cubes.txt :: made 1 puzzle
0 explain cubes cubes.txt :: This is the only answer
0 explain cover --from "not Moonshine" :: Wildwood
0 explain grecian --instance toy :: This is the only answer
0 explain dealing --instance powers-of-two :: This is the only answer
1 explain cover --instance mutilated-board --smallest --proof torn :: these 13 cannot all hold (the fewest
0 verify torn :: VERIFIED: no answer
1 explain cubes --instance csun-mid8 --all-conflicts --limit 2 :: Conflict 2:
1 explain grecian --instance broken-safecracker :: cannot
1 explain dealing --instance wrong-count :: cannot
1 explain sudoku --instance order_4 --why-not "R1C1 = 1" :: R1C1 = 4 is given

0 diagnose sudoku --instance order_4 :: well posed
0 diagnose grecian --instance broken-safecracker --html mended.html :: the only answer
0 diagnose cover --instance mutilated-board --limit 2 --json :: "verdict"
0 diagnose dealing --instance wrong-count --svg mended.svg :: leftover

0 generate sudoku --size 4 --seed 5 --json :: "answer"
0 generate grecian --size 3x4x6 --seed 5 :: # answer: 0 2 2
0 generate cubes --size 4 --seed 5 --count 2 --output cubes --workers 2 :: made 2 puzzles
0 generate cover --seed 5 --size 4x5 :: one answer, confirmed by a second backend
0 generate dealing --size 100 --seed 5 --output one.toml --proof proofs :: proved 1 puzzle
0 verify proofs :: VERIFIED: 1 of 1 certificates

0 compare cubes --formulations faces,cover --html compared.html :: left out: faces, cover × cpsat: backend cpsat needs
0 compare --family cubes --sizes 4,6 --backends kernel,sat,backtracking --formulations faces --json :: "answered"
0 compare sudoku --instance order_4 --mode count --csv :: answered

0 export sudoku --instance order_4 --to minizinc :: solve satisfy
0 export sudoku --instance order_4 --to flatzinc :: solve satisfy
0 export sudoku --instance order_4 --to cpsat :: domain
0 export sudoku --instance order_4 --to dlx :: |
0 export sudoku --instance order_4 --to dimacs :: p cnf
0 export grecian --instance toy --minimize turns --to wcnf :: h
0 export sudoku --instance order_4 --to opb --output order.opb ::
0 run order.opb :: answer
0 export sudoku --instance order_4 --to lp :: Subject To
0 export sudoku --instance order_4 --to mps :: ROWS
0 export sudoku --instance order_4 --to xcsp3 :: <instance

0 run ./skyscrapers.py :: the only answer
0 explain ./skyscrapers.py :: This is the only answer
1 explain ./skyscrapers.py "44.. .... .... ...." :: cannot

2 run cubes --backend cpsat :: pip install 'puzzlebench[cpsat]'
2 run cubes --backend mip :: pip install 'puzzlebench[mip]'
2 run cubes --backend sat:cadical195 :: pip install 'puzzlebench[sat]'
2 run grecian --instance toy --minimize turns --backend maxsat :: pip install 'puzzlebench[sat]'
2 run cubes --backend clingo :: pip install 'puzzlebench[clingo]'
2 run cubes --svg cubes.png :: pip install 'puzzlebench[png]'
2 run cubes --on local :: pip install 'puzzlebench[cluster]'
2 run sudoku --instance https://example.org/puzzles.txt :: pip install 'puzzlebench[remote]'
2 run sudoku --instance order_4 --output out.parquet :: pip install 'puzzlebench[parquet]'
2 compare cubes --backends kernel --formulations faces --plot plot.svg :: pip install 'puzzlebench[plot]'
0 run --list :: sat:kernel
"""


def main(how: str, *interpreters: str) -> int:
    paragraphs = [part.strip().splitlines()[: 1 if how == "thin" else None] for part in COMMANDS.strip().split("\n\n")]
    with ThreadPoolExecutor(cpu_count()) as pool:
        done = pool.map(lambda asked: tried(*asked), product(interpreters, paragraphs))
        wrong = [complaint for complaints in done for complaint in complaints]
    count = sum(map(len, paragraphs))
    print("\n".join(wrong) or f"{count} commands do what they should, on each of {len(interpreters)} installations")
    return 1 if wrong else 0


def tried(interpreter: str, lines: list[str]) -> list[str]:
    """What was wrong with the commands of a paragraph."""
    wrong = []
    with TemporaryDirectory() as folder:
        readme = (Path(__file__).parent.parent / "models" / "README.md").read_text(encoding="utf-8")
        own = re.search(r"^```python skyscrapers.py\n(.*?)^```$", readme, re.S | re.M)
        Path(folder, "skyscrapers.py").write_text(own[1] if own else "", encoding="utf-8")
        for line in lines:
            code, words, expected = re.fullmatch(r"(\d+) (.*) ::(.*)", line).groups()  # type: ignore[union-attr]
            verb, *rest = shlex.split(words)
            command = [interpreter, "-P", "-m", f"solvers.{verb}", *rest]
            started = perf_counter()
            kept = {name: value for name, value in environ.items() if not name.startswith("PYTHON")}
            done = subprocess.run(
                command, cwd=folder, env=kept | {"COLUMNS": "200"}, stdin=subprocess.DEVNULL, text=True,
                capture_output=True, timeout=MAX_SECONDS, check=False,
            )  # fmt: skip
            seconds = perf_counter() - started
            if "-v" in environ.get("VERBS", ""):
                print(f"{seconds:6.1f} {interpreter} {words}", flush=True)
            said = done.stdout + done.stderr
            if done.returncode != int(code) or expected.strip() not in said or "Traceback" in said:
                wrong.append(
                    f"{interpreter} -m solvers.{words}\n    exit code {done.returncode}, and {code} is expected with "
                    f"{expected.strip()!r}; it says:\n{said[-1500:]}"
                )
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
