// Links: the whole state of the page packed behind `#`, and back. Nothing is stored on any server.

const VERSION = "1";
const MAX_UNPACKED_LETTERS = 4_000_000; // a short link can unpack to a thousand times its length
export const LONG_LINK = 8000; // letters from which on messengers may cut a link

export async function packed(value) {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const small = new Uint8Array(await new Response(stream).arrayBuffer());
    let letters = "";
    for (const byte of small) letters += String.fromCharCode(byte);
    return VERSION + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpacked(text) {
    if (text[0] !== VERSION) throw new Error("this link was made by another version of the page");
    const letters = atob(text.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let whole = "";
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        whole += chunk.value;
        if (whole.length > MAX_UNPACKED_LETTERS) {
            reader.cancel();
            throw new Error("this link unpacks to more than a puzzle needs");
        }
    }
    return JSON.parse(whole);
}

// What an address says: `{state}` that was packed, `{text}` to be opened, or `{puzzle, instance}` of the gallery.
export async function read(hash) {
    const said = hash.replace(/^#/, "");
    if (said.startsWith("p=")) return { state: await unpacked(said.slice(2)) };
    if (said.startsWith("open=")) return { text: decodeURIComponent(said.slice(5)) };
    const [puzzle, ...rest] = decodeURIComponent(said).split("/");
    return puzzle ? { puzzle, instance: rest.join("/") } : {};
}

// The address behind `#` in a text that someone pasted, if it is one of ours.
export function ownHash(text) {
    const place = text.indexOf("#p=");
    return place >= 0 && !/\s/.test(text.trim()) ? text.trim().slice(place) : "";
}
