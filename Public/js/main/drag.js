import { Behaviour } from "../portico/portico.js";
import { Gesture } from "./gesture.js";
import { dispatchDismissal, isModal, mayDismiss } from "./guard.js";
import { commitStyle, settled } from "./overlay.js";

/**
 * The form in which CSS shows a layer at this width: sheet, card, popover or full.
 * @param {Element} element
 */
export const shownAs = (element) => getComputedStyle(element).getPropertyValue("--shown-as");

/**
 * Gives a sheet the height of a detent, because CSS cannot read a length from the attribute.
 * @param {HTMLElement} element
 * @param {string} [detent] a name, a part of the window, or a length
 */
export function setHeight({ style }, detent = "") {
  const height = /** @type {Record<string, any>} */ ({ medium: 0.5, large: 1 })[detent] ?? detent;
  if (height) style.setProperty("--tall", height > 0 ? `${height * 100}dvh` : height);
}

/**
 * Lets a sheet move on as fast as the finger was, as a spring without bounce (x″ = −ω²x − 2ωx′). A faster finger has a stiffer one.
 * @param {HTMLElement} element
 * @param {number} distance to the place where it comes to rest, in px, down being positive
 * @param {number} velocity in px/ms
 */
function keepPace(element, distance, velocity) {
  const usual = getComputedStyle(element).getPropertyValue("--slow");
  const usualRate = 10 / (parseFloat(usual) * (usual.endsWith("ms") ? 1 : 1000));
  const speed = distance ? velocity / distance : 0;
  const rate = Math.max(usualRate, speed);
  const steps = Array.from({ length: 25 }, (_, step) => {
    const time = step / 2.4;
    return step < 24 ? 1 - (1 + (1 - speed / rate) * time) * Math.exp(-time) : 1;
  });
  element.style.setProperty("--slow", `${10 / rate}ms`);
  element.style.setProperty("--spring", `linear(${steps})`);
}

/** @param {HTMLElement} element which moves at the usual pace from now on */
function forgetPace({ style }) {
  style.removeProperty("--slow");
  style.removeProperty("--spring");
}

/**
 * Whether an element cannot be scrolled further towards its top. A reversed element begins at its end.
 * @param {Element} element
 */
function isAtTop(element) {
  const { scrollTop, scrollHeight, clientHeight } = element;
  const { flexDirection, overflowY } = getComputedStyle(element);
  const isReversed = flexDirection === "column-reverse" && /auto|scroll/.test(overflowY);
  const distance = isReversed ? Math.round(scrollTop + scrollHeight - clientHeight) : scrollTop;
  return !element.matches("[data-question]") && !distance;
}

/**
 * The requests of a sheet that is dragged, or whose handle gets a key.
 * @typedef {object} DragHandler
 * @property {() => void} close it was dragged away
 * @property {() => void} attempt a key moves it below its lowest height
 * @property {() => void} refuse it was dragged away, but must stay
 */

/** @typedef {{ detent: string, index: number, height: number }} Detent `index` is its place in the attribute */

/**
 * A drag that is under way. Lengths are in px.
 * @typedef {object} Dragging
 * @property {Detent[]} detents the lowest first
 * @property {number} lowest the height of the lowest detent
 * @property {number} highest the height of the highest detent
 * @property {number} limit the way below the lowest detent that the sheet can be moved: all of it, or none
 * @property {number} base the distance from the place of the highest detent where the drag began, down being positive
 * @property {number} below the distance below the lowest detent; negative above it
 * @property {HTMLElement} beneath the page or layer behind the sheet
 * @property {boolean} recedes whether that becomes smaller behind the sheet
 * @property {boolean} [wasModal] whether the page forbade dismissal by a gesture when it was asked last
 * @property {boolean} [mayLeave] the answer, once it was asked
 * @property {number | null} frame the next frame to be painted
 */

/** A sheet follows the finger, the trackpad, or the mouse on its handle. Keys on the handle step through the heights. */
export class Drag extends Behaviour {
  /** @type {DragHandler} */
  #handler;
  #gesture;
  /** @type {Dragging | null} */
  #dragging = null;
  /** Whether the handle was dragged after it was pressed: then the click that follows does nothing. */
  #hasMoved = false;

