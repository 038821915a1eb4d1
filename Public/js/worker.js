/**
 * The service worker. If a page cannot be fetched, it shows the splash, and then that the server cannot be reached. It keeps only
 * that page, which is the same for everybody, and the style sheets of it.
 */
(() => {
  const worker = /** @type {any} */ (self);

  /** The name of the cache. Each release registers a worker with an address of its own. */
  const name = `portico${location.search}`;

  /** The address of the kept page, which the page that registers this worker names. */
  const offlinePath = /** @type {string} */ (new URLSearchParams(location.search).get("offline"));

  /** The end of the addresses of its style sheets, by which the worker tells them from those of other pages. */
  const mark = ".css?offline";

  /** The time at which a page could not be fetched last, in ms. */
  let failedAt = 0;

  worker.addEventListener("install", (/** @type {any} */ event) => {
    worker.skipWaiting();
    event.waitUntil(keepPage());
  });
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { mode, method, url } = event.request;
    if (mode === "navigate" && method === "GET") event.respondWith(navigate(event));
    else if (url.endsWith(mark)) event.respondWith(caches.match(url, { ignoreSearch: true }));
  });

  async function keepPage() {
    const cache = await caches.open(name);
    // Without cookies, the page is that of a stranger.
    const answer = await fetch(offlinePath, { credentials: "omit" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const text = await answer.clone().text();
    await cache.addAll(Array.from(text.matchAll(/"stylesheet" href="([^"]+)"/g), ([, sheet]) => sheet));
    await cache.put(offlinePath, answer);
  }

  async function takeOver() {
    for (const other of await caches.keys()) if (/^portico/.test(other) && other !== name) await caches.delete(other);
    // In Firefox 153 a failed preload ends the navigation without the worker. Only the name of the browser tells.
    if (!/Firefox/.test(navigator.userAgent)) await worker.registration.navigationPreload?.enable();
  }

  /** @param {any} event */
  async function navigate({ request, preloadResponse }) {
    const late = new Promise((_, reject) => setTimeout(reject, 30_000));
    try {
      return await Promise.race([Promise.resolve(preloadResponse).then((answer) => answer ?? fetch(request)), late]);
    } catch {
      return offlineResponse();
    }
  }

  /** The splash, and a second later the page again if the server was away for a moment only, or the kept page. */
  async function offlineResponse() {
    const kept = /** @type {Response} */ (await caches.match(offlinePath));
    const text = (await kept.text()).replaceAll(".css\"", `${mark}"`);
    // The splash is the template of a shadow root, which comes first.
    const [splash, ...screen] = text.split(/(?<=<\/template>)/);
    const isFirst = Date.now() - failedAt > 10_000;
    failedAt = Date.now();
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(encoder.encode(splash));
        await new Promise((resolve) => setTimeout(resolve, 1000));
        const isBack = isFirst && await canReachServer();
        controller.enqueue(encoder.encode(isBack ? "<meta http-equiv=refresh content=0>" : screen.join("")));
        controller.close();
      },
    });
    const headers = new Headers(kept.headers);
    headers.delete("Content-Length");
    headers.delete("Content-Encoding");
    return new Response(body, { status: 503, headers });
  }

  const canReachServer = () => fetch(offlinePath, { method: "HEAD", credentials: "omit" }).then(({ ok }) => ok, () => false);
})();
