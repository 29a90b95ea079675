// The badge: live judgement of what is being entered, and what would put it right.

import { html, signal, useEffect } from "./vendor/preact.js";
import * as store from "./store.js";
import { Act } from "./play.js";

const LOOKS = {
    unfinished: ["…", "Not finished", "open"],
    impossible: ["✕", "No answer", "bad"],
    several: ["≥2", "Several answers", "open"],
    unique: ["✓", "Exactly one answer", "good"],
    unsettled: ["?", "Not settled", "open"],
};

const found = signal({}); // what was asked for beyond the judgement, for the present document

export function Badge() {
    const judgement = store.judgement.value;
    const document = store.doc.value;
    useEffect(() => {
        found.value = {};
    }, [document]);
    const [icon, words, tone] = LOOKS[judgement.verdict] || ["…", "Thinking", "open"];
    const begun = judgement.verdict && !judgement.stale;
    return html`<section class=${`badge ${tone}`} aria-label="judgement">
        <p class="headline" role="status"><span class="icon" aria-hidden="true">${icon}</span> <strong>${words}</strong>
            ${judgement.grade ? html` <span class="grade">· ${judgement.grade}</span>` : null}
            ${begun ? null : html` <span class="thinking" aria-hidden="true">thinking …</span>`}</p>
        <div class="more">${details(judgement, document)}</div>
        <${Notes} judgement=${judgement} />
    </section>`;
}

function details(judgement, document) {
    if (judgement.verdict === "unfinished") return html`<p>${sentenceOf(judgement.sentence)}</p>${judgement.parts?.length ? html`<${Act} label="Show where" on=${() => light(judgement.parts)} />` : null}`;
    if (judgement.verdict === "impossible") return html`<${Impossible} judgement=${judgement} document=${document} />`;
    if (judgement.verdict === "several") return html`<${Several} judgement=${judgement} document=${document} />`;
    if (judgement.verdict === "unique") return html`<${Unique} document=${document} />`;
    return html`<p>${sentenceOf(judgement.sentence || "")}</p>`;
}

function Notes({ judgement }) {
    const notes = [...(store.board.value?.notes || []), ...(judgement.warnings || [])];
    return notes.length ? html`<ul class="notes">${notes.slice(0, 8).map((note) => html`<li>${note}</li>`)}</ul>` : null;
}

export const sentenceOf = (words) => (words ? `${words[0].toUpperCase()}${words.slice(1).replace(/\.$/, "")}.` : "");

export const light = (parts, reason = []) => (store.lit.value = { parts, reason });

function Impossible({ judgement, document }) {
    const { conflict = [] } = judgement;
    const { repairs, asking } = found.value;
    useEffect(() => {
        if (conflict.length) light([], conflict.flatMap((one) => one.parts));
    }, [conflict]);
    return html`
        ${conflict.length ? html`<p>These cannot all hold:</p><${Reasons} parts=${conflict} />` : html`<p>${sentenceOf(judgement.sentence)}</p>`}
        ${repairs ? html`<${Repairs} repairs=${repairs} />` : html`<${Act} label=${asking ? "Looking …" : "What was copied wrongly?"} off=${asking} on=${() => more("repairs", document)} />`}`;
}

function Reasons({ parts }) {
    return html`<ul class="reasons">${parts.map((one) => html`<li><button type="button" class="link" onClick=${() => light(one.parts)} onFocus=${() => light(one.parts)} onMouseEnter=${() => light(one.parts)}>${one.sentence}</button></li>`)}</ul>`;
}

function Repairs({ repairs }) {
    if (!repairs.length) return html`<p>No small mistake explains it.</p>`;
    return html`<p>Perhaps it was meant so:</p><ul class="repairs">${repairs.map((repair) => html`<li>
        <button type="button" class="link" onFocus=${() => light(repair.parts)} onMouseEnter=${() => light(repair.parts)} onClick=${() => light(repair.parts)}>${repair.sentence}</button>
        ${repair.document ? html`<${Act} label="Put it right" on=${() => store.setDocument(repair.document)} />` : null}</li>`)}</ul>`;
}

function Several({ judgement, document }) {
    const { unique_with: entries, asking, error } = found.value;
    const count = judgement.shared?.length;
    const shown = store.shared.value !== null;
    const firstPart = new Map((judgement.shared || []).map((one) => [one.piece, one.symbol]));
    return html`
        <p>${count === undefined ? "What all answers share is being found out." : count ? `All answers share ${judgement.complete === false ? "at least " : ""}${count} more value${count === 1 ? "" : "s"}.` : "The answers share nothing more."}</p>
        ${count ? html`<${Act} label=${shown ? "Hide what they share" : "Show what they share"} on=${() => (store.shared.value = shown ? null : firstPart)} />` : null}
        ${entries ? html`<p>With ${entries.length === 1 ? "this entry" : `these ${entries.length} entries`} there is one answer:
            ${entries.map((one) => html` <button type="button" class="link" onFocus=${() => light([one.part])} onMouseEnter=${() => light([one.part])} onClick=${() => light([one.part])}>${one.sentence}</button>`)}</p>
            ${entries.every((one) => store.parts.value.get(one.part)?.palette) ? html`<${Act} label="Enter them" on=${() => enterAll(entries)} />` : null}` : error ? html`<p>${sentenceOf(error)}</p>`
        : html`<${Act} label=${asking ? "Looking …" : "Which entries make it unique?"} off=${asking} on=${() => more("unique_with", document)} />`}`;
}

function enterAll(entries) {
    const next = { ...store.doc.value.entries };
    for (const { part, symbol } of entries) next[part] = symbol;
    store.setDocument({ entries: next });
}

function Unique({ document }) {
    const { needless, complete, asking, error } = found.value;
    return html`
        <${Act} label="Play it" icon="▶" on=${() => { store.mode.value = "play"; light([]); }} />
        ${needless ? html`<p>${needlessWords(needless.length, complete)}</p><${Reasons} parts=${needless} />` : error ? html`<p>${sentenceOf(error)}</p>` : html`<${Act} label=${asking ? "Looking …" : "Is anything needless?"} off=${asking} on=${() => more("needless", document)} />`}`;
}

function needlessWords(count, complete) {
    const tried = complete ? "" : "; not all were tried";
    if (!count) return complete ? "Everything is needed." : `Nothing needless was found${tried}.`;
    return count === 1 ? `This is needless${tried}:` : `These ${count} are needless, each by itself${tried}:`;
}

function more(word, document) {
    found.value = { ...found.value, asking: word };
    store.askLatest("more", { ask: word, document }, (record) => {
        if (store.doc.value !== document) return;
        found.value = { ...found.value, ...record, asking: "" };
        if (record.needless) light(record.needless.flatMap((one) => one.parts));
    });
}
