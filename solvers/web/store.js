// The store: what a person has entered and played, and every action on it. Panels read signals and call actions.

import { batch, computed, effect, signal, untracked } from "./vendor/preact.js";
import { connect } from "./engine.js";
import { packed } from "./link.js";

const TYPING_MS = 60; // that a question waits for the next key
const IDLE_MS = 350; // after which what takes longer is asked
const SAVE_MS = 600;
const MAX_RECENT = 24;
const RECENT = "puzzlebench.recent";
const AGREED = "puzzlebench.agreed";
const MAX_AGREED = 40;
const SETTINGS = "puzzlebench.settings";
export const BRANCH_COLOURS = ["#cc79a7", "#0072b2", "#e69f00", "#009e73"];

export const engine = connect();

export const mode = signal("play"); // or "enter"
export const doc = signal(null);
export const board = signal(null);
export const table = signal(null);
export const state = signal({}); // by piece: its value
export const marks = signal({}); // by piece: {corner, centre, struck, colour}
export const branches = signal([]); // each {colour, state, marks}: how things stood when it began
export const selection = signal([]); // keys of parts, in the order in which they were chosen
export const multiple = signal(false); // whether taps add to what is selected
export const pairStart = signal(""); // the first of two parts that are tapped one after the other
export const tab = signal("help"); // the panel beside the puzzle
export const tool = signal(null);
export const pending = signal(null); // parts that a tool was drawn over, while its value is typed
export const symbolKind = signal("digit");
export const placing = signal(""); // the group of pieces that is being laid
export const judgement = signal({});
export const checks = signal({ rules: [], wrong: [], readings: {} });
export const lit = signal({ parts: [], reason: [] }); // what a sentence is about
export const shared = signal(null); // what all answers share, while it is shown
export const message = signal(""); // announced, and shown for a while
export const busy = signal(0);
export const drawing = signal(false); // whether the board is to be drawn anew, as the draft has another structure
export const elapsed = signal(0);
export const settings = signal({ checkRules: true, checkAnswer: false, autoMarks: false, clock: false, theme: "", techniques: {}, ...saved(SETTINGS, {}) });
export const recent = signal(saved(RECENT, []));
export const past = signal([]);
export const future = signal([]);

export const scene = computed(() => (mode.value === "enter" ? board.value : table.value) || board.value || table.value);
export const pieces = computed(() => new Map((table.value?.pieces || []).map((piece) => [piece.key, piece])));
export const piecesAt = computed(() => {
    const found = new Map();
    for (const piece of table.value?.pieces || []) {
        for (const part of piece.parts) found.set(part, [...(found.get(part) || []), piece]);
    }
    return found;
});
export const parts = computed(() => new Map((scene.value?.parts || []).map((part) => [part.key, part])));
export const solved = computed(() => mode.value === "play" && checks.value.solved === true);

function saved(key, otherwise) {
    try {
        return JSON.parse(localStorage.getItem(key)) ?? otherwise;
    } catch {
        return otherwise;
    }
}

function save(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // private windows may keep nothing
    }
}

export function say(words) {
    message.value = "";
    queueMicrotask(() => (message.value = words));
}

// Questions

export async function ask(question, options = {}) {
    busy.value += 1;
    try {
        return await engine.ask(question, options);
    } finally {
        busy.value -= 1;
    }
}

// The latest question of a kind: one that is asked again takes the place of the one before.
const asked = new Map();

export function askLatest(kind, question, onRecord, delay = 0) {
    asked.get(kind)?.abort();
    const taken = new AbortController();
    asked.set(kind, taken);
    setTimeout(() => {
        if (taken.signal.aborted) return;
        const heed = (record) => !taken.signal.aborted && onRecord(record);
        ask(question, { signal: taken.signal, onRecord: heed });
    }, delay);
    return taken;
}

function forget(...kinds) {
    kinds.forEach((kind) => asked.get(kind)?.abort());
}

