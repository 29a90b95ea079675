// New puzzles by kind, size and difficulty, a few at once, and printed as a booklet.

import { html, signal } from "./vendor/preact.js";
import * as store from "./store.js";
import { Act } from "./play.js";

const made = signal([]);
const working = signal(null);
const complaint = signal("");

export function Make({ gallery }) {
    const puzzles = (gallery?.puzzles || []).filter((one) => one.grades.length || one.sizes);
    if (!puzzles.length) return html`<p class="note">What can be made is being looked up.</p>`;
    return html`<form onSubmit=${(event) => make(event, puzzles)}>
        <label class="field">Kind <select name="puzzle" onChange=${(event) => (kind.value = event.target.value)}>${puzzles.map((one) => html`<option value=${one.puzzle} selected=${one.puzzle === kind.value}>${one.title}</option>`)}</select></label>
        <${Wishes} puzzle=${puzzles.find((one) => one.puzzle === kind.value) || puzzles[0]} />
        <div class="row"><button type="submit" disabled=${working.value !== null}>${working.value ? "Making …" : "Make"}</button>
            ${working.value ? html`<${Act} label="Stop" on=${() => { working.value.abort(); working.value = null; }} />` : null}</div>
        ${complaint.value ? html`<p class="verdict bad" role="alert">${complaint.value}</p>` : null}
    </form>
    ${made.value.length ? html`<section><h3>Made</h3><ul class="made">${made.value.map((one) => html`<li><button type="button" class="link" onClick=${() => { store.openDocument(one.document, null); store.tab.value = "help"; }}>${one.document.name}</button> <span class="note">${one.about}</span></li>`)}</ul>
        <${Act} label="Print them as a booklet" on=${booklet} /></section>` : null}`;
}

const kind = signal("sudoku");

function Wishes({ puzzle }) {
    return html`<label class="field">Size <input name="size" placeholder=${puzzle.sizes} /></label>
        ${puzzle.grades.length ? html`<label class="field">Difficulty <select name="difficulty"><option value="">any</option>${puzzle.grades.map((grade) => html`<option>${grade}</option>`)}</select></label>` : null}
        <label class="field">How many <input name="puzzles" type="number" min="1" max="12" value="1" /></label>
        <details><summary>More wishes</summary>${puzzle.options.map((option) => html`<label class="field">${option.name} <span class="note">${option.help}</span>
            ${option.metavar ? html`<input name=${`own ${option.name}`} placeholder=${option.metavar} />` : html`<input type="checkbox" name=${`own ${option.name}`} />`}</label>`)}</details>`;
}

function make(event, puzzles) {
    event.preventDefault();
    const form = new FormData(event.target);
    const own = {};
    for (const [name, value] of form) if (name.startsWith("own ") && value) own[name.slice(4)] = value === "on" ? true : value;
    const question = {
        ask: "generate",
        puzzle: form.get("puzzle") || puzzles[0].puzzle,
        size: form.get("size") || "",
        difficulty: form.get("difficulty") || "",
        puzzles: Number(form.get("puzzles")) || 1,
        seed: Math.floor(Math.random() * 1e9),
        own,
    };
    complaint.value = "";
    const taken = store.askLatest("make", question, (record) => {
        if (record.error) complaint.value = record.error;
        else if (record.document) made.value = [...made.value, record];
    });
    working.value = taken;
    const done = setInterval(() => {
        if (!store.busy.value || taken.signal.aborted) {
            working.value = null;
            clearInterval(done);
        }
    }, 200);
}

async function booklet() {
    const [record] = (await store.ask({ ask: "booklet", documents: made.value.map((one) => one.document) })).slice(-1);
    if (record.error) return store.say(record.error);
    const frame = document.createElement("iframe");
    frame.className = "printed";
    frame.title = "booklet";
    frame.srcdoc = record.html;
    frame.onload = () => {
        frame.contentWindow.print();
        setTimeout(() => frame.remove(), 60000);
    };
    document.body.append(frame);
}
