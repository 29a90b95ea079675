// The keypad below the scene, for fingers and mice: symbols, kinds of marks, pieces to be laid, moves, undo.

import { html } from "./vendor/preact.js";
import * as store from "./store.js";
import { KINDS, type } from "./keys.js";

const KIND_NAMES = { digit: "Value", corner: "Corner", centre: "Centre", colour: "Colour" };

export function Keypad() {
    const playing = store.mode.value === "play";
    return html`<div class="keypad" role="group" aria-label="keypad">
        ${playing && store.table.value?.has_marks ? html`<${Kinds} />` : null}
        <${Symbols} playing=${playing} />
        ${playing ? html`<${Groups} />` : null}
        ${playing ? html`<${Moves} />` : null}
        <div class="row">
            <${Act} label="Undo" icon="↶" on=${store.undo} off=${!store.past.value.length} />
            <${Act} label="Redo" icon="↷" on=${store.redo} off=${!store.future.value.length} />
            <${Act} label="Erase" icon="⌫" on=${() => erase(playing)} off=${!store.selection.value.length} />
            <button type="button" class="act" aria-pressed=${store.multiple.value} onClick=${() => (store.multiple.value = !store.multiple.value)}>
                <span aria-hidden="true">▦</span> Choose several
            </button>
        </div>
        ${playing ? html`<${PlayActions} />` : null}
    </div>`;
}

export function Act({ label, icon, on, off = false, pressed = undefined }) {
    return html`<button type="button" class="act" onClick=${on} disabled=${off} aria-pressed=${pressed}>
        ${icon ? html`<span aria-hidden="true">${icon}</span>` : null} ${label}
    </button>`;
}

function erase(playing) {
    const keys = store.selection.value;
    if (!playing) return store.eraseEntries(keys);
    store.erasePlayed(keys.flatMap((part) => (store.piecesAt.value.get(part) || []).map((piece) => piece.key)));
}

function Kinds() {
    return html`<div class="row kinds" role="radiogroup" aria-label="what is written">
        ${KINDS.map((kind) => html`<button type="button" role="radio" aria-checked=${store.symbolKind.value === kind} onClick=${() => (store.symbolKind.value = kind)}>${KIND_NAMES[kind]}</button>`)}
    </div>`;
}

function Symbols({ playing }) {
    const scene = store.scene.value;
    if (!scene) return null;
    const last = store.parts.value.get(store.selection.value.at(-1));
    const name = last?.palette || scene.parts.find((part) => part.palette)?.palette;
    if (!name) return null;
    const isColour = playing && scene.has_marks && store.symbolKind.value === "colour";
    const digits = name === "number" ? [..."1234567890"].map((digit) => ({ key: digit, text: digit })) : [];
    const own = (scene.palettes[name] || []).filter((symbol, place, all) => all.findIndex((other) => other.text === symbol.text) === place);
    const shown = isColour ? [..."123456789"].map((key) => ({ key, text: "", label: `colour ${key}`, tint: key })) : [...digits, ...own];
    if (shown.length > 40) return null;
    return html`<div class="symbols" style=${`--across:${shown.length > 12 ? 8 : shown.length > 6 ? 5 : shown.length}`}>
        ${shown.map((symbol) => html`<button type="button" class=${symbol.tint ? `tint tint-${symbol.tint}` : ""} aria-label=${symbol.label || symbol.text} disabled=${!last}
            style=${symbol.colour ? `background:${symbol.colour};color:${symbol.ink}` : ""} onClick=${() => type(symbol.key)}>${symbol.text || symbol.tint || "●"}</button>`)}
        ${name === "number" && !playing ? html`<button type="button" class="wide" disabled=${!last} onClick=${() => nextPart(last)}>Next ⏎</button>` : null}
    </div>`;
}

function nextPart(part) {
    const taking = store.scene.value.parts.filter((one) => one.palette);
    store.selection.value = [(taking[taking.indexOf(part) + 1] || taking[0]).key];
}

