// Help for players: a hint in rungs, why a value cannot stand, all steps with a slider, techniques to practise.

import { html, signal, useEffect } from "./vendor/preact.js";
import * as store from "./store.js";
import { light, sentenceOf } from "./badge.js";
import { contentOf } from "./scene.js";
import { Act, Toggle } from "./play.js";

const RUNGS = ["Is anything wrong so far?", "Where to look?", "What is there to see?", "Which cells, and why?", "Do it"];

const ladder = signal({ rung: 0 }); // the hint that was asked for, how much of it is shown, and of which moment it is
const reason = signal(null);
const walk = signal(null); // {steps, at, from, verdict}
const way = signal(null);
const asking = signal("");

const now = () => [store.doc.value, store.state.value, store.marks.value, store.settings.value.techniques];
const techniques = () => store.settings.value.techniques[store.doc.value?.puzzle] || {}; // {only, without} of this puzzle
const isOfNow = (found) => found?.of?.every((part, place) => part === now()[place]);

const ask = (kind, question, heed) => {
    const of = now();
    asking.value = kind;
    store.askLatest("help", { document: store.doc.value, state: store.state.value, marks: store.marks.value, ...question }, (record) => {
        asking.value = "";
        if (record.error) store.say(record.error);
        else heed(record, of);
    });
};

export function Help({ gallery }) {
    useEffect(() => {
        way.value = null;
        walk.value = null;
    }, [store.doc.value]);
    if (!store.table.value) return html`<p class="note">Play a puzzle, and help is here.</p>`;
    const puzzle = gallery?.puzzles.find((one) => one.puzzle === store.doc.value?.puzzle);
    const hasMoves = store.table.value.pieces.some((piece) => piece.gesture === "turn" || piece.gesture === "roll");
    return html`
        <${Ladder} />
        <${WhyNot} />
        <div class="row wrap">
            ${store.table.value.has_marks ? html`<${Act} label="What answers still have (true candidates)" on=${trueCandidates} off=${asking.value === "true"} />` : null}
            <${Act} label="Show the answer" on=${() => ask("answer", { ask: "answer", best: false }, showAnswer)} />
            ${hasMoves ? html`<${Act} label="The shortest way" on=${() => ask("way", { ask: "answer", best: true }, (record) => (way.value = record))} />` : null}
        </div>
        ${way.value ? html`<${ShortestWay} found=${way.value} />` : null}
        <${Walk} />
        <${Techniques} families=${puzzle?.families || {}} />
        <${Practise} puzzle=${puzzle} />`;
}

function Ladder() {
    const { hint, rung } = isOfNow(ladder.value) ? ladder.value : { rung: 0 };
    const chosen = store.selection.value.length === 1 ? chosenPiece() : null;
    const begin = (piece) => ask("hint", { ask: "hint", ...techniques(), ...(piece ? { piece } : {}) }, (record, of) => climb(record, 1, of));
    const last = hint ? hint.levels.length : 0;
    return html`<section class="ladder" aria-label="hint" aria-live="polite">
        ${hint ? html`<ol>${hint.levels.slice(0, rung).map((words) => html`<li>${words.split("\n").map((line) => html`<span class="line">${line}</span>`)}</li>`)}</ol>` : null}
        <div class="row wrap">
            ${hint && rung < last ? html`<${Act} label=${RUNGS[rung] || "More"} on=${() => climb(hint, rung + 1)} />` : null}
            ${hint?.do?.length ? html`<${Act} label="Do it" icon="✓" on=${() => doIt(hint)} />` : null}
            ${hint?.wrong?.length ? html`<${Act} label="Take it away" on=${() => store.put(Object.fromEntries(hint.wrong.map((one) => [one.piece, null])))} />` : null}
            <${Act} label=${asking.value === "hint" ? "Thinking …" : "Hint"} off=${asking.value === "hint"} on=${() => begin("")} />
            ${chosen ? html`<${Act} label="Explain the chosen one" on=${() => begin(chosen.key)} />` : null}
        </div></section>`;
}

function chosenPiece() {
    const pieces = store.piecesAt.value.get(store.selection.value[0]) || [];
    return pieces.find((piece) => piece.given === null && piece.gesture !== "roll") || null;
}

function climb(hint, rung, of = ladder.value.of) {
    ladder.value = { hint, rung, of };
    if (hint.levels.length === 1) return light(hint.lit, hint.look);
    if (rung === 2) light([], hint.look);
    if (rung === 4) light(hint.lit, hint.reason);
    if (rung === 5) light(hint.lit, hint.reason);
}

function doIt(hint) {
    store.applyDo(hint.do);
    light(hint.lit);
}

