import { Drag, shownAs, tall } from "./drag.js";
import { tell } from "./guard.js";
import { changeAttributes, morphContent } from "./morph.js";
import { settled } from "./motion.js";
import { focused, give, hold } from "./overlay.js";
import { moveToasts } from "./toasts.js";

/**
 * A layer as the history keeps it: the addresses it has shown, the entry of the history that it came with, and whether the
 * server sent it with the page.
 * @typedef {{ trail: string[], first: number, isCold?: boolean }} Entry
 */

/** Where the focus begins. */
const start = "[autofocus]:not([data-question] *)";

/** One dialog of the screen. */
export class Layer {
  /** Undefined only until its page has come. */
  element = /** @type {HTMLDialogElement} */ (/** @type {unknown} */ (undefined));
  #opener;
  #style;
  #handler;
  /** @type {Drag | undefined} */
  #drag;
  /** Whether page script presented it. */
  isItem = false;
  /** The fragment of the address of the page that is waited for. */
  fragment = "";
  /**
   * When it has something to show, if it was not there from the beginning.
   * @type {Promise<void>}
   */
  arrived = Promise.resolve();
  /** @type {PromiseWithResolvers<string | undefined>} */
  #result = Promise.withResolvers();
  /**
   * How the pages were left that it showed before, by address.
   * @type {Map<string, { top: number, focused: string }>}
   */
  #places = new Map();
  /** Whether the page that comes, or is waited for, was there before the last one. */
  #isBack = false;
  /** How many pages lay one behind the other when the last one came. */
  #depth;
  /**
   * The element that gets the focus with the page that has come back.
   * @type {HTMLElement | null}
   */
  #back = null;

  /**
   * @param {Entry} entry
   * @param {import("./drag.js").DragHandler} handler
   * @param {HTMLElement | null} [opener]
   * @param {string} [style] in which it is waited for
   */
  constructor({ trail, first, isCold }, handler, opener, style) {
    this.trail = trail;
    this.#depth = trail.length;
    this.first = first;
    this.isCold = isCold;
    this.#handler = handler;
    this.#opener = opener;
    this.#style = style;
  }

  get url() {
    return /** @type {string} */ (this.trail.at(-1));
  }

  /** Settles once it is gone, with what it returns. */
  get returned() {
    return this.#result.promise;
  }

  /**
   * Tells who presented it that it is gone.
   * @param {string} [value]
   */
  return(value) {
    this.#result.resolve(value);
  }

  /** @returns {Entry} */
  get entry() {
    const { trail, first, isCold } = this;
    return { trail, first, isCold };
  }

  /**
   * Takes over a dialog.
   * @param {HTMLDialogElement} element
   */
  adopt(element) {
    this.element = element;
    this.#drag = new Drag(element, this.#handler);
    this.#drag.connect();
    this.arrange();
  }

  /**
   * Shows a page, in the place of the one before.
   * @param {HTMLDialogElement} fresh
   * @param {boolean} [isAnswer] whether it is the answer to a form, which begins anew
   */
  fill(fresh, isAnswer = false) {
    const isNew = !this.element;
    if (isNew) this.#open(fresh);
    else this.#replace(this.element, fresh);
    const { element } = this;
    this.#focus(element, isNew || isAnswer);
    element.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
  }

