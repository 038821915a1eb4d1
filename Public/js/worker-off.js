/** For an installation without a service worker: removes the one that a browser may still have. */
(() => {
  const worker = /** @type {any} */ (self);

  worker.addEventListener("install", () => worker.skipWaiting());
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(removeWorker()));

  async function removeWorker() {
    for (const name of await caches.keys()) if (/^portico/.test(name)) await caches.delete(name);
    await worker.registration.unregister();
  }
})();
