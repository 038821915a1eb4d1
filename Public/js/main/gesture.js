import { Behaviour } from "../portico/portico.js";

/** @typedef {"touch" | "mouse" | "wheel"} Device */

/**
 * The beginning of a touch or press that may become a drag, or is one; `time` in ms, `hasScrolled` if the finger scrolled first.
 * @typedef {{ device: Device, x: number, y: number, time: number, hasScrolled?: boolean }} Start
 */

/** @typedef {{ distance: number, time: number }} Sample how far something was dragged, in px, and when, in ms */

/**
 * The owner of a gesture.
 * @typedef {object} GestureHandler
 * @property {(inside: Element[]) => boolean} isAtTop whether none of these elements can be scrolled further towards its top
 * @property {() => boolean} mayGrow whether it can be dragged up
 * @property {() => boolean} begin false if it cannot be dragged now
 * @property {(distance: number) => void} move the distance from the beginning, in px, down being positive
 * @property {(velocity: number) => void} end the velocity at the end, in px/ms
 * @property {() => void} cancel the browser has ended the gesture
 */

/**
 * The velocity over the last 100 ms. The sample before is included, because a busy machine has few.
 * @param {Sample[]} samples
 * @param {number} time
 * @returns {number} in px/ms
 */
function velocityOf(samples, time) {
  const recent = samples.findIndex((sample) => time - sample.time <= 100);
  if (recent < 0) return 0;
  const first = samples[Math.max(recent - 1, 0)];
  const last = /** @type {Sample} */ (samples.at(-1));
  return (last.distance - first.distance) / (last.time - first.time || Infinity);
}

/**
 * @param {Device} device
 * @param {{ clientX: number, clientY: number }} point
 * @param {number} time
 */
const startOf = (device, { clientX: x, clientY: y }, time) => ({ device, x, y, time });

/** The parts by which page authors forbid all drags. */
const neverDragged = "[data-portico-no-drag]";

/** The parts by which a finger does not drag the sheet. */
const usesFinger = `input[type=range], textarea, select, footer, ${neverDragged}`;

/**
 * The elements under a finger or the pointer, within the dragged element and its shadow roots, the innermost first.
 * @param {Event} event
 * @returns {any[]}
 */
function elementsUnder(event) {
  const path = event.composedPath();
  return path.slice(0, path.indexOf(/** @type {EventTarget} */ (event.currentTarget))).filter((node) => node instanceof Element);
}

/**
 * Whether the style of an element keeps a finger that moves up or down from what lies around it.
 * @param {Element} element
 */
const keepsFinger = (element) => !/auto|manipulation|pan-(y|up|down)/.test(getComputedStyle(element).touchAction);

/**
 * Dragging up and down by finger, by the mouse on a handle, or by the wheel of a trackpad. A gesture belongs to the device that
 * has begun it.
 */
export class Gesture extends Behaviour {
  /** @type {GestureHandler} */
  #handler;
  /** @type {Start | null} */
  #start = null;
  #isDragging = false;
  /** @type {Sample[]} */
  #samples = [];
  /** The time of the last event of the wheel. */
  #rolledAt = 0;
  /** The distance by which the wheel has moved in this gesture. */
  #rolled = 0;
  /** The timer of the end of a gesture of the wheel. */
  #rollTimer = 0;

  /** @param {HTMLElement} element @param {GestureHandler} handler */
  constructor(element, handler) {
    super(element);
    this.#handler = handler;
  }

