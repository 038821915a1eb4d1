/** What happens at one element of the page, from `connect()` to `disconnect()`, which may follow each other again. */
export class Behaviour {
  #listeners = new AbortController();

  /** @param {Element} element */
  constructor(element) {
    this.element = /** @type {any} */ (element);
  }

  connect() {}

  disconnect() {
    this.#listeners.abort();
    this.#listeners = new AbortController();
  }

  /**
   * Listens until the behaviour is disconnected.
   * @param {EventTarget} target
   * @param {string} types separated by spaces
   * @param {(event: Event) => void} listener
   * @param {boolean} [capture]
   */
  on(target, types, listener, capture) {
    for (const type of types.split(" ")) {
      target.addEventListener(type, listener, { capture, signal: this.#listeners.signal });
    }
  }
}
