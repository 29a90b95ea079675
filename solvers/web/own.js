// Models and rules of one's own in Python: an editor with examples, and what comes of them.

import { html, signal } from "./vendor/preact.js";
import * as store from "./store.js";
import { Act } from "./play.js";

const draft = signal("");
const complaint = signal("");

export function Own({ gallery }) {
    const document = store.doc.value;
    const isRule = document && document.puzzle !== "model";
    const source = draft.value || (isRule ? document.rules : document?.source) || "";
    const use = async () => {
        complaint.value = "";
        const isVariant = /Along|Marked|Everywhere|Variant/.test(source) && document?.puzzle === "sudoku";
        const question = isVariant ? { ask: "board", document: { ...document, rules: source } } : { ask: "open", source };
        const [record] = (await store.ask(question)).slice(-1);
        if (record.error) complaint.value = record.error;
        else {
            store.agreeTo([source]);
            if (isVariant) store.setDocument({ rules: source });
            else store.openDocument(record.document, record.board, { agreed: true });
            store.tab.value = isVariant ? "enter" : "help";
            store.say("It is read.");
        }
    };
    return html`
        <p class="note">A model in Python, as <code>from models import Model</code> begins; or for the Sudoku on the table a rule of your own, a class on <code>Along</code>, <code>Marked</code> or <code>Everywhere</code>. It is judged, explained and played like any other.</p>
        <label class="field">Example <select onChange=${(event) => (draft.value = (gallery?.examples || [])[event.target.value]?.source || "")}><option value="">choose …</option>${(gallery?.examples || []).map((one, place) => html`<option value=${place}>${one.title}</option>`)}</select></label>
        <${Editor} value=${source} change=${(value) => (draft.value = value)} />
        <div class="row"><${Act} label="Use it" icon="▶" on=${use} off=${!source.trim()} /></div>
        ${complaint.value ? html`<p class="verdict bad" role="alert">${complaint.value}</p>` : null}`;
}

function Editor({ value, change }) {
    const lines = value.split("\n").length;
    const onKey = (event) => {
        const { target, key } = event;
        if (key === "Escape") target.dataset.leaves = "1";
        else if (key === "Tab" && !target.dataset.leaves && !event.shiftKey) {
            event.preventDefault();
            const { selectionStart: start, selectionEnd: end } = target;
            target.setRangeText("    ", start, end, "end");
            change(target.value);
        } else delete target.dataset.leaves;
        if (key === "Enter") {
            const before = target.value.slice(0, target.selectionStart).split("\n").at(-1);
            const indent = /^ */.exec(before)[0] + (before.trimEnd().endsWith(":") ? "    " : "");
            event.preventDefault();
            target.setRangeText(`\n${indent}`, target.selectionStart, target.selectionEnd, "end");
            change(target.value);
        }
    };
    return html`<div class="editor"><pre class="lines" aria-hidden="true">${Array.from({ length: lines }, (_, place) => place + 1).join("\n")}</pre>
        <textarea aria-label="Python (Escape, then Tab leaves the editor)" spellcheck="false" autocapitalize="off" rows=${Math.min(24, Math.max(10, lines + 1))} value=${value} onInput=${(event) => change(event.target.value)} onKeyDown=${onKey}></textarea></div>`;
}
