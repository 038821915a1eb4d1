import { parsePage, reportUnexpected, request } from "../portico/portico.js";
import { reloadForOther } from "./ending.js";
import { isOfThisAccount } from "./fetching.js";
import { hasUnsavedInput, unsavedForm } from "./guard.js";
import { morph, selectsRows } from "./morph.js";
import { focusedElement, giveFocus } from "./overlay.js";
import { formsBeingSent, isSigningOut } from "./sending.js";
import { stack } from "./stack.js";
import { showProblem, showToast } from "./toasts.js";

/** The number of refreshes that were begun. */
let begun = 0;

/** The number of the latest refresh that was shown. */
let shown = 0;

/** The newest event that is part of the shown page. */
let newestShown = "";

/**
 * Whether the shown page was made after an event.
 * @param {string} id
 */
export const isEventShown = (id) => isEventUpTo(id, newestShown);

/**
 * Whether event `id` is at or before event `last`.
 * @param {string} id the start of the server, and a number
 * @param {string} last
 */
export function isEventUpTo(id, last) {
  const [start, number] = id.split("-");
  const [lastStart, lastNumber] = last.split("-");
  return start === lastStart && Number(number) <= Number(lastNumber);
}

/** Never settles: the document is about to be replaced. */
const forever = () => new Promise(() => {});

/**
 * Fetches the page and updates its regions. Rejects if the server does not answer with a page.
 * @param {string} [address]
 * @param {PorticoRequest} [options]
 * @returns {Promise<Document>}
 */
export async function refresh(address = location.href, options) {
  begun += 1;
  const turn = begun;
  const layer = new URL(address, location.href).href === location.href ? stack.top : undefined;
  const url = layer?.url;
  const answer = await request(address, options);
  // Read also if it is refused: an answer holds its connection until it is read.
  const fresh = await parsePage(answer);
  // 405: the page is the answer to a form, and its address has no page.
  if (answer.status === 405 || answer.status >= 429) throw answer;
  if (layer && isGone(answer)) {
    if (layer.url !== url) throw answer;
    return refresh(await leaveGone(layer), options);
  }
  if (!isOfThisAccount(fresh.querySelector("#screen"))) {
    if (unsavedForm(document)) throw answer;
    if (!isSigningOut()) reloadForOther();
    return forever();
  }
  // Pages of another release may not work with these scripts.
  if (options?.headers?.["Portico-Background"] && releaseOf(fresh) !== releaseOf(document) && !unsavedForm(document)) {
    location.reload();
    return forever();
  }
  // A refresh that was begun later was shown already.
  if (turn < shown) return fresh;
  shown = turn;
  newestShown = fresh.querySelector("[data-events]")?.dataset.events ?? "";
  // A page in another language or time zone is loaded anew, unless that would lose input: then it stays as it is until that is saved.
  if (readerOf(fresh) !== readerOf(document) && !unsavedForm(document)) location.reload();
  else if (lookOf(fresh) !== lookOf(document)) import("../look.js").then(({ takeLook }) => takeLook(fresh)).catch(reportUnexpected);
  for (const region of document.querySelectorAll("[data-portico-config][id]")) updateRegion(region, fresh.getElementById(region.id));
  return fresh;
}

/**
 * The language of a page, whose screen may have another one than its head, and its time zone, as one text. If this page has no time
 * zone, its times say that they are UTC, and may stand beside others.
 * @param {Document} page
 */
const readerOf = (page) => {
  const zone = document.getElementById("screen")?.dataset.zone;
  const screen = page.getElementById("screen");
  return [screen?.lang || page.documentElement.lang, zone && screen?.dataset.zone].join();
};

/**
 * The colours, text size and brand of a page, as one text.
 * @param {Document} page
 */
const lookOf = ({ documentElement: { dataset } }) => [dataset.theme, dataset.textSize, dataset.brand].join();

/** The field that the person types in. */
const typing = "textarea:focus, input:focus:not([type=radio], [type=checkbox])";

/**
 * Updates a region, at once or when the person does not use it any more.
 * @param {HTMLElement} region
 * @param {HTMLElement | null} next
 */
function updateRegion(region, next) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const all = region.querySelectorAll("input:not([type=hidden]), textarea, select");
  const fields = [...all].filter((field) => !selectsRows(field));
  // While a choice is being sent, a page that has it already makes it look saved, and the next page may be older than it.
  const isBeingSent = formsBeingSent.has(/** @type {HTMLFormElement} */ (fields[0]?.form));
  const isInUse = region.querySelector(typing) || isBeingSent || hasUnsavedInput(fields);
  if (!next || region.isEqualNode(next)) return;
  if (isInUse) region.addEventListener("focusout", refreshLate, { once: true });
  else if (isSelected(region)) document.addEventListener("selectionchange", refreshLate, { once: true });
  else morphKeepingFocus(region, next);
}

/**
 * Updates a region. If the element with the focus is gone then, such as a row that was removed, the focus stays close to its place.
 * @param {HTMLElement} region
 * @param {HTMLElement} next
 */
function morphKeepingFocus(region, next) {
  const hadFocus = region.contains(focusedElement());
  morph(region, next);
  const focused = focusedElement();
  if (!hadFocus || (focused.isConnected && focused !== document.body)) return;
  const place = region.checkVisibility() ? region : region.closest(".presented, .presenter");
  if (!place) return;
  place.tabIndex = -1;
  giveFocus(place, { preventScroll: true });
}

/** @param {Response} answer */
const isGone = ({ status }) => status === 404 || status === 410;

/**
 * Closes a layer whose page was deleted by somebody, unless it has unsaved input.
 * @param {import("./layer.js").Layer} layer
 * @returns {Promise<string>} the address of the page beneath, which may show that something was deleted
 */
async function leaveGone(layer) {
  const { element } = layer;
  // The empty page has the sentences about layers without a page.
  const { gone: text, goneUnsaved } = /** @type {HTMLElement} */ (layer.makePending().querySelector(".pending-message")).dataset;
  if (unsavedForm(element)) {
    showProblem(element.querySelector(".page-message"), goneUnsaved);
  } else if (stack.layers.includes(layer)) {
    await stack.close(layer);
    showToast({ id: "portico-gone", text });
  }
  return /** @type {string} */ (element.dataset.presenter);
}

/**
 * The release that a page was made by, as the address of its script.
 * @param {Document} page
 */
const releaseOf = (page) => page.querySelector("script[type=module]")?.getAttribute("src");

/**
 * Whether text of a region is selected.
 * @param {Element} region
 */
function isSelected(region) {
  const selection = /** @type {Selection} */ (getSelection());
  return !selection.isCollapsed && selection.containsNode(region, true);
}

/** Listens for the end of the use of a region. */
const refreshLate = () => refreshInBackground();

/**
 * Refreshes the page without a request of the person. Undefined if the server has not answered with a page.
 * @param {Record<string, string>} [headers]
 */
export const refreshInBackground = (headers) =>
  refresh(undefined, { headers: { ...headers, "Portico-Background": "true" } }).catch(reportUnexpected);
