// The page: puts its parts together, and opens what the address says.

import { html, render, signal, useEffect, useRef, useState } from "./vendor/preact.js";
import * as store from "./store.js";
import { LONG_LINK, ownHash, packed, read } from "./link.js";
import { onKey, SHORTCUTS } from "./keys.js";
import { Scene } from "./scene.js";
import { Broken, Keypad, Act } from "./play.js";
import { Badge } from "./badge.js";
import { Enter } from "./enter.js";
import { Help } from "./help.js";
import { Make } from "./make.js";
import { Inside } from "./inside.js";
import { Gallery } from "./gallery.js";
import { Own } from "./own.js";

const FIRST = { puzzle: "grecian", instance: "grecian" };

const gallery = signal(null);
const sheet = signal(""); // a dialog that is open: keys, gallery, share

const TABS = { enter: "Enter", help: "Help", make: "Make", inside: "Look inside", own: "Python" };

function App() {
    const playing = store.mode.value === "play";
    return html`
        <${Header} />
        <main>
            <section class="stage" aria-label=${store.doc.value?.name || "puzzle"}>
                <h2 class="title">${store.doc.value?.name || "A puzzle of your own"}</h2>
                <div class="row modes" role="radiogroup" aria-label="what you do">
                    <button type="button" role="radio" aria-checked=${!playing} onClick=${() => go("enter")}>Enter</button>
                    <button type="button" role="radio" aria-checked=${playing} onClick=${() => go("play")}>Play</button>
                </div>
                <div class="frame"><${Scene} /></div>
                <${Broken} />
                <${Keypad} />
            </section>
            <aside class="side" aria-label="tools">
                ${playing ? null : html`<${Badge} />`}
                <div class="tabs" role="tablist" aria-label="tools">${Object.entries(TABS).filter(([key]) => key !== "enter" || !playing).filter(([key]) => key !== "help" || playing)
                    .map(([key, words]) => html`<button type="button" role="tab" id=${`tab-${key}`} aria-controls="panel" aria-selected=${shownTab(playing) === key} onClick=${() => (store.tab.value = key)}>${words}</button>`)}</div>
                <div class="panel" role="tabpanel" id="panel" aria-labelledby=${`tab-${shownTab(playing)}`}>${panel(shownTab(playing))}</div>
            </aside>
        </main>
        <${Sheets} />
        <p class="message" role="status" aria-live="polite">${store.message.value}</p>`;
}

const shownTab = (playing) => (store.tab.value === "enter" && playing ? "help" : store.tab.value === "help" && !playing ? "enter" : store.tab.value);

function panel(key) {
    if (key === "enter") return html`<${Enter} />`;
    if (key === "help") return html`<${Help} gallery=${gallery.value} />`;
    if (key === "make") return html`<${Make} gallery=${gallery.value} />`;
    if (key === "inside") return html`<${Inside} />`;
    return html`<${Own} gallery=${gallery.value} />`;
}

function go(mode) {
    store.selection.value = [];
    store.tool.value = null;
    store.lit.value = { parts: [], reason: [] };
    store.shared.value = null;
    store.mode.value = mode;
    store.tab.value = mode === "enter" ? "enter" : "help";
}

function Header() {
    const status = store.engine.status.value;
    const field = useRef();
    const paste = async (event) => {
        event.preventDefault();
        const text = field.current.value.trim();
        if (text && (await openText(text))) field.current.value = "";
    };
    return html`<header>
        <h1><a href="#" onClick=${(event) => { event.preventDefault(); sheet.value = "gallery"; }}>Puzzlebench</a></h1>
        <form class="box" role="search" onSubmit=${paste}>
            <input ref=${field} aria-label="A link, 81 characters or a grid" placeholder="Paste a link, 81 characters or a grid" />
            <button type="submit">Open</button>
        </form>
        <div class="row">
            <${Act} label="Gallery" on=${() => (sheet.value = "gallery")} />
            <${Act} label="Share" on=${() => (sheet.value = "share")} />
            <${Act} label="Keys" icon="?" on=${() => (sheet.value = "keys")} />
            <button type="button" class="act" aria-label="light or dark" onClick=${theme}>◐</button>
        </div>
        ${status.ready ? null : html`<p class="engine ${status.failed ? "bad" : ""}" role="status">${status.words}${status.failed ? html` <button type="button" onClick=${() => location.reload()}>Try again</button>` : " … you can begin"}</p>`}
    </header>`;
}

function theme() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = store.settings.value.theme || (dark ? "dark" : "light");
    store.choose({ theme: now === "dark" ? "light" : "dark" });
}

export async function openText(text) {
    const hash = ownHash(text);
    if (hash) return openHash(hash);
    const isOpened = await store.open({ text }, { into: "enter" });
    if (isOpened) store.tab.value = "enter";
    return isOpened;
}

async function openHash(hash) {
    try {
        const found = await read(hash);
        if (found.state) {
            return store.openWhole(found.state);
        }
        if (found.text) return openText(found.text);
        if (found.puzzle) return store.open({ puzzle: found.puzzle, ...(found.instance ? { instance: found.instance } : {}) }, { into: found.instance ? "play" : "enter" });
    } catch {
        store.say("This link cannot be read: it is cut short, or made by another version.");
    }
    return false;
}

