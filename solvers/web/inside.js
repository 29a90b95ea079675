// A look inside: the model in three languages, formulations and backends side by side, every format, the pictures.

import { html, signal, useEffect } from "./vendor/preact.js";
import * as store from "./store.js";
import { Act } from "./play.js";
import { sizeOf } from "./scene.js";

const inside = signal(null);
const compared = signal([]);
const shownTab = signal("mathematics");
const comparing = signal(false);

const LANGUAGES = { mathematics: "Mathematics", python: "Python", minizinc: "MiniZinc", file: "Instance file" };

export function Inside() {
    const document = store.doc.value;
    useEffect(() => {
        inside.value = null;
        compared.value = [];
        store.askLatest("inside", { ask: "inside", document }, (record) => (inside.value = record));
    }, [document]);
    const found = inside.value;
    if (!found) return html`<p class="note">The model is being written out.</p>`;
    if (found.error) return html`<p class="verdict bad">${found.error}</p>`;
    const text = found[shownTab.value] || "";
    return html`
        <div class="row wrap" role="tablist" aria-label="language">${Object.entries(LANGUAGES).map(([key, words]) => html`<button type="button" role="tab" aria-selected=${shownTab.value === key} onClick=${() => (shownTab.value = key)}>${words}</button>`)}</div>
        <pre class="code" tabindex="0" aria-label=${LANGUAGES[shownTab.value]}>${text}</pre>
        <div class="row wrap"><${Act} label="Copy" on=${() => copy(text)} /></div>
        <h3>Formulations</h3>
        <div class="scroll" tabindex="0" role="region" aria-label="formulations"><table><thead><tr><th scope="col">formulation</th><th scope="col">variables</th><th scope="col">constraints</th><th scope="col">what it is</th></tr></thead>
            <tbody>${found.formulations.map((one) => html`<tr><th scope="row">${one.name}</th><td>${one.variables}</td><td>${one.constraints}</td><td>${one.about}</td></tr>`)}</tbody></table></div>
        <${Compared} document=${document} />
        <h3>Take it along</h3>
        <div class="row wrap">
            <label class="field">Format <select onChange=${(event) => exported(event, document)}><option value="">choose …</option>${found.formats.map((one) => html`<option value=${one.name}>${one.name}: ${one.about}</option>`)}</select></label>
            <${Act} label="Picture (SVG)" on=${() => download(svgNow(), `${nameOf(document)}.svg`, "image/svg+xml")} />
            <${Act} label="Picture (PNG)" on=${() => png(document)} />
            ${Object.entries(found.links || {}).map(([word, url]) => html`<a class="act" href=${url} target="_blank" rel="noopener noreferrer">Open in ${word}</a>`)}
        </div>`;
}

function Compared({ document }) {
    const begin = () => {
        compared.value = [];
        comparing.value = true;
        store.askLatest("compare", { ask: "compare", document }, (record) => {
            comparing.value = false;
            if (record.error) store.say(record.error);
            else compared.value = [...compared.value, record];
        });
    };
    return html`<h3>Backends side by side</h3>
        ${compared.value.length ? html`<div class="scroll" tabindex="0" role="region" aria-label="backends"><table><thead><tr><th scope="col">formulation</th><th scope="col">backend</th><th scope="col">verdict</th><th scope="col">seconds</th><th scope="col">size</th></tr></thead>
            <tbody>${compared.value.map((row) => html`<tr><th scope="row">${row.formulation}</th><td>${row.backend}</td><td>${row.verdict}</td><td>${row.seconds}</td><td>${row.size}</td></tr>`)}</tbody></table></div>` : html`<${Act} label=${comparing.value ? "Comparing …" : "Compare them"} off=${comparing.value} on=${begin} />`}`;
}

async function copy(text) {
    await navigator.clipboard.writeText(text);
    store.say("Copied.");
}

const nameOf = (document) => (document.name || document.puzzle).replace(/[^\w-]+/g, "-").slice(0, 60);

function download(text, name, kind = "text/plain") {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], { type: kind }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function exported(event, its) {
    const to = event.target.value;
    if (!to) return;
    const [record] = (await store.ask({ ask: "export", document: its, to })).slice(-1);
    if (record.error) store.say(record.error);
    else download(record.text, `${nameOf(its)}${record.suffix}`);
}

// The picture as it stands, with what is written on it.
function svgNow() {
    const [picture, overlay] = [".picture > svg", "svg.overlay"].map((where) => document.querySelector(`.scene ${where}`));
    const whole = picture.cloneNode(true);
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
    style.textContent = ".target,.chosen-part,.dial-ring{fill:none}.letters,.mark,.label{text-anchor:middle;font-family:sans-serif}.played{fill:#00578a}.given{font-weight:bold}.edge{stroke:#1d1b18;stroke-width:1.5}";
    drawn.append(style, ...[...overlay.children].map((child) => child.cloneNode(true)));
    whole.append(drawn);
    return new XMLSerializer().serializeToString(whole);
}

function png(its) {
    const text = svgNow();
    const [width, height] = sizeOf(text);
    const scale = Math.max(1, 1200 / width);
    const image = new Image();
    image.onload = () => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [width * scale, height * scale];
        canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
        canvas.toBlob((blob) => download(blob, `${nameOf(its)}.png`));
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}
