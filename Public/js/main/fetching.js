import { ask, page } from "../portico/request.js";

/** Asks for a presented page alone. */
export const sheet = { headers: { "Portico-Present": "sheet" } };

/** What was fetched before it was asked for. @type {Map<string, Promise<HTMLDialogElement | null>>} */
const ahead = new Map();

/** Fetches the page that a link leads to and keeps it for some seconds. @param {Event} event */
export function prefetch({ target }) {
  const link = target.closest("a[data-present], a[data-navigate]");
  const url = link?.pathname + link?.search;
  if (!link || ahead.has(url)) return;
  const page = load(url);
  const drop = () => ahead.get(url) === page && ahead.delete(url);
  page.catch(drop);
  setTimeout(drop, 5000);
  ahead.set(url, page);
}

/** The dialog at an address, null where there is another kind of page. @param {string} url */
export function take(url) {
  const page = ahead.get(url) ?? load(url);
  ahead.delete(url);
  return page;
}

/** Forgets them all. */
export const forget = () => ahead.clear();

async function load(url) {
  const answer = await ask(url, sheet);
  if (answer.status >= 500) throw answer;
  if (!answer.ok) return null;
  const layer = dialog(await page(answer));
  if (layer && !isSame(layer)) location.reload();
  return layer;
}

/** Whether it is meant for whom this page is. @param {HTMLElement | null} element */
export const isSame = (element) => element?.dataset.account === document.getElementById("screen").dataset.account;

/** The layer that an answer consists of. @param {Document} fresh */
export const dialog = (fresh) => fresh.querySelector("body > dialog.presented");
