import { parsePage, reportUnexpected, request, requestOnce } from "../portico/portico.js";
import { pause } from "./overlay.js";

/** Options of a request for a presented page without the pages beneath. */
export const sheetOnly = { headers: { "Portico-Present": "sheet" } };

/**
 * The pages that were fetched before a click, by address.
 * @type {Map<string, Promise<HTMLDialogElement | null>>}
 */
const prefetched = new Map();

/**
 * The timer of the link that the pointer rests on.
 * @type {number | undefined}
 */
let restTimer;

/**
 * Fetches the page of a link when the pointer has rested on it for a moment, unless two pages are being kept already.
 * @param {{ target: Element }} event
 */
export function prefetchAfterRest({ target }) {
  clearTimeout(restTimer);
  restTimer = setTimeout(() => {
    if (prefetched.size < 2) prefetch({ target });
  }, 90);
}

/**
 * Fetches the page of a link and keeps it for five seconds.
 * @param {{ target: Element }} event
 */
export function prefetch({ target }) {
  clearTimeout(restTimer);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-portico-present], a[data-portico-navigate]"));
  const url = /** @type {string} */ (link && link.pathname + link.search);
  if (prefetched.has(url) || link?.origin !== origin) return;
  // `requestOnce`, because a page that the person has not asked for must not bring the login cover.
  const fetched = fetchDialog(url, requestOnce);
  const drop = () => {
    if (prefetched.get(url) === fetched) prefetched.delete(url);
  };
  fetched.catch(drop);
  setTimeout(drop, 5000);
  prefetched.set(url, fetched);
}

/** The time after which a page that was kept is shown instead of the one that is still on its way, in seconds. */
const keptAfter = 0.3;

/**
 * The pages that can be shown without a connection, too.
 * @type {Map<string, Promise<HTMLDialogElement | null>>}
 */
const kept = new Map();

/**
 * Fetches a page and keeps it, to show it if it cannot be fetched later.
 * @param {string} url
 */
export function keepPage(url) {
  const inBackground = { headers: { ...sheetOnly.headers, "Portico-Background": "true" } };
  const page = fetchDialog(url, (address) => requestOnce(address, inBackground)).catch((error) => {
    reportUnexpected(error);
    return null;
  });
  kept.set(url, page);
  return page;
}

/**
 * The dialog at an address, fetched ahead or now; null if another kind of page is there. If it is late, `page` is the one that was
 * kept, and `fresh` brings the other.
 * @param {string} url
 * @param {string} presenter the address of the page beneath
 * @param {typeof request} [send] makes the request
 * @returns {Promise<{ page: HTMLDialogElement | null, fresh?: Promise<HTMLDialogElement | null> }>}
 */
export async function takePage(url, presenter, send) {
  // After the click, the page of this link need not be fetched ahead.
  clearTimeout(restTimer);
  const known = await kept.get(url);
  const dialog = prefetched.get(url)?.catch(() => fetchDialog(url)) ?? fetchDialog(url, send);
  prefetched.delete(url);
  const inTime = dialog.then((page) => ({ page }));
  if (!known) return inTime;
  const copy = () => {
    const page = /** @type {HTMLDialogElement} */ (known.cloneNode(true));
    page.dataset.presenter = presenter;
    return { page, fresh: dialog };
  };
  return Promise.race([inTime, pause(keptAfter).then(copy)]).catch(copy);
}

export const forgetPrefetched = () => prefetched.clear();

/** @param {string} url @returns {Promise<HTMLDialogElement | null>} */
async function fetchDialog(url, send = request) {
  const answer = await send(url, sheetOnly);
  // Read also if it is refused: an answer holds its connection until it is read.
  const fresh = await parsePage(answer);
  if (answer.status >= 500 || answer.headers.has("Portico-Cover")) throw answer;
  const dialog = dialogOf(fresh);
  // 409 means that another account is signed in by now: the browser goes there.
  if (!answer.ok && !dialog && answer.status !== 409) throw { sentence: sentenceOf(fresh) };
  if (dialog && !isOfThisAccount(dialog)) location.reload();
  return dialog;
}

/**
 * The sentences in which a page says that something is wrong.
 * @param {Document} fresh
 */
export const sentenceOf = (fresh) =>
  [...fresh.querySelectorAll(".error-sentence, .problem, .page-message")].map((part) => part.textContent).join(" ").trim();

/**
 * Whether an element was rendered for the account of this page.
 * @param {HTMLElement | null} element
 */
export const isOfThisAccount = (element) => element?.dataset.account === document.getElementById("screen").dataset.account;

/**
 * The layer that an answer consists of.
 * @param {Document} fresh
 */
export const dialogOf = (fresh) => /** @type {HTMLDialogElement | null} */ (fresh.querySelector("body > dialog.presented"));
