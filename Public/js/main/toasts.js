import { pause, settled } from "./motion.js";
import { float, leaveFocus, part, topmost } from "./overlay.js";

/**
 * The end of each toast's time.
 * @type {WeakMap<Element, PromiseWithResolvers<void>>}
 */
const ends = new WeakMap();

const staying = ".toast:not([data-leaving])";

/** @param {string | undefined} id */
const toastOf = (id) => [...document.querySelectorAll(staying)].find(({ dataset }) => dataset.id === id);

/** Where the focus can be in a toast that is in sight and stays. */
export const control = `${staying}:nth-child(-n + 3) :is(a, button):not([hidden], [hidden] > *)`;

/** @param {HTMLElement} toast @param {HTMLElement} [host] */
export function put(toast, host = topmost()) {
  const list = /** @type {HTMLElement} */ (host.querySelector(":scope > .toaster ol"));
  const region = /** @type {HTMLElement} */ (list.parentElement);
  if (toast.parentElement === list) return;
  if (!region.popover || !list.firstElementChild) float(region);
  list.append(toast);
}

/**
 * Shows a toast, in the place of the one with its id. Its fields are those of the server's `Toast`; an action may have
 * `onSelect` instead of an address. The account of the page is sent with the form of an action. With `in`, an element, it stays in the page or layer of that while there is one.
 * @param {Record<string, any>} content
 * @returns {Promise<void>} settles when it has left
 */
export function showToast({ id = crypto.randomUUID(), kind = "info", text, action, duration = "", in: view }) {
  const toast = part(".toast");
  const { label, href, post, fields = {}, onSelect } = action ?? {};
  const form = toast.querySelector("form");
  const element = toast.querySelector(post ? "form > button" : href ? "a" : "li > button");
  toast.firstChild.textContent = text;
  Object.assign(element, { textContent: label, href, onclick: onSelect, hidden: !action });
  if (post) {
    form.setAttribute("action", post);
    form.hidden = false;
    form.prepend(...Object.entries(fields).map(hiddenField));
  }
  Object.assign(toast.dataset, { id, kind, duration }, view && { in: "" });
  return adopt(toast, view?.closest(".presented, .presenter"));
}

/** @param {[string, unknown]} field */
function hiddenField([name, value]) {
  return Object.assign(document.createElement("input"), { type: "hidden", name, value });
}

/**
 * Says what went wrong, in its place, else, or where that is gone, as a toast; or clears that place.
 * @param {HTMLElement | null} place
 * @param {string} [text]
 */
export function complain(place, text = "") {
  if (place?.isConnected) place.textContent = text;
  else if (text) showToast({ kind: "failure", text });
}

/**
 * Puts a toast in its place. How long it stays is for CSS, which stops the time while somebody reads it.
 * @param {HTMLElement} toast
 * @param {HTMLElement} [host]
 */
export function adopt(toast, host) {
  const { id, duration } = toast.dataset;
  const old = id ? toastOf(id) : undefined;
  const given = Number(duration || Math.max(4, 0.06 * textOf(toast).length + 2));
  toast.style.setProperty("--stay", `${given || 1e9}s`);
  const end = ends.get(toast) ?? ends.get(/** @type {Element} */ (old)) ?? Promise.withResolvers();
  ends.set(toast, end);
  if (old) old.replaceWith(toast);
  else put(toast, host);
  if (!counted.has(toast) && getComputedStyle(toast).animationName === "none") count(toast, given || Infinity);
  return end.promise;
}

/** The toasts whose time is counted by script. */
const counted = new WeakSet();

/**
 * Tells of the beginning and the end of a toast's time, where a style sheet has switched off the animation that does.
 * @param {HTMLElement} toast
 * @param {number} seconds
 */
async function count(toast, seconds) {
  counted.add(toast);
  for (let left = seconds; left > 0; await pause(0.25)) {
    if (!toast.isConnected) return;
    if (!toast.checkVisibility()) continue;
    if (left === seconds) toast.dispatchEvent(new Event("animationstart", { bubbles: true }));
    if (!getComputedStyle(toast).getPropertyValue("--stands-still")) left -= 0.25;
  }
  toast.dispatchEvent(new Event("animationend", { bubbles: true }));
}

/**
 * The text of a toast, without its buttons.
 * @param {HTMLElement} toast
 */
export const textOf = (toast) => /** @type {string} */ (/** @type {Node} */ (toast.firstChild).textContent);

/**
 * Takes over the toasts of what goes.
 * @param {ParentNode} scope
 */
export function moveToasts(scope) {
  for (const toast of toasts(scope)) {
    toast.remove();
    adopt(toast);
  }
}

/**
 * The toasts in a part of a page that stay wherever they go.
 * @param {ParentNode} scope
 * @returns {HTMLElement[]}
 */
export function toasts(scope) {
  const all = [...scope.querySelectorAll(staying)];
  for (const { dataset } of all) delete dataset.in;
  return all;
}

/** @param {string} id */
export const hideToast = (id) => leaveToast(toastOf(id));

/** @param {HTMLElement | null | undefined} toast */
export async function leaveToast(toast) {
  if (!toast || "leaving" in toast.dataset) return;
  // Its action is done once.
  for (const child of /** @type {any} */ (toast).children) child.onclick = null;
  toast.querySelector("form")?.toggleAttribute("inert", true);
  const isFocused = toast.contains(document.activeElement);
  toast.dataset.leaving = "";
  const next = /** @type {HTMLElement} */ (toast.parentElement).querySelector(control);
  if (isFocused) leaveFocus(next);
  await settled(toast);
  toast.remove();
  ends.get(toast)?.resolve();
}
