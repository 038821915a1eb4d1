/**
 * Whether a key or input belongs to an input method. Some browsers tell only by the number of the key.
 * @param {KeyboardEvent} event
 */
export const isComposed = ({ isComposing, keyCode }) => isComposing || keyCode === 229;

/**
 * The behaviour of one element of the page. It works from `connect()` to `disconnect()`, and may be connected again after that.
 * @template {HTMLElement} [E=HTMLElement]
 */
export class Behaviour {
  #listeners = new AbortController();

  /** @param {E} element */
  constructor(element) {
    this.element = element;
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
   * @param {(event: any) => void} listener
   * @param {boolean} [capture]
   */
  on(target, types, listener, capture) {
    for (const type of types.split(" ")) {
      target.addEventListener(type, listener, { capture, signal: this.#listeners.signal });
    }
  }
}
