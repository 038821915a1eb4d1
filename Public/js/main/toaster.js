import { Behaviour, define } from "../portico/portico.js";
import { forgetHuds, showHud } from "./hud.js";
import { announce, forgetFocus, rememberFocusBeforeToast, topmost } from "./overlay.js";
import { adoptToast, putToast, releaseToasts, removeToast, toastControls, toastText } from "./toasts.js";

/** The toasts that were announced. */
const announced = new WeakSet();

/**
 * Shows the notices of a page that has come: its toasts, and contents of the HUD.
 * @param {ParentNode} scope
 */
export function showNotices(scope) {
  for (const toast of releaseToasts(scope)) {
    const { hud } = toast.dataset;
    toast.remove();
    if (hud) showHud(JSON.parse(hud));
    else adoptToast(toast);
  }
}

/** Keeps the toasts of a screen on its topmost element, and lets the keyboard reach them. */
class Overlays extends Behaviour {
  connect() {
    // `focusin` and `close` come when another element may be on top.
    this.on(document, "focusin close", ({ target }) => {
      if (target.matches(":focus:not(.toast *)")) {
        rememberFocusBeforeToast(target);
        keepClear(target);
      }
      for (const toast of document.querySelectorAll(".toast:not([data-in])")) putToast(toast);
    }, true);
    this.on(window, "keydown", (event) => {
      const { altKey, ctrlKey, code, key, defaultPrevented } = event;
      // On a Mac, Alt changes the letter. On Windows, Ctrl and Alt together are AltGr, which types letters.
      if (!altKey || ctrlKey || (code !== "KeyT" && key !== "t") || defaultPrevented) return;
      const newest = [...topmost().querySelectorAll(toastControls)].at(-1)?.closest(".toast");
      if (newest) event.preventDefault();
      // Its action comes before the button that closes it.
      newest?.querySelector(toastControls)?.focus();
    });
  }

  disconnect() {
    super.disconnect();
    forgetFocus();
    forgetHuds();
  }
}

/**
 * Makes room after a page or layer, so that its last row can be scrolled clear of the toasts, and keeps the focus clear of them. If
 * all of the page was visible, it gets no scrollbar, which would push the content aside.
 * @param {HTMLElement} view
 * @param {number} height
 */
function makeRoom(view, height) {
  const scroller = view.matches(".presenter") ? document.documentElement : view;
  const hadRoom = view.style.getPropertyValue("--toasts");
  const wasWhole = scroller.scrollHeight <= scroller.clientHeight;
  view.style.setProperty("--toasts", height ? `${height}px` : "");
  if (!height) scroller.style.setProperty("scrollbar-width", "");
  else if (!hadRoom && wasWhole) scroller.style.setProperty("scrollbar-width", "none");
  scroller.style.scrollPaddingBlockEnd = height ? `calc(${height}px + 0.5rem)` : "";
  keepClear(/** @type {HTMLElement} */ (document.activeElement));
}

/**
 * Scrolls the element with the focus clear of the toasts of its page or layer: some browsers are content if a part is in sight.
 * @param {HTMLElement} focused
 */
function keepClear(focused) {
  const view = /** @type {HTMLElement | null} */ (focused.parentElement?.closest(".presented, .presenter"));
  const isUsed = view?.style.getPropertyValue("--toasts") && focused.matches(":focus-visible:not(.toaster *)");
  if (isUsed) focused.scrollIntoView({ block: "nearest" });
}

/**
 * Moves a toast with a finger or the mouse, and removes it after a swipe to either side that was far or fast enough.
 * @param {PointerEvent} begin
 */
function swipe(begin) {
  const target = /** @type {Element} */ (begin.target);
  const toast = /** @type {HTMLElement} */ (target.closest(".toast"));
  if (target.closest("a, button")) return;
  toast.setPointerCapture(begin.pointerId);
  const swiping = new AbortController();
  toast.addEventListener("pointermove", ({ clientX }) => {
    toast.style.translate = `${clientX - begin.clientX}px`;
  }, swiping);
  toast.addEventListener("lostpointercapture", ({ timeStamp }) => {
    swiping.abort();
    const distance = Math.abs(parseFloat(toast.style.translate));
    const isThrown = distance > 9 && distance / (timeStamp - begin.timeStamp) > 0.11;
    if (distance > 45 || isThrown) removeToast(toast);
    else toast.style.translate = "";
  }, swiping);
}

/** The place for toasts in a page, a layer, a question or the HUD. */
class Toaster extends Behaviour {
  #size = new ResizeObserver(([{ target }]) => {
    const { parentElement } = this.element;
    if (parentElement) makeRoom(parentElement, /** @type {HTMLElement} */ (target).offsetHeight);
  });

  connect() {
    const { element } = this;
    /** @type {any} */ (element.lastElementChild).ariaKeyShortcuts = "Alt+T";
    this.#size.observe(/** @type {Element} */ (element.lastElementChild));
    // The style sheet stops the time of toasts in a hidden tab.
    const markHidden = () => element.toggleAttribute("data-hidden", document.hidden);
    this.on(document, "visibilitychange", markHidden);
    markHidden();
    this.on(element, "animationstart", ({ target }) => this.#announce(target));
    this.on(element, "animationend", ({ target }) => removeToast(target));
    // A toast with a form stays until the form is answered.
    this.on(element, "click", ({ target }) => {
      if (target.closest("a, [type=button]")) removeToast(target.closest(".toast"));
    });
    // A click must not take the focus.
    this.on(element, "mousedown", (event) => event.preventDefault());
    this.on(element, "pointerdown", swipe);
    showNotices(element);
  }

  disconnect() {
    super.disconnect();
    this.#size.disconnect();
    if (this.element.parentElement) makeRoom(this.element.parentElement, 0);
  }

  /** @param {HTMLElement} toast */
  #announce(toast) {
    if (announced.has(toast)) return;
    announced.add(toast);
    announce(toastText(toast).textContent, toast.dataset.kind);
    const action = toast.querySelector(toastControls);
    if (!action?.matches(".toast-action")) return;
    // Only the main screen has the sentence.
    const { shortcut } = document.getElementById("screen").dataset;
    if (shortcut) announce(shortcut.replace("{action}", () => /** @type {string} */ (action.textContent)), undefined);
  }
}

define("#screen", Overlays);
define(".toaster", Toaster);
