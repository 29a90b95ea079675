"""The page as a static site: its files, Pyodide, and this program compiled for it, for any web host.

Pyodide comes from its npm package, by ``npm`` or as a folder; the compiled kernel from Emscripten, or as a file. With
``node`` all modules are compiled in advance; without, the browser compiles them when they are first imported.
"""

from __future__ import annotations

import gzip
import json
import shutil
import tarfile
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from subprocess import CalledProcessError, run
from tempfile import TemporaryDirectory

from models.errors import InputError, PuzzlebenchError
from models.registry import instance_names, load_puzzle, puzzle_names
from solvers.serve.ask import Record, ask
from solvers.serve.gallery import EXAMPLES
from solvers.serve.server import page_files

ROOT = Path(__file__).parents[2]

PYODIDE = "pyodide@314.0.7"
"""The npm package, whose Python is 3.14."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

LEFT_OUT = (
    "instances/_pictures", "models/sudoku/techniques/examples.py", "models/sudoku/techniques/positions.txt",
    "solvers/api", "solvers/backends/network", "solvers/bench", "solvers/compare/page.py", "solvers/compare/plots.py",
    "solvers/compare/text.py", "solvers/network", "solvers/render/fonts", "solvers/run/page.py",
    "solvers/run/passes.py", "solvers/serve/answerers.py", "solvers/serve/build.py", "solvers/serve/precompile.mjs",
    "solvers/serve/gate.py", "solvers/serve/server.py", "solvers/verify", "solvers/workers/dask_pool.py",
)  # fmt: skip
"""What of this program no question of the page needs."""


def build(folder: Path, pyodide: Path | None = None, kernel: Path | None = None) -> list[str]:
    """Write the site into ``folder``; returns what it lacks, a sentence each.

    Raises:
        InputError: when the folder holds something else, or Pyodide cannot be had.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / "service-worker.js").exists():
        raise InputError("the folder holds something else; an empty one is expected", folder)
    shutil.rmtree(folder, ignore_errors=True)
    warnings: list[str] = []
    for address, path in page_files().items():
        if address != "/":
            (folder / address[1:]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / address[1:])
    page = folder / "index.html"
    html = page.read_text(encoding="utf-8").replace('name="engine" content="http"', 'name="engine" content="worker"')
    page.write_text(
        html.replace("default-src 'self';", "default-src 'self'; connect-src 'self' blob:;"), encoding="utf-8"
    )
    with TemporaryDirectory() as temporary:
        home = Path(temporary)
        package = pyodide or _fetched(home)
        python = folder / "python"
        python.mkdir()
        for name in RUNTIME:
            if not (package / name).exists():
                raise InputError(f"there is no {name} in it; the unpacked npm package {PYODIDE} is expected", package)
            shutil.copyfile(package / name, python / name)
        lock = json.loads((package / "pyodide-lock.json").read_text(encoding="utf-8"))
        (python / "pyodide-lock.json").write_text(_json({**lock, "packages": {}}), encoding="utf-8")
        program = _program(home / "program", kernel or _compiled_kernel(home), warnings)
        _write_python(python, package, program, home / "library", warnings)
    _prepare(folder / "prepared")
    _write_service_worker(folder)
    return warnings


def _fetched(home: Path) -> Path:
    """Pyodide's npm package, unpacked."""
    try:
        run(["npm", "pack", "--silent", PYODIDE], cwd=home, check=True, capture_output=True)
        with tarfile.open(next(home.glob("pyodide-*.tgz"))) as archive:
            archive.extractall(home, filter="data")
    except (OSError, CalledProcessError, StopIteration):
        raise InputError(f"Pyodide cannot be had by npm; --pyodide names a folder with the package {PYODIDE}") from None
    return home / "package"


def _compiled_kernel(home: Path) -> Path | None:
    """The kernel for WebAssembly, where this is a checkout and Emscripten is there; else None."""
    script = ROOT / ".ci" / "wasm"
    if not script.exists() or shutil.which("emcc") is None:
        return None
    try:
        run([str(script), "build", str(home)], check=True, capture_output=True)
    except (OSError, CalledProcessError):
        return None
    return next(home.glob("_kernel*.so"), None)


