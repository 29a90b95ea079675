// Entering: settings of the draft, tools by group with their sentences, what was drawn, a photo beside the picture.

import { html, signal, useState } from "./vendor/preact.js";
import * as store from "./store.js";
import { drawn } from "./gestures.js";
import { light } from "./badge.js";
import { Act } from "./play.js";

const wanted = signal(""); // what is looked for among the tools
const photo = signal(null); // {url, size, turned}: it stays in this browser

export function Enter() {
    const board = store.board.value;
    const document = store.doc.value;
    if (!board || !document) return html`<p class="note">The board is being drawn.</p>`;
    return html`
        <label class="field">Name <input value=${document.name} onChange=${(event) => store.setDocument({ name: event.target.value })} /></label>
        ${document.text && document.puzzle !== "model" ? html`<${AsText} document=${document} />` : null}
        <div class="settings">${board.settings.map((setting) => html`<${SettingField} setting=${setting} key=${setting.key} />`)}</div>
        ${store.pending.value ? html`<${Asked} />` : null}
        ${board.tools.length ? html`<${Tools} tools=${board.tools} />` : null}
        <${Items} tools=${board.tools} items=${document.items} />
        <${Photo} />`;
}

function AsText({ document }) {
    return html`<label class="field">As text <textarea rows="8" spellcheck="false" onChange=${(event) => store.setDocument({ text: event.target.value })}>${document.text}</textarea></label>`;
}

function SettingField({ setting }) {
    const [typed, type] = useState(null); // what is being written: a board that is drawn anew leaves it there
    const set = (value) => {
        type(null);
        store.setSetting(setting.key, value.trim());
    };
    if (setting.choices.length) {
        const choices = setting.choices.includes(setting.value) ? setting.choices : [setting.value, ...setting.choices];
        return html`<label class="field">${setting.label}
            <select value=${setting.value} onChange=${(event) => set(event.target.value)}>${choices.map((choice) => html`<option value=${choice} selected=${choice === setting.value}>${choice || "usual"}</option>`)}</select></label>`;
    }
    const isNumber = setting.least !== null;
    return html`<label class="field">${setting.label}
        <input type=${isNumber ? "number" : "text"} min=${setting.least ?? undefined} max=${setting.most ?? undefined} value=${typed ?? setting.value} onInput=${(event) => type(event.target.value)} onChange=${(event) => set(event.target.value)} /></label>`;
}

const GESTURES = {
    tap: "Tap where it is.",
    line: "Drag along its cells, or choose them in order and press Enter.",
    area: "Drag over its cells, or choose them and press Enter.",
    pair: "Drag from one cell to its neighbour, or tap both.",
    whole: "It holds for the whole board.",
};

function Tools({ tools }) {
    const seek = wanted.value.toLowerCase();
    const shown = tools.filter((tool) => !seek || `${tool.label} ${tool.about} ${tool.key}`.toLowerCase().includes(seek));
    const groups = [...new Set(shown.map((tool) => tool.group))];
    const chosen = store.tool.value;
    return html`<section aria-label="rules to draw">
        ${tools.length > 8 ? html`<label class="field">Find a rule <input type="search" value=${wanted.value} onInput=${(event) => (wanted.value = event.target.value)} /></label>` : null}
        ${groups.map((group) => html`<h3>${group}</h3><div class="tools">
            ${shown.filter((tool) => tool.group === group).map((tool) => html`<button type="button" aria-pressed=${chosen?.key === tool.key} title=${tool.about} onClick=${() => pick(tool)}>${tool.label}</button>`)}</div>`)}
        ${chosen ? html`<p class="about" role="status"><strong>${chosen.label}.</strong> ${chosen.about} ${GESTURES[chosen.gesture]}</p>` : null}
    </section>`;
}

function pick(tool) {
    store.pending.value = null;
    store.pairStart.value = "";
    if (tool.gesture === "whole") {
        store.tool.value = tool;
        drawn(tool, []);
    } else store.tool.value = store.tool.value?.key === tool.key ? null : tool;
}

// What a tool asks for, once it has been drawn.
function Asked() {
    const tool = store.tool.value;
    if (!tool) return null;
    const add = (value) => {
        store.setItem({ tool: tool.key, parts: store.pending.value, value });
        store.pending.value = null;
        store.selection.value = [];
    };
    const submit = (event) => {
        event.preventDefault();
        const value = event.target.elements.value.value.trim();
        if (value || tool.optional) add(value);
    };
    if (tool.symbols.length) {
        return html`<div class="asked" role="group" aria-label=${tool.asks}><p>${tool.label}: ${tool.asks}</p>
            ${tool.symbols.map((symbol) => html`<button type="button" onClick=${() => add(symbol.key)}>${symbol.text}</button>`)}</div>`;
    }
    return html`<form class="asked" onSubmit=${submit}>
        <label class="field">${tool.label}: ${tool.asks}${tool.optional ? " (may be left out)" : ""} <input name="value" autocomplete="off" ref=${(field) => field?.focus()} /></label>
        <button type="submit">Draw it</button> <button type="button" onClick=${() => (store.pending.value = null)}>Leave it</button></form>`;
}

function Items({ tools, items }) {
    if (!items.length) return null;
    const labels = new Map(tools.map((tool) => [tool.key, tool.label]));
    return html`<details class="items" open=${items.length < 12}><summary>Drawn so far: ${items.length}</summary><ul>
        ${items.map((item, place) => html`<li><button type="button" class="link" onClick=${() => light(item.parts)} onMouseEnter=${() => light(item.parts)}>${labels.get(item.tool) || item.tool}${item.value ? ` ${item.value}` : ""}${item.parts.length ? ` at ${store.parts.value.get(item.parts[0])?.label || item.parts[0]}${item.parts.length > 1 ? " …" : ""}` : ""}</button>
        <button type="button" class="small" aria-label=${`remove ${labels.get(item.tool) || item.tool}`} onClick=${() => store.removeItem(place)}>✕</button></li>`)}</ul></details>`;
}

// A photo to read the numbers off: it is shown here and sent nowhere.
function Photo() {
    const shown = photo.value;
    const take = (event) => {
        const [file] = event.target.files;
        if (shown) URL.revokeObjectURL(shown.url);
        photo.value = file ? { url: URL.createObjectURL(file), size: 100, turned: 0 } : null;
    };
    return html`<section class="photo" aria-label="photo">
        <label class="field">A photo to read from (it stays in this browser) <input type="file" accept="image/*" onChange=${take} /></label>
        ${shown ? html`<div class="row"><label class="field">Size <input type="range" min="50" max="400" value=${shown.size} onInput=${(event) => (photo.value = { ...shown, size: Number(event.target.value) })} /></label>
            <${Act} label="Turn" icon="↻" on=${() => (photo.value = { ...shown, turned: shown.turned + 90 })} />
            <${Act} label="Hide" on=${() => (photo.value = null)} /></div>
            <div class="photo-frame" tabindex="0" role="region" aria-label="the photo"><img src=${shown.url} alt="the photo that you chose" style=${`width:${shown.size}%;transform:rotate(${shown.turned}deg)`} /></div>` : null}
    </section>`;
}