// History

const snapshot = () => ({ doc: doc.value, state: state.value, marks: marks.value, branches: branches.value });

function change(update) {
    const before = snapshot();
    batch(() => {
        update();
        past.value = [...past.value, before];
        future.value = [];
    });
}

function restore(there) {
    batch(() => {
        if (there.doc !== doc.value) shared.value = null;
        doc.value = there.doc;
        state.value = there.state;
        marks.value = there.marks;
        branches.value = there.branches;
    });
}

export function undo() {
    if (!past.value.length) return;
    const here = snapshot();
    batch(() => {
        restore(past.value.at(-1));
        past.value = past.value.slice(0, -1);
        future.value = [...future.value, here];
    });
}

export function redo() {
    if (!future.value.length) return;
    const here = snapshot();
    batch(() => {
        restore(future.value.at(-1));
        future.value = future.value.slice(0, -1);
        past.value = [...past.value, here];
    });
}

// Opening

let opened = null; // what is on the table as it was opened: it is listed when something has been done with it

export function openDocument(document, its, { playing = {}, playedMarks = {}, branched = [], into = "play", spent = 0, agreed: isAgreed = false } = {}) {
    forget("judge", "grade", "shared", "check", "board", "table");
    opened = isAgreed ? null : { document, state: playing, marks: playedMarks, branches: branched };
    batch(() => {
        doc.value = document;
        board.value = its || null;
        table.value = null;
        state.value = playing;
        marks.value = playedMarks;
        branches.value = branched;
        past.value = [];
        future.value = [];
        selection.value = [];
        tool.value = null;
        pending.value = null;
        placing.value = "";
        shared.value = null;
        judgement.value = {};
        checks.value = { rules: [], wrong: [], readings: {} };
        lit.value = { parts: [], reason: [] };
        elapsed.value = spent;
        mode.value = into;
    });
}

export async function open(question, options = {}) {
    const [record] = (await ask({ ask: "open", ...question })).slice(-1);
    if (!record || record.error) {
        say(record?.error || "nothing was found");
        return false;
    }
    openDocument(record.document, record.board, options);
    return true;
}

// Everything that a link holds.
export const whole = () => ({
    document: doc.value,
    state: state.value,
    marks: marks.value,
    branches: branches.value,
    mode: mode.value,
    seconds: Math.round(elapsed.value),
    last: past.value.slice(-1).map(({ state: before, marks: others }) => ({ state: before, marks: others })),
});

const isObject = (value, holds) => value !== null && typeof value === "object" && !Array.isArray(value) && Object.values(value).every(holds);
const isList = (value, holds) => Array.isArray(value) && value.every(holds);
const isText = (value) => typeof value === "string";
const isMark = (kinds) => isObject(kinds, (marked) => isList(marked, (one) => isText(one) || typeof one === "number"));
const isPlayed = (one) => isObject(one?.state ?? {}, isText) && isObject(one?.marks ?? {}, isMark);
const isItem = (one) => isText(one?.tool) && isList(one.parts, isText) && isText(one.value ?? "");
const isDocument = ({ puzzle, name = "", text = "", source = "", rules = "", entries = {}, settings: chosen = {}, items = [] }) =>
    puzzle && [puzzle, name, text, source, rules].every(isText) && isObject(entries, isText) && isObject(chosen, isText) && isList(items, isItem);
const isBranch = (one) => BRANCH_COLOURS.includes(one?.colour) && isPlayed(one) && one.state && one.marks;
const isWhole = (found) => isDocument(found.document) && isPlayed(found) && isList(found.branches ?? [], isBranch) && isList(found.last ?? [], (one) => one && isPlayed(one)) && Number.isFinite(found.seconds ?? 0);

