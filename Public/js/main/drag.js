import { Behaviour } from "../portico/portico.js";
import { mayLeave, tell } from "./guard.js";
import { settled, shownAs, tall } from "./layer.js";
import { stack } from "./stack.js";

/** A sheet follows the finger, the trackpad, or the mouse on its handle; the keyboard steps through its heights. */
export class Drag extends Behaviour {
  /** Where a gesture began that may become a drag. */
  #from;
  #drag;
  #rolled = 0;
  #hasMoved = false;
  #timer;

  connect() {
    const { element } = this;
    this.on(element, "touchstart", ({ touches: [touch, second], target }) => {
      if (this.#drag) return;
      this.#from = !second && !target.closest("input[type=range], textarea, select, footer") && touch;
    });
    this.on(element, "touchmove", (event) => this.#touch(event));
    this.on(element, "pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button || !event.target.closest(".grabber")) return;
      this.#from = event;
      event.target.setPointerCapture(event.pointerId);
    });
    this.on(element, "pointermove", (event) => {
      if (event.pointerType === "mouse" && !this.#from?.isRolled) this.#move(event, event.timeStamp);
    });
    this.on(element, "touchend pointerup", (event) => this.#end(event.timeStamp));
    this.on(element, "touchcancel pointercancel", () => this.#end(Infinity, true));
    this.on(element, "dragstart", (event) => this.#from && event.preventDefault());
    this.on(element, "wheel", (event) => this.#roll(event));
    this.on(element, "keydown click", (event) => event.target.role === "slider" && this.#step(event));
  }

  #touch(event) {
    const [touch] = event.touches;
    const from = this.#from;
    if (!this.#drag && from) {
      const y = touch.clientY - from.clientY;
      const isUp = y < 0 && this.element.offsetHeight < this.#detents().at(-1).height;
      const isDrag = (y > 0 || isUp) && Math.abs(y) > Math.abs(touch.clientX - from.clientX)
        && event.cancelable && this.#isAtTop(from.target) && getSelection().isCollapsed;
      if (!isDrag) this.#from = null;
    }
    if (!this.#from) return;
    if (event.cancelable) event.preventDefault();
    this.#move(touch, event.timeStamp);
  }

  /** A trackpad sends small steps, a wheel large ones; what began as scrolling goes on as scrolling. */
  #roll(event) {
    const { deltaMode, deltaY, timeStamp } = event;
    if (timeStamp - this.#rolled > 150 && !this.#drag) {
      const isDrag = !deltaMode && !event.ctrlKey && deltaY < 0 && deltaY > -50 && this.#isAtTop(event.target);
      this.#from = isDrag && { clientY: 0, isRolled: true };
    }
    this.#rolled = timeStamp;
    if (!this.#from?.isRolled) return;
    event.preventDefault();
    this.#from.clientY += deltaY;
    this.#move({ clientY: 0 }, timeStamp);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), 150);
  }

  #isAtTop(node) {
    return !node.scrollTop && !node.matches("[data-question]") && (node === this.element || this.#isAtTop(node.parentElement));
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

  #move({ clientY }, time) {
    const way = clientY - this.#from?.clientY;
    if (!(this.#drag || Math.abs(way) > 2)) return;
    const drag = this.#drag ??= this.#begin();
    if (!drag) return;
    const { lowest, highest, limit } = drag;
    const y = Math.max(0, drag.base + way);
    if (time > drag.time) drag.speed = (y - drag.y) / (time - drag.time);
    Object.assign(drag, { y, time, below: Math.min(y - highest + lowest, limit) });
    if (drag.below > 0 && !(drag.isAllowed ??= this.#ask())) {
      // What may not go resists like rubber, up to a fifth of its height.
      const most = lowest / 5;
      drag.below = most - most / (drag.below * 0.55 / most + 1);
    }
    drag.frame ??= requestAnimationFrame(() => this.#paint(drag));
  }

  #begin() {
    const { element } = this;
    if (!/sheet|card/.test(shownAs(element))) return this.#from = null;
    const detents = this.#detents();
    const [lowest, highest] = [detents[0].height, detents.at(-1).height];
    const base = highest - element.offsetHeight;
    const beneath = element.previousElementSibling.previousElementSibling;
    const recedes = getComputedStyle(beneath).scale !== "none";
    if (document.activeElement.matches("input, textarea")) document.activeElement.blur();
    element.style.transition = beneath.style.transition = "none";
    if (detents[1]) element.style.setProperty("--tall", `${highest}px`);
    const limit = element.dataset.dismiss.includes("drag") ? Infinity : 0;
    return { detents, lowest, highest, limit, base, beneath, recedes, y: base, time: 0 };
  }

  #ask() {
    const isAllowed = mayLeave(this.element, "drag");
    if (isAllowed) tell(this.element, "will", "drag");
    return isAllowed;
  }

  #paint(drag) {
    drag.frame = null;
    if (this.#drag !== drag) return;
    const left = 1 - Math.max(0, drag.below) / drag.lowest;
    this.element.style.translate = `0 ${drag.highest - drag.lowest + drag.below}px`;
    this.element.style.setProperty("--dimmed", left);
    if (!drag.recedes) return;
    drag.beneath.style.scale = 1 - 0.08 * left;
    drag.beneath.style.translate = `0 calc(var(--recedes) * ${left})`;
  }

  disconnect() {
    super.disconnect();
    this.#release();
  }

  /** What follows the finger goes on by itself from where it is. */
  #release() {
    const drag = this.#drag;
    this.#drag = this.#from = null;
    if (!drag) return;
    this.element.offsetHeight;
    for (const name of ["transition", "scale", "translate"]) drag.beneath.style.removeProperty(name);
    for (const name of ["transition", "--dimmed"]) this.element.style.removeProperty(name);
    return drag;
  }

  /** @param {number} [time] @param {boolean} [isCancelled] the browser took the gesture away: all is as before */
  async #end(time = Infinity, isCancelled = false) {
    const { element } = this;
    const drag = this.#release();
    this.#hasMoved = Boolean(drag);
    if (!drag) return;
    const { below, lowest, isAllowed } = drag;
    const speed = time - drag.time < 100 ? drag.speed : 0;
    element.dataset.animated = "";
    if (isAllowed && !isCancelled && (below + speed * 1000) / lowest >= 0.5) {
      element.dataset.transition = "coverVertical";
      return stack.close(stack.of(element), "drag");
    }
    // Where it would come to rest by itself decides between the heights.
    const rest = isCancelled ? drag.highest - drag.base : lowest - below - speed * 250;
    const off = ({ height }) => Math.abs(height - rest);
    const next = drag.detents.reduce((best, one) => off(one) < off(best) ? one : best);
    element.style.translate = `0 ${drag.highest - next.height}px`;
    if (isAllowed === false && !isCancelled && below > lowest / 20) stack.refuse(element, "drag");
    await settled(element);
    if (this.#drag || "leaving" in element.dataset) return;
    element.style.transition = "none";
    element.style.removeProperty("translate");
    this.#rest(next);
    element.offsetHeight;
    element.style.removeProperty("transition");
  }

  #rest({ detent, index }) {
    const { element } = this;
    const slider = element.querySelector(":scope > [role=slider]");
    if (!slider) return;
    tall(element, element.dataset.detent = detent);
    slider.ariaValueNow = index;
    slider.ariaValueText = slider.dataset.values.split("|")[index];
  }

  /** A click steps through the heights, arrows go up and down; below the lowest is dismissing. */
  #step(event) {
    const detents = this.#detents();
    const now = detents.findIndex(({ detent }) => detent === this.element.dataset.detent);
    const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, Home: -now, End: detents.length - 1 - now };
    const step = event.type === "click" ? 1 : steps[event.key];
    if (!step || (event.detail && this.#hasMoved)) return;
    event.preventDefault();
    const next = event.key ? Math.min(now + step, detents.length - 1) : (now + 1) % detents.length;
    if (next < 0) stack.attempt("drag");
    else this.#rest(detents[next]);
  }
}