// Pieces that are laid, by what they are called: choose one, then tap where it should lie.
function Groups() {
    const laying = [...store.pieces.value.values()].filter((piece) => piece.gesture === "place" && piece.group);
    if (!laying.length) return null;
    const groups = new Map(laying.map((piece) => [piece.group, piece.colour]));
    const laid = new Set(laying.filter((piece) => store.state.value[piece.key] === "1").map((piece) => piece.group));
    return html`<div class="groups" role="radiogroup" aria-label="the piece to lay">
        ${[...groups].map(([group, colour]) => html`<button type="button" role="radio" aria-checked=${store.placing.value === group} aria-label=${`piece ${group}${laid.has(group) ? ", laid" : ""}`}
            style=${`--piece:${colour}`} class=${laid.has(group) ? "laid" : ""} onClick=${() => (store.placing.value = store.placing.value === group ? "" : group)}>${group}</button>`)}
        <p class="note">Choose a piece, then tap a cell; tap again for its other ways to lie there.</p>
    </div>`;
}

function Moves() {
    const last = store.selection.value.at(-1);
    const piece = (store.piecesAt.value.get(last) || []).find((one) => one.gesture === "turn" || one.gesture === "roll");
    if (!piece) return null;
    if (piece.gesture === "turn") {
        return html`<div class="row">
            <${Act} label="Turn left" icon="↺" on=${() => store.turn(piece, -1)} />
            <span class="note">${piece.label}: ${store.valueOf(piece)}</span>
            <${Act} label="Turn right" icon="↻" on=${() => store.turn(piece, 1)} />
        </div>`;
    }
    const icons = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
    return html`<div class="row"><span class="note">${piece.label}:</span>
        ${piece.moves.map((move) => html`<${Act} label=${move.label} icon=${icons[move.key] || ""} on=${() => store.roll(piece, move.key)} />`)}
    </div>`;
}

function PlayActions() {
    const { checkRules, checkAnswer, autoMarks, clock } = store.settings.value;
    const branches = store.branches.value;
    const marked = store.table.value?.has_marks;
    return html`<div class="row wrap">
        <${Act} label="Try something" on=${store.startBranch} />
        ${branches.length ? html`<span class="branch" style=${`--branch:${branches.at(-1).colour}`}>trying ${branches.length > 1 ? `(${branches.length})` : ""}</span>
            <${Act} label="Keep it" on=${store.keepBranch} /><${Act} label="Drop it" on=${store.dropBranch} />` : null}
        ${marked ? html`<${Act} label="Fill in pencil marks" on=${() => store.fillMarks()} />` : null}
        <${Act} label="Restart" on=${store.restart} />
    </div>
    <div class="row wrap toggles">
        <${Toggle} label="Mark what breaks a rule" on=${checkRules} set=${(value) => store.choose({ checkRules: value })} />
        <${Toggle} label="Check against the answer" on=${checkAnswer} set=${(value) => store.choose({ checkAnswer: value })} />
        ${marked ? html`<${Toggle} label="Keep pencil marks up" on=${autoMarks} set=${(value) => store.choose({ autoMarks: value })} />` : null}
        <${Toggle} label="Clock" on=${clock} set=${(value) => store.choose({ clock: value })} />
        ${clock ? html`<output class="clock" aria-label="time">${Math.floor(store.elapsed.value / 60)}:${String(store.elapsed.value % 60).padStart(2, "0")}</output>` : null}
    </div>`;
}

export function Toggle({ label, on, set }) {
    return html`<label class="toggle"><input type="checkbox" checked=${on} onChange=${(event) => set(event.target.checked)} /> ${label}</label>`;
}

// What breaks a rule, in words; where the chosen part is in it, first.
export function Broken() {
    if (store.mode.value !== "play") return null;
    if (store.solved.value) return html`<p class="verdict good" role="status">Solved. Every rule holds.</p>`;
    const lights = new Set((store.table.value?.lights || []).map((light) => light.rule));
    const broken = store.checks.value.rules.filter((rule) => rule.status === "broken" && !lights.has(rule.key));
    const kept = store.checks.value.rules.filter((rule) => rule.status === "kept" && lights.has(rule.key)).length;
    const chosen = store.selection.value.at(-1);
    const first = broken.find((rule) => rule.parts.includes(chosen)) || broken[0];
    const about = lights.size ? `${kept} of ${lights.size} are right` : "";
    const sentence = store.checks.value.sentence;
    return html`<p class=${`verdict ${first ? "bad" : ""}`} role="status">
        ${first ? `Broken: ${first.sentence}.${broken.length > 1 ? ` (and ${broken.length - 1} more)` : ""}` : about}
        ${store.checks.value.wrong.length ? ` ${store.checks.value.wrong.length} differ from the answer.` : ""}${sentence ? ` Not checked: ${sentence}.` : ""}
    </p>`;
}
