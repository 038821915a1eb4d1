import { reportUnexpected } from "../portico/portico.js";
import { takePage } from "./fetching.js";

/** The time after which a layer shows an empty page instead of the one that is still on its way, in ms. */
const lateAfter = 400;

/**
 * The stack that a page is opened in.
 * @typedef {object} OpeningHandler
 * @property {string} presenter the address of the page beneath the layer
 * @property {(() => void) | undefined} add brings a new layer into the stack, just before it shows anything
 * @property {() => boolean} holdsLayer whether the layer is in the stack
 * @property {() => void} didShow the layer shows another page
 * @property {() => Promise<unknown>} historyAtRest
 * @property {() => void} retry
 */

/**
 * The way of a page into a layer: `opening` before a new layer shows anything, `loading` while the layer shows an empty page or
 * the one before, and `over` when it was shown, failed, or was called off.
 */
export class Opening {
  /** @type {"opening" | "loading" | "over"} */
  #state;
  #url;
  #handler;

  /**
   * @param {import("./layer.js").Layer} layer
   * @param {OpeningHandler} handler
   */
  constructor(layer, handler) {
    this.layer = layer;
    this.#url = layer.url;
    this.#handler = handler;
    this.#state = handler.add ? "opening" : "loading";
  }

  callOff() {
    this.#state = "over";
  }

  /** Fetches the page and shows it. A page that is late or fails leaves its layer with a message and a way to close it. */
  async run() {
    const timer = setTimeout(() => this.#showPending(), lateAfter);
    const { page, fresh, problem } = await this.#fetch();
    clearTimeout(timer);
    if (!this.#isWanted) return;
    if (problem) this.#fail(problem);
    else this.#finish(page);
    fresh?.then((late) => this.#renew(late, page), reportUnexpected);
  }

  /**
   * Shows a page that comes after the one that was kept.
   * @param {HTMLDialogElement | null} fresh
   * @param {HTMLDialogElement | null | undefined} shown
   */
  #renew(fresh, shown) {
    const { layer } = this;
    const isOfLayer = fresh?.dataset.presenter === this.#handler.presenter && layer.url === this.#url;
    if (fresh !== shown && isOfLayer && this.#handler.holdsLayer()) layer.fill(/** @type {HTMLDialogElement} */ (fresh));
  }

  /** @returns {Promise<Partial<Awaited<ReturnType<typeof takePage>>> & { problem?: string }>} the page, or why it has not come */
  async #fetch() {
    try {
      const taken = await takePage(this.#url, this.#handler.presenter, this.layer.send);
      // The way back of a page that was dismissed just before comes first.
      await this.#handler.historyAtRest();
      return taken;
    } catch (error) {
      const { sentence, status } = /** @type {any} */ (error);
      return { problem: sentence ?? (status ? "failed" : "offline") };
    }
  }

  get #isWanted() {
    if (this.#state === "loading") return this.#handler.holdsLayer() && this.layer.url === this.#url;
    return this.#state === "opening";
  }

  #showPending() {
    if (this.#isWanted) this.#show(this.layer.makePending());
  }

  /** @param {HTMLDialogElement} page */
  #show(page) {
    if (this.#state === "opening") this.#handler.add?.();
    this.#state = "loading";
    this.layer.fill(page);
    this.#handler.didShow();
  }

  /** @param {string} problem */
  #fail(problem) {
    if (!this.layer.element?.matches("[data-pending]")) this.#showPending();
    this.layer.showProblem(problem, this.#handler.retry);
    this.#state = "over";
  }

  /**
   * The browser itself goes to a page that is no dialog, or belongs over another page.
   * @param {HTMLDialogElement | null | undefined} page
   */
  #finish(page) {
    const { layer } = this;
    const { fragment } = layer;
    layer.fragment = "";
    if (page?.dataset.presenter !== this.#handler.presenter) return location.assign(this.#url + fragment);
    this.#show(page);
    this.#state = "over";
    if (fragment) layer.showPart(fragment);
  }
}
