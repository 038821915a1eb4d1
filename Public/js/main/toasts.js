import { copyOfPart, raisePopover, returnFocusFromToast, settled, showKind, topmost } from "./overlay.js";

/**
 * Resolves when a toast has left.
 * @type {WeakMap<Element, PromiseWithResolvers<void>>}
 */
const ends = new WeakMap();

const staying = ".toast:not([data-leaving])";

/** @param {string | undefined} id */
const toastWithId = (id) => [...document.querySelectorAll(staying)].find(({ dataset }) => dataset.id === id);

/** The links and buttons of the newest toasts, which are visible, and stay. */
export const toastControls = `${staying}:nth-last-child(-n + 3) :is(a, button):not([hidden], [hidden] > *)`;

/**
 * Moves a toast into the list of a page, layer, question or the HUD.
 * @param {HTMLElement} toast
 * @param {HTMLElement} [host]
 */
export function putToast(toast, host = topmost()) {
  const list = /** @type {HTMLElement} */ (host.querySelector(":scope > .toaster ul"));
  const region = /** @type {HTMLElement} */ (list.parentElement);
  if (toast.parentElement === list) return;
  if (!region.popover || !list.firstElementChild) raisePopover(region);
  list.append(toast);
  // If there is not enough room for all, the newest is in sight.
  region.scrollTop = region.scrollHeight;
}

/**
 * Shows a toast, in place of the one with its id. Its fields are those of the server's `Toast`. Its action may have `onSelect`
 * instead of an address; the form of an action that is posted sends the account of the page. With `in`, an element, the toast
 * stays in the page or layer of that element.
 * @param {Record<string, any>} content
 * @returns {Promise<void>} settles when it has left
 */
export function showToast({ id = crypto.randomUUID(), kind = "info", text, action, duration = "", in: view }) {
  const toast = copyOfPart(".toast");
  toastText(toast).textContent = text;
  if (action) fillAction(toast, action);
  Object.assign(toast.dataset, { id, kind: showKind(toast, kind, "info"), duration }, view && { in: "" });
  return adoptToast(toast, view?.closest(".presented, .presenter"));
}

/** @param {HTMLElement} toast @param {Record<string, any>} action */
function fillAction(toast, { label, href, post, fields = {}, onSelect }) {
  const ofLink = href ? "a" : "div > button";
  const control = toast.querySelector(post ? "form > button" : ofLink);
  Object.assign(/** @type {Element} */ (control), { textContent: label, href, onclick: onSelect, hidden: false });
  if (!post) return;
  const form = /** @type {HTMLFormElement} */ (toast.querySelector("form"));
  form.setAttribute("action", post);
  form.hidden = false;
  form.prepend(...Object.entries(fields).map(hiddenField));
}

/** @param {[string, unknown]} field */
function hiddenField([name, value]) {
  return Object.assign(document.createElement("input"), { type: "hidden", name, value });
}

/**
 * Shows a problem in its place, or as a toast if there is no such place any more. Without a text it clears the place.
 * @param {HTMLElement | null} place
 * @param {string} [text]
 */
export function showProblem(place, text = "") {
  if (place?.isConnected) place.textContent = text;
  else if (text) showToast({ kind: "failure", text });
}

/**
 * Puts a toast in its place. CSS counts its time, and stops while somebody reads it.
 * @param {HTMLElement} toast
 * @param {HTMLElement} [host]
 */
export function adoptToast(toast, host) {
  const { id, duration } = toast.dataset;
  const old = id ? toastWithId(id) : undefined;
  const seconds = Number(duration || Math.max(4, 0.06 * toastText(toast).textContent.length + 2));
  toast.style.setProperty("--stay", `${seconds || 1e9}s`);
  const end = ends.get(toast) ?? ends.get(/** @type {Element} */ (old)) ?? Promise.withResolvers();
  ends.set(toast, end);
  if (old) old.replaceWith(toast);
  else putToast(toast, host);
  const isCountedByStyle = getComputedStyle(toast).animationName !== "none";
  if (!isCountedByStyle) import("../counting.js").then(({ countTime }) => countTime(toast, seconds || Infinity)).catch(console.error);
  return end.promise;
}

/**
 * The element with the text of a toast.
 * @param {Element} toast
 * @returns {any}
 */
export const toastText = (toast) => toast.querySelector(".toast-text");

/**
 * Moves the toasts of a page or layer that leaves to the topmost element.
 * @param {ParentNode} scope
 */
export function moveToasts(scope) {
  for (const toast of releaseToasts(scope)) {
    toast.remove();
    adoptToast(toast);
  }
}

/**
 * The toasts in a part of the page, which no longer belong to that part.
 * @param {ParentNode} scope
 * @returns {HTMLElement[]}
 */
export function releaseToasts(scope) {
  const toasts = [...scope.querySelectorAll(staying)];
  for (const { dataset } of toasts) delete dataset.in;
  return toasts;
}

/** @param {string} id */
export const hideToast = (id) => removeToast(toastWithId(id));

/** @param {HTMLElement | null | undefined} toast */
export async function removeToast(toast) {
  if (!toast || "leaving" in toast.dataset) return;
  const isFocused = toast.contains(document.activeElement);
  // A second click on its action does nothing.
  for (const button of toast.querySelectorAll("button")) button.disabled = true;
  toast.dataset.leaving = "";
  const next = /** @type {HTMLElement} */ (toast.parentElement).querySelector(toastControls);
  if (isFocused) returnFocusFromToast(next);
  await settled(toast);
  toast.remove();
  ends.get(toast)?.resolve();
}
