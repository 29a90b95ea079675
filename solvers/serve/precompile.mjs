// Compiles Python for Pyodide, in Pyodide: node precompile.mjs PYODIDE PROGRAM LIBRARY
//
// LIBRARY gets those modules of the standard library that some module of PROGRAM imports, at its top or inside a function,
// and EVERYDAY ones, which models of one's own may import or which are looked up by name. The program's own modules stay as
// they are: sources are a third smaller, and few are compiled before the first answer.
import { pathToFileURL } from "node:url";
import { join, resolve } from "node:path";

const [pyodide, program, library] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ env: { HOME: "/home", PYTHONNODEBUGRANGES: "1" } });
for (const [place, path] of [["/program", program], ["/library", library]]) {
    python.FS.mkdirTree(place);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: path }, place);
}
python.runPython(`
import ast, importlib.util, marshal, sys, zipfile
from pathlib import Path
from types import CodeType

EVERYDAY = """
    _strptime calendar cmath colorsys csv datetime decimal encodings.ascii encodings.latin_1 encodings.utf_16_le
    encodings.utf_8_sig fractions graphlib numbers pprint random secrets statistics string.templatelib textwrap
""".split()

# What modules that are used import for uses that a page has not.
UNUSED = set("""
    _pydatetime _pyrepl asyncio bdb cmd code concurrent ctypes doctest email ftplib http mimetypes multiprocessing netrc pdb plistlib
    pydoc runpy socketserver tarfile tracemalloc unittest urllib.request webbrowser xml xmlrpc
""".split())

def files(root):
    return {
        name: Path(module.__file__) for name, module in list(sys.modules.items())
        if str(getattr(module, "__file__", None) or "").startswith(root) and str(module.__file__).endswith(".py")
    }

def imported(source, package=""):
    """Every module of the standard library that a source names in an import, wherever it stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level, package) if node.level else ""
            base = ".".join(filter(None, (base, node.module)))
            yield from (base, *(f"{base}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)

def load(names):
    for name in names:
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names and not {top, name} & UNUSED:
            try:
                importlib.import_module(name)
            except Exception:
                pass  # no module, or one that needs something that a browser has not

def without_lines(code):
    """The code without the table of its lines, which nobody looks up in a browser and which makes up much of it."""
    inner = tuple(without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_consts=inner, co_linetable=b"", co_filename="")

def compiled(path, to, optimize):
    to.parent.mkdir(parents=True, exist_ok=True)
    code = compile(path.read_bytes(), "", "exec", dont_inherit=True, optimize=optimize)
    flags = (1).to_bytes(4, "little") + bytes(8)  # never compared with a source
    to.write_bytes(importlib.util.MAGIC_NUMBER + flags + marshal.dumps(without_lines(code)))

sys.dont_write_bytecode = True
sys.path.insert(0, "/program")
for path in sorted(Path("/program").rglob("*.py")):
    name = ".".join(path.relative_to("/program").with_suffix("").parts).removesuffix(".__init__")
    try:
        importlib.import_module(name)
    except Exception:
        pass  # it needs something that a browser has not
load(EVERYDAY)
for path in Path("/program").rglob("*.py"):
    load(imported(path.read_bytes()))
archive = zipfile.ZipFile("/lib/python314.zip")
inside = "/lib/python314.zip/"
kept = 0
while kept < len(files(inside)):  # what these import in turn, inside of functions too
    kept = len(files(inside))
    for name, path in files(inside).items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        load(imported(archive.read(str(path).removeprefix(inside)), package))
for path in {str(path) for path in files(inside).values()}:
    name = path.removeprefix(inside)
    source = Path("/tmp/library") / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_bytes(archive.read(name))
    compiled(source, Path("/library") / Path(name).with_suffix(".pyc"), 2)
`);
process.exit(0);
