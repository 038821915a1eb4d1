import { ask, askOnce, page } from "./door.js";

/** Asks for a presented page alone. */
export const sheet = { headers: { "Portico-Present": "sheet" } };

/**
 * Pages fetched before somebody has asked for them, by address.
 * @type {Map<string, Promise<HTMLDialogElement | null>>}
 */
const ahead = new Map();

/**
 * The timer of the link that the pointer rests on.
 * @type {number | undefined}
 */
let intent;

/**
 * Fetches what the pointer rests on for a moment, two pages at once at most.
 * @param {{ target: Element }} event
 */
export function intend({ target }) {
  clearTimeout(intent);
  intent = setTimeout(() => ahead.size < 2 && prefetch({ target }), 90);
}

/**
 * Fetches the page that a link leads to and keeps it for some seconds.
 * @param {{ target: Element }} event
 */
export function prefetch({ target }) {
  clearTimeout(intent);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-portico-present], a[data-portico-navigate]"));
  const url = /** @type {string} */ (link && link.pathname + link.search);
  if (ahead.has(url) || link?.origin !== origin) return;
  // A page that nobody has asked for brings no cover.
  const page = load(url, askOnce);
  const drop = () => ahead.get(url) === page && ahead.delete(url);
  page.catch(drop);
  setTimeout(drop, 5000);
  ahead.set(url, page);
}

/**
 * Pages that are there without a connection, too.
 * @type {Map<string, Promise<HTMLDialogElement | null>>}
 */
const kept = new Map();

/**
 * Fetches a page that is the same as long as this one stands, and keeps it.
 * @param {string} url
 */
export const keep = (url) => kept.set(url, load(url, askOnce).catch(() => null));

/**
 * The dialog at an address, null where there is another kind of page.
 * @param {string} url
 * @returns {Promise<HTMLDialogElement | null>}
 */
export async function take(url) {
  // Nothing is fetched ahead any more once it has been asked for.
  clearTimeout(intent);
  const known = await kept.get(url);
  const page = known?.cloneNode(true) ?? ahead.get(url)?.catch(() => load(url)) ?? load(url);
  ahead.delete(url);
  return /** @type {Promise<HTMLDialogElement | null>} */ (page);
}

/** Forgets them all. */
export const forget = () => ahead.clear();

/** @param {string} url @returns {Promise<HTMLDialogElement | null>} */
async function load(url, get = ask) {
  const answer = await get(url, sheet);
  if (answer.status >= 500 || answer.headers.has("Portico-Cover")) throw answer;
  const fresh = await page(answer);
  const sentence = sentenceOf(fresh);
  // Somebody else is signed in by now: the browser goes there.
  if (!answer.ok && answer.status !== 409 && sentence) throw { sentence };
  if (!answer.ok) return null;
  const layer = dialog(fresh);
  if (layer && !isSame(layer)) location.reload();
  return layer;
}

/**
 * The sentences in which a page says that something is wrong.
 * @param {Document} fresh
 */
export const sentenceOf = (fresh) =>
  [...fresh.querySelectorAll(".error-sentence, .problem, .page-message")].map((part) => part.textContent).join(" ").trim();

/**
 * Whether it is meant for whom this page is.
 * @param {HTMLElement | null} element
 */
export const isSame = (element) => element?.dataset.account === document.getElementById("screen").dataset.account;

/**
 * The layer that an answer consists of.
 * @param {Document} fresh
 */
export const dialog = (fresh) => /** @type {HTMLDialogElement | null} */ (fresh.querySelector("body > dialog.presented"));
