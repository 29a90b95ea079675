// Gestures: what mouse, pen and fingers do on the scene. Keys are in keys.js.

import * as store from "./store.js";

const SWIPE = 24; // pixels from which on a movement is a swipe
const DOUBLE_MS = 350;

// Heard as long as the overlay is there: a board that is drawn anew must not end a line that is being drawn.
export function gestures(overlay) {
    let drag = null;
    let latest = { key: "", at: 0 };

    const point = (event) => {
        const box = overlay.getBoundingClientRect();
        const { width, height } = overlay.viewBox.baseVal;
        return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
    };
    const playing = () => store.mode.value === "play";

    function partAt([x, y]) {
        const inside = store.scene.value.parts.filter(
            (part) => x >= part.x && x <= part.x + part.width && y >= part.y && y <= part.y + part.height,
        );
        const dials = inside.filter((part) => isDial(part) && Math.hypot(x - middle(part)[0], y - middle(part)[1]) <= part.width / 2);
        if (dials.length) return dials.reduce((top, part) => (part.width <= top.width ? part : top));
        return inside.filter((part) => !isDial(part)).sort((one, other) => one.width * one.height - other.width * other.height)[0];
    }
    const isDial = (part) => playing() && part.rotor !== null && part.rotor !== undefined;
    const middle = (part) => [part.x + part.width / 2, part.y + part.height / 2];
    const pieceOf = (part, gesture) => (store.piecesAt.value.get(part.key) || []).find((piece) => piece.gesture === gesture);

    function begin(event) {
        if (event.button > 0) return;
        const at = point(event);
        const part = partAt(at);
        if (!part) {
            if (!event.shiftKey && !event.ctrlKey) store.selection.value = [];
            return;
        }
        overlay.querySelector(`[data-part="${CSS.escape(part.key)}"]`)?.focus({ preventScroll: true });
        overlay.setPointerCapture?.(event.pointerId);
        const again = latest.key === part.key && event.timeStamp - latest.at < DOUBLE_MS;
        latest = { key: part.key, at: event.timeStamp };
        drag = { part, at, parts: [part.key], moved: false };
        if (playing() && isDial(part)) return beginTurn(part, at);
        if (playing() && pieceOf(part, "roll")?.parts[0] === part.key) {
            drag.roll = pieceOf(part, "roll");
            store.selection.value = [part.key];
            return;
        }
        if (playing() && pieceOf(part, "place")) {
            drag.place = true;
            return;
        }
        const tool = store.mode.value === "enter" ? store.tool.value : null;
        if (tool) {
            drag.tool = tool;
            store.selection.value = [part.key];
            return;
        }
        const adds = event.shiftKey || event.ctrlKey || event.metaKey || store.multiple.value;
        const before = store.selection.value;
        if (again && !adds) store.selection.value = alike(part);
        else if (adds) {
            drag.removes = before.includes(part.key);
            store.selection.value = drag.removes ? before.filter((key) => key !== part.key) : [...before, part.key];
        } else store.selection.value = [part.key];
    }

    function beginTurn(part, at) {
        const piece = store.pieces.value.get(part.key);
        store.selection.value = [part.key];
        drag.turn = { piece, start: angle(piece, at), from: Number(store.valueOf(piece)), now: 0 };
    }

    const angle = (piece, [x, y]) => (Math.atan2(y - piece.centre[1], x - piece.centre[0]) * 180) / Math.PI;

    // A browser that is busy hands over several movements as one.
    function moves(event) {
        const all = event.getCoalescedEvents?.() || [];
        (all.length ? all : [event]).forEach(move);
    }

    function move(event) {
        if (!drag) return;
        const at = point(event);
        if (drag.turn) return keepTurning(at);
        drag.end = at;
        if (drag.roll || drag.place) return;
        for (const part of between(drag.parts.length ? drag.last || drag.at : at, at)) {
            if (drag.tool?.gesture === "tap") continue;
            if (drag.parts.at(-2) === part.key && drag.tool?.gesture === "line") {
                drag.parts.pop(); // back along the line
            } else if (!drag.parts.includes(part.key)) drag.parts.push(part.key);
            else continue;
            drag.moved = true;
            if (drag.tool) store.selection.value = [...drag.parts];
            else if (drag.removes) store.selection.value = store.selection.value.filter((key) => key !== part.key);
            else store.selection.value = [...new Set([...store.selection.value, part.key])];
        }
        drag.last = at;
    }

    // Every part that a pointer has passed since it was last heard of.
    function between([x0, y0], [x1, y1]) {
        const found = [];
        const steps = Math.max(1, Math.ceil(Math.hypot(x1 - x0, y1 - y0) / 6));
        for (let step = 1; step <= steps; step++) {
            const part = partAt([x0 + ((x1 - x0) * step) / steps, y0 + ((y1 - y0) * step) / steps]);
            // Near a corner one may only mean to go past: the middle of a part counts.
            if (part && found.at(-1) !== part && isNearMiddle(part, [x0 + ((x1 - x0) * step) / steps, y0 + ((y1 - y0) * step) / steps])) found.push(part);
        }
        return found;
    }
    const isNearMiddle = (part, [x, y]) => Math.hypot(x - middle(part)[0], y - middle(part)[1]) < 0.44 * Math.min(part.width, part.height) + 1;

    function keepTurning(at) {
        const { turn } = drag;
        let swept = angle(turn.piece, at) - turn.start;
        swept = ((swept + 540) % 360) - 180;
        turn.now = swept;
        drag.moved ||= Math.abs(swept) > 3;
        const group = overlay.parentElement.querySelector(`[data-rotor="${turn.piece.rotor}"]`);
        group.classList.add("dragged");
        group.style.setProperty("--turn", `${turn.from * turn.piece.degrees + swept}deg`);
    }

    function end(event) {
        if (!drag) return;
        if (event.type === "pointerup") move(event);
        const done = drag;
        drag = null;
        if (done.turn) return endTurn(done);
        if (done.roll) {
            const [dx, dy] = done.end ? [done.end[0] - done.at[0], done.end[1] - done.at[1]] : [0, 0];
            const isSwipe = Math.hypot(dx, dy) > SWIPE;
            const key = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp";
            store.roll(done.roll, isSwipe ? key : "ArrowRight");
        } else if (done.place) {
            store.selection.value = [done.part.key];
            store.placeAt(done.part.key, store.placing.value);
        } else if (done.tool && event.type !== "pointercancel") drawn(done.tool, done.parts);
    }

    function endTurn({ turn, moved }) {
        overlay.parentElement.querySelector(`[data-rotor="${turn.piece.rotor}"]`).classList.remove("dragged");
        const steps = Math.round(turn.now / turn.piece.degrees);
        store.turn(turn.piece, moved ? steps : 0);
    }

    const alike = (part) => {
        const read = (other) => (playing() ? valueAt(other) : store.doc.value.entries[other.key]);
        const wanted = read(part);
        return wanted === undefined ? [part.key] : store.scene.value.parts.filter((other) => read(other) === wanted).map((other) => other.key);
    };
    const valueAt = (part) => {
        const piece = pieceOf(part, "set");
        return piece ? piece.given ?? store.state.value[piece.key] : undefined;
    };

    const heard = { pointerdown: begin, pointermove: moves, pointerup: end, pointercancel: end };
    for (const [name, heed] of Object.entries(heard)) overlay.addEventListener(name, heed);
    return () => {
        for (const [name, heed] of Object.entries(heard)) overlay.removeEventListener(name, heed);
    };
}

// A tool was drawn over parts: it is an item, once what it asks for is known.
export function drawn(tool, parts) {
    if (tool.gesture === "pair" && parts.length !== 2) {
        if (parts.length < 2) store.pairStart.value = store.pairStart.value && store.pairStart.value !== parts[0] ? pairUp(tool, parts[0]) : parts[0];
        return;
    }
    const least = tool.gesture === "line" ? 2 : 1;
    if (tool.gesture !== "whole" && parts.length < least) return;
    if (tool.asks || tool.symbols.length) store.pending.value = parts;
    else {
        store.setItem({ tool: tool.key, parts, value: "" });
        store.selection.value = [];
    }
}

function pairUp(tool, second) {
    drawn(tool, [store.pairStart.value, second]);
    return "";
}
