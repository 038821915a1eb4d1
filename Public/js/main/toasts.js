import { Behaviour } from "../portico/portico.js";
import { showHud } from "./hud.js";
import { settled } from "./layer.js";
import { swipe } from "./swipe.js";

/** Where the focus was last, toasts apart. */
let before;

/** A copy of a part of the template. @param {string} selector */
export const part = (selector) => document.getElementById("hud").content.querySelector(selector).cloneNode(true);

/** What lies over everything else: the HUD, a question, a layer or the page. */
export const topmost = () => document.querySelector(".hud, [data-question]:modal")
  ?? [...document.querySelectorAll(".presenter, .presented:modal:not([data-covers])")].at(-1);

const staying = ".toast:not([data-leaving])";

const toastOf = (id) => [...document.querySelectorAll(staying)].find(({ dataset }) => dataset.id === id);

/** Where the focus can be in a toast that is in sight and stays. */
const control = `${staying}:nth-child(-n + 3) > :is(a, button):not([hidden])`;

/** Has a text read aloud, once what leaves has left: nothing is heard of a page under it. */
export const announce = (text, kind) => setTimeout(() => {
  const region = topmost().querySelector(`:scope > .toaster > [role=${kind === "failure" ? "alert" : "status"}]`);
  const said = new Text(text);
  region.append(said);
  setTimeout(() => said.remove(), 5000);
}, 600);

/** Puts a region for toasts above what was opened before. @param {HTMLElement} region */
export function float(region) {
  region.popover = null;
  region.popover = "manual";
  region.showPopover();
}

function put(toast, host = topmost()) {
  const list = host.querySelector(":scope > .toaster ol");
  const region = list.parentElement;
  if (toast.parentElement === list) return;
  if (!region.popover || !list.firstElementChild) float(region);
  list.append(toast);
}

/**
 * Shows a toast, in the place of the one with its id. Its fields are those of the server's `Toast`; an action may have
 * `onSelect` instead of an address. With `in`, an element, it stays in the page or layer of that while there is one.
 * @returns {Promise<void>} settles when it has left
 */
export function showToast({ id = crypto.randomUUID(), kind = "info", text, action, duration = "", in: view }) {
  const toast = part(".toast");
  const { label, href, onSelect } = action ?? {};
  toast.firstChild.textContent = text;
  Object.assign(toast.querySelector(href ? "a" : "button"), { textContent: label, href, onclick: onSelect, hidden: !action });
  Object.assign(toast.dataset, { id, kind, duration }, view && { in: "" });
  adopt(toast, view?.closest(".presented, .presenter"));
  return toast.ended;
}

/** Puts a toast in its place. How long it stays is for CSS, which stops the time while somebody reads it. */
function adopt(toast, host) {
  const { id, duration } = toast.dataset;
  const old = id && toastOf(id);
  const seconds = (duration || Math.max(4, 0.06 * toast.firstChild.textContent.length + 2)) * 1 || 1e9;
  toast.style.setProperty("--stay", `${seconds}s`);
  toast.ended ??= old?.ended ?? new Promise((end) => toast.end = end);
  toast.end ??= old.end;
  if (old) old.replaceWith(toast);
  else put(toast, host);
}

/** Takes over the toasts of what goes, or of what has come. @param {ParentNode} scope */
export function moveToasts(scope) {
  for (const toast of scope.querySelectorAll(staying)) {
    const { hud } = toast.dataset;
    delete toast.dataset.in;
    toast.remove();
    if (hud) showHud(JSON.parse(hud));
    else adopt(toast);
  }
}

/** @param {string} id */
export const hideToast = (id) => leaveToast(toastOf(id));

export async function leaveToast(toast) {
  if (!toast) return;
  // Its action is done once.
  for (const one of toast.children) one.onclick = null;
  const isFocused = toast.contains(document.activeElement);
  toast.dataset.leaving = "";
  const next = toast.parentElement.querySelector(control);
  if (isFocused) [next, before, topmost()].find((place) => place?.isConnected).focus({ preventScroll: true });
  await settled(toast);
  toast.remove();
  toast.end();
}

/** The place for toasts in a page, a layer, a question or the HUD. */
export class Toaster extends Behaviour {
  connect() {
    const { element } = this;
    // Something else is on top.
    this.on(document, "focusin close", ({ target }) => {
      if (target.matches(":focus:not(.toast *)")) before = target;
      for (const toast of document.querySelectorAll(".toast:not([data-in])")) put(toast);
    }, true);
    const count = () => element.toggleAttribute("data-hidden", document.hidden);
    this.on(document, "visibilitychange", count);
    count();
    this.on(element, "animationstart", ({ target }) => target.said ??= announce(target.firstChild.textContent, target.dataset.kind));
    this.on(element, "animationend", ({ target }) => leaveToast(target));
    this.on(element, "click", ({ target }) => target.closest("a, button") && leaveToast(target.closest(".toast")));
    // A click takes no focus.
    this.on(element, "mousedown", (event) => event.preventDefault());
    this.on(element, "pointerdown", swipe);
    // With Ctrl it is the AltGr of some keyboards, by which people type.
    this.on(window, "keydown", (event) => {
      if (!event.altKey || event.ctrlKey || event.code !== "KeyT") return;
      const newest = [...topmost().querySelectorAll(control)].at(-1);
      if (newest) event.preventDefault();
      newest?.focus();
    });
    moveToasts(element);
  }
}