function WhyNot() {
    const chosen = store.selection.value.length === 1 ? chosenPiece() : null;
    const part = chosen && store.parts.value.get(store.selection.value[0]);
    const symbols = chosen && (store.table.value.palettes[chosen.palette] || []);
    const found = isOfNow(reason.value) ? reason.value : null;
    const isOpen = chosen && !contentOf(part, true).given && symbols.length > 1 && symbols.length <= 30;
    return html`<section aria-label="why not" aria-live="polite"><h3>Why not?</h3>
        ${isOpen ? html`<p class="note">Why can ${part.label} not be …</p><div class="row wrap">${symbols.map((symbol) => html`<button type="button" class="small" onClick=${() => ask("why", { ask: "why_not", piece: chosen.key, symbol: symbol.key }, (record, of) => (reason.value = { ...record, of }))}>${symbol.text || symbol.label}</button>`)}</div>` : html`<p class="note">Choose one part of the puzzle to ask about.</p>`}
        ${found ? html`<p>${found.sentence}</p><ul class="reasons">${found.reasons.map((one) => html`<li><button type="button" class="link" onClick=${() => light([], one.parts)} onMouseEnter=${() => light([], one.parts)}>${one.sentence}</button></li>`)}</ul>` : null}
    </section>`;
}

function trueCandidates() {
    ask("true", { ask: "candidates", how: "true" }, (record) => {
        const next = { ...store.marks.value };
        for (const [key, values] of Object.entries(record.candidates)) next[key] = { ...next[key], centre: values };
        store.setMarks(next);
    });
}

function showAnswer(record) {
    const values = Object.fromEntries(Object.entries(record.state).filter(([key, value]) => value !== store.pieces.value.get(key)?.start));
    store.put(values);
}

function ShortestWay({ found }) {
    return html`<section><h3>The shortest way</h3>${found.objective ? html`<p class="note">${sentenceOf(found.objective)} It takes ${found.value}.</p>` : null}
        ${found.moves.length ? html`<ol>${found.moves.map((move) => html`<li>${move}</li>`)}</ol>` : html`<p>There is nothing to move here.</p>`}</section>`;
}

function Walk() {
    const found = walk.value;
    const begin = () => {
        walk.value = { steps: [], at: 0, from: store.state.value, verdict: "" };
        ask("walk", { ask: "steps", ...techniques() }, (record) => {
            const now = walk.value;
            if (!now) return;
            walk.value = record.step ? { ...now, steps: [...now.steps, record] } : { ...now, verdict: record.verdict };
        });
    };
    const go = (at) => {
        walk.value = { ...found, at };
        const step = found.steps[at - 1];
        store.state.value = step ? step.state : found.from;
        light(step?.lit || [], step?.reason || []);
    };
    const step = found?.steps[found.at - 1];
    return html`<section aria-label="all steps"><h3>All steps</h3>
        ${found ? html`<div class="row"><${Act} label="Back" icon="◀" off=${found.at === 0} on=${() => go(found.at - 1)} />
            <label class="field slider">Step ${found.at} of ${found.steps.length}<input type="range" min="0" max=${found.steps.length} value=${found.at} onInput=${(event) => go(Number(event.target.value))} /></label>
            <${Act} label="On" icon="▶" off=${found.at >= found.steps.length} on=${() => go(found.at + 1)} /></div>
            <div class="step" role="status">${step ? html`<p><strong>${step.sentence}</strong> ${step.technique}</p><p class="why">${step.why.split("\n").map((line) => html`<span class="line">${line}</span>`)}</p>` : html`<p>${found.steps.length ? "As it stands." : asking.value === "walk" ? "Thinking …" : found.verdict}</p>`}</div>
            <${Act} label="End the walk" on=${() => { store.state.value = found.from; walk.value = null; light([]); }} />` : html`<${Act} label="Walk all steps" on=${begin} />`}
    </section>`;
}

// Which techniques hints and walks go by: families that are left out, and whether rare ones are used too.
function Techniques({ families }) {
    const { only = "", without = "" } = techniques();
    const out = without.split(",").filter((family) => family in families);
    const count = Object.keys(families).length;
    const set = (chosen) => store.choose({ techniques: { ...store.settings.value.techniques, [store.doc.value.puzzle]: { only, without, ...chosen } } });
    const use = (family, is) => set({ without: (is ? out.filter((one) => one !== family) : [...out, family]).join() });
    if (!count) return null;
    return html`<details><summary>Techniques for hints and steps${out.length ? `: ${count - out.length} of ${count} families` : ""}</summary>
        ${Object.entries(families).map(([family, names]) => html`<${Toggle} key=${family} label=${html`<span>${family} <span class="note line">${names.join(", ")}</span></span>`} on=${!out.includes(family)} set=${(is) => use(family, is)} />`)}
        <${Toggle} label="Rarely used ones, too" on=${only !== ""} set=${(is) => set({ only: is ? "all" : "" })} />
    </details>`;
}

function Practise({ puzzle }) {
    if (!puzzle?.techniques?.length) return null;
    const begin = (event) => {
        event.preventDefault();
        const technique = event.target.elements.technique.value;
        ask("practise", { ask: "practise", puzzle: puzzle.puzzle, technique }, (record) => {
            store.openDocument(record.document, null, { playing: record.state, playedMarks: record.marks });
            store.say(`Here, ${technique} is the next step.`);
        });
    };
    return html`<section><h3>Practise a technique</h3><form class="row wrap" onSubmit=${begin}>
        <label class="field">Technique <select name="technique">${puzzle.techniques.map((name) => html`<option>${name}</option>`)}</select></label>
        <button type="submit" disabled=${asking.value === "practise"}>${asking.value === "practise" ? "Looking …" : "Practise"}</button></form></section>`;
}