function Sheets() {
    const dialog = useRef();
    const open = store.consent.value ? "consent" : sheet.value;
    useEffect(() => {
        if (open && !dialog.current.open) dialog.current.showModal();
        if (!open && dialog.current.open) dialog.current.close();
    }, [open]);
    const close = () => {
        sheet.value = "";
        store.consent.value = null;
    };
    return html`<dialog ref=${dialog} onClose=${close} onClick=${(event) => event.target === dialog.current && close()} aria-label=${open || "closed"}>
        <div class="sheet"><button type="button" class="close" aria-label="close" onClick=${close}>✕</button>
        ${open === "keys" ? html`<h2>Keys</h2><dl class="keys">${SHORTCUTS.map(([keys, words]) => html`<div><dt><kbd>${keys}</kbd></dt><dd>${words}</dd></div>`)}</dl>` : null}
        ${open === "gallery" ? html`<h2>Gallery</h2><${Gallery} gallery=${gallery.value} close=${close} />` : null}
        ${open === "share" ? html`<${Share} />` : null}
        ${open === "consent" ? html`<${Consent} close=${close} />` : null}</div>
    </dialog>`;
}

function Consent({ close }) {
    const found = store.consent.value;
    const code = store.codeOf(found.document);
    const where = store.engine.kind === "worker" ? "in this browser" : "on this computer, with all that you may do there";
    const [isReady, setReady] = useState(false);
    const shown = useRef();
    const [hidden, setHidden] = useState(0);
    // A page behind this window can have its visitors press here what they do not see: the button waits until the
    // window has been in front, and nothing was pressed, for a while; and a press has to begin on it.
    const pressed = useRef(false);
    const timer = useRef(0);
    const wait = (isInFront = true) => {
        clearTimeout(timer.current);
        pressed.current = false;
        setReady(false);
        if (isInFront) timer.current = setTimeout(() => setReady(true), CONSENT_MS);
    };
    useEffect(() => {
        const leave = new AbortController();
        const listen = (name, heed) => addEventListener(name, heed, { signal: leave.signal, capture: true });
        listen("focus", ({ target }) => target === window && wait());
        listen("blur", ({ target }) => target === window && wait(false));
        wait(document.hasFocus());
        const box = shown.current;
        const measure = new ResizeObserver(() => box.isConnected && setHidden(linesBelow(box)));
        measure.observe(box);
        return () => {
            leave.abort();
            measure.disconnect();
            clearTimeout(timer.current);
        };
    }, [found]);
    useEffect(() => {
        const early = () => !isReady && wait(document.hasFocus());
        addEventListener("pointerdown", early, true);
        return () => removeEventListener("pointerdown", early, true);
    }, [isReady]);
    const run = (event) => {
        if (!isReady || (event.detail && !pressed.current)) return;
        store.agreeTo(code);
        store.openWhole(found, true);
        close();
    };
    const text = code.join("\n");
    const lines = text.split("\n").length;
    return html`<h2>This link brings Python along</h2>
        <p>It would run ${where}. Run it only if you have read it, or know who sent it.</p>
        <p class="note">The code has ${lines} ${lines === 1 ? "line" : "lines"}; ${hidden ? `${hidden} more to scroll to` : "all are shown"}.</p>
        <pre class="code whole" tabindex="0" ref=${shown} onScroll=${({ currentTarget }) => setHidden(linesBelow(currentTarget))}>${text}</pre>
        <div class="row"><${Act} label="Leave it" on=${close} />
        <button type="button" class="act" disabled=${!isReady} onPointerDown=${() => (pressed.current = isReady)} onClick=${run}>Run it</button></div>`;
}

const CONSENT_MS = 1500;

const linesBelow = (box) => Math.round((box.scrollHeight - box.clientHeight - box.scrollTop) / Number.parseFloat(getComputedStyle(box).lineHeight));

function Share() {
    const address = useRef();
    const long = signal("");
    useEffect(() => {
        packed(store.whole()).then((text) => {
            if (!address.current) return;
            address.current.value = `${location.origin}${location.pathname}#p=${text}`;
            if (address.current.value.length > LONG_LINK) long.value = "This link is long; some messengers may cut it.";
        });
    }, []);
    const bookmarklet = `javascript:location.href=${JSON.stringify(`${location.origin}${location.pathname}#open=`)}+encodeURIComponent(location.href)`;
    return html`<h2>Share</h2><p>The link holds the puzzle, the marks and how far you are. Nothing is stored on any server.</p>
        <label class="field">Link <input ref=${address} readonly onFocus=${(event) => event.target.select()} /></label>
        <div class="row wrap"><${Act} label="Copy" on=${() => navigator.clipboard.writeText(address.current.value).then(() => store.say("Copied."))} />
        ${navigator.share ? html`<${Act} label="Send" on=${() => navigator.share({ title: store.doc.value.name, url: address.current.value })} />` : null}</div>
        <p class="bad">${long.value}</p>
        <h3>From a setter's page</h3><p>Drag this to your bookmarks, and press it where f-puzzles or SudokuPad shows a puzzle: it opens here. <a href=${bookmarklet} onClick=${(event) => event.preventDefault()}>Open in Puzzlebench</a></p>`;
}

document.addEventListener("keydown", (event) => onKey(event, () => (sheet.value = "keys")));
document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea")) return;
    const text = event.clipboardData.getData("text").trim();
    if (text) openText(text);
});
addEventListener("hashchange", () => {
    if (location.hash && !location.hash.startsWith("#p=")) openHash(location.hash);
});

async function begin() {
    const known = ({ ask: word }) => store.ask({ ask: word }).then((records) => (gallery.value = records.at(-1)?.error ? null : records.at(-1)));
    if (!(location.hash.length > 1 && (await openHash(location.hash)))) await store.open(FIRST, { into: "play" });
    known({ ask: "gallery" });
    if (store.engine.kind === "worker" && "serviceWorker" in navigator) navigator.serviceWorker.register("service-worker.js");
}

store.settings.subscribe(({ theme: wanted }) => {
    if (wanted) document.documentElement.dataset.theme = wanted;
    else delete document.documentElement.dataset.theme;
});
document.getElementById("app").replaceChildren();
render(html`<${App} />`, document.getElementById("app"));
begin();
