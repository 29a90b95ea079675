// The scene: the program's picture, and over it what is entered and played, part by part, for eyes, fingers and readers.

import { html, useEffect, useLayoutEffect, useMemo, useRef } from "./vendor/preact.js";
import * as store from "./store.js";
import { gestures } from "./gestures.js";

const NUMBER = "number";
const MAX_DRAGGED_RATIO = 1.25; // of height to width

export function Scene() {
    const scene = store.scene.value;
    if (!scene) return html`<div class="scene empty" aria-busy="true"></div>`;
    return html`<${Drawn} scene=${scene} key=${store.mode.value} />`;
}

function Drawn({ scene }) {
    const overlay = useRef();
    const picture = useRef();
    const [width, height] = useMemo(() => sizeOf(scene.svg), [scene.svg]);
    const playing = store.mode.value === "play";
    useEffect(() => gestures(overlay.current), []);
    useLayoutEffect(() => turnRotors(picture.current), [scene, store.state.value, playing]);
    const laid = playing ? laidPieces() : [];
    // Fingers draw and choose on a board that fits the screen; a tall one is scrolled by them, unless a tool is chosen.
    const drags = height <= MAX_DRAGGED_RATIO * width || store.multiple.value || (!playing && store.tool.value);
    return html`<div class="scene" style=${`--ratio:${width / height};--natural:${width}px`}>
        <div class="picture" ref=${picture} aria-hidden="true" dangerouslySetInnerHTML=${{ __html: scene.svg }} />
        <svg class=${`overlay puzzle ${drags ? "drags" : ""}`} ref=${overlay} viewBox=${`0 0 ${width} ${height}`} role="group" aria-label=${playing ? "the puzzle" : "the draft"} aria-busy=${!playing && store.drawing.value}>
            ${laid.map((piece) => html`<${Laid} piece=${piece} key=${piece.key} />`)}
            ${scene.parts.map((part) => html`<${ScenePart} part=${part} scene=${scene} playing=${playing} key=${part.key} />`)}
            <${Trail} />
        </svg>
    </div>`;
}

export function sizeOf(svg) {
    const found = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
    return found ? [Number(found[1]), Number(found[2])] : [100, 100];
}

// Dials stand as their pieces say; a page's style turns them and keeps what is upright so.
function turnRotors(picture) {
    for (const piece of store.pieces.value.values()) {
        if (piece.gesture !== "turn") continue;
        const group = picture?.querySelector(`[data-rotor="${piece.rotor}"]`);
        group?.style.setProperty("--turn", `${Number(store.valueOf(piece)) * piece.degrees}deg`);
    }
}

const laidPieces = () => [...store.pieces.value.values()].filter((p) => p.gesture === "place" && store.state.value[p.key] === "1");

function Laid({ piece }) {
    const boxes = piece.parts.map((key) => store.parts.value.get(key)).filter(Boolean);
    if (!boxes.length) return null;
    const [first] = boxes;
    const at = new Set(boxes.map((box) => `${Math.round(box.x)},${Math.round(box.y)}`));
    const edges = boxes.flatMap((box) => edgesOf(box, at));
    const isRow = boxes.length === 1 && first.width > 3 * first.height;
    return html`<g class="laid" aria-hidden="true">
        ${boxes.map((box) => html`<rect x=${box.x} y=${box.y} width=${box.width} height=${box.height} fill=${piece.colour || "#56b4e9"} opacity=${isRow ? 0.35 : 0.92} />`)}
        ${edges.map(([x1, y1, x2, y2]) => html`<line x1=${x1} y1=${y1} x2=${x2} y2=${y2} class="edge" />`)}
        ${isRow || !piece.group ? null : html`<text x=${first.x + first.width / 2} y=${first.y + first.height * 0.66} class="label" font-size=${Math.min(first.height * 0.5, first.width / (0.62 * piece.group.length))}>${piece.group}</text>`}
    </g>`;
}

function edgesOf({ x, y, width, height }, at) {
    const beside = (dx, dy) => at.has(`${Math.round(x + dx * width)},${Math.round(y + dy * height)}`);
    const [right, below] = [x + width, y + height];
    return [
        beside(0, -1) || [x, y, right, y],
        beside(1, 0) || [right, y, right, below],
        beside(0, 1) || [right, below, x, below],
        beside(-1, 0) || [x, below, x, y],
    ].filter((edge) => edge !== true);
}

