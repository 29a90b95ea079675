"""The request: what a command line asks, as one frozen value, and the instances that it means.

The parser of the command line (:mod:`solvers.cli.options`) makes it; the verbs and their renderers see nothing
else of the command line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from itertools import chain, islice
from pathlib import Path
from typing import Any, Literal

from models.collections import instances_in
from models.errors import InputError
from models.kit.files import is_there
from models.kit.names import shortened
from models.puzzle import Puzzle
from models.registry import find_instance

Kind = Literal["flag", "whole", "from 0", "from 1", "seconds"] | type[str | Path]
"""What the word of an option is turned into; a flag has none."""


def _option(
    kind: Kind,
    metavar: str = "",
    *,
    default: object = None,
    run: str = "",
    compare: str = "",
    explain: str = "",
    diagnose: str = "",
    verify: str = "",
    bench: str = "",
    export: str = "",
    generate: str = "",
    **settings: Any,
) -> Any:
    """A field that is an option of the command line: what it does for each verb that takes it, and its ``settings``.

    These are attributes of :class:`solvers.cli.options.Option`, which says what they mean.
    """
    said = {"run": run, "compare": compare, "explain": explain, "diagnose": diagnose, "verify": verify}
    said |= {"export": export, "generate": generate, "bench": bench}
    help = {verb: about for verb, about in said.items() if about}
    return field(default=default, metadata={"kind": kind, "metavar": metavar, "help": help, **settings})


def _flag(**about: Any) -> Any:
    """An option that is given or not."""
    return _option("flag", default=False, **about)


COMPARE_LIMIT = 60.0
"""Seconds for each run of a comparison when no limit is given, so that one slow backend does not hold up the table."""

README = Path(__file__).parents[2] / "README.md"

NAMED = "one that comes with the puzzle, a file of yours, - for standard input, or the puzzle itself"
FIXES = "fixes every random choice (default 0)"
STOP = "stop after S seconds"
EACH = "one JSON object for each instance, and nothing else"
EACH_RUN = f"for declare + load + search of each run (default {COMPARE_LIMIT:g} s)"


@dataclass(frozen=True, repr=False)
class Request:
    """What is asked: each field beside what ``--help`` says of its option, in that order.

    A field has the name of its option, and its default unless the verb has one of its own.

    Attributes:
        verb: ``run``, ``compare`` …
        puzzle: the puzzle's word as it was typed; empty when there was none.
        instances: what ``--instance``, or the words behind the puzzle, named; more than one for ``compare`` alone.
        files: the certificates, or folders of them, that ``verify`` is to go through.
        peer: folders of programs that ``bench`` measures the kernel against.
        json_file: where ``bench`` writes its figures; for the other verbs ``json`` is yes or no.
        puzzles: how many ``generate`` is to make; for ``run``, ``--count`` asks for the number of answers.
        chance: the seed of ``generate``, which draws one where none is named; for the other verbs ``seed`` is 0 then.
        own: the options that only this puzzle has, those that were given, by name.
        command: the words that were typed, for a page's "do it again".
    """

    verb: str = "run"
    puzzle: str = ""
    instances: tuple[str, ...] = _option(
        str,
        "NAME|FILE",
        default=(),
        verify="the instance, where it lies elsewhere now or came from a pipe",
        run=NAMED,
        compare="as for run; may be given several times",
        explain=NAMED,
        diagnose=NAMED,
        export=NAMED,
        flag="--instance",
        many=True,
        decides=False,  # the file's name and content do
    )
    number: int | None = _option(
        "from 1",
        "N",
        run="only the puzzle number N of a file of many",
        explain="which puzzle of a file of many",
        export="which puzzle of a file of many",
        diagnose="only the Nth instance of a file of many",
        generate="only the Nth of those that the seed makes",
        defaults={"explain": 1, "export": 1},
    )
    size: str | None = _option(str, "SIZE", generate="how large: <sizes>")
    difficulty: str | None = _option(
        str,
        "GRADE",
        generate="how hard: <grades>; or a range, with a hyphen between two of them",
    )
    puzzles: int = _option("from 1", "N", default=1, generate="how many (default 1)", flag="--count")
    tries: int | None = _option(
        "from 1", "N", generate="give a puzzle up after N candidates that will not do (default 1,000)"
    )
    chance: int | None = _option(
        "whole", "N", generate="makes the very same puzzles again (default: drawn by chance, and told)", flag="--seed"
    )
    first: int | None = _option("from 1", "N", compare="of each file, only its first N instances")
    family: str | None = _option(str, "NAME", compare="planted instances that grow, instead of files; see below")
    sizes: str | None = _option(str, "A,B,…", compare="the sizes of the family's instances, such as 4,8,12")
    formulation: str = _option(
        str,
        "F",
        default="",
        run="which formulation (default: the quickest that fits)",
        explain="which formulation (default: the first)",
        export="which formulation (default: the quickest that the format can say)",
    )
    backend: str = _option(
        str,
        "B",
        default="",
        run="who solves it (default: --why tells); sat:glucose4 chooses the solver too; classic: the published program",
        diagnose="who finds the optimum: maxsat (default) or cpsat",
    )
    backends: str | None = _option(str, "A,B,…", compare="only these; sat:glucose4 chooses the solver too")
    formulations: str | None = _option(str, "A,B,…", compare="only these")
    mode: str | None = _option(
        str, compare="what is looked for (default: unique)", choices=("first", "unique", "all", "count")
    )
    all: bool = _flag(run="show every answer", apart="how many")
    count: bool = _flag(run="count the answers: in a file of many at most 10,000 of each, or K", apart="how many")
    limit: int | None = _option(
        "from 1",
        "K",
        run="show at most K answers, or count at most K",
        explain="at most K conflicts",
        diagnose="tell at most K ways to put it right (default 10)",
        defaults={"diagnose": 10},
    )
    unique: bool = _flag(run="one answer, and whether it is the only one", apart="how many")
    minimize: str | None = _option(
        str,
        "WHAT",
        run="ask for the best answer (<objectives>)",
        compare="compare the search for the best answer",
        export="with what is to be as small as possible (<objectives>)",
    )
    hint: str | None = _option(
        str,
        explain="the next step alone: where to look (look, or no word), or what there is to see (see)",
        choices=("look", "see"),
        alone="look",
        decides=False,
    )
    so_far: tuple[str, ...] = _option(
        str,
        "GRID|FILE|FACTS",
        default=(),
        explain="go on from what is found: a half-filled grid, or facts such as 'R1C1 = 5; R1C2, R1C3 != 4'",
        flag="--from",
        many=True,
    )
    further: int = _option("from 0", "N", default=0, diagnose="also those of N mistakes more than the fewest")
    effort: float = _option("seconds", "E", default=1.0, explain="how long to look for a smaller reason (default 1)")
    smallest: bool = _flag(explain="no answer: a conflict proved to have the fewest parts", apart="which")
    full: bool = _flag(explain="with the tables by which each step can be checked by hand", decides=False)
    all_conflicts: bool = _flag(explain="no answer: every minimal conflict", apart="which")
    time_limit: float | None = _option(
        "seconds",
        "S",
        run=f"{STOP}, loading included; of many puzzles, S seconds of search for each",
        compare=EACH_RUN,
        explain=STOP,
        diagnose=f"{STOP}, for each instance",
        generate=f"{STOP}; what is finished is kept",
        defaults={"compare": COMPARE_LIMIT},
    )
    repeat: int = _option("from 1", "R", default=1, compare="median, minimum, maximum of R runs")
    seed: int = _option("whole", "N", default=0, run=FIXES, compare="of the backends and of a family", diagnose=FIXES)
    workers: int = _option(
        "from 1",
        "N",
        default=0,
        run="threads, or processes for a file and for --split (default 1)",
        compare="threads that a backend may use",
        diagnose="threads for the optimum (cpsat)",
        verify="processes for a folder (default: as many as there are cores)",
        generate="processes; what is made does not depend on it",
        decides=False,
    )
    on: str | None = _option(
        str,
        "WHERE",
        run="who works: dask://HOST:PORT, tls://…, a scheduler's FILE.json, or local (default: processes of its own)",
        compare="where the runs are measured, as for run",
        verify="who works, as for run; the files have to be there too",
        generate="who works, as for run",
        decides=False,
    )
    split: str | None = _option(
        str,
        "DEPTH|auto",
        run="cut the search into cubes of DEPTH decisions, or as many as are good, if any, for the workers to share",
    )
    estimate: bool = _flag(run="only estimate how many answers there are and how long a search would take")
    json: bool = _flag(
        run=EACH,
        compare="the measurements as JSON",
        explain="one JSON object, and nothing else",
        diagnose=EACH,
        verify="one JSON object for each certificate, and nothing else",
        generate="one JSON object for each puzzle, and nothing else",
        apart="form",
    )
    csv: bool = _flag(compare="the measurements as CSV, one line for each run", apart="form")
    why: bool = _flag(run="say by which rule the backend was chosen", decides=False)
    stats: bool = _flag(run="sizes and search effort", decides=False)
    svg: Path | None = _option(
        Path,
        "FILE",
        run="draw the answer, or the puzzle where there is none (.svg or .png)",
        diagnose="draw where the likeliest mistake is (.svg or .png)",
        decides=False,
    )
    plot: Path | None = _option(
        Path,
        "FILE",
        compare="bars, a cactus plot or growth curves (.svg, .png)",
        bench="what the group story measures as bars (.svg, .png)",
        decides=False,
    )
    html: Path | None = _option(
        Path,
        "FILE",
        run="the answer, the model and the figures as a web page",
        compare="the tables and the plot as a web page",
        explain="the steps as a web page, forward and back",
        diagnose="the diagnosis as a web page",
        generate="a booklet to be printed: the puzzles, and at the end the answers",
        decides=False,
    )
    sheet: Path | None = _option(
        Path,
        "FILE",
        run="only draw the puzzle, to be printed and solved by hand (.html, .svg or .png)",
        decides=False,
    )
    proof: Path | None = _option(
        Path,
        "FILE",
        run="write what is claimed as FILE.opb and its proof as FILE.pbp; for a file of many, into the folder FILE",
        explain="write a proof that there is no other answer, or that a conflict is one, as FILE.opb and FILE.pbp",
        generate="write a proof that there is one answer, of each puzzle in the --output, into the folder FILE",
        decides=False,
    )
    verified: bool = _flag(run="prove what is claimed, and have the proof checked")
    model: bool = _flag(run="print the formal model and stop", decides=False)
    list: bool = _flag(run="say which instances, formulations and backends there are", decides=False)
    to: str | None = _option(str, "FORMAT", export="which format (default: the one FILE's ending tells); see below")
    output: Path | None = _option(
        Path,
        "FILE",
        run="write what came of each to FILE: .txt; .jsonl, .json (every key); .csv, .xlsx, .parquet (number, name, "
        "puzzle, status, answer, unique, found, verdict); packed: .txt.gz, .csv.zst …",
        export="write to FILE, not to standard output",
        generate="write to FILE, or each puzzle into a file of its own in the folder FILE",
        decides=False,
    )
    resume: bool = _flag(run="go on where an interrupted --output stopped", decides=False)
    quick: bool = _flag(bench="smaller samples: about a minute")
    only: tuple[str, ...] = _option(str, "GROUP", default=(), bench="one of <choices>", many=True)
    peer: tuple[Path, ...] = _option(
        Path,
        "FOLDER",
        default=(),
        bench="a Sudoku program to measure the kernel against: what FOLDER/build.sh makes of it, or FOLDER/rate",
        many=True,
    )
    json_file: Path | None = _option(Path, "FILE", bench="the figures as JSON too", flag="--json")
    readme: Path | None = _option(
        Path,
        "FILE",
        bench="the table between the marks <!-- bench:begin --> and <!-- bench:end --> of FILE (default: README.md)",
        alone=README,
    )
    other: str | None = _option(
        str, "PROGRAM", verify="another checker that is to agree", flag="--with", choices=("veripb",)
    )
    expect: str | None = _option(
        str,
        "CLAIM",
        verify="reject whatever claims another thing, such as 'exactly 1', 'no answer' or 'the least is 14'",
    )
    own: tuple[tuple[str, str | bool], ...] = ()
    files: tuple[Path, ...] = ()
    command: tuple[str, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        """What differs from the defaults."""
        said = (field for field in fields(self) if getattr(self, field.name) != field.default)
        return f"Request({', '.join(f'{field.name}={getattr(self, field.name)!r}' for field in said)})"

    @property
    def instance(self) -> str | None:
        """The one instance that was named; None where there is none."""
        return self.instances[0] if self.instances else None

    @property
    def splits(self) -> bool:
        """Whether a search is to be cut into cubes: that is asked for, or several workers are to list all answers."""
        return self.verb == "run" and (self.split is not None or (self.workers > 1 and self.all))

    @property
    def worker_count(self) -> int:
        """How many threads or processes work: as many as were asked for, or 1."""
        return self.workers or 1

    @property
    def crew_size(self) -> int:
        """How many workers are hired; 0 for as many as there are, which goes without saying where ``on`` names them."""
        return self.workers or (1 if self.on is None else 0)

    @property
    def has_crew(self) -> bool:
        """Whether others than this process are to do the work."""
        return self.on is not None or self.worker_count > 1

    @property
    def own_values(self) -> dict[str, str | bool]:
        """The puzzle's own options as a puzzle takes them."""
        return dict(self.own)


