// The keyboard: keys that players of Sudoku pages know, and the same for every puzzle.

import * as store from "./store.js";
import { drawn } from "./gestures.js";
import { isNumber } from "./scene.js";

export const KINDS = ["digit", "corner", "centre", "colour"];

export const SHORTCUTS = [
    ["1 … 9, letters", "what stands in the chosen parts"],
    ["Z  X  C  V", "digit, corner mark, centre mark, colour"],
    ["Shift, Ctrl held", "corner marks, centre marks"],
    ["arrows", "go to the next part; with Shift choose more"],
    ["Ctrl + arrows", "turn the chosen dial, roll the chosen cube"],
    ["+  −", "turn the chosen dial a step"],
    ["drag, Ctrl- or Shift-click", "choose several parts"],
    ["double click", "choose all that hold the same"],
    ["Ctrl + A, Esc", "choose all, choose none"],
    ["Delete, Backspace", "empty the chosen parts"],
    ["Space", "empty only marks of the present kind; next number while entering"],
    ["Enter", "next number while entering; draw the chosen tool over the chosen parts; lay the next piece"],
    ["Tab", "next kind of mark while something is chosen (Esc first, to leave the puzzle)"],
    ["Ctrl + Z, Ctrl + Y", "undo, redo"],
    ["?", "these keys"],
];

let typed = ""; // the part in which a number is being typed

export function onKey(event, showKeys) {
    if (event.defaultPrevented || isTyping(event.target)) return;
    if (handled(event, showKeys)) event.preventDefault();
}

const isTyping = (target) => target.closest?.("input, textarea, select, dialog, [contenteditable]") !== null;

function handled(event, showKeys) {
    const { key } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && key.toLowerCase() === "z") return event.shiftKey ? store.redo() : store.undo(), true;
    if (ctrl && key.toLowerCase() === "y") return store.redo(), true;
    if (key === "?") return showKeys(), true;
    if (!store.scene.value) return false;
    if (ctrl && key.toLowerCase() === "a") {
        store.selection.value = store.scene.value.parts.filter((part) => part.palette).map((part) => part.key);
        return true;
    }
    if (key === "Escape") {
        store.selection.value = [];
        store.tool.value = null;
        store.pending.value = null;
        store.lit.value = { parts: [], reason: [] };
        return true;
    }
    const onPart = event.target.closest?.(".part");
    if (!onPart && !store.selection.value.length) return false;
    if (onPart && !store.selection.value.length && key !== "Tab") store.selection.value = [onPart.dataset.part];
    if (key.startsWith("Arrow")) return arrow(event, ctrl);
    if (event.altKey) return false;
    if (store.mode.value === "play" && moved(key)) return true;
    if (key === "Tab") return nextKind(event);
    if (key === "Enter" || (key === " " && store.mode.value === "enter" && lastPart() && isNumber(lastPart()))) return onEnter();
    if (key === "Delete" || key === "Backspace") return erase(key);
    if (key === " " && store.mode.value === "play") return store.erasePlayed(store.selection.value.flatMap(setPieces), store.symbolKind.value), true;
    if (!ctrl || /^[0-9]$/.test(key)) return symbol(event, ctrl);
    return false;
}

const lastPart = () => store.parts.value.get(store.selection.value.at(-1));
const setPieces = (part) => (store.piecesAt.value.get(part) || []).filter((piece) => piece.gesture === "set").map((piece) => piece.key);

function nextKind(event) {
    if (store.mode.value !== "play" || !store.table.value?.has_marks || !store.selection.value.length) return false;
    const step = event.shiftKey ? KINDS.length - 1 : 1;
    store.symbolKind.value = KINDS[(KINDS.indexOf(store.symbolKind.value) + step) % KINDS.length];
    return true;
}

// The nearest part in a direction, or with Ctrl a move of the piece that is chosen.
function arrow(event, ctrl) {
    const here = lastPart();
    if (!here) return false;
    const own = ownPiece(here.key);
    if (store.mode.value === "play" && own?.gesture === "roll" && (ctrl || here.key === own.parts[0])) return store.roll(own, event.key);
    if (store.mode.value === "play" && own?.gesture === "turn" && (ctrl || ["ArrowLeft", "ArrowRight"].includes(event.key))) {
        return store.turn(own, event.key === "ArrowLeft" || event.key === "ArrowDown" ? -1 : 1), true;
    }
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const next = neighbour(here, dx, dy);
    if (!next) return true;
    typed = "";
    store.selection.value = event.shiftKey ? [...store.selection.value.filter((key) => key !== next.key), next.key] : [next.key];
    focus(next.key);
    return true;
}

const ownPiece = (part) => (store.piecesAt.value.get(part) || []).find((piece) => piece.gesture !== "set" && piece.parts[0] === part);