// What stands in a part now.
export function contentOf(part, playing) {
    const symbols = store.scene.value.palettes[part.palette] || [];
    const symbolOf = (key) => symbols.find((symbol) => symbol.key === key) || (key === undefined || key === null ? null : { key, text: key });
    if (!playing) return { symbol: symbolOf(store.doc.value?.entries[part.key]), given: false, marks: {} };
    const piece = (store.piecesAt.value.get(part.key) || []).find((one) => one.gesture === "set");
    if (!piece) return { symbol: null, given: false, marks: {}, piece: null };
    const symbol = symbolOf(piece.given ?? store.state.value[piece.key]);
    return { piece, symbol, given: piece.given !== null, marks: store.marks.value[piece.key] || {}, symbolOf };
}

function ScenePart({ part, scene, playing }) {
    const { piece, symbol, given, marks, symbolOf } = contentOf(part, playing);
    const chosen = store.selection.value.includes(part.key);
    const { parts: litParts, reason } = store.lit.value;
    const broken = playing ? store.checks.value.rules.filter((rule) => rule.status === "broken" && rule.parts.includes(part.key)) : [];
    const light = playing && scene.lights?.find((one) => one.part === part.key);
    const isKept = light && store.checks.value.rules.some((rule) => rule.key === light.rule && rule.status === "kept");
    const isTurned = part.rotor !== null && part.rotor !== undefined;
    const reading = playing ? store.checks.value.readings[part.key] : null;
    const tint = playing && piece ? branchTint(piece.key) : "";
    const isWrong = piece && store.checks.value.wrong.includes(piece.key);
    const agreed = !symbol && piece && store.shared.value?.get(piece.key);
    const entry = playing ? null : store.doc.value.entries[part.key];
    const entryShared = !playing && !entry ? store.shared.value?.get(part.key) : null;
    const shapes = [];
    const { x, y, width, height } = part;
    const box = (name, inset = 0) =>
        html`<rect class=${name} x=${x + inset} y=${y + inset} width=${width - 2 * inset} height=${height - 2 * inset} rx="3" />`;
    const colours = marks.colour || [];
    if (symbol?.colour) shapes.push(html`<rect x=${x} y=${y} width=${width} height=${height} rx="4" fill=${symbol.colour} />`);
    colours.forEach((colour, place) => {
        const wide = width / colours.length;
        shapes.push(html`<rect class=${`tint tint-${colour}`} x=${x + place * wide} y=${y} width=${wide} height=${height} />`);
    });
    if (tint) shapes.push(html`<rect x=${x} y=${y} width=${width} height=${height} fill=${tint} opacity="0.28" />`);
    if (isKept) shapes.push(html`<circle class="light" cx=${x + width / 2} cy=${y + height / 2} r=${Math.min(width, height) / 2.1} />`);
    if (reason.includes(part.key) && !isTurned) shapes.push(box("reason-part", 1.5));
    if (litParts.includes(part.key) && !isTurned) shapes.push(box("lit-part", 1.5));
    if (broken.length && !light && !isTurned) {
        shapes.push(box("broken-part", 2));
        shapes.push(html`<circle class="broken-dot" cx=${x + width - 6} cy=${y + 6} r="3.4" />`);
    }
    if (isWrong) shapes.push(html`<path class="wrong-part" d=${`M${x + 4} ${y + height - 4}L${x + width - 4} ${y + 4}`} />`);
    if (chosen && !isTurned) shapes.push(box("chosen-part", 1.5));
    const words = symbol?.text;
    if (words) shapes.push(letters(words, part, given ? "given" : playing ? "played" : "entered", symbol.ink));
    const alike = agreed || entryShared;
    if (!words && alike) shapes.push(letters((scene.palettes[part.palette] || []).find((one) => one.key === alike)?.text || alike, part, "agreed"));
    if (reading !== null && reading !== undefined) shapes.push(letters(reading, part, isKept ? "reading kept" : "reading"));
    if (!symbol && piece && symbolOf) shapes.push(...pencilled(part, marks, symbolOf));
    if (isTurned) shapes.push(html`<circle class=${`dial-ring${chosen ? " chosen" : ""}`} cx=${x + width / 2} cy=${y + height / 2} r=${width / 2} />`);
    const label = labelOf(part, { symbol, given, marks, reading, isKept, isWrong }, broken, scene);
    return html`<g class=${isTurned ? "part turns" : "part"} data-part=${part.key} role="button" tabindex=${tabIndex(part, scene)} aria-label=${label} aria-pressed=${chosen}>
        <rect class="target" x=${x} y=${y} width=${width} height=${height} />${shapes}
    </g>`;
}

