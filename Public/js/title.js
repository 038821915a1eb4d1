import Behaviour from "./behaviour.js";

/** Shows the title in the bar once the large title has gone under it. */
export default class LargeTitle extends Behaviour {
  /** @type {IntersectionObserver | undefined} */
  #observer;

  connect() {
    const bar = document.querySelector(".bar");
    this.#observer = new IntersectionObserver(
      ([entry]) => bar.toggleAttribute("data-collapsed", !entry.isIntersecting),
      { rootMargin: `-${Math.round(bar.offsetHeight)}px 0px 0px` },
    );
    this.#observer.observe(this.element);
  }

  disconnect() {
    super.disconnect();
    this.#observer?.disconnect();
  }
}