  /** @param {HTMLElement} element @param {DragHandler} handler */
  constructor(element, handler) {
    super(element);
    this.#handler = handler;
    this.#gesture = new Gesture(element, {
      isAtTop: (inside) => [...inside, element].every(isAtTop),
      mayGrow: () => element.offsetHeight < /** @type {Detent} */ (this.#measureDetents().at(-1)).height,
      begin: () => this.#begin(),
      move: (distance) => this.#move(distance),
      end: (velocity) => this.#end(velocity),
      cancel: () => this.#cancel(),
    });
  }

  connect() {
    this.#gesture.connect();
    this.on(this.element, "pointerdown", () => {
      this.#hasMoved = false;
    });
    this.on(this.element, "keydown click", (event) => {
      if (event.target.matches(".presented > [role=slider]")) this.#step(event);
    });
  }

  disconnect() {
    super.disconnect();
    this.#gesture.disconnect();
    this.#release();
  }

  /** The heights at which the sheet can rest, the lowest first. */
  #measureDetents() {
    const { element } = this;
    const before = element.style.getPropertyValue("--tall");
    const detents = (element.dataset.detents ?? "").split(" ").map((detent, index) => {
      setHeight(element, detent);
      return { detent, index, height: element.offsetHeight };
    });
    element.style.setProperty("--tall", before);
    return detents.sort((a, b) => a.height - b.height);
  }

  /** Begins a drag. False if this form of the layer cannot be dragged. */
  #begin() {
    const { element } = this;
    if (!/sheet|card/.test(shownAs(element))) return false;
    const detents = this.#measureDetents();
    const lowest = detents[0].height;
    const highest = /** @type {Detent} */ (detents.at(-1)).height;
    const beneath = /** @type {HTMLElement} */ (/** @type {Element} */ (element.previousElementSibling).previousElementSibling);
    const recedes = getComputedStyle(beneath).scale !== "none";
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    if (focused.matches("input, textarea")) focused.blur();
    const base = this.#takeHold(highest, beneath);
    if (detents[1]) element.style.setProperty("--tall", `${highest}px`);
    const limit = /** @type {string} */ (element.dataset.dismiss).includes("drag") ? Infinity : 0;
    this.#dragging = { detents, lowest, highest, limit, base, beneath, recedes, below: 0, frame: null };
    this.#hasMoved = true;
    return true;
  }

  /**
   * Ends the movement that the sheet may be in, at the place where it is visible.
   * @param {number} highest
   * @param {HTMLElement} beneath
   * @returns {number} the distance of this place from that of the highest detent
   */
  #takeHold(highest, beneath) {
    const { element } = this;
    const { top } = element.getBoundingClientRect();
    forgetPace(element);
    element.style.transition = "none";
    beneath.style.transition = "none";
    element.style.translate = "none";
    const base = highest - element.offsetHeight + top - element.getBoundingClientRect().top;
    element.style.translate = `0 ${base}px`;
    return base;
  }

  /** @param {number} distance */
  #move(distance) {
    const dragging = /** @type {Dragging} */ (this.#dragging);
    const { lowest, highest, limit, base } = dragging;
    dragging.below = Math.min(Math.max(0, base + distance) - highest + lowest, limit);
    if (dragging.below > 0) {
      this.#askPage(dragging);
      // A sheet that must stay resists like rubber, up to a fifth of its height.
      const most = lowest / 5;
      if (!dragging.mayLeave) dragging.below = most - most / (dragging.below * 0.55 / most + 1);
    }
    dragging.frame ??= requestAnimationFrame(() => this.#paint(dragging));
  }

  /**
   * Asks the page once whether the sheet may leave, and again when script has made it modal, or not modal, during the drag.
   * @param {Dragging} dragging
   */
  #askPage(dragging) {
    const { element } = this;
    const isNowModal = isModal(element);
    if (dragging.wasModal === isNowModal) return;
    dragging.wasModal = isNowModal;
    dragging.mayLeave = mayDismiss(element, "drag");
    if (dragging.mayLeave) dispatchDismissal(element, "will", "drag");
  }

  /** @param {Dragging} dragging */
  #paint(dragging) {
    dragging.frame = null;
    if (this.#dragging !== dragging) return;
    const left = 1 - Math.max(0, dragging.below) / dragging.lowest;
    this.element.style.translate = `0 ${dragging.highest - dragging.lowest + dragging.below}px`;
    this.element.style.setProperty("--dimmed", `${left}`);
    dragging.beneath.style.setProperty("--above", `${left}`);
    if (!dragging.recedes) return;
    dragging.beneath.style.scale = `calc(1 - var(--shrinks) * ${left})`;
    dragging.beneath.style.translate = `0 calc(var(--recedes) * ${left})`;
  }

  /** Lets go of the sheet, which can move by itself from this place. */
  #release() {
    const { element } = this;
    const dragging = this.#dragging;
    this.#dragging = null;
    if (!dragging) return null;
    commitStyle(element);
    Object.assign(dragging.beneath.style, { transition: "", scale: "", translate: "" });
    dragging.beneath.style.setProperty("--above", "");
    element.style.transition = "";
    element.style.setProperty("--dimmed", "");
    element.dataset.animated = "";
    return dragging;
  }

  /** @param {number} velocity in px/ms */
  #end(velocity) {
    const { element } = this;
    const dragging = /** @type {Dragging} */ (this.#release());
    if (dragging.below > 0) this.#askPage(dragging);
    const { below, highest, lowest, mayLeave } = dragging;
    if (mayLeave && (below + velocity * 1000) / lowest >= 0.5) {
      element.dataset.transition = "coverVertical";
      keepPace(element, element.offsetHeight - highest + lowest - below, velocity);
      return this.#handler.close();
    }
    // Thrown, the sheet would come to rest at this height.
    this.#settle(dragging, lowest - below - velocity * 250, velocity);
    if (mayLeave === false && below > lowest / 20) this.#handler.refuse();
  }

  #cancel() {
    const dragging = /** @type {Dragging} */ (this.#release());
    this.#settle(dragging, dragging.highest - dragging.base);
  }

  /**
   * Moves the sheet to the detent that is nearest to a height.
   * @param {Dragging} dragging
   * @param {number} height
   * @param {number} [velocity] in px/ms
   */
  async #settle({ detents, highest, lowest, below }, height, velocity = 0) {
    const { element } = this;
    /** @param {Detent} detent */
    const distanceTo = (detent) => Math.abs(detent.height - height);
    const nearest = detents.reduce((best, one) => distanceTo(one) < distanceTo(best) ? one : best);
    this.#choose(nearest);
    keepPace(element, lowest - below - nearest.height, velocity);
    element.style.translate = `0 ${highest - nearest.height}px`;
    await settled(element);
    if (this.#dragging || "leaving" in element.dataset) return;
    forgetPace(element);
    element.style.transition = "none";
    element.style.translate = "";
    setHeight(element, nearest.detent);
    commitStyle(element);
    element.style.transition = "";
  }

  /**
   * Makes a detent the current one, also for screen readers.
   * @param {Detent} detent
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
   * Goes to the next height by a click, and up or down by an arrow key. Down from the lowest dismisses.
   * @param {any} event
   */
  #step(event) {
    const detents = this.#measureDetents();
    const current = detents.findIndex(({ detent }) => detent === this.element.dataset.detent);
    /** @type {Record<string, number>} */
    const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, Home: -current, End: detents.length - 1 - current };
    const step = event.type === "click" ? 1 : steps[event.key];
    if (!step || (event.detail && this.#hasMoved)) return;
    event.preventDefault();
    const next = event.key ? Math.min(current + step, detents.length - 1) : (current + 1) % detents.length;
    if (next < 0) return this.#handler.attempt();
    // The sheet moves as if it were dragged by nothing and let go.
    if (this.#begin()) this.#settle(/** @type {Dragging} */ (this.#release()), detents[next].height);
  }
}