// One part can be reached by Tab, and the arrows lead from there to the others.
function tabIndex(part, scene) {
    const last = store.selection.value.at(-1);
    const reached = scene.parts.some((other) => other.key === last) ? last : scene.parts[0]?.key;
    return part.key === reached ? 0 : -1;
}

function letters(words, part, kind, ink) {
    const size = Math.min(part.height * 0.62, (part.width * 0.92) / (0.58 * Math.max(1, words.length)));
    const style = ink ? `fill:${ink}` : undefined;
    return html`<text class=${`letters ${kind}`} x=${part.x + part.width / 2} y=${part.y + part.height / 2} dy="0.36em" font-size=${size} style=${style}>${words}</text>`;
}

function branchTint(key) {
    const changed = ({ state }) => state[key] !== store.state.value[key];
    const within = store.branches.value.filter(changed);
    return within.length ? within.at(-1).colour : "";
}

function pencilled({ x, y, width, height }, { corner = [], centre = [], struck = [] }, symbolOf) {
    const textOf = (value) => symbolOf(value)?.text || value;
    const shapes = [];
    const small = height * 0.26;
    const places = [[0.18, 0.24], [0.82, 0.24], [0.18, 0.86], [0.82, 0.86], [0.5, 0.24], [0.5, 0.86], [0.18, 0.55], [0.82, 0.55], [0.5, 0.55]];
    [...corner].sort(byNumber).slice(0, 9).forEach((value, place) => {
        const [across, down] = places[place];
        shapes.push(html`<text class="mark corner" x=${x + width * across} y=${y + height * down} dy="0.15em" font-size=${small}>${textOf(value)}</text>`);
    });
    const row = [...new Set([...centre, ...struck])].sort(byNumber);
    if (row.length) {
        const half = row.length > 5 ? Math.ceil(row.length / 2) : row.length;
        const lines = [row.slice(0, half), row.slice(half)].filter((line) => line.length);
        const size = Math.min(small * 1.1, (width * 0.94) / (0.62 * half));
        lines.forEach((line, number) => {
            const middle = y + height / 2 + (number - (lines.length - 1) / 2) * size * 1.15;
            shapes.push(html`<text class="mark centre" x=${x + width / 2} y=${middle} dy="0.36em" font-size=${size}>
                ${line.map((value) => html`<tspan class=${struck.includes(value) && !centre.includes(value) ? "struck" : ""}>${textOf(value)}</tspan>`)}
            </text>`);
        });
    }
    return shapes;
}

const byNumber = (one, other) => Number(one) - Number(other);

function labelOf(part, { symbol, given, marks, reading, isKept, isWrong }, broken, scene) {
    const said = [part.label];
    if (symbol) said.push(symbol.label || symbol.text || "filled");
    else if (part.palette) said.push("empty");
    if (given) said.push("given");
    if (reading) said.push(reading, isKept ? "right" : "not right");
    if (marks.centre?.length) said.push(`candidates ${marks.centre.join(" ")}`);
    if (marks.corner?.length) said.push(`corner marks ${marks.corner.join(" ")}`);
    if (isWrong) said.push("wrong");
    for (const rule of broken) said.push(`breaks: ${rule.sentence}`);
    const dial = (scene.parts && store.pieces.value.get(part.key)) || null;
    if (dial?.gesture === "turn") said.push(`turned ${store.valueOf(dial)} steps`);
    return said.join(", ");
}

// What is being drawn by a tool, part after part.
function Trail() {
    const tool = store.tool.value;
    const shown = store.pending.value || (tool ? store.selection.value : []);
    if (!tool || shown.length < 2 || tool.gesture === "area") return null;
    const points = shown.map((key) => store.parts.value.get(key)).filter(Boolean);
    const line = points.map((part) => `${part.x + part.width / 2},${part.y + part.height / 2}`).join(" ");
    return html`<polyline class="trail" points=${line} />`;
}

export const isNumber = (part) => part?.palette === NUMBER;
