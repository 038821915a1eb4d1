/**
 * Whether a key, or what was typed, belongs to an input method. Some browsers say so only by the number of the key.
 * @param {KeyboardEvent} event
 */
export const isComposed = ({ isComposing, keyCode }) => isComposing || keyCode === 229;

/**
 * The behaviour of one element of the page, from `connect()` to `disconnect()`, which may follow each other again.
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
