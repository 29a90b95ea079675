// Pyodide in node, with a folder of this machine under its own name: node .ci/wasm.mjs FOLDER tests WORDS… runs pytest
// there, node .ci/wasm.mjs FOLDER verbs FILE a file of Python.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, what, ...words] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "node_modules/pyodide/pyodide.mjs")).href);
const python = await loadPyodide({ 
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", VERBS: process.env.VERBS ?? "" },
 });
python.mountNodeFS(folder, resolve(folder));
python.globals.set("folder", folder);
python.globals.set("words", python.toPy(words));
let code = 1;
try {
    python.runPython(`
import os
import sys

os.chdir(f"{folder}/project")
sys.path[:0] = [f"{folder}/project", f"{folder}/project/solvers/api/installed"]
sys.path.append(f"{folder}/packages")
from solvers.kernel import missing
assert not missing(), missing()
`);
    if (what === "tests") code = python.runPython("import pytest\nint(pytest.main(['-p', 'no:cacheprovider', *words]))");
    else {
        python.runPython(readFileSync(words[0], "utf8"));
        code = 0;
    }
} catch (error) {
    console.error(String(error)); // what has ended Pyodide itself
}
process.exit(code);