@dataclass(frozen=True)
class Work:
    """The instances to be solved.

    Attributes:
        puzzle: the puzzle.
        instances: the instances, lazily; a bad one comes as the error that describes it.
        is_bulk: whether there is more than one.
        path: the file, folder or address they come from; None when the instance was typed.
    """

    puzzle: Puzzle[Any, Any]
    instances: Iterator[Any]
    is_bulk: bool
    path: Path | None


def open_work(puzzle: Puzzle[Any, Any], request: Request) -> Work:
    """Find and open the instances that ``request`` means; the puzzle's own options are applied to each.

    Raises:
        InputError: when there is no such file, or nothing in it.
    """
    typed = puzzle.typed(request.own_values)
    if typed is not None:
        if request.instance:
            raise InputError(
                f"{shortened(request.instance)} is named beside an instance typed in full; only one can count"
            )
    elif request.instance == "":
        raise InputError("--instance names nothing; a file, or an instance that comes with the puzzle, is expected")
    elif request.instance and not is_there(request.instance):
        typed = puzzle.from_text(request.instance)
    if typed is not None:
        return Work(puzzle, iter([puzzle.arrange(typed, request.own_values)]), False, None)
    path = find_instance(puzzle, request.instance or puzzle.default_instance)
    own, found = request.own_values, instances_in(puzzle, path)
    instances = (item if isinstance(item, InputError) else puzzle.arrange(item, own) for item in found)
    ahead = list(islice(instances, 2))
    if not ahead:
        raise InputError(f"there is no {puzzle.name} instance in it", path)
    return Work(puzzle, chain(ahead, instances), len(ahead) > 1, path)


def nth_instance(work: Work, number: int = 1) -> Any:
    """The instance at place ``number``, from 1.

    Raises:
        InputError: when it is bad, or there are fewer.
    """
    found = 0
    for found, instance in enumerate(work.instances, 1):
        if found < number:
            continue
        if isinstance(instance, InputError):
            raise instance
        return instance
    count = "is one puzzle" if found == 1 else f"are {found:,} puzzles"
    raise InputError(f"there {count} in it, and no number {number:,}", work.path)
