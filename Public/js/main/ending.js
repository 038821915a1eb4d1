import { parsePage, reportUnexpected, requestOnce, setArrival } from "../portico/portico.js";
import { forgetPrefetched } from "./fetching.js";
import { updateUnloadGuard } from "./guard.js";

const { account: ownAccount, coverPath } = document.getElementById("screen").dataset;

/** The account that the page was rendered for. */
export const account = ownAccount;

/**
 * The tabs of this browser. Without cookies, with which nobody is signed in, some browsers let no tabs talk to each other: then
 * there is nobody at the other end.
 * @type {BroadcastChannel | MessagePort}
 */
export const tabs = navigator.cookieEnabled ? new BroadcastChannel("portico") : new MessageChannel().port1;

/**
 * The login cover, fetched ahead.
 * @type {Promise<Document | void> | undefined}
 */
let fetchedCover;

/** Fetches the login cover as strangers see it, while the server can be reached. Undefined if it cannot. */
export function fetchCover() {
  fetchedCover ??= requestOnce(/** @type {string} */ (coverPath), { credentials: "omit" }).then(async (answer) => {
    const fresh = await parsePage(answer);
    if (!answer.ok) throw answer;
    return fresh;
  }).catch((error) => {
    fetchedCover = undefined;
    reportUnexpected(error);
  });
  return fetchedCover;
}

/** Lets the browser leave the page without a question about unsaved input. */
function dropGuards() {
  for (const form of document.forms) form.removeAttribute("data-portico-guard");
  updateUnloadGuard();
}

/** Loads the page anew, and keeps nothing of it: its person has left, or another one is signed in. */
export function reloadForOther() {
  dropGuards();
  setArrival("elsewhere");
  location.reload();
}

/** Does the same without the server: the login cover that was fetched ahead replaces the page. */
export async function replaceByCover() {
  const fresh = await fetchCover();
  if (!fresh) return reloadForOther();
  dropGuards();
  forgetPrefetched();
  history.replaceState(null, "");
  const screen = document.importNode(fresh.getElementById("screen"), true);
  document.getElementById("screen").replaceWith(screen);
  document.title = fresh.title;
  screen.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
  return screen;
}

/** Settles when the browser is online again, after three seconds at the latest: the browser may not know. */
function connectionMayBeBack() {
  const listening = new AbortController();
  return new Promise((resolve) => {
    addEventListener("online", resolve, listening);
    setTimeout(resolve, 3000);
  }).finally(() => listening.abort());
}

/**
 * Signs out while the server cannot be reached: at once in this browser, and at the server when it can be reached.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
export async function signOutLater(form, submitter) {
  const { action } = form;
  const body = new URLSearchParams(new /** @type {any} */ (FormData)(form, submitter));
  // Without a cover to show, the page stays, and the form says why.
  if (!await fetchCover()) return;
  const screen = /** @type {HTMLElement} */ (await replaceByCover());
  const message = /** @type {HTMLElement} */ (screen.querySelector("[role=alert]"));
  message.textContent = /** @type {string} */ (message.dataset.left);
  tabs.postMessage(`-${account}`);
  for (;;) {
    await connectionMayBeBack();
    // Do not sign out while a sign-in is being sent.
    if (document.querySelector("[aria-busy=true]")) continue;
    const answer = await requestOnce(action, { method: "POST", body }).catch(reportUnexpected);
    if (answer && answer.status < 500) return message.replaceChildren();
    // An answer holds its connection until it is read.
    if (answer) await parsePage(answer).catch(reportUnexpected);
  }
}
