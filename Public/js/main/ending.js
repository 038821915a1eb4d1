import { arrive, askOnce, page } from "./door.js";
import { forget } from "./fetching.js";
import { watch } from "./guard.js";
import { account, tabs } from "./tabs.js";

/**
 * The cover that nobody has seen yet.
 * @type {Promise<Document | void> | undefined}
 */
let fetched;

/** The login cover as whoever is not known here sees it: fetched while the server can be reached. */
export function ahead() {
  fetched ??= askOnce("/session/new", { credentials: "omit" }).then((answer) => {
    if (!answer.ok) throw answer;
    return page(answer);
  }).catch(() => {
    fetched = undefined;
  });
  return fetched;
}

/** Nothing of the page is asked about any more. */
function release() {
  for (const form of document.forms) form.removeAttribute("data-portico-guard");
  watch();
}

/** The person has left, or somebody else has come: the page is made anew, and nothing of it stays. */
export function startAnew() {
  release();
  arrive("elsewhere");
  location.reload();
}

/** The same where the server cannot be reached: the cover that was fetched ahead takes the place of everything. */
export async function destroy() {
  const fresh = await ahead();
  if (!fresh) return startAnew();
  release();
  forget();
  history.replaceState(null, "");
  const screen = document.importNode(fresh.getElementById("screen"), true);
  document.getElementById("screen").replaceWith(screen);
  document.title = fresh.title;
  screen.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
  return screen;
}

/** When the browser is back on the network, or in three seconds, as it may not know. */
function connection() {
  const listening = new AbortController();
  return new Promise((go) => {
    addEventListener("online", go, listening);
    setTimeout(go, 3000);
  }).finally(() => listening.abort());
}

/**
 * Signs out although the server cannot be reached: here at once, there as soon as it can.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
export async function signOutLater(form, submitter) {
  const { action } = form;
  const body = new URLSearchParams(new /** @type {any} */ (FormData)(form, submitter));
  // Without a cover to show the person stays, and is told why.
  if (!await ahead()) return;
  const screen = /** @type {HTMLElement} */ (await destroy());
  const message = /** @type {HTMLElement} */ (screen.querySelector("[role=alert]"));
  message.textContent = /** @type {string} */ (message.dataset.left);
  tabs.postMessage(`-${account}`);
  for (;;) {
    await connection();
    // Nobody is signed out while a sign-in is being sent.
    if (document.querySelector("[aria-busy=true]")) continue;
    const answer = await askOnce(action, { method: "POST", body }).catch(() => {});
    if (answer && answer.status < 500) return message.replaceChildren();
  }
}
