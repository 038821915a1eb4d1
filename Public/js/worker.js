/**
 * The service worker: where a page cannot be fetched, it shows the splash, and then that the server cannot be reached. It keeps
 * nothing but that page, which is the same for everybody, and its style sheets.
 */
(() => {
  const worker = /** @type {any} */ (self);

  /** Each release registers a worker with a name of its own. */
  const name = `portico${location.search}`;
  const page = "/offline";

  /** Tells the style sheets of that page from those of others, which are none of the worker's business. */
  const mark = ".css?offline";

  /** When a page could not be fetched last, in milliseconds. */
  let failed = 0;

  worker.addEventListener("install", (/** @type {any} */ event) => {
    worker.skipWaiting();
    event.waitUntil(keep());
  });
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { mode, method, url } = event.request;
    if (mode === "navigate" && method === "GET") event.respondWith(navigate(event));
    else if (url.endsWith(mark)) event.respondWith(caches.match(url, { ignoreSearch: true }));
  });

  async function keep() {
    const cache = await caches.open(name);
    // Nobody's cookies: the page looks as it does to a stranger.
    const answer = await fetch(page, { credentials: "omit" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const text = await answer.clone().text();
    await cache.addAll(Array.from(text.matchAll(/"stylesheet" href="([^"]+)"/g), ([, sheet]) => sheet));
    await cache.put(page, answer);
  }

  async function takeOver() {
    for (const other of await caches.keys()) if (/^portico/.test(other) && other !== name) await caches.delete(other);
    // In Firefox 153 a preload that fails ends the navigation, and the worker is not asked. Nothing but the name tells.
    if (!/Firefox/.test(navigator.userAgent)) await worker.registration.navigationPreload?.enable();
  }

  /** @param {any} event */
  async function navigate({ request, preloadResponse }) {
    const late = new Promise((_, fail) => setTimeout(fail, 30_000));
    try {
      return await Promise.race([Promise.resolve(preloadResponse).then((answer) => answer ?? fetch(request)), late]);
    } catch {
      return unreachable();
    }
  }

  /** The splash; a second later the page again, if the server has only been away for a moment, else what is wrong. */
  async function unreachable() {
    const kept = /** @type {Response} */ (await caches.match(page));
    const text = (await kept.text()).replaceAll(".css\"", `${mark}"`);
    // The splash is the template of a shadow root, which comes first.
    const [splash, ...screen] = text.split(/(?<=<\/template>)/);
    const isFirst = Date.now() - failed > 10_000;
    failed = Date.now();
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(encoder.encode(splash));
        await new Promise((go) => setTimeout(go, 1000));
        const isBack = isFirst && await fetch(page, { method: "HEAD", credentials: "omit" }).then(({ ok }) => ok, () => false);
        controller.enqueue(encoder.encode(isBack ? "<meta http-equiv=refresh content=0>" : screen.join("")));
        controller.close();
      },
    });
    const headers = new Headers(kept.headers);
    headers.delete("Content-Length");
    headers.delete("Content-Encoding");
    return new Response(body, { status: 503, headers });
  }
})();