  connect() {
    const { element } = this;
    this.on(element, "touchstart", (event) => this.#touch(event));
    this.on(element, "touchmove", (event) => this.#moveTouch(event));
    this.on(element, "touchend", (event) => this.#end("touch", event.timeStamp));
    this.on(element, "touchcancel", () => this.#cancel("touch"));
    this.on(element, "pointerdown", (event) => this.#press(event));
    this.on(element, "pointermove", (event) => {
      if (event.pointerType === "mouse") this.#move("mouse", event.clientY, event.timeStamp);
    });
    this.on(element, "pointerup", (event) => this.#end("mouse", event.timeStamp));
    this.on(element, "pointercancel", () => this.#cancel("mouse"));
    this.on(element, "dragstart", (event) => {
      if (this.#start) event.preventDefault();
    });
    this.on(element, "wheel", (event) => this.#roll(event));
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#rollTimer);
    this.#start = null;
    this.#isDragging = false;
  }

  /** @param {any} event */
  #touch(event) {
    if (this.#isDragging) return;
    const [touch, second] = event.touches;
    const isForOthers = second || event.defaultPrevented || elementsUnder(event)
      .some((element) => element.matches(usesFinger) || (keepsFinger(element) && !element.matches(".grabber")));
    this.#start = isForOthers ? null : startOf("touch", touch, event.timeStamp);
  }

  /** @param {any} event */
  #moveTouch(event) {
    if (this.#start?.device !== "touch") return;
    if (!this.#isDragging && !this.#mayDrag(event)) return;
    if (event.cancelable) event.preventDefault();
    this.#move("touch", event.touches[0].clientY, event.timeStamp);
  }

  /**
   * Decides whether the first movement of a finger drags. Otherwise the touch is forgotten, or begins anew after scrolling.
   * @param {any} event
   */
  #mayDrag(event) {
    const [touch] = event.touches;
    const start = /** @type {Start} */ (this.#start);
    const inside = elementsUnder(event);
    const down = touch.clientY - start.y;
    const isAcross = Math.abs(down) <= Math.abs(touch.clientX - start.x);
    const isSelecting = !(/** @type {Selection} */ (getSelection()).isCollapsed);
    if (event.defaultPrevented || isAcross || isSelecting) return this.#forget();
    const isAtTop = this.#handler.isAtTop(inside);
    // An element that scrolls is dragged from the place where its top is reached.
    if (down > 0 && !isAtTop) {
      this.#start = { ...startOf("touch", touch, event.timeStamp), hasScrolled: true };
      return false;
    }
    const isPossible = down > 0 || (isAtTop && this.#handler.mayGrow());
    return isPossible && (event.cancelable || start.hasScrolled) || this.#forget();
  }

  /** @param {any} event */
  #press(event) {
    if (event.pointerType !== "mouse" || event.button || !event.target.closest(".grabber")) return;
    this.#start = startOf("mouse", event, event.timeStamp);
    event.target.setPointerCapture(event.pointerId);
  }

  /**
   * A trackpad sends small steps, a wheel large ones. A gesture that has begun as scrolling scrolls to its end.
   * @param {any} event
   */
  #roll(event) {
    const { deltaY, timeStamp } = event;
    if (event.defaultPrevented) return;
    if (timeStamp - this.#rolledAt > 150 && !this.#isDragging) this.#beginRoll(event);
    this.#rolledAt = timeStamp;
    if (this.#start?.device !== "wheel") return;
    event.preventDefault();
    this.#rolled -= deltaY;
    this.#move("wheel", this.#rolled, timeStamp);
    clearTimeout(this.#rollTimer);
    this.#rollTimer = setTimeout(() => this.#end("wheel", Infinity), 150);
  }

  /** @param {any} event */
  #beginRoll(event) {
    const { deltaMode, deltaX, deltaY, timeStamp } = event;
    const isTrackpad = !deltaMode && !event.ctrlKey && deltaY < -Math.abs(deltaX) && deltaY > -50;
    const inside = elementsUnder(event);
    const mayDrag = isTrackpad && !inside.some((element) => element.matches(neverDragged)) && this.#handler.isAtTop(inside);
    this.#start = mayDrag ? { device: "wheel", x: 0, y: 0, time: timeStamp } : null;
    this.#rolled = 0;
  }

  /** @param {Device} device @param {number} y @param {number} time */
  #move(device, y, time) {
    if (this.#start?.device !== device) return;
    const distance = y - this.#start.y;
    if (!this.#isDragging) {
      if (Math.abs(distance) <= 2) return;
      if (!this.#handler.begin()) return this.#forget();
      this.#isDragging = true;
      this.#samples = [{ distance: 0, time: this.#start.time }];
    }
    this.#samples.push({ distance, time });
    this.#handler.move(distance);
  }

  /** @param {Device} device @param {number} time */
  #end(device, time) {
    // The velocity of scrolling throws nothing.
    const velocity = this.#start?.hasScrolled ? 0 : velocityOf(this.#samples, time);
    if (this.#finish(device)) this.#handler.end(velocity);
  }

  /** @param {Device} device */
  #cancel(device) {
    if (this.#finish(device)) this.#handler.cancel();
  }

  #forget() {
    this.#start = null;
    return false;
  }

  /**
   * Ends the gesture of a device. Returns whether it was a drag.
   * @param {Device} device
   */
  #finish(device) {
    if (this.#start?.device !== device) return false;
    const wasDragging = this.#isDragging;
    this.#start = null;
    this.#isDragging = false;
    return wasDragging;
  }
}
