/** Moves through the history of the browser, one after the other. A move that fails does not hold up the next one. */
export class HistoryQueue {
  /** The number of the shown entry, counted from the first entry of the page. */
  position = 0;
  #moves = /** @type {Promise<unknown>} */ (Promise.resolve());
  /**
   * Ends the wait for a move, once the browser has made it.
   * @type {(() => void) | undefined}
   */
  endWait;

  /**
   * The state that the page has saved in the shown entry.
   * @returns {{ at: number, layers: import("./layer.js").Entry[] } | undefined}
   */
  get state() {
    return history.state?.portico;
  }

  /** @param {() => unknown} move */
  add(move) {
    this.#moves = this.#moves.then(move).catch(reportError);
    return this.#moves;
  }

  /**
   * Moves by some entries. Settles after a second at the latest: the browser may not make the move.
   * @param {number} steps
   */
  async go(steps) {
    history.go(steps);
    await /** @type {Promise<void>} */ (new Promise((resolve) => {
      this.endWait = resolve;
      setTimeout(resolve, 1000);
    }));
    this.position = this.state?.at ?? this.position;
  }

  /**
   * Adds an entry, which has the current position, after the shown one.
   * @param {import("./layer.js").Entry[]} layers
   * @param {string} [url] by default that of the shown entry
   */
  push(layers, url) {
    history.pushState(this.#stateWith(layers), "", url);
  }

  /**
   * Changes the shown entry.
   * @param {import("./layer.js").Entry[]} layers
   * @param {string} [url] by default its own
   */
  replace(layers, url) {
    history.replaceState(this.#stateWith(layers), "", url);
  }

  /** @param {import("./layer.js").Entry[]} layers */
  #stateWith(layers) {
    return { portico: { at: this.position, layers } };
  }
}
