// Engines: who answers the page's questions, a server or Python in a worker of this page.
//
// ask(question, {signal, onRecord}) resolves to all records of the answer; what went wrong is a record with `error`.

import { signal } from "./vendor/preact.js";

const GRACE_MS = 300; // that a worker has to finish after its question was taken back
const LEAST_MS = 2500; // that a question may take while no worker is in reserve: most are done by then
const SPARE_DELAY_MS = 1500; // after the first answer, before a second worker is loaded

export function connect() {
    const kind = document.querySelector('meta[name="engine"]').content;
    return kind === "worker" ? new WorkerEngine() : new HttpEngine();
}

// The key of the server, which it gave to the page that asks for it.
function key() {
    try {
        return localStorage.getItem("puzzlebench-key") || "";
    } catch {
        return "";
    }
}

class HttpEngine {
    kind = "http";
    status = signal({ ready: true, words: "" });

    async ask(question, { signal: wanted, onRecord = () => {} } = {}) {
        const { ask: word, ...rest } = question;
        const records = [];
        const take = (record) => {
            records.push(record);
            onRecord(record);
        };
        try {
            const response = await fetch(`api/${word}`, {
                method: "POST",
                headers: { Accept: "text/event-stream", "Content-Type": "application/json", Authorization: `Bearer ${key()}` },
                body: JSON.stringify(rest),
                signal: wanted,
            });
            if (!(response.headers.get("content-type") || "").startsWith("text/event-stream")) {
                const answer = await response.json();
                [answer].flat().forEach(take);
                return records;
            }
            const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
            let text = "";
            for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
                text += chunk.value;
                const events = text.split("\n\n");
                text = events.pop();
                for (const event of events) {
                    if (event.startsWith("data: ") && event.length > 6) take(JSON.parse(event.slice(6)));
                }
            }
        } catch (error) {
            if (wanted?.aborted) return records;
            take({ error: "the server does not answer; is it still running?" });
        }
        return records;
    }
}

// Python in a worker: one works, and one more is kept ready to take its place when a question has to be cut short.
class WorkerEngine {
    kind = "worker";
    status = signal({ ready: false, words: "loading Python" });
    #working = null;
    #spare = null;
    #spareTimer = 0;
    #waiting = [];
    #current = null;
    #prepared = new Map();

    constructor() {
        this.#working = this.#start();
    }

    async ask(question, { signal: wanted, onRecord = () => {} } = {}) {
        if (!this.status.value.ready) {
            const prepared = await this.#preparedAnswer(question);
            if (prepared) {
                prepared.forEach(onRecord);
                return prepared;
            }
        }
        if (wanted?.aborted) return [];
        return new Promise((resolve) => {
            const job = { question, wanted, onRecord, resolve, records: [] };
            wanted?.addEventListener("abort", () => this.#takeBack(job), { once: true });
            this.#waiting.push(job);
            this.#next();
        });
    }

    #start() {
        const worker = new Worker("worker.js", { type: "module" });
        const place = { worker, ready: false, code: "" };
        worker.onmessage = ({ data }) => this.#hear(place, data);
        worker.onerror = (event) => {
            event.preventDefault();
            this.status.value = { ready: false, failed: true, words: "Python cannot be loaded here" };
        };
        return place;
    }

    #hear(place, message) {
        if (message.ready) {
            place.ready = true;
            if (place === this.#working) {
                this.status.value = { ready: true, words: "" };
                this.#next();
            }
        } else if (place !== this.#working || !this.#current) {
            // what is left of a question that was taken back
        } else if (message.done) {
            const { resolve, records } = this.#current;
            this.#current = null;
            resolve(records);
            this.#keepSpare();
            this.#next();
        } else if (message.record) {
            this.#current.records.push(message.record);
            if (!this.#current.wanted?.aborted) this.#current.onRecord(message.record);
        }
    }

    #next() {
        if (this.#current || !this.#working.ready || !this.#waiting.length) return;
        const code = codeOf(this.#waiting[0].question);
        if (this.#working.code && this.#working.code !== code) {
            this.#replace();
            if (!this.#working.ready) return;
        }
        this.#working.code = code;
        this.#current = this.#waiting.shift();
        this.#current.begun = performance.now();
        this.#working.worker.postMessage(JSON.stringify(this.#current.question));
    }

    #takeBack(job) {
        if (this.#waiting.includes(job)) {
            this.#waiting = this.#waiting.filter((other) => other !== job);
            job.resolve([]);
            return;
        }
        const least = this.#spare?.ready ? 0 : job.begun + LEAST_MS - performance.now();
        setTimeout(() => {
            if (this.#current !== job) return;
            this.#current = null;
            this.#replace();
            job.resolve(job.records);
            this.#next();
        }, Math.max(GRACE_MS, least));
    }

    #replace() {
        this.#working.worker.terminate();
        clearTimeout(this.#spareTimer);
        this.#spareTimer = 0;
        this.#working = this.#spare || this.#start();
        this.#spare = null;
        this.status.value = { ready: this.#working.ready, words: "loading Python" };
        this.#keepSpare();
    }

    #keepSpare() {
        const isSmall = (navigator.deviceMemory || 8) <= 2;
        if (this.#spare || this.#spareTimer || isSmall) return;
        this.#spareTimer = setTimeout(() => {
            this.#spareTimer = 0;
            this.#spare = this.#start();
        }, SPARE_DELAY_MS);
    }

    // What the site has ready for the time before Python has come.
    async #preparedAnswer(question) {
        const { ask: word, puzzle = "", instance = "", document } = question;
        if (word === "gallery") return fetchedJson("prepared/gallery.json").then((found) => found && [found]);
        if (word === "open" && puzzle && !question.number) {
            const found = await fetchedJson(`prepared/${puzzle}${instance ? `-${instance.replaceAll("/", "-")}` : ""}.json`);
            if (!found) return null;
            this.#prepared.set(JSON.stringify(found.document), found);
            return [{ document: found.document, board: found.board }];
        }
        const found = document && this.#prepared.get(JSON.stringify(document));
        return found && found[word] ? [{ [word]: found[word] }] : null;
    }
}

// The Python that a question brings along: a worker that ran some answers questions with the same Python alone.
function codeOf(question) {
    const documents = [question, question.document, ...(question.documents || [])];
    const codes = documents.filter((one) => one?.source || one?.rules).map((one) => [one.source || "", one.rules || ""]);
    return codes.length ? JSON.stringify(codes) : "";
}

async function fetchedJson(path) {
    try {
        const response = await fetch(path);
        return response.ok ? await response.json() : null;
    } catch {
        return null;
    }
}
