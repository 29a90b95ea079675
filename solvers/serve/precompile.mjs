// Compiles Python for Pyodide, in Pyodide: node precompile.mjs PYODIDE PROGRAM LIBRARY
//
// LIBRARY gets those modules of the standard library that some module of PROGRAM imports, and EVERYDAY ones. The program's
// own stay as they are: sources are a third smaller, and few are compiled before the first answer.
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
import importlib.util, marshal, sys, zipfile
from pathlib import Path
from types import CodeType

EVERYDAY = "calendar cmath colorsys decimal fractions graphlib numbers pprint secrets statistics string.templatelib textwrap".split()
def files(root):
    return {
        name: Path(module.__file__) for name, module in list(sys.modules.items())
        if str(getattr(module, "__file__", None) or "").startswith(root) and str(module.__file__).endswith(".py")
    }

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
for name in EVERYDAY:
    importlib.import_module(name)
archive = zipfile.ZipFile("/lib/python314.zip")
inside = "/lib/python314.zip/"
for path in {str(path) for path in files(inside).values()}:
    name = path.removeprefix(inside)
    source = Path("/tmp/library") / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_bytes(archive.read(name))
    compiled(source, Path("/library") / Path(name).with_suffix(".pyc"), 2)
`);
process.exit(0);
