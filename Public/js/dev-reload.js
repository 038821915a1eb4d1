/**
 * For development: reloads the page after a restart of the server, and shows why a build has failed and which ids occur twice.
 */

/** The addresses in this script's element. */
const { reloadPath, idsPath } = /** @type {Record<string, string>} */ (
  /** @type {HTMLElement} */ (document.querySelector("script[data-reload-path]")).dataset
);

/**
 * The last events of the server, by kind: its release, and the problems of a build.
 * @type {Record<string, string>}
 */
const lastEvents = {};
const lockName = "portico dev";
/** The tabs of this browser share one stream, because a browser opens no more than six connections to a server. */
const tabs = navigator.cookieEnabled ? new BroadcastChannel(lockName) : new MessageChannel().port1;
/** @type {AbortController | undefined} */
let turn;

/** @param {string} kind @param {string} data */
function receive(kind, data) {
  const isOther = kind === "release" && lastEvents.release && lastEvents.release !== data;
  lastEvents[kind] = data;
  if (isOther) location.reload();
  if (kind === "problems") showProblem(JSON.parse(data));
}

function stop() {
  turn?.abort();
  turn = undefined;
}

/** Listens for all tabs when no other tab does. A hidden tab leaves that to another one, because the browser may suspend it. */
function listen() {
  if (document.hidden) return stop();
  // A second stream could come from another server, for which the page would be reloaded.
  if (turn) return;
  turn = new AbortController();
  const { signal } = turn;
  const hold = () => openStream(signal);
  // Without cookies there are no locks either.
  navigator.locks.request(lockName, { signal }, hold).catch(() => {
    if (!signal.aborted) hold();
  });
}

/** @param {AbortSignal} signal @returns {Promise<void>} settles when the stream is closed */
const openStream = (signal) => new Promise((resolve) => {
  const stream = new EventSource(reloadPath);
  for (const kind of ["release", "problems"]) {
    stream.addEventListener(kind, (event) => {
      const { data } = /** @type {MessageEvent} */ (event);
      receive(kind, data);
      tabs.postMessage({ kind, data });
    });
  }
  signal.addEventListener("abort", () => {
    stream.close();
    resolve();
  });
});

tabs.onmessage = (/** @type {MessageEvent} */ { data }) => {
  // A new tab gets the last events.
  if (data === "come") for (const kind in lastEvents) tabs.postMessage({ kind, data: lastEvents[kind] });
  else receive(data.kind, data.data);
};
tabs.postMessage("come");
document.addEventListener("visibilitychange", listen);
listen();

/** The problem, above everything. */
const problem = document.createElement("pre");
problem.id = "build-problems";
problem.popover = "manual";
problem.setAttribute("role", "alert");
Object.assign(problem.style, {
  inset: "auto 0 0", inlineSize: "auto", maxBlockSize: "60vh", margin: "1rem", padding: "1rem", overflow: "auto",
  border: "2px solid #d70015", borderRadius: "10px", background: "#1c1c1e", color: "#fff",
  font: "13px/1.5 ui-monospace, monospace", whiteSpace: "pre-wrap",
});

/** @param {string} text empty after a build that has succeeded */
function showProblem(text) {
  problem.textContent = text;
  if (!text) return problem.remove();
  document.body.append(problem);
  problem.showPopover();
}

addEventListener("pagehide", stop);

/** The repeated ids that were shown. */
const repeated = new Set();

/** Finds ids that occur twice: labels, links and scripts find only the first, which may be in a page beneath. */
function findRepeatedIds() {
  const ids = new Set();
  const found = [...document.querySelectorAll("[id]")].map(({ id }) => id).filter((id) => {
    const isRepeated = ids.has(id);
    ids.add(id);
    return isRepeated && !repeated.has(id);
  });
  if (!found.length) return;
  for (const id of found) repeated.add(id);
  showProblem(`These ids stand twice in this page and the pages beneath it, so that labels and links find only the first: ${found.join(" ")}`);
  fetch(idsPath, { method: "POST", body: new URLSearchParams({ page: location.pathname, ids: found.join(" ") }) });
}

let idTimer = 0;
new MutationObserver(() => {
  clearTimeout(idTimer);
  // A second later, because a page that is replaced by another one is gone by then.
  idTimer = setTimeout(findRepeatedIds, 1000);
}).observe(document, { childList: true, subtree: true });

// The buttons of the HUD's gallery, and the states of the gallery of components.
if (document.getElementById("hud-fields")) import("./dev-hud.js");
if (document.getElementById("components")) import("./dev-components.js");