def _program(folder: Path, kernel: Path | None, warnings: list[str]) -> Path:
    """This program's files as the page's Python needs them."""
    left_out = tuple(ROOT / part for part in LEFT_OUT)

    def is_kept(path: Path) -> bool:
        if any(path.is_relative_to(part) for part in left_out) or "__pycache__" in path.parts:
            return False
        if path.is_relative_to(ROOT / "solvers" / "web") and not path.is_relative_to(EXAMPLES):
            return False
        return path.is_file() and path.suffix not in (".c", ".h", ".so", ".md", ".typed", ".pyi")

    for top in ("models", "solvers", "instances"):
        for path in filter(is_kept, sorted((ROOT / top).rglob("*"))):
            to = folder / path.relative_to(ROOT)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)
    if kernel is None:
        warnings.append("without Emscripten the kernel is not in it: searches take many times as long")
    else:
        shutil.copyfile(kernel, folder / "solvers" / "kernel" / "_kernel.cpython-314-wasm32-emscripten.so")
    return folder


def _write_python(python: Path, package: Path, program: Path, library: Path, warnings: list[str]) -> None:
    """The program and the standard library, packed, compiled where there is node."""
    library.mkdir()
    try:
        script = Path(__file__).with_name("precompile.mjs")
        run(["node", str(script), str(package), str(program), str(library)], check=True, capture_output=True)
    except (OSError, CalledProcessError):
        warnings.append("without node nothing is compiled in advance: Python takes seconds longer to come")
        shutil.copyfile(package / "python_stdlib.zip", library / "python_stdlib.zip")
    whole = library / "python_stdlib.zip"
    if not whole.exists():
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
            for path in sorted(library.rglob("*.pyc")):
                archive.writestr(zipfile.ZipInfo(path.relative_to(library).as_posix()), path.read_bytes())
    (python / "library.zip.gz").write_bytes(gzip.compress(whole.read_bytes(), 9, mtime=0))
    files = BytesIO()
    with tarfile.open(fileobj=files, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(filter(Path.is_file, program.rglob("*"))):
            entry = tarfile.TarInfo(path.relative_to(program).as_posix())
            entry.size = path.stat().st_size
            with path.open("rb") as file:
                archive.addfile(entry, file)
    (python / "program.tar.gz").write_bytes(gzip.compress(files.getvalue(), 9, mtime=0))


def _prepare(folder: Path) -> None:
    """What the page shows before Python has come: the gallery, blank drafts, and every instance of it."""
    folder.mkdir()
    (folder / "gallery.json").write_text(_json(_first({"ask": "gallery"})), encoding="utf-8")
    for name in puzzle_names():
        for instance in ("", *instance_names(load_puzzle(name))):
            asked = {"ask": "open", "puzzle": name} | ({"instance": instance} if instance else {})
            found = _first(asked)
            if "error" in found:
                continue
            found |= _first({"ask": "table", "document": found["document"]}) if instance else {}
            found.pop("error", None)
            text = _json(found)
            if len(text) < MAX_PREPARED_BYTES:
                file = "-".join(filter(None, (name, instance.replace("/", "-"))))
                (folder / f"{file}.json").write_text(text, encoding="utf-8")


MAX_PREPARED_BYTES = 400_000


def _first(question: Record) -> Record:
    return next(iter(ask(question)))


def _json(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _write_service_worker(folder: Path) -> None:
    """The list of what is kept without a network, under a name that changes with any of it."""
    files = sorted(_files(folder))
    digest = sha256()
    for path in files:
        digest.update(path.encode() + (folder / path).read_bytes())
    worker = folder / "service-worker.js"
    kept = json.dumps(["./", *(path for path in files if path != "service-worker.js" and "prepared/" not in path)])
    text = worker.read_text(encoding="utf-8").replace('"unbuilt"', f'"{digest.hexdigest()[:16]}"')
    worker.write_text(text.replace("const FILES = [];", f"const FILES = {kept};"), encoding="utf-8")


def _files(folder: Path) -> Iterator[str]:
    return (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def packed_bytes(folder: Path) -> int:
    """What a first visit loads, as hosts send it: packed by gzip where it is not yet."""
    names = [name for name in _files(folder) if "prepared/" not in name and "vendor/entry" not in name]
    contents = ((folder / name).read_bytes() for name in names)
    return sum(min(len(content), len(gzip.compress(content, 9))) for content in contents)


def write_site(folder: Path, pyodide: Path | None, kernel: Path | None) -> None:
    """Build the site and say what came of it."""
    try:
        warnings = build(folder, pyodide, kernel)
    except OSError as error:
        raise PuzzlebenchError(f"the site cannot be written: {error.strerror or error}") from None
    for warning in warnings:
        print(f"warning: {warning}")
    print(f"the site is in {folder}: {packed_bytes(folder) / 1e6:.2f} MB over the wire, packed; any web host will do")