export function neighbour(here, dx, dy) {
    const at = (part) => [part.x + part.width / 2, part.y + part.height / 2];
    const [x, y] = at(here);
    let best = null;
    let least = Infinity;
    for (const part of store.scene.value.parts) {
        if (part.key === here.key) continue;
        const [across, down] = [at(part)[0] - x, at(part)[1] - y];
        const ahead = across * dx + down * dy;
        const aside = Math.abs(across * dy) + Math.abs(down * dx);
        const far = ahead + 3 * aside;
        if (ahead > 1 && aside <= ahead + 1 && far < least) [best, least] = [part, far];
    }
    if (best || here.rotor === null || here.rotor === undefined) return best;
    const parts = store.scene.value.parts.filter((part) => part.rotor !== null && part.rotor !== undefined);
    return parts[(parts.indexOf(here) + (dx + dy > 0 ? 1 : parts.length - 1)) % parts.length];
}

export function focus(part) {
    requestAnimationFrame(() => document.querySelector(`.part[data-part="${CSS.escape(part)}"]`)?.focus());
}

function moved(key) {
    const piece = ownPiece(store.selection.value.at(-1));
    if (piece?.gesture !== "turn" || !["+", "-", "="].includes(key)) return false;
    store.turn(piece, key === "-" ? -1 : 1);
    return true;
}

function onEnter() {
    const chosen = store.tool.value;
    if (store.mode.value === "enter" && chosen) return drawn(chosen, store.selection.value), true;
    const last = lastPart();
    if (store.mode.value === "enter" && last) return onwards(last), true;
    const piece = (store.piecesAt.value.get(last?.key) || []).find((one) => one.gesture === "place");
    if (piece) return store.placeAt(last.key, store.placing.value), true;
    const rolled = ownPiece(last?.key);
    return rolled?.gesture === "roll" ? store.roll(rolled, "ArrowRight") : false;
}

// The next part that takes something, in the order in which they are typed.
function onwards(part) {
    const taking = store.scene.value.parts.filter((one) => one.palette);
    const next = taking[taking.indexOf(part) + 1] || taking[0];
    typed = "";
    store.selection.value = [next.key];
    focus(next.key);
}

function erase(key) {
    const keys = store.selection.value;
    if (store.mode.value === "enter") {
        const last = lastPart();
        const entry = last && store.doc.value.entries[last.key];
        if (key === "Backspace" && keys.length === 1 && isNumber(last) && entry?.length > 1) store.enter(keys, entry.slice(0, -1));
        else store.eraseEntries(keys);
        return true;
    }
    const laid = keys.flatMap((part) => (store.piecesAt.value.get(part) || []).filter((piece) => piece.gesture === "place" && store.state.value[piece.key] === "1"));
    if (laid.length) store.put(Object.fromEntries(laid.map((piece) => [piece.key, null])));
    else store.erasePlayed(keys.flatMap(setPieces));
    return true;
}

function symbol(event, ctrl) {
    const part = lastPart();
    const digit = /^(Digit|Numpad)([0-9])$/.exec(event.code)?.[2];
    const pressed = event.shiftKey && digit ? digit : event.key;
    const found = symbolFor(part, pressed);
    if (!found) {
        const kind = { z: "digit", x: "corner", c: "centre", v: "colour" }[pressed.toLowerCase()];
        if (store.mode.value === "play" && kind && !ctrl) return (store.symbolKind.value = kind), true;
        return false;
    }
    const kind = ctrl ? "centre" : event.shiftKey && digit ? "corner" : store.symbolKind.value;
    type(found, kind);
    return true;
}

function symbolFor(part, pressed) {
    if (!part) return null;
    const symbols = store.scene.value.palettes[part.palette] || [];
    const low = pressed.toLowerCase();
    const found = symbols.find((one) => one.text.toLowerCase() === low || one.keys.includes(low));
    if (found) return found.key;
    if (store.mode.value === "play" && store.symbolKind.value === "colour" && /^[1-9]$/.test(pressed)) return pressed;
    return isNumber(part) && /^[0-9]$/.test(pressed) ? pressed : null;
}

// A symbol comes from a key or from the keypad.
export function type(key, kind = store.symbolKind.value) {
    const chosen = store.selection.value;
    const part = lastPart();
    if (!part) return;
    const isDigit = isNumber(part) && /^[0-9]$/.test(key) && !(store.scene.value.palettes[part.palette] || []).some((one) => one.key === key);
    if (store.mode.value === "enter") {
        const before = isDigit && typed === part.key ? store.doc.value.entries[part.key] || "" : "";
        store.enter(chosen, /^[0-9]*$/.test(before) ? before + key : key);
        typed = isDigit ? part.key : "";
        if (!isDigit && isNumber(part) && chosen.length === 1) onwards(part);
        return;
    }
    const keys = chosen.flatMap(setPieces);
    if (kind !== "digit" && store.table.value.has_marks) return store.mark(keys, kind, key);
    if (isDigit) {
        const before = typed === part.key ? store.state.value[keys[0]] || "" : "";
        store.put(Object.fromEntries(keys.map((one) => [one, before + key])));
        typed = part.key;
        return;
    }
    const same = keys.every((one) => store.state.value[one] === key);
    store.put(Object.fromEntries(keys.map((one) => [one, same ? null : key])));
}
