import { Drag, setHeight, shownAs } from "./drag.js";
import { dispatchDismissal } from "./guard.js";
import { changeAttributes, morphContent } from "./morph.js";
import { focusedElement, giveFocus, holdPresenter, settled } from "./overlay.js";
import { moveToasts } from "./toasts.js";

/**
 * A layer as the history keeps it: the addresses it has shown, the number of the entry that it came with, and whether the server
 * sent it with the page.
 * @typedef {{ trail: string[], first: number, isCold?: boolean }} Entry
 */

/**
 * The state in which a page was left: how far it was scrolled, and the id of the focused element.
 * @typedef {{ top: number, focused: string }} Place
 */

/** The element that gets the focus in a page that begins. */
const firstFocus = "[autofocus]:not(:disabled, [data-question] *)";

/** The field that gets it in an editor. */
const firstField = "form[data-portico-guard] :is(:read-write, select:enabled)";

/**
 * The first element that can take the focus; a hidden one, such as in a closed `<details>`, cannot.
 * @param {HTMLElement} page
 * @param {string} selector
 */
const firstVisible = (page, selector) => [...page.querySelectorAll(selector)].find((one) => one.checkVisibility());

/** Whether a field with the focus has a keyboard on the screen, which covers half of the page. */
const isTouched = matchMedia("(pointer: coarse)");

/** One dialog of the screen. */
export class Layer {
  /** Undefined before the layer shows anything. */
  element = /** @type {HTMLDialogElement} */ (/** @type {unknown} */ (undefined));
  #opener;
  #pendingStyle;
  #dragHandler;
  /** @type {Drag | undefined} */
  #drag;
  /** Whether `present()` has opened it. */
  isItem = false;
  /** The fragment in the address of the page that is on its way. */
  fragment = "";
  /**
   * Makes the request for the page, such as one with a form; undefined to fetch it.
   * @type {typeof import("../portico/portico.js").request | undefined}
   */
  send;
  /**
   * Settles when a layer that is opened shows something.
   * @type {Promise<void>}
   */
  arrived = Promise.resolve();
  /** @type {PromiseWithResolvers<string | undefined>} */
  #result = Promise.withResolvers();
  /**
   * The states of the pages that it showed before, by address.
   * @type {Map<string, Place>}
   */
  #places = new Map();
  /** Whether the last step within the layer has led back. */
  #wentBack = false;
  /** The length of the trail when the last page came. */
  #shownDepth;
  /**
   * The element that gets the focus with the page that has come back.
   * @type {HTMLElement | undefined}
   */
  #earlierFocus;

  /**
   * @param {Entry} entry
   * @param {import("./drag.js").DragHandler} dragHandler
   * @param {HTMLElement | null} [opener]
   * @param {string} [pendingStyle] of the empty page that is shown while the real one is on its way
   */
  constructor({ trail, first, isCold }, dragHandler, opener, pendingStyle) {
    this.trail = trail;
    this.#shownDepth = trail.length;
    this.first = first;
    this.isCold = isCold;
    this.#dragHandler = dragHandler;
    this.#opener = opener;
    this.#pendingStyle = pendingStyle;
  }

  get url() {
    return /** @type {string} */ (this.trail.at(-1));
  }

  /** Settles when the layer is gone, with the value for its presenter. */
  get returned() {
    return this.#result.promise;
  }

  /**
   * Tells the presenter that the layer is gone.
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
   * Takes over a dialog that is in the page.
   * @param {HTMLDialogElement} element
   */
  adopt(element) {
    this.element = element;
    this.#drag = new Drag(element, this.#dragHandler);
    this.#drag.connect();
    this.arrange();
  }

  /**
   * Shows a page, in place of the one before.
   * @param {HTMLDialogElement} fresh
   * @param {boolean} [isAnswer] whether it answers a form, which means that it begins anew
   */
  fill(fresh, isAnswer = false) {
    const isNew = !this.element;
    if (isNew) this.#open(fresh);
    else this.#replace(this.element, fresh);
    const { element } = this;
    this.#moveFocus(element, isNew || isAnswer);
    element.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
  }

