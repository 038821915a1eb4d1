/** The overlay host: what lies on top, where toasts and announcements go, and where the focus returns to. */

/**
 * A copy of a part of the page's template of overlays.
 * @param {string} selector
 * @returns {any}
 */
export const part = (selector) => {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("hud"));
  return template.content.querySelector(selector)?.cloneNode(true);
};

/**
 * The topmost element: the HUD, a question, a layer or the page.
 * @returns {HTMLElement}
 */
export const topmost = () => document.querySelector(".hud, [data-question]:modal")
  ?? /** @type {HTMLElement} */ ([...document.querySelectorAll(".presenter, .presented:modal:not([data-covers])")].at(-1));

/**
 * Has a text read aloud, once what leaves has left: nothing is heard of a page under it.
 * @param {string} text
 * @param {string | undefined} kind a failure interrupts
 */
export function announce(text, kind) {
  setTimeout(() => {
    const region = topmost().querySelector(`:scope > .toaster > [role=${kind === "failure" ? "alert" : "status"}]`);
    const said = new Text(text);
    region?.append(said);
    setTimeout(() => said.remove(), 5000);
  }, 600);
}

/**
 * Puts a region for toasts above what was opened before.
 * @param {HTMLElement} region
 */
export function float(region) {
  region.popover = null;
  region.popover = "manual";
  region.showPopover();
}

/**
 * Keeps the presenter in its place while the window does not scroll; where something lies over it, it is kept already.
 * @param {HTMLElement} screen
 * @param {boolean} [anew] in any case
 */
export function hold({ style }, anew) {
  if (!anew && topmost().matches(":modal")) return;
  style.setProperty("--scrolled", `${scrollY}px`);
  style.setProperty("--scrollbar", `${innerWidth - document.documentElement.clientWidth}px`);
}

/**
 * Where the focus returns to when the HUD has left; null while there is none.
 * @type {HTMLElement | null}
 */
let kept = null;

/**
 * The element that has the focus, or gets it back when the HUD has left.
 * @returns {HTMLElement}
 */
export const focused = () => kept ?? /** @type {HTMLElement} */ (document.activeElement);

/**
 * Gives an element the focus, or lets it have it once the HUD has left.
 * @param {HTMLElement} element
 * @param {FocusOptions} [options]
 */
export function give(element, options) {
  if (kept) kept = element;
  element.focus(options);
}

/** Remembers what has the focus, to return it. What was made inert under the HUD has none, and does not count. */
export function keepFocus() {
  const { activeElement, body } = document;
  if (!kept || activeElement !== body) kept = /** @type {HTMLElement} */ (activeElement);
}

/**
 * Where the focus was last, toasts apart.
 * @type {HTMLElement | null}
 */
let before = null;

/**
 * Remembers where the focus is, to give it back when a toast leaves that has taken it.
 * @param {HTMLElement} element
 */
export function remember(element) {
  before = element;
}

/** Forgets both, with a page that goes. */
export function forgetFocus() {
  kept = null;
  before = null;
}

/** The focus goes back to where it was before the HUD, or to what took that place. */
export function returnFocus() {
  const places = [kept, document.getElementById(kept?.id ?? "")];
  kept = null;
  focusFirst(places);
}

/**
 * The focus leaves a toast: for the next one, or for where it was before.
 * @param {HTMLElement | null} next
 */
export function leaveFocus(next) {
  focusFirst([next, before]);
}

/**
 * Gives the focus to the first of them that is in the page, else to what lies on top.
 * @param {(HTMLElement | null)[]} places
 */
function focusFirst(places) {
  [...places, topmost()].find((place) => place?.isConnected)?.focus({ preventScroll: true });
}
