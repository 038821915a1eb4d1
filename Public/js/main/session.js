import { Behaviour, locked, setting } from "./door.js";
import { check } from "./checking.js";
import { isCovered, raise } from "./covering.js";
import { ahead, destroy, signOutLater } from "./ending.js";
import { keep } from "./fetching.js";
import { expect, isAsking } from "./lifetime.js";
import { pause } from "./motion.js";
import { account, tabs } from "./tabs.js";

/** Fetches what has to be there where the server cannot be reached: the question before signing out, and the cover. */
function prepare() {
  ahead();
  const path = "/session/end";
  if (document.querySelector(`[href="${path}"]`)) keep(path);
}

/**
 * The answer to a form that the browser sends by itself may bring another cookie, for which all tabs wait: until this page is
 * left, or for the time that other requests have.
 * @param {any} event
 */
function holdUntilLeft({ target, submitter, defaultPrevented }) {
  const isPost = setting(target, submitter, "method")?.toLowerCase() === "post";
  if (isPost && !defaultPrevented) locked("shared", 10, () => pause(30));
}

/** Covers the page when its session ends, until the person signs in again. */
export class Session extends Behaviour {
  /** @type {number | undefined} */
  #ahead;

  connect() {
    tabs.postMessage(account);
    tabs.onmessage = ({ data }) => this.#hear(data);
    this.on(document, "visibilitychange", () => document.hidden || check());
    this.on(document, "portico:sign-in", (event) => isCovered() && this.#signedIn(event), true);
    // Something that was under way has come, and may have opened above.
    this.on(document, "portico:replaced", () => isCovered()?.contains(document.activeElement) === false && raise());
    this.on(document, "portico:confirmed", ({ detail }) => expect(detail));
    this.on(document, "portico:unsent", ({ target, detail }) => signOutLater(target, detail), true);
    this.on(window, "submit", holdUntilLeft);
    this.on(window, "keydown", (event) => isCovered() && event.key === "Escape" && event.preventDefault(), true);
    expect(this.element);
    // While all is well, and nothing else is under way.
    this.#ahead = setTimeout(prepare, 2000);
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#ahead);
    expect();
    tabs.onmessage = null;
  }

  /**
   * Another tab says who is there: an account, nobody, or, after a minus, whose session the person has ended.
   * @param {string} text
   */
  async #hear(text) {
    if (text === `-${account}`) {
      if (!await check()) destroy();
    } else if (isCovered() || isAsking || text !== account) check();
  }

  /**
   * Somebody has signed in on the cover.
   * @param {any} event
   */
  async #signedIn(event) {
    event.preventDefault();
    const message = event.target.querySelector("[role=alert]");
    // A question that is under way was asked before.
    await check();
    for (let seconds = 1; isCovered() && !await check(); seconds = Math.min(seconds * 2, 32)) {
      message.textContent = message.dataset.porticoOffline;
      await pause(seconds);
    }
    tabs.postMessage(account);
  }
}
