import { Drag } from "./drag.js";
import { tell } from "./guard.js";
import { give } from "./hud-window.js";
import { moveToasts } from "./toasts.js";

/** When what moves there has come to rest, or should have. @param {Element} element */
export const settled = (element) => Promise.race([
  Promise.allSettled(element.getAnimations().map(({ finished }) => finished)),
  new Promise((resolve) => setTimeout(resolve, 1000)),
]);

/** How CSS shows a layer now: sheet, card, popover or full. @param {Element} element */
export const shownAs = (element) => getComputedStyle(element).getPropertyValue("--shown-as");

/** Gives a sheet the height of a detent, which CSS cannot read out of the attribute. */
export function tall({ style }, detent) {
  const part = { medium: 0.5, large: 1 }[detent] ?? detent;
  if (part) style.setProperty("--tall", isNaN(part) ? part : `${part * 100}dvh`);
}

/** Keeps the presenter in its place while the window does not scroll. */
export function hold({ style }) {
  style.setProperty("--scrolled", `${scrollY}px`);
  style.setProperty("--scrollbar", `${innerWidth - document.documentElement.clientWidth}px`);
}

/** One dialog of the screen. */
export class Layer {
  /** @type {HTMLDialogElement | undefined} */
  element;

  /**
   * @param {{ trail: string[], first: number, isCold?: boolean }} entry the addresses it has shown, the entry of the
   *   history that it came with, and whether the server sent it with the page
   * @param {HTMLElement} [opener]
   */
  constructor(entry, opener) {
    Object.assign(this, entry, { opener });
  }

  get url() {
    return this.trail.at(-1);
  }

  /** Takes over a dialog. @param {HTMLDialogElement} element */
  adopt(element) {
    this.element = element;
    this.drag = new Drag(element);
    this.drag.connect();
    this.#arrange();
  }

  /** Shows a page, in the place of the one before. @param {HTMLDialogElement} fresh @param {Element} screen */
  fill(fresh, screen) {
    const { element = fresh } = this;
    if (this.element) {
      const { url } = fresh.dataset;
      element.dataset.animated = (element.dataset.url ?? url) === url ? "" : "inside";
      for (const { name } of [...element.attributes]) {
        if (!/^(open|style|data-animated)$/.test(name)) element.removeAttribute(name);
      }
      for (const { name, value } of fresh.attributes) element.setAttribute(name, value);
      const toasts = document.createElement("div");
      toasts.append(...element.querySelectorAll(".toast"));
      element.replaceChildren(...fresh.childNodes);
      element.scrollTop = 0;
      moveToasts(toasts);
      this.#arrange();
    } else {
      if (!screen.querySelector(":scope > :modal")) hold(screen);
      const dim = document.createElement("div");
      dim.className = "dim";
      screen.lastElementChild.before(dim, fresh);
      fresh.dataset.animated = "";
      this.adopt(fresh);
      fresh.showModal();
    }
    const target = element.querySelector("[aria-invalid=true]") ?? element.querySelector(start);
    give(target ?? element, { preventScroll: !target });
    element.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
  }

  /** Says what is wrong with the page that was waited for. */
  fail(reason, retry) {
    const message = this.element.querySelector(".pending-message");
    const button = this.element.querySelector("[data-retry]");
    message.textContent = message.dataset[reason];
    button.hidden = false;
    button.onclick = () => {
      message.textContent = "";
      button.hidden = true;
      retry();
    };
  }

  /** @param {string} [reason] of the person who dismisses it */
  async hide(reason) {
    const { element, opener } = this;
    const dim = element.previousElementSibling;
    const beneath = dim.previousElementSibling;
    this.drag.disconnect();
    element.inert = true;
    element.style.translate = "";
    Object.assign(element.dataset, { animated: "", leaving: "" });
    await settled(element);
    element.close();
    moveToasts(element);
    if (reason) tell(element, "did", reason);
    this.#source?.style.removeProperty("anchor-name");
    element.remove();
    dim.remove();
    document.dispatchEvent(new Event("portico:replaced"));
    const back = opener?.isConnected ? opener : document.getElementById(opener?.id);
    give(back ?? beneath.querySelector(`a[href="${CSS.escape(this.trail[0])}"]`) ?? beneath, { preventScroll: true });
  }

  get #source() {
    return document.getElementById(this.element.dataset.source) ?? this.opener;
  }

  #arrange() {
    const { element } = this;
    element.querySelector(":scope > .grabber")?.removeAttribute("inert");
    tall(element, element.dataset.detent);
    if (!/^(popover|conf)/.test(element.dataset.style) || !this.#source) return;
    element.style.positionAnchor = this.#source.style.anchorName = `--source-${this.first}`;
    element.dataset.anchored = "";
  }
}

/** Where the focus begins. */
const start = "[autofocus]:not([data-question] *)";