// Opens what a link holds, if its form is right. Python in it does not run until the user agrees.
export function openWhole(found, isAgreed = false) {
    if (!found?.document?.puzzle || !isWhole(found)) throw new Error("this link holds no puzzle");
    if (codeOf(found.document).some((code) => !agreed.includes(code))) {
        consent.value = found;
        return false;
    }
    const options = {
        playing: found.state || {},
        playedMarks: found.marks || {},
        branched: found.branches || [],
        into: found.mode === "enter" ? "enter" : "play",
        spent: found.seconds || 0,
        agreed: isAgreed,
    };
    openDocument({ entries: {}, settings: {}, items: [], ...found.document }, null, options);
    // Only how it was played: a document among it would bring Python along that nobody agreed to.
    past.value = (found.last || []).map(({ state: before, marks: others }) => ({ doc: doc.value, state: before ?? {}, marks: others ?? {}, branches: branches.value }));
    return true;
}

// Python that a link brings along is not run before somebody has agreed to it; what was typed here is agreed to.
export const consent = signal(null); // what such a link holds
export const codeOf = (document) => [document.source, document.rules].filter(Boolean);
let agreed = saved(AGREED, []);

export function agreeTo(code) {
    agreed = [...code, ...agreed.filter((other) => !code.includes(other))].slice(0, MAX_AGREED);
    save(AGREED, agreed);
}

// Entering

export function enter(keys, symbol) {
    const taking = keys.filter((key) => parts.value.get(key)?.palette);
    if (!taking.length) return;
    const entries = { ...doc.value.entries };
    for (const key of taking) entries[key] = symbol;
    change(() => (doc.value = { ...doc.value, entries }));
}

export function eraseEntries(keys) {
    const entries = { ...doc.value.entries };
    for (const key of keys) delete entries[key];
    change(() => (doc.value = { ...doc.value, entries }));
}

export function setItem(item) {
    const same = (other) => other.tool === item.tool && String(other.parts) === String(item.parts);
    const items = doc.value.items.filter((other) => !same(other));
    const isTakenAway = items.length < doc.value.items.length && !item.value;
    change(() => (doc.value = { ...doc.value, items: isTakenAway ? items : [...items, item] }));
}

export function removeItem(place) {
    change(() => (doc.value = { ...doc.value, items: doc.value.items.filter((_, number) => number !== place) }));
}

export function setSetting(key, value) {
    change(() => (doc.value = { ...doc.value, settings: { ...doc.value.settings, [key]: value } }));
}

export function setDocument(document) {
    change(() => (doc.value = { ...doc.value, ...document }));
}

// Playing

const isFree = (key) => pieces.value.has(key) && pieces.value.get(key).given === null;

// Sets values; marks that a value settles go from the pieces that share a rule with it, where marks are kept up.
export function put(values) {
    const next = { ...state.value };
    for (const [key, value] of Object.entries(values)) {
        if (!isFree(key)) continue;
        if (value === null) delete next[key];
        else next[key] = value;
    }
    change(() => (state.value = next));
    if (settings.value.autoMarks) fillMarks(true);
}

export function mark(keys, kind, symbol) {
    const free = keys.filter((key) => isFree(key) && (kind === "colour" || !(key in state.value)));
    const has = (key) => (marks.value[key]?.[kind] || []).includes(symbol);
    const isTakenAway = free.length > 0 && free.every(has);
    const next = { ...marks.value };
    for (const key of free) {
        const own = (next[key]?.[kind] || []).filter((other) => other !== symbol);
        next[key] = { ...next[key], [kind]: isTakenAway ? own : [...own, symbol] };
    }
    change(() => (marks.value = next));
}

export function setMarks(next) {
    change(() => (marks.value = next));
}

export function erasePlayed(keys, onlyKind = "") {
    const next = { ...marks.value };
    const values = { ...state.value };
    for (const key of keys.filter(isFree)) {
        if (!onlyKind && key in values) delete values[key];
        else if (onlyKind === "digit") delete values[key];
        else if (onlyKind) next[key] = { ...next[key], [onlyKind]: [] };
        else delete next[key];
    }
    change(() => {
        state.value = values;
        marks.value = next;
    });
}

