import { Behaviour } from "./door.js";

/** @typedef {"touch" | "mouse" | "wheel"} Device */

/**
 * The owner of a gesture.
 * @typedef {object} GestureHandler
 * @property {(inside: Element[]) => boolean} isAtTop whether nothing there can be scrolled down further
 * @property {() => boolean} mayGrow whether it can be dragged up
 * @property {() => boolean} begin false where it cannot be dragged now
 * @property {(way: number) => void} move how far from where it began, in px, down being positive
 * @property {(velocity: number) => void} end with how fast it was lately, in px/ms
 * @property {() => void} cancel the browser took it away
 */

/**
 * The velocity over the last 100 ms, and since the sample before: on a busy machine they are rare.
 * @param {{ way: number, time: number }[]} samples how far something was dragged, in px, and when, in ms
 * @param {number} time
 * @returns {number} in px/ms
 */
function velocity(samples, time) {
  const begin = samples.findIndex((sample) => time - sample.time <= 100);
  if (begin < 0) return 0;
  const first = samples[Math.max(begin - 1, 0)];
  const last = /** @type {typeof first} */ (samples.at(-1));
  return (last.way - first.way) / (last.time - first.time || Infinity);
}

/**
 * Where a finger or the mouse is.
 * @param {Device} by
 * @param {{ clientX: number, clientY: number }} point
 * @param {number} time
 */
const from = (by, { clientX: x, clientY: y }, time) => ({ by, x, y, time });

/** A part that a page author keeps out of every drag. */
const still = "[data-portico-no-drag]";

/** Parts by which a finger does not drag the sheet. */
const own = `input[type=range], textarea, select, footer, ${still}`;

/**
 * The elements under a finger or the pointer, from the innermost to what is dragged, also in shadow roots.
 * @param {Event} event
 * @returns {any[]}
 */
function under(event) {
  const path = event.composedPath();
  return path.slice(0, path.indexOf(/** @type {EventTarget} */ (event.currentTarget))).filter((node) => node instanceof Element);
}

/**
 * Whether an element says that a finger that moves up and down is not for what lies around it.
 * @param {Element} element
 */
const keepsFinger = (element) => !/auto|manipulation|pan-(y|up|down)/.test(getComputedStyle(element).touchAction);

/**
 * Dragging up and down by finger, by the mouse on a handle, or by the wheel of a trackpad. Each is a gesture by itself: none
 * takes over what another has begun.
 */
export class Gesture extends Behaviour {
  /** @type {GestureHandler} */
  #handler;
  /**
   * Where a touch or press began that may become a drag, or is one; when, in ms; whether the finger scrolled before.
   * @type {{ by: Device, x: number, y: number, time: number, hasScrolled?: boolean } | null}
   */
  #from = null;
  #isDragging = false;
  /** @type {{ way: number, time: number }[]} */
  #trail = [];
  /** Of the wheel: when it was rolled last, and how far it was rolled in all. */
  #rolledAt = 0;
  #rolled = 0;
  #timer = 0;

  /** @param {HTMLElement} element @param {GestureHandler} handler */
  constructor(element, handler) {
    super(element);
    this.#handler = handler;
  }

