import { Behaviour } from "./door.js";
import { Gesture } from "./gesture.js";
import { isModal, mayLeave, tell } from "./guard.js";
import { settled } from "./motion.js";

/**
 * How CSS shows a layer now: sheet, card, popover or full.
 * @param {Element} element
 */
export const shownAs = (element) => getComputedStyle(element).getPropertyValue("--shown-as");

/**
 * Gives a sheet the height of a detent, which CSS cannot read out of the attribute.
 * @param {HTMLElement} element
 * @param {string} [detent] a name, a part of the window or a length
 */
export function tall({ style }, detent = "") {
  const part = /** @type {Record<string, any>} */ ({ medium: 0.5, large: 1 })[detent] ?? detent;
  if (part) style.setProperty("--tall", part > 0 ? `${part * 100}dvh` : part);
}

/**
 * Whether an element cannot be scrolled further towards its top, which is not where a reversed one begins.
 * @param {Element} element
 */
function isAtTop(element) {
  const { scrollTop, scrollHeight, clientHeight } = element;
  const { flexDirection, overflowY } = getComputedStyle(element);
  const isReversed = flexDirection === "column-reverse" && /auto|scroll/.test(overflowY);
  return !element.matches("[data-question]") && !(isReversed ? Math.round(scrollTop + scrollHeight - clientHeight) : scrollTop);
}

/**
 * The requests of a sheet that was dragged, or whose handle was used.
 * @typedef {object} DragHandler
 * @property {() => void} close it was dragged away
 * @property {() => void} attempt the keyboard wants it away
 * @property {() => void} refuse it was dragged away although it may not go
 */

/** @typedef {{ detent: string, index: number, height: number }} Detent */

/** A sheet follows the finger, the trackpad, or the mouse on its handle; the keyboard steps through its heights. */
export class Drag extends Behaviour {
  /** @type {DragHandler} */
  #handler;
  #gesture;
  /** @type {any} */
  #drag = null;
  /** Whether the handle was dragged since it was pressed, so that a click is none. */
  #hasMoved = false;