export const valueOf = (piece) => state.value[piece.key] ?? piece.given ?? piece.start;

export function turn(piece, steps) {
    const size = piece.steps;
    put({ [piece.key]: String((((Number(valueOf(piece)) + steps) % size) + size) % size) });
}

// The look in which a rolled piece stands: the first that shows what is set on its parts.
export function lookOf(piece) {
    const shows = ([, look]) => Object.entries(look).every(([key, value]) => valueOf(pieces.value.get(key)) === value);
    return Object.entries(piece.looks).find(shows)?.[0] ?? null;
}

export function roll(piece, moveKey) {
    const now = lookOf(piece);
    const move = piece.moves.find((one) => one.key === moveKey);
    if (!move) return false;
    const next = now === null ? Object.keys(piece.looks)[0] : move.to[now];
    put(piece.looks[next]);
    return true;
}

// Lays on a part the next piece of the group that can lie there, or takes away what lies there last.
export function placeAt(part, group) {
    const here = (piecesAt.value.get(part) || []).filter((piece) => piece.gesture === "place");
    const laid = [...pieces.value.values()].filter((piece) => piece.gesture === "place" && state.value[piece.key] === "1");
    const lying = laid.find((piece) => piece.parts.includes(part));
    const others = laid.filter((piece) => piece !== lying);
    const covered = new Set(others.flatMap((piece) => (piece.group || piece.parts.length > 1 ? piece.parts : [])));
    const used = new Set(others.map((piece) => piece.group).filter(Boolean));
    const wanted = group || (lying?.group ?? "");
    const fits = (piece) =>
        (!wanted || piece.group === wanted) && !(piece.group && used.has(piece.group) && piece.group !== group) &&
        !piece.parts.some((one) => covered.has(one));
    const ways = here.filter(fits);
    const next = ways[ways.indexOf(lying) + 1];
    const values = {};
    if (lying) values[lying.key] = null;
    if (group && next) laid.filter((piece) => piece.group === group).forEach((piece) => (values[piece.key] = null));
    if (next) values[next.key] = "1";
    if (Object.keys(values).length) put(values);
}

export function restart() {
    change(() => {
        state.value = {};
        marks.value = {};
        branches.value = [];
    });
    elapsed.value = 0;
}

export async function fillMarks(onlyRemove = false) {
    const question = { ask: "candidates", document: doc.value, state: state.value, how: "plain" };
    askLatest("candidates", question, (record) => {
        if (record.error) return say(record.error);
        const next = { ...marks.value };
        for (const [key, values] of Object.entries(record.candidates)) {
            const own = next[key]?.centre || [];
            if (onlyRemove && !own.length) continue;
            next[key] = { ...next[key], centre: onlyRemove ? own.filter((value) => values.includes(value)) : values };
        }
        if (onlyRemove) marks.value = next;
        else change(() => (marks.value = next));
    });
}

export function startBranch() {
    const colour = BRANCH_COLOURS[branches.value.length % BRANCH_COLOURS.length];
    change(() => (branches.value = [...branches.value, { colour, state: state.value, marks: marks.value }]));
}

export function keepBranch() {
    change(() => (branches.value = branches.value.slice(0, -1)));
}

export function dropBranch() {
    const { state: before, marks: others } = branches.value.at(-1);
    change(() => {
        state.value = before;
        marks.value = others;
        branches.value = branches.value.slice(0, -1);
    });
}

