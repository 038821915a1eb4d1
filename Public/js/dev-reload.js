/**
 * Development only: reloads the page when the server behind it is another one than before, and says why a build failed and
 * which ids stand twice.
 */

/**
 * The last words of the server, by kind: which one it is, and why a build failed.
 * @type {Record<string, string>}
 */
const said = {};
const shared = "portico dev";
/** The tabs of this browser share one stream, because a browser opens no more than six connections to a server. */
const tabs = navigator.cookieEnabled ? new BroadcastChannel(shared) : new MessageChannel().port1;
/** @type {AbortController | undefined} */
let turn;

/** @param {string} kind @param {string} data */
function hear(kind, data) {
  const isOther = kind === "release" && said.release && said.release !== data;
  said[kind] = data;
  if (isOther) location.reload();
  if (kind === "problems") show(JSON.parse(data));
}

function stop() {
  turn?.abort();
  turn = undefined;
}

/** Listens for all tabs once no other one does. A hidden tab, which the browser may suspend, leaves that to another. */
function listen() {
  if (document.hidden) return stop();
  // A stream that begins anew may come from another server, for which the page would be loaded again.
  if (turn) return;
  turn = new AbortController();
  const { signal } = turn;
  const hold = () => new Promise((end) => {
    const stream = new EventSource("/dev/reload");
    for (const kind of ["release", "problems"]) {
      stream.addEventListener(kind, (event) => {
        const { data } = /** @type {MessageEvent} */ (event);
        hear(kind, data);
        tabs.postMessage({ kind, data });
      });
    }
    signal.addEventListener("abort", () => {
      stream.close();
      end(null);
    });
  });
  // A browser that keeps no cookies has no locks either.
  navigator.locks.request(shared, { signal }, hold).catch(() => signal.aborted || hold());
}

tabs.onmessage = (/** @type {MessageEvent} */ { data }) => {
  // A tab has come: it hears what was said before.
  if (data === "come") for (const kind in said) tabs.postMessage({ kind, data: said[kind] });
  else hear(data.kind, data.data);
};
tabs.postMessage("come");
document.addEventListener("visibilitychange", listen);
listen();

/** Above everything, and gone once a build succeeds. */
const problems = document.createElement("pre");
problems.id = "build-problems";
problems.popover = "manual";
problems.setAttribute("role", "alert");
Object.assign(problems.style, {
  inset: "auto 0 0", inlineSize: "auto", maxBlockSize: "60vh", margin: "1rem", padding: "1rem", overflow: "auto",
  border: "2px solid #d70015", borderRadius: "10px", background: "#1c1c1e", color: "#fff",
  font: "13px/1.5 ui-monospace, monospace", whiteSpace: "pre-wrap",
});

/** @param {string} text */
function show(text) {
  problems.textContent = text;
  if (!text) return problems.remove();
  document.body.append(problems);
  problems.showPopover();
}

addEventListener("pagehide", stop);

/** The ids of which it was said that they stand twice. */
const repeated = new Set();

/** Labels, links and scripts find the first element with an id only, also where that is in a page beneath. */
function findRepeatedIds() {
  const ids = new Set();
  const found = [...document.querySelectorAll("[id]")].map(({ id }) => id)
    .filter((id) => ids.size === ids.add(id).size && !repeated.has(id));
  if (!found.length) return;
  for (const id of found) repeated.add(id);
  show(`These ids stand twice in this page and the pages beneath it, so that labels and links find only the first: ${found.join(" ")}`);
  fetch("/dev/ids", { method: "POST", body: new URLSearchParams({ page: location.pathname, ids: found.join(" ") }) });
}

let look = 0;
new MutationObserver(() => {
  clearTimeout(look);
  // By then, a page that gives way to another one is gone.
  look = setTimeout(findRepeatedIds, 1000);
}).observe(document, { childList: true, subtree: true });

// The buttons of a gallery.
if (document.getElementById("hud-fields")) import("./dev-hud.js");