  /**
   * Gives the focus to a mistake. Otherwise the focus stays, or comes back. In a page that begins anew, it goes to the element with
   * `autofocus`, to the first field of an editor, or to the page as a whole, so that the next key presses no button.
   * @param {HTMLElement} element
   * @param {boolean} beginsAnew
   */
  #moveFocus(element, beginsAnew) {
    const mistake = firstVisible(element, "[aria-invalid=true]");
    const stays = !beginsAnew && element.contains(focusedElement()) && focusedElement() !== element;
    const earlier = this.#earlierFocus;
    const first = firstVisible(element, firstFocus) ?? (isTouched.matches ? undefined : firstVisible(element, firstField));
    this.#earlierFocus = undefined;
    if (mistake) giveFocus(mistake);
    else if (!stays) giveFocus(earlier ?? first ?? element, { preventScroll: Boolean(earlier) || !first });
  }

  /** @param {HTMLDialogElement} element @param {HTMLDialogElement} fresh */
  #replace(element, fresh) {
    const { url } = element.dataset;
    const isSame = url === fresh.dataset.url;
    const step = this.trail.length - this.#shownDepth;
    if (step) this.#wentBack = step < 0;
    this.#shownDepth = this.trail.length;
    // A page that was waited for, or that replaces one, appears without a transition.
    const transition = this.#wentBack ? "back" : "inside";
    element.dataset.animated = step ? transition : "";
    changeAttributes(element, fresh, ["data-animated", isSame ? "data-detent" : ""]);
    if (isSame) {
      morphContent(element, fresh);
    } else {
      if (url) this.#savePlace(element, url);
      this.#showOther(element, fresh, this.#wentBack ? this.#places.get(this.url) : undefined);
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

  /** @param {HTMLDialogElement} element @param {string} url */
  #savePlace(element, url) {
    const focused = focusedElement();
    this.#places.set(url, { top: element.scrollTop, focused: element.contains(focused) ? focused.id : "" });
  }

  /**
   * Shows another page, in the state in which it was left, or from its top.
   * @param {HTMLDialogElement} element
   * @param {HTMLDialogElement} fresh
   * @param {Place} [place]
   */
  #showOther(element, fresh, place = { top: 0, focused: "" }) {
    const toasts = document.createElement("div");
    toasts.append(...element.querySelectorAll(".toast"));
    element.replaceChildren(...fresh.childNodes);
    element.scrollTop = place.top;
    this.#earlierFocus = firstVisible(element, `[id="${CSS.escape(place.focused)}"]:not(:disabled)`);
    moveToasts(toasts);
  }

  /** @param {HTMLDialogElement} fresh */
  #open(fresh) {
    const screen = document.getElementById("screen");
    holdPresenter(screen);
    const dim = document.createElement("div");
    dim.className = "dim";
    /** @type {Element} */ (screen.lastElementChild).before(dim, fresh);
    fresh.dataset.animated = "";
    this.adopt(fresh);
    fresh.showModal();
  }

  /**
   * An empty page to show until the real one comes: in the style that the link names, or in the form of the page before.
   * @returns {HTMLDialogElement}
   */
  makePending() {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("presentation-pending"));
    const dialog = /** @type {HTMLDialogElement} */ (template.content.querySelector("dialog")?.cloneNode(true));
    const { style = this.#pendingStyle, compact, detents, detent } = this.element?.dataset ?? {};
    if (style && style !== "automatic") dialog.dataset.style = style;
    if (compact) Object.assign(dialog.dataset, { compact }, detents && { detents, detent });
    return dialog;
  }

  /**
   * Says in the empty page why the real one has not come.
   * @param {string} problem a sentence of the server, or the name of a sentence in the empty page: then asking again may help
   * @param {() => void} retry
   */
  showProblem(problem, retry) {
    const message = /** @type {HTMLElement} */ (this.element.querySelector(".pending-message"));
    const button = /** @type {HTMLElement} */ (this.element.querySelector("[data-retry]"));
    const sentence = message.dataset[problem];
    message.textContent = sentence ?? problem;
    button.onclick = () => {
      message.textContent = "";
      button.hidden = true;
      retry();
    };
    button.hidden = !sentence;
  }

  /**
   * Lets the dialog leave, and removes it.
   * @param {string} [reason] of the person who dismisses it
   * @param {string} [value] the value for its presenter
   */
  async hide(reason, value) {
    const { element, source } = this;
    const dim = /** @type {HTMLElement} */ (element.previousElementSibling);
    const beneath = /** @type {HTMLElement} */ (this.#beneath);
    this.stopDragging();
    element.style.translate = "";
    // The element is visible while it leaves, but the page beneath can be used at once.
    Object.assign(element.dataset, { animated: "", leaving: "" });
    element.close();
    element.inert = true;
    giveFocus(this.#link ?? beneath, { preventScroll: true });
    await settled(element);
    moveToasts(element);
    if (reason) dispatchDismissal(element, "did", reason);
    this.return(value);
    if (source) source.style.anchorName = "";
    element.remove();
    dim.remove();
    document.dispatchEvent(new Event("portico:replaced"));
  }

  stopDragging() {
    /** @type {Drag} */ (this.#drag).disconnect();
  }

  /** The page or layer beneath this one and its dim; nothing after this one has left. */
  get #beneath() {
    return /** @type {HTMLElement | null | undefined} */ (this.element.previousElementSibling?.previousElementSibling);
  }

  /**
   * The element that has opened it, or its replacement with the same id; after a reload, the link to its first page.
   * @returns {HTMLElement | null}
   */
  get #link() {
    const opener = this.#opener;
    if (opener?.isConnected) return opener;
    const same = opener?.id && document.getElementById(opener.id);
    return same || (this.#beneath?.querySelector(`a[href="${CSS.escape(this.trail[0])}"]`) ?? null);
  }

  /** The element that a popover points to. */
  get source() {
    return document.getElementById(/** @type {string} */ (this.element.dataset.source)) ?? this.#link;
  }

  /** Fits the dialog into the window, and a popover beside its source. */
  arrange() {
    const { element } = this;
    const beneath = this.#beneath;
    if (!beneath) return;
    element.querySelector(":scope > .grabber")?.removeAttribute("inert");
    // Under a finger, the finger sets the height.
    if (!element.style.translate) setHeight(element, element.dataset.detent);
    this.#anchor();
    // The source may still move: the page behind a sheet comes back when the sheet becomes a popover.
    settled(beneath).then(() => {
      if (element.isConnected) this.#anchor();
    });
  }

  /** Places a popover beside its source, if that is visible and the width of the window shows a popover as one. */
  #anchor() {
    const { element, source } = this;
    delete element.dataset.anchored;
    const isPopover = /^(popover|conf)/.test(/** @type {string} */ (element.dataset.style)) && shownAs(element) === "card";
    if (!isPopover || !source?.checkVisibility()) return;
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
