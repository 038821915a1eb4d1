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

/** The way of a page into a layer. */
export class Opening {
  #isCalledOff = false;
  /** Whether the layer shows something: an empty page, the page before, or this one. */
  #isShown;
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
    this.#isShown = !handler.add;
  }

  callOff() {
    this.#isCalledOff = true;
  }

  /** Fetches the page and shows it. A page that is late or fails leaves its layer with a message and a way to close it. */
  async run() {
    const timer = setTimeout(() => this.#showPending(), lateAfter);
    const { page, fresh, problem } = await this.#fetch();
    clearTimeout(timer);
    if (!this.#isWanted) return;
    if (problem) this.#fail(problem);
    else this.#finish(page);
    // The page that was kept gives way to the one that was late.
    fresh?.then((late) => {
      if (late?.dataset.presenter === this.#handler.presenter && this.#isWanted) this.layer.fill(late);
    }, reportUnexpected);
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
    return this.#isShown ? this.#handler.holdsLayer() && this.layer.url === this.#url : !this.#isCalledOff;
  }

  #showPending() {
    if (this.#isWanted) this.#show(this.layer.makePending());
  }

  /** @param {HTMLDialogElement} page */
  #show(page) {
    if (!this.#isShown) this.#handler.add?.();
    this.#isShown = true;
    this.layer.fill(page);
    this.#handler.didShow();
  }

  /** @param {string} problem */
  #fail(problem) {
    if (!this.layer.element?.matches("[data-pending]")) this.#showPending();
    this.layer.showProblem(problem, this.#handler.retry);
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
    if (fragment) layer.showPart(fragment);
  }
}
