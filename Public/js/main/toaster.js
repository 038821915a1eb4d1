import { Behaviour, define } from "./door.js";
import { forgetHuds, showHud } from "./hud.js";
import { announce, forgetFocus, remember, topmost } from "./overlay.js";
import { swipe } from "./swipe.js";
import { adopt, control, leaveToast, put, textOf, toasts } from "./toasts.js";

/** The toasts that were read aloud. */
const said = new WeakSet();

/**
 * Shows what a page that has come is to tell: its toasts, and contents of the HUD.
 * @param {ParentNode} scope
 */
export function takeNotices(scope) {
  for (const toast of toasts(scope)) {
    const { hud } = toast.dataset;
    toast.remove();
    if (hud) showHud(JSON.parse(hud));
    else adopt(toast);
  }
}

/** The overlays of all layers of a screen. */
class Overlays extends Behaviour {
  connect() {
    // Something else is on top.
    this.on(document, "focusin close", ({ target }) => {
      if (target.matches(":focus:not(.toast *)")) remember(target);
      for (const toast of document.querySelectorAll(".toast:not([data-in])")) put(toast);
    }, true);
    this.on(window, "keydown", (event) => {
      // With Ctrl it is the AltGr of some keyboards, by which people type.
      if (!event.altKey || event.ctrlKey || event.code !== "KeyT" || event.defaultPrevented) return;
      const newest = [...topmost().querySelectorAll(control)].at(-1);
      if (newest) event.preventDefault();
      newest?.focus();
    });
  }

  disconnect() {
    super.disconnect();
    forgetFocus();
    forgetHuds();
  }
}

/**
 * Makes room after a page or layer, so that its last row can be scrolled clear of the toasts. Where all of it was in sight, no
 * scrollbar comes with the room: it would push the content aside.
 * @param {HTMLElement} view
 * @param {number} height
 */
function makeRoom(view, height) {
  const scroller = view.matches(".presenter") ? document.documentElement : view;
  const had = view.style.getPropertyValue("--toasts");
  const isWhole = scroller.scrollHeight <= scroller.clientHeight;
  view.style.setProperty("--toasts", height ? `${height}px` : "");
  if (!height) scroller.style.setProperty("scrollbar-width", "");
  else if (!had && isWhole) scroller.style.setProperty("scrollbar-width", "none");
}

/** The place for toasts in a page, a layer, a question or the HUD. */
class Toaster extends Behaviour {
  #size = new ResizeObserver(([{ target }]) => {
    const { parentElement } = this.element;
    if (parentElement) makeRoom(parentElement, /** @type {HTMLElement} */ (target).offsetHeight);
  });

  connect() {
    const { element } = this;
    this.#size.observe(/** @type {Element} */ (element.lastElementChild));
    const count = () => element.toggleAttribute("data-hidden", document.hidden);
    this.on(document, "visibilitychange", count);
    count();
    this.on(element, "animationstart", ({ target }) => this.#say(target));
    this.on(element, "animationend", ({ target }) => leaveToast(target));
    // One with a form leaves when the form is answered.
    this.on(element, "click", ({ target }) => target.closest("a, [type=button]") && leaveToast(target.closest(".toast")));
    // A click takes no focus.
    this.on(element, "mousedown", (event) => event.preventDefault());
    this.on(element, "pointerdown", (event) => swipe(event, leaveToast));
    takeNotices(element);
  }

  disconnect() {
    super.disconnect();
    this.#size.disconnect();
    if (this.element.parentElement) makeRoom(this.element.parentElement, 0);
  }

  /** @param {HTMLElement} toast */
  #say(toast) {
    if (said.has(toast)) return;
    said.add(toast);
    announce(textOf(toast), toast.dataset.kind);
  }
}

define("#screen", Overlays);
define(".toaster", Toaster);