  /** @param {HTMLElement} element @param {DragHandler} handler */
  constructor(element, handler) {
    super(element);
    this.#handler = handler;
    this.#gesture = new Gesture(element, {
      isAtTop: (inside) => [...inside, element].every(isAtTop),
      mayGrow: () => element.offsetHeight < /** @type {Detent} */ (this.#detents().at(-1)).height,
      begin: () => this.#begin(),
      move: (way) => this.#move(way),
      end: (velocity) => this.#end(velocity),
      cancel: () => this.#cancel(),
    });
  }

  connect() {
    this.#gesture.connect();
    this.on(this.element, "pointerdown", () => {
      this.#hasMoved = false;
    });
    this.on(this.element, "keydown click", (event) => event.target.matches(".presented > [role=slider]") && this.#step(event));
  }

  disconnect() {
    super.disconnect();
    this.#gesture.disconnect();
    this.#release();
  }

  /** The heights where the sheet can rest, the lowest first. */
  #detents() {
    const { element } = this;
    const before = element.style.getPropertyValue("--tall");
    const all = (element.dataset.detents ?? "").split(" ").map((detent, index) => {
      tall(element, detent);
      return { detent, index, height: element.offsetHeight };
    });
    element.style.setProperty("--tall", before);
    return all.sort((a, b) => a.height - b.height);
  }

  #begin() {
    const { element } = this;
    if (!/sheet|card/.test(shownAs(element))) return false;
    const detents = this.#detents();
    const lowest = detents[0].height;
    const highest = /** @type {Detent} */ (detents.at(-1)).height;
    const beneath = /** @type {HTMLElement} */ (/** @type {Element} */ (element.previousElementSibling).previousElementSibling);
    const recedes = getComputedStyle(beneath).scale !== "none";
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    if (focused.matches("input, textarea")) focused.blur();
    // It may be on its way: it is taken from where it is seen.
    const { top } = element.getBoundingClientRect();
    element.style.transition = "none";
    beneath.style.transition = "none";
    element.style.translate = "none";
    const base = highest - element.offsetHeight + top - element.getBoundingClientRect().top;
    element.style.translate = `0 ${base}px`;
    if (detents[1]) element.style.setProperty("--tall", `${highest}px`);
    const limit = /** @type {string} */ (element.dataset.dismiss).includes("drag") ? Infinity : 0;
    this.#drag = { detents, lowest, highest, limit, base, beneath, recedes, below: 0 };
    this.#hasMoved = true;
    return true;
  }

  /** @param {number} way */
  #move(way) {
    const drag = this.#drag;
    const { lowest, highest, limit, base } = drag;
    drag.below = Math.min(Math.max(0, base + way) - highest + lowest, limit);
    if (drag.below > 0) {
      this.#decide(drag);
      // A sheet that may not go resists like rubber, up to a fifth of its height.
      const most = lowest / 5;
      if (!drag.isAllowed) drag.below = most - most / (drag.below * 0.55 / most + 1);
    }
    drag.frame ??= requestAnimationFrame(() => this.#paint(drag));
  }

  /**
   * Whether the sheet may go is asked once, and once more when page script makes it modal, or not, under the finger.
   * @param {any} drag
   */
  #decide(drag) {
    const { element } = this;
    const wasModal = drag.isModal;
    drag.isModal = isModal(element);
    if (drag.isModal === wasModal) return;
    drag.isAllowed = mayLeave(element, "drag");
    if (drag.isAllowed) tell(element, "will", "drag");
  }

  /** @param {any} drag */
  #paint(drag) {
    drag.frame = null;
    if (this.#drag !== drag) return;
    const left = 1 - Math.max(0, drag.below) / drag.lowest;
    this.element.style.translate = `0 ${drag.highest - drag.lowest + drag.below}px`;
    this.element.style.setProperty("--dimmed", `${left}`);
    if (!drag.recedes) return;
    drag.beneath.style.scale = 1 - 0.08 * left;
    drag.beneath.style.translate = `0 calc(var(--recedes) * ${left})`;
  }

  /** Lets the sheet go on by itself from where the finger left it. */
  #release() {
    const { element } = this;
    const drag = this.#drag;
    this.#drag = null;
    if (!drag) return null;
    element.offsetHeight;
    Object.assign(drag.beneath.style, { transition: "", scale: "", translate: "" });
    element.style.transition = "";
    element.style.setProperty("--dimmed", "");
    element.dataset.animated = "";
    return drag;
  }

  /** @param {number} velocity in px/ms */
  #end(velocity) {
    const { element } = this;
    const drag = this.#release();
    if (drag.below > 0) this.#decide(drag);
    const { below, lowest, isAllowed } = drag;
    if (isAllowed && (below + velocity * 1000) / lowest >= 0.5) {
      element.dataset.transition = "coverVertical";
      return this.#handler.close();
    }
    // Where it would come to rest by itself decides between the heights.
    this.#settle(drag, lowest - below - velocity * 250);
    if (isAllowed === false && below > lowest / 20) this.#handler.refuse();
  }

  #cancel() {
    const drag = this.#release();
    this.#settle(drag, drag.highest - drag.base);
  }

  /**
   * Comes to rest at the detent that is nearest to a height.
   * @param {{ detents: Detent[], highest: number }} drag
   * @param {number} rest
   */
  async #settle({ detents, highest }, rest) {
    const { element } = this;
    /** @param {Detent} detent */
    const off = ({ height }) => Math.abs(height - rest);
    const next = detents.reduce((best, one) => off(one) < off(best) ? one : best);
    this.#choose(next);
    element.style.translate = `0 ${highest - next.height}px`;
    await settled(element);
    if (this.#drag || "leaving" in element.dataset) return;
    element.style.transition = "none";
    element.style.translate = "";
    tall(element, next.detent);
    element.offsetHeight;
    element.style.transition = "";
  }

  /**
   * Says at which of the heights the sheet rests.
   * @param {Detent} next
   */
  #choose({ detent, index }) {
    const { element } = this;
    const slider = element.querySelector(":scope > [role=slider]");
    if (!slider) return;
    element.dataset.detent = detent;
    slider.ariaValueNow = `${index}`;
    slider.ariaValueText = /** @type {string} */ (slider.dataset.values).split("|")[index];
  }

  /**
   * A click steps through the heights, arrows go up and down; below the lowest is dismissing.
   * @param {any} event
   */
  #step(event) {
    const detents = this.#detents();
    const now = detents.findIndex(({ detent }) => detent === this.element.dataset.detent);
    /** @type {Record<string, number>} */
    const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, Home: -now, End: detents.length - 1 - now };
    const step = event.type === "click" ? 1 : steps[event.key];
    if (!step || (event.detail && this.#hasMoved)) return;
    event.preventDefault();
    const next = event.key ? Math.min(now + step, detents.length - 1) : (now + 1) % detents.length;
    if (next < 0) return this.#handler.attempt();
    // As if it had been dragged to where it is, and let go.
    if (this.#begin()) this.#settle(this.#release(), detents[next].height);
  }
}
