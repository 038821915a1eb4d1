/** Moves through the history of the browser, one after the other. One that fails does not hold up those that follow. */
export class HistoryQueue {
  /** The entry that is shown, counted from the first of the page. */
  at = 0;
  #moves = /** @type {Promise<unknown>} */ (Promise.resolve());
  /**
   * Ends the wait for a move, once the browser has made it.
   * @type {(() => void) | undefined}
   */
  arrived;

  /**
   * The state of the page in the entry that is shown.
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
   * Moves by so many entries. Settles in any case, so that nothing waits for ever for a move that the browser does not make.
   * @param {number} steps
   */
  async go(steps) {
    history.go(steps);
    await /** @type {Promise<void>} */ (new Promise((resolve) => {
      this.arrived = resolve;
      setTimeout(resolve, 1000);
    }));
    this.at = this.state?.at ?? this.at;
  }

  /**
   * Adds an entry after the one that is shown.
   * @param {import("./layer.js").Entry[]} layers
   * @param {string} url
   */
  push(layers, url) {
    history.pushState({ portico: { at: this.at, layers } }, "", url);
  }

  /**
   * Changes the entry that is shown.
   * @param {import("./layer.js").Entry[]} layers
   * @param {string} [url]
   */
  replace(layers, url) {
    history.replaceState({ portico: { at: this.at, layers } }, "", url);
  }
}
