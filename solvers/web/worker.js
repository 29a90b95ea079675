// Python in a worker: Pyodide, this program unpacked into its files, and questions answered record by record.

import { loadPyodide } from "./python/pyodide.mjs";

const HOME = "/puzzlebench";

async function unpacked(path) {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`${path} is not there`);
    return new Response(response.body.pipeThrough(new DecompressionStream("gzip")));
}

// The files of a tar archive: names of up to 100 letters, as the site's own has.
function* filesOf(bytes) {
    const text = new TextDecoder();
    const read = (from, size) => text.decode(bytes.subarray(from, from + size)).replace(/\0.*$/s, "");
    for (let place = 0; place + 512 <= bytes.length && bytes[place]; ) {
        const name = read(place, 100);
        const size = parseInt(read(place + 124, 12), 8);
        if (bytes[place + 156] === 48) yield [name, bytes.subarray(place + 512, place + 512 + size)];
        place += 512 + Math.ceil(size / 512) * 512;
    }
}

async function begin() {
    const library = unpacked("./python/library.zip.gz").then((response) => response.blob());
    const program = unpacked("./python/program.tar.gz").then((response) => response.arrayBuffer());
    const stdLibURL = URL.createObjectURL(await library);
    const python = await loadPyodide({ indexURL: new URL("./python/", import.meta.url).href, stdLibURL, packages: [], checkAPIVersion: false });
    URL.revokeObjectURL(stdLibURL);
    const made = new Set();
    for (const [name, bytes] of filesOf(new Uint8Array(await program))) {
        const folder = `${HOME}/${name}`.replace(/\/[^/]*$/, "");
        if (!made.has(folder)) python.FS.mkdirTree(folder);
        made.add(folder);
        python.FS.writeFile(`${HOME}/${name}`, bytes);
    }
    return python.runPython(`
import sys
sys.path[:0] = ["${HOME}"]
import json
from solvers.serve.ask import ask
def answer(text, send):
    for record in ask(json.loads(text)):
        send(json.dumps(record, ensure_ascii=False))
import solvers.serve.judging, solvers.serve.playing
answer
`);
}

const ready = begin();
ready.then(
    () => postMessage({ ready: true }),
    (error) => setTimeout(() => { throw error; }),
);

onmessage = async ({ data }) => {
    const answer = await ready;
    try {
        answer(data, (record) => postMessage({ record: JSON.parse(record) }));
    } catch (error) {
        postMessage({ record: { error: `Python has failed: ${String(error).trim().split("\n").at(-1)}` } });
    }
    postMessage({ done: true });
};
