/** The overlay host: the topmost element, the places for toasts and announcements, and the focus that is given back. */

/** @param {number} seconds @returns {Promise<void>} */
export const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * Settles when an element has come to rest, after a second at the latest.
 * @param {Element} element
 */
export const settled = (element) => Promise.race([
  Promise.allSettled(element.getAnimations().map(({ finished }) => finished)),
  pause(1),
]);

/**
 * Has the browser apply the style that is set by now, so that a change after this has a transition, or has none.
 * @param {HTMLElement} element
 */
export const commitStyle = (element) => element.getBoundingClientRect();

/**
 * A copy of a part of the page's template of overlays.
 * @param {string} selector
 * @returns {any}
 */
export const copyOfPart = (selector) => {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("hud"));
  return template.content.querySelector(selector)?.cloneNode(true);
};

/**
 * Shows the parts of a HUD content or toast for its kind, and hides the others.
 * @param {Element} element
 * @param {string} given
 * @param {string} usual stands for an unknown kind
 * @returns {string} the kind that is shown
 */
export function showKind(element, given, usual) {
  /** @param {string} kind */
  const partsFor = (kind) => `[data-for~="${CSS.escape(kind)}"]`;
  const kind = element.querySelector(partsFor(given)) ? given : usual;
  for (const part of element.querySelectorAll("[data-for]")) part.toggleAttribute("hidden", !part.matches(partsFor(kind)));
  return kind;
}

/**
 * The topmost element: the HUD, a question, a layer or the page.
 * @returns {HTMLElement}
 */
export const topmost = () => document.querySelector(".hud, [data-question]:modal")
  ?? /** @type {HTMLElement} */ ([...document.querySelectorAll(".presenter, .presented:modal:not([data-covers])")].at(-1));

/**
 * Has screen readers speak a text. It waits until a layer that is leaving has left, because they skip the page beneath.
 * @param {string} text
 * @param {string | undefined} kind a failure interrupts
 */
export function announce(text, kind) {
  setTimeout(() => {
    const region = topmost().querySelector(`:scope > .toaster > [role=${kind === "failure" ? "alert" : "status"}]`);
    const announced = new Text(text);
    region?.append(announced);
    setTimeout(() => announced.remove(), 5000);
  }, 600);
}

/**
 * Puts a popover, such as the region for toasts, above everything that was opened before.
 * @param {HTMLElement} element
 */
export function raisePopover(element) {
  element.popover = null;
  element.popover = "manual";
  element.showPopover();
}

/**
 * Keeps the presenter in its place while the window cannot scroll. Under another layer it is in its place already.
 * @param {HTMLElement} screen
 * @param {boolean} [isForced] measures under a layer, too
 */
export function holdPresenter({ style }, isForced) {
  if (!isForced && topmost().matches(":modal")) return;
  style.setProperty("--scrolled", `${scrollY}px`);
  style.setProperty("--scrollbar", `${innerWidth - document.documentElement.clientWidth}px`);
}

/**
 * The element that gets the focus back when the HUD has left; null without a HUD.
 * @type {HTMLElement | null}
 */
let focusUnderHud = null;

/**
 * The element that had the focus last outside of toasts.
 * @type {HTMLElement | null}
 */
let focusBeforeToast = null;

/**
 * The element that has the focus, or gets it back when the HUD has left.
 * @returns {HTMLElement}
 */
export const focusedElement = () => focusUnderHud ?? /** @type {HTMLElement} */ (document.activeElement);

/**
 * Gives an element the focus, at once or when the HUD has left.
 * @param {HTMLElement} element
 * @param {FocusOptions} [options]
 */
export function giveFocus(element, options) {
  if (focusUnderHud) focusUnderHud = element;
  element.focus(options);
}

/** Remembers the focused element for the end of the HUD. If the body has the focus, because that element became inert, it stays. */
export function rememberFocusUnderHud() {
  const { activeElement, body } = document;
  if (!focusUnderHud || activeElement !== body) focusUnderHud = /** @type {HTMLElement} */ (activeElement);
}

/** @param {HTMLElement} element which gets the focus back when a toast leaves that has taken it */
export function rememberFocusBeforeToast(element) {
  focusBeforeToast = element;
}

/** Forgets both elements, with the page that they are in. */
export function forgetFocus() {
  focusUnderHud = null;
  focusBeforeToast = null;
}

/** Gives the focus back to the element that had it before the HUD, or to its replacement with the same id. */
export function returnFocusFromHud() {
  const places = [focusUnderHud, document.getElementById(focusUnderHud?.id ?? "")];
  focusUnderHud = null;
  focusFirst(places);
}

/**
 * Moves the focus from a toast to the next one, or back to the element that had it before.
 * @param {HTMLElement | null} next
 */
export function returnFocusFromToast(next) {
  focusFirst([next, focusBeforeToast]);
}

/**
 * Gives the focus to the first element that is in the page, or to the topmost one.
 * @param {(HTMLElement | null)[]} places
 */
function focusFirst(places) {
  [...places, topmost()].find((place) => place?.isConnected)?.focus({ preventScroll: true });
}