  /**
   * The focus begins at a mistake; else it stays, or comes back to where it was. In a page that begins anew it is where the page
   * says, or at the page itself: the browser would give it to the first button, which the next key presses.
   * @param {HTMLElement} element
   * @param {boolean} beginsAnew
   */
  #focus(element, beginsAnew) {
    const mistake = element.querySelector("[aria-invalid=true]");
    const stays = !beginsAnew && element.contains(focused()) && focused() !== element;
    const back = this.#back;
    const first = element.querySelector(start);
    this.#back = null;
    if (mistake) give(mistake);
    else if (!stays) give(back ?? first ?? element, { preventScroll: Boolean(back) || !first });
  }

  /** @param {HTMLDialogElement} element @param {HTMLDialogElement} fresh */
  #replace(element, fresh) {
    const { url } = element.dataset;
    const isSame = url === fresh.dataset.url;
    const step = this.trail.length - this.#depth;
    // A page that was waited for, or that replaces one, appears without a transition.
    if (step) this.#isBack = step < 0;
    this.#depth = this.trail.length;
    element.dataset.animated = step ? this.#isBack ? "back" : "inside" : "";
    changeAttributes(element, fresh, ["data-animated", isSame ? "data-detent" : ""]);
    if (isSame) {
      morphContent(element, fresh);
    } else {
      if (url) this.#leave(element, url);
      this.#turn(element, fresh, this.#isBack ? this.#places.get(this.url) : undefined);
    }
    this.arrange();
  }

  /**
   * Shows the part of its page that a fragment names, without an entry of the history.
   * @param {string} fragment
   */
  showPart(fragment) {
    const id = decodeURIComponent(fragment.slice(1));
    const part = this.element.querySelector(`[id="${CSS.escape(id)}"]`);
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  }

  /**
   * Remembers how a page was left.
   * @param {HTMLDialogElement} element
   * @param {string} url
   */
  #leave(element, url) {
    const place = focused();
    this.#places.set(url, { top: element.scrollTop, focused: element.contains(place) ? place.id : "" });
  }

  /**
   * Shows another page, from its top, or as it was left.
   * @param {HTMLDialogElement} element
   * @param {HTMLDialogElement} fresh
   * @param {{ top: number, focused: string }} [left]
   */
  #turn(element, fresh, left = { top: 0, focused: "" }) {
    const toasts = document.createElement("div");
    toasts.append(...element.querySelectorAll(".toast"));
    element.replaceChildren(...fresh.childNodes);
    element.scrollTop = left.top;
    this.#back = document.getElementById(left.focused);
    moveToasts(toasts);
  }

  /** @param {HTMLDialogElement} fresh */
  #open(fresh) {
    const screen = document.getElementById("screen");
    hold(screen);
    const dim = document.createElement("div");
    dim.className = "dim";
    /** @type {Element} */ (screen.lastElementChild).before(dim, fresh);
    fresh.dataset.animated = "";
    this.adopt(fresh);
    fresh.showModal();
  }

  /**
   * Shows an empty page until the real one has come: in the style that the link names, or in the form of the page before.
   * @returns {HTMLDialogElement}
   */
  pending() {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("presentation-pending"));
    const dialog = /** @type {HTMLDialogElement} */ (template.content.querySelector("dialog")?.cloneNode(true));
    const { style = this.#style, compact, detents, detent } = this.element?.dataset ?? {};
    if (style && style !== "automatic") dialog.dataset.style = style;
    if (compact) Object.assign(dialog.dataset, { compact }, detents && { detents, detent });
    return dialog;
  }

  /**
   * Says what is wrong with the page that was waited for.
   * @param {string} problem the name of a reason why it may come when it is asked for again, or what the server says of it
   * @param {() => void} retry
   */
  fail(problem, retry) {
    const message = /** @type {HTMLElement} */ (this.element.querySelector(".pending-message"));
    const button = /** @type {HTMLElement} */ (this.element.querySelector("[data-retry]"));
    const reason = message.dataset[problem];
    message.textContent = reason ?? problem;
    button.onclick = () => {
      message.textContent = "";
      button.hidden = true;
      retry();
    };
    button.hidden = !reason;
  }

  /**
   * @param {string} [reason] of the person who dismisses it
   * @param {string} [value] what it returns to who presented it
   */
  async hide(reason, value) {
    const { element, source } = this;
    const dim = /** @type {HTMLElement} */ (element.previousElementSibling);
    const beneath = /** @type {HTMLElement} */ (this.#beneath);
    this.release();
    element.style.translate = "";
    // It is still seen while it moves, but what is beneath can be used at once.
    Object.assign(element.dataset, { animated: "", leaving: "" });
    element.close();
    element.inert = true;
    this.#giveBack(beneath);
    await settled(element);
    moveToasts(element);
    if (reason) tell(element, "did", reason);
    this.return(value);
    if (source) source.style.anchorName = "";
    element.remove();
    dim.remove();
    document.dispatchEvent(new Event("portico:replaced"));
  }

  /**
   * The focus goes back to what has opened it.
   * @param {HTMLElement} beneath
   */
  #giveBack(beneath) {
    give(this.#link ?? beneath, { preventScroll: true });
  }

  /** Follows no finger any more. */
  release() {
    /** @type {Drag} */ (this.#drag).disconnect();
  }

  /** The page or layer under it and its dim; nothing once it is gone. */
  get #beneath() {
    return /** @type {HTMLElement | null | undefined} */ (this.element.previousElementSibling?.previousElementSibling);
  }

  /**
   * The element that has opened it, or its replacement; after a reload the link that leads to it.
   * @returns {HTMLElement | null}
   */
  get #link() {
    const opener = this.#opener;
    if (opener?.isConnected) return opener;
    const same = opener?.id && document.getElementById(opener.id);
    return same || (this.#beneath?.querySelector(`a[href="${CSS.escape(this.trail[0])}"]`) ?? null);
  }

  /** The element that it came from. */
  get source() {
    return document.getElementById(/** @type {string} */ (this.element.dataset.source)) ?? this.#link;
  }

  /** Fits it into the window, and beside what it came from. */
  arrange() {
    const { element } = this;
    const beneath = this.#beneath;
    if (!beneath) return;
    element.querySelector(":scope > .grabber")?.removeAttribute("inert");
    // A finger that moves it has its height.
    if (!element.style.translate) tall(element, element.dataset.detent);
    this.#point();
    // The source may still move: the page behind a sheet comes back when the sheet becomes a popover.
    settled(beneath).then(() => element.isConnected && this.#point());
  }

  /** Places a bubble beside what it came from, where that is in sight. In a width in which it has another form it points at nothing. */
  #point() {
    const { element, source } = this;
    delete element.dataset.anchored;
    const isBubble = /^(popover|conf)/.test(/** @type {string} */ (element.dataset.style)) && shownAs(element) === "card";
    if (!isBubble || !source?.checkVisibility()) return;
    const { top, bottom } = source.getBoundingClientRect();
    const below = innerHeight - bottom;
    if (bottom < 0 || top > innerHeight) return;
    const name = `--source-${this.first}`;
    source.style.anchorName = name;
    element.style.positionAnchor = name;
    element.dataset.anchored = top > below ? "above" : "below";
    element.style.setProperty("--room", `${Math.max(top, below)}px`);
  }
}
