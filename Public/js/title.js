import { Behaviour } from "./portico/portico.js";

/** Shows the title in the bar while the large title is under the bar, in browsers whose style cannot. */
export class LargeTitle extends Behaviour {
  /** @type {IntersectionObserver | undefined} */
  #observer;

  connect() {
    const bar = /** @type {HTMLElement} */ (document.querySelector(".bar"));
    this.#observer = new IntersectionObserver(
      ([entry]) => bar.toggleAttribute("data-collapsed", !entry.isIntersecting),
      { rootMargin: `-${bar.offsetHeight}px 0px 0px` },
    );
    this.#observer.observe(this.element);
  }

  disconnect() {
    super.disconnect();
    this.#observer?.disconnect();
  }
}