  connect() {
    const { element } = this;
    this.on(element, "touchstart", (event) => this.#touch(event));
    this.on(element, "touchmove", (event) => this.#touchMove(event));
    this.on(element, "touchend", (event) => this.#end("touch", event.timeStamp));
    this.on(element, "touchcancel", () => this.#cancel("touch"));
    this.on(element, "pointerdown", (event) => this.#press(event));
    this.on(element, "pointermove", (event) => {
      if (event.pointerType === "mouse") this.#move("mouse", event.clientY, event.timeStamp);
    });
    this.on(element, "pointerup", (event) => this.#end("mouse", event.timeStamp));
    this.on(element, "pointercancel", () => this.#cancel("mouse"));
    this.on(element, "dragstart", (event) => this.#from && event.preventDefault());
    this.on(element, "wheel", (event) => this.#roll(event));
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#timer);
    this.#from = null;
    this.#isDragging = false;
  }

  /** @param {any} event */
  #touch(event) {
    if (this.#isDragging) return;
    const [touch, second] = event.touches;
    const inside = under(event);
    const isElsewhere = second || event.defaultPrevented
      || inside.some((element) => element.matches(own) || (keepsFinger(element) && !element.matches(".grabber")));
    this.#from = isElsewhere ? null : from("touch", touch, event.timeStamp);
  }

  /** @param {any} event */
  #touchMove(event) {
    const [touch] = event.touches;
    const begin = this.#from;
    if (begin?.by !== "touch") return;
    if (!this.#isDragging) {
      if (event.defaultPrevented) return this.#forget();
      const inside = under(event);
      const y = touch.clientY - begin.y;
      const isAcross = Math.abs(y) <= Math.abs(touch.clientX - begin.x);
      if (isAcross || !(/** @type {Selection} */ (getSelection()).isCollapsed)) return this.#forget();
      // An element that scrolls is dragged from where its top is reached.
      if (y > 0 && !this.#handler.isAtTop(inside)) {
        this.#from = { ...from("touch", touch, event.timeStamp), hasScrolled: true };
        return;
      }
      const mayDrag = y > 0 || (this.#handler.isAtTop(inside) && this.#handler.mayGrow());
      if (!mayDrag || !(event.cancelable || begin.hasScrolled)) return this.#forget();
    }
    if (event.cancelable) event.preventDefault();
    this.#move("touch", touch.clientY, event.timeStamp);
  }

  /** @param {any} event */
  #press(event) {
    if (event.pointerType !== "mouse" || event.button || !event.target.closest(".grabber")) return;
    this.#from = from("mouse", event, event.timeStamp);
    event.target.setPointerCapture(event.pointerId);
  }

  /**
   * A trackpad sends small steps, a wheel large ones; what began as scrolling goes on as scrolling.
   * @param {any} event
   */
  #roll(event) {
    const { deltaMode, deltaX, deltaY, timeStamp } = event;
    if (event.defaultPrevented) return;
    if (timeStamp - this.#rolledAt > 150 && !this.#isDragging) {
      const isSmall = !deltaMode && !event.ctrlKey && deltaY < -Math.abs(deltaX) && deltaY > -50;
      const inside = under(event);
      const isFree = isSmall && !inside.some((element) => element.matches(still)) && this.#handler.isAtTop(inside);
      this.#from = isFree ? { by: "wheel", x: 0, y: 0, time: timeStamp } : null;
      this.#rolled = 0;
    }
    this.#rolledAt = timeStamp;
    if (this.#from?.by !== "wheel") return;
    event.preventDefault();
    this.#rolled -= deltaY;
    this.#move("wheel", this.#rolled, timeStamp);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end("wheel", Infinity), 150);
  }

  /** @param {Device} by @param {number} y @param {number} time */
  #move(by, y, time) {
    if (this.#from?.by !== by) return;
    const way = y - this.#from.y;
    if (!this.#isDragging) {
      if (Math.abs(way) <= 2) return;
      if (!this.#handler.begin()) return this.#forget();
      this.#isDragging = true;
      this.#trail = [{ way: 0, time: this.#from.time }];
    }
    this.#trail.push({ way, time });
    this.#handler.move(way);
  }

  /** @param {Device} by @param {number} time */
  #end(by, time) {
    // The speed of a scroll does not count as a throw.
    const speed = this.#from?.hasScrolled ? 0 : velocity(this.#trail, time);
    if (this.#finish(by)) this.#handler.end(speed);
  }

  /** @param {Device} by */
  #cancel(by) {
    if (this.#finish(by)) this.#handler.cancel();
  }

  #forget() {
    this.#from = null;
  }

  /**
   * Whether something was dragged.
   * @param {Device} by
   */
  #finish(by) {
    if (this.#from?.by !== by) return false;
    const wasDragging = this.#isDragging;
    this.#from = null;
    this.#isDragging = false;
    return wasDragging;
  }
}
