// The gallery: every instance that comes with the program, and the puzzles that were played in this browser.

import { html, signal } from "./vendor/preact.js";
import * as store from "./store.js";
import { unpacked } from "./link.js";

const sought = signal("");

export function Gallery({ gallery, close }) {
    const seek = sought.value.toLowerCase();
    const fits = (words) => !seek || words.toLowerCase().includes(seek);
    const openOne = async (puzzle, instance) => (await store.open({ puzzle, ...(instance ? { instance } : {}) }, { into: instance ? "play" : "enter" })) && close();
    return html`
        <label class="field">Find <input type="search" value=${sought.value} onInput=${(event) => (sought.value = event.target.value)} /></label>
        ${store.recent.value.length ? html`<section><h3>Where you left off</h3><ul class="cards">${store.recent.value.filter((one) => fits(one.title)).map((one) => html`<li><button type="button" onClick=${async () => { if (store.openWhole(await unpacked(one.text))) close(); }}>${one.title} <span class="note">${new Date(one.when).toLocaleString()}</span></button></li>`)}</ul></section>` : null}
        ${(gallery?.puzzles || []).map((puzzle) => html`<section><h3>${puzzle.title}</h3><p class="note">${puzzle.summary}</p>
            <ul class="cards"><li><button type="button" class="new" onClick=${() => openOne(puzzle.puzzle, "")}>+ Enter your own</button></li>
            ${puzzle.instances.filter((one) => fits(`${one.name} ${one.title} ${puzzle.title}`)).map((one) => html`<li><button type="button" onClick=${() => openOne(puzzle.puzzle, one.name)}>${one.title || one.name}</button></li>`)}</ul></section>`)}
        ${gallery ? null : html`<p class="note">The gallery is being looked up.</p>`}`;
}
