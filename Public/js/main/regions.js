import { ask, page } from "./door.js";
import { startAnew } from "./ending.js";
import { isSame } from "./fetching.js";
import { dirty, isUnsaved } from "./guard.js";
import { morph } from "./morph.js";
import { isSigningOut, sent } from "./sending.js";
import { stack } from "./stack.js";
import { complain, showToast } from "./toasts.js";

/** How many refreshes were begun, and the latest of them that was shown. */
let begun = 0;
let shown = 0;

/** The newest event that is part of what is shown. */
let newest = "";

/**
 * Whether what is shown was made after an event.
 * @param {string} id
 */
export const isSeen = (id) => isKnown(id, newest);

/**
 * Whether event `id` is at or before event `last`.
 * @param {string} id of a run of the server, and a number
 * @param {string} last
 */
export function isKnown(id, last) {
  const [start, number] = id.split("-");
  const [lastStart, lastNumber] = last.split("-");
  return start === lastStart && +number <= +lastNumber;
}

/**
 * Shows what has changed on the server, wherever the page shows it. Rejects where the server does not say.
 * @param {string} [address]
 * @param {PorticoRequest} [options]
 * @returns {Promise<Document>}
 */
export async function refresh(address = location.href, options) {
  begun += 1;
  const turn = begun;
  const layer = new URL(address, location.href).href === location.href ? stack.top : undefined;
  const url = layer?.url;
  const answer = await ask(address, options);
  // A page that answers a form has an address (405) that nobody can ask for what is new on it.
  if (answer.status === 405 || answer.status >= 429) throw answer;
  if (layer && isGone(answer)) {
    if (layer.url !== url) throw answer;
    return refresh(await leaveGone(layer), options);
  }
  const fresh = await page(answer);
  if (!isSame(fresh.querySelector("#screen"))) {
    if (dirty(document)) throw answer;
    if (!isSigningOut()) startAnew();
    return new Promise(() => {});
  }
  // The server runs another release, whose pages may not go with these scripts.
  if (options?.headers?.["Portico-Background"] && release(fresh) !== release(document) && !dirty(document)) {
    location.reload();
    return new Promise(() => {});
  }
  // One that was begun later has come already.
  if (turn < shown) return fresh;
  shown = turn;
  newest = fresh.querySelector("[data-events]")?.dataset.events ?? "";
  const root = document.documentElement;
  if (fresh.documentElement.dataset.brand !== root.dataset.brand) takeBrand(fresh);
  for (const name of ["theme", "textSize", "brand"]) {
    const value = fresh.documentElement.dataset[name];
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
  }
  const metas = "meta[name=theme-color], meta[name=color-scheme]";
  for (const old of document.querySelectorAll(metas)) old.remove();
  document.head.append(...fresh.querySelectorAll(metas));
  for (const old of document.querySelectorAll("[data-portico-config][id]")) {
    const next = fresh.getElementById(old.id);
    /** @type {NodeListOf<HTMLInputElement>} */
    const fields = old.querySelectorAll("input:not([type=hidden]), textarea, select");
    // A choice that is being sent does not look unsaved where the page was made with it; what comes may be older than it.
    const isInUse = old.querySelector(typing) ?? (sent.has(/** @type {HTMLFormElement} */ (fields[0]?.form)) || isUnsaved(fields));
    if (!next || old.isEqualNode(next)) continue;
    if (isInUse) old.addEventListener("focusout", showLate, { once: true });
    else if (isSelected(old)) document.addEventListener("selectionchange", showLate, { once: true });
    else morph(old, next);
  }
  return fresh;
}

/** @param {Response} answer */
const isGone = ({ status }) => status === 404 || status === 410;

/**
 * Somebody has deleted what a layer shows: it closes, unless something would be lost.
 * @param {import("./layer.js").Layer} layer
 * @returns {Promise<string>} the address of the page beneath, where the deleted part is missing too
 */
async function leaveGone(layer) {
  const { element } = layer;
  // Where the page has its sentences about layers without a page.
  const { gone: text, goneUnsaved } = /** @type {HTMLElement} */ (layer.pending().querySelector(".pending-message")).dataset;
  if (dirty(element)) {
    complain(element.querySelector(".page-message"), goneUnsaved);
  } else if (stack.layers.includes(layer)) {
    await stack.close(layer);
    showToast({ id: "portico-gone", text });
  }
  return /** @type {string} */ (element.dataset.presenter);
}

/**
 * Takes over the style sheet and the icons of another brand. The old ones stay until the new style sheet is there.
 * @param {Document} fresh
 */
function takeBrand(fresh) {
  const links = "link[rel*=icon], link[rel=manifest], link[href$='/brand.css']";
  const old = document.querySelectorAll(links);
  const next = fresh.querySelectorAll(links);
  // Before the application's own style sheets, as the server has it.
  document.querySelector("link[rel=stylesheet]")?.after(...next);
  const removeOld = () => {
    for (const link of old) link.remove();
  };
  const sheet = /** @type {HTMLLinkElement | undefined} */ ([...next].find((link) => link.matches("[rel=stylesheet]")));
  if (!sheet) return removeOld();
  sheet.onload = removeOld;
  sheet.onerror = removeOld;
}

/**
 * The release that a page was made by, as the address of its script.
 * @param {Document} page
 */
const release = (page) => page.querySelector("script[type=module]")?.getAttribute("src");

/**
 * Whether text of a region is selected.
 * @param {Element} region
 */
function isSelected(region) {
  const selection = /** @type {Selection} */ (getSelection());
  return !selection.isCollapsed && selection.containsNode(region, true);
}

/** A region that was in use has been left. */
const showLate = () => look();

/**
 * Shows what has changed, without being asked to by the person.
 * @param {Record<string, string>} [headers]
 */
export const look = (headers) => refresh(undefined, { headers: { ...headers, "Portico-Background": "true" } }).catch(() => {});

const typing = "textarea:focus, input:focus:not([type=radio], [type=checkbox])";
