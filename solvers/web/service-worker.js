// The site without a network: all of it is kept on the first visit, under the name of its build.

const OURS = "puzzlebench-"; // another program of this host may have caches too
const BUILD = OURS + "unbuilt";
const FILES = [];

addEventListener("install", (event) => {
    event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
    const others = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith(OURS) && name !== BUILD).map((name) => caches.delete(name))));
    event.waitUntil(others.then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
    if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
    const found = caches.open(BUILD).then((cache) => cache.match(event.request, { ignoreSearch: true }));
    event.respondWith(found.then((kept) => kept || fetch(event.request)));
});