// What a hint says is to be done: values are set, others struck out.
export function applyDo(todo) {
    const values = {};
    const next = { ...marks.value };
    for (const { piece, symbol, set } of todo) {
        if (set) values[piece] = symbol;
        else {
            const own = next[piece] || {};
            const centre = (own.centre || []).filter((value) => value !== symbol);
            next[piece] = { ...own, centre, struck: [...(own.struck || []), symbol] };
        }
    }
    const played = { ...state.value };
    for (const [key, value] of Object.entries(values)) if (isFree(key)) played[key] = value;
    change(() => {
        state.value = played;
        marks.value = next;
    });
}

export function choose(settingsOfPage) {
    settings.value = { ...settings.value, ...settingsOfPage };
    save(SETTINGS, settings.value);
}

// Asking whenever what an answer depends on has changed

let drawn = null; // the structure of which the board was drawn

function keepBoard(document) {
    const structure = JSON.stringify([document.puzzle, document.settings, document.items, document.text, document.rules]);
    const delay = structure === drawn && board.value ? IDLE_MS : TYPING_MS;
    drawing.value = structure !== drawn;
    askLatest("board", { ask: "board", document }, (record) => {
        drawing.value = false;
        if (record.board) {
            drawn = structure;
            board.value = record.board.svg === board.value?.svg ? { ...record.board, svg: board.value.svg } : record.board;
        } else if (record.error) {
            judgement.value = { verdict: "unfinished", sentence: record.error, parts: record.parts || [] };
        }
    }, board.value ? delay : 0);
}

function keepJudgement(document) {
    shared.value = null;
    forget("grade", "shared", "repairs");
    const delay = board.value ? TYPING_MS : 0;
    askLatest("judge", { ask: "judge", document }, (record) => {
        judgement.value = record.error ? { verdict: "unfinished", sentence: record.error } : { ...judgement.value, ...record };
        if (record.verdict) {
            judgement.value = record;
            const more = { unique: "grade", several: "shared" }[record.verdict];
            if (more) askLatest(more, { ask: more, document }, (found) => !found.error && (judgement.value = { ...judgement.value, ...found }), IDLE_MS);
        }
    }, delay);
    judgement.value = { ...judgement.value, stale: true };
}

effect(() => {
    const document = doc.value;
    if (!document || mode.value !== "enter") return;
    untracked(() => {
        keepBoard(document);
        keepJudgement(document);
    });
});

effect(() => {
    const document = doc.value;
    if (!document || mode.value !== "play") return;
    untracked(() => askLatest("table", { ask: "table", document }, (record) => {
        if (record.table) table.value = record.table;
        else if (record.error) {
            say(record.error);
            mode.value = "enter";
        }
    }));
});

effect(() => {
    const document = doc.value;
    const { checkRules, checkAnswer } = settings.value;
    if (!document || mode.value !== "play" || !table.value) return;
    const against = checkAnswer ? "answer" : "rules";
    const question = { ask: "check", document, state: state.value, against };
    untracked(() => askLatest("check", question, (record) => {
        if (record.error) return;
        checks.value = checkRules ? record : { ...record, rules: record.rules.filter((rule) => rule.status === "kept") };
    }, TYPING_MS));
});

// Autosave: the address and the list of recent puzzles.

let saving = 0;
effect(() => {
    if (!doc.value) return;
    const now = whole();
    clearTimeout(saving);
    saving = setTimeout(async () => {
        const text = await packed(now);
        history.replaceState(null, "", `#p=${text}`);
        if (opened && Object.keys(opened).every((key) => opened[key] === now[key])) return;
        const title = `${now.document.puzzle}: ${now.document.name || "without a name"}`;
        const entry = { title, puzzle: now.document.puzzle, when: Date.now(), text };
        recent.value = [entry, ...recent.value.filter((other) => other.title !== title)].slice(0, MAX_RECENT);
        save(RECENT, recent.value);
    }, SAVE_MS);
});

setInterval(() => {
    if (settings.value.clock && mode.value === "play" && doc.value && !solved.value && !document.hidden) elapsed.value += 1;
}, 1000);

effect(() => {
    if (solved.value) untracked(() => say("Solved!"));
});
