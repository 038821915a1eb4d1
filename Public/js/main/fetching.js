import { parsePage, reportUnexpected, request, requestOnce } from "../portico/portico.js";

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

/**
 * The pages that can be shown without a connection, too.
 * @type {Map<string, Promise<HTMLDialogElement | null>>}
 */
const kept = new Map();

/**
 * Fetches a page that does not change while this document exists, and keeps it.
 * @param {string} url
 */
export const keepPage = (url) => kept.set(url, fetchDialog(url, requestOnce).catch((error) => {
  reportUnexpected(error);
  return null;
}));

/**
 * The dialog at an address, fetched ahead or now; null if another kind of page is there.
 * @param {string} url
 * @returns {Promise<HTMLDialogElement | null>}
 */
export async function takePage(url) {
  // After the click, the page of this link need not be fetched ahead.
  clearTimeout(restTimer);
  const known = await kept.get(url);
  const dialog = known?.cloneNode(true) ?? prefetched.get(url)?.catch(() => fetchDialog(url)) ?? fetchDialog(url);
  prefetched.delete(url);
  return /** @type {Promise<HTMLDialogElement | null>} */ (dialog);
}

export const forgetPrefetched = () => prefetched.clear();

/** @param {string} url @returns {Promise<HTMLDialogElement | null>} */
async function fetchDialog(url, send = request) {
  const answer = await send(url, sheetOnly);
  // Read also if it is refused: an answer holds its connection until it is read.
  const fresh = await parsePage(answer);
  if (answer.status >= 500 || answer.headers.has("Portico-Cover")) throw answer;
  const sentence = sentenceOf(fresh);
  // 409 means that another account is signed in by now: the browser goes there.
  if (!answer.ok && answer.status !== 409 && sentence) throw { sentence };
  if (!answer.ok) return null;
  const dialog = dialogOf(fresh);
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
