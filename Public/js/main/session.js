import { Behaviour, formAttribute, withCookieLock } from "../portico/portico.js";
import { checkAnew, checkSession, isChecking } from "./checking.js";
import { currentCover, raiseCover } from "./covering.js";
import { account, fetchCover, replaceByCover, signOutLater, tabs } from "./ending.js";
import { keepPage } from "./fetching.js";
import { expectSessionEnd, isAskingToStay } from "./lifetime.js";
import { pause } from "./overlay.js";

/**
 * Fetches the pages that must be there if the server cannot be reached: the cover, and those with the way out, which are the menu
 * and, if a link leads to it, the question before signing out.
 */
async function prepareForOffline() {
  fetchCover();
  const { menuPath, signOutPath } = /** @type {Record<string, string>} */ (document.getElementById("screen").dataset);
  /** @param {ParentNode | null} page @param {string} path */
  const leadsTo = (page, path) => page?.querySelector(`[href="${path}"]`);
  const menu = leadsTo(document, menuPath) ? await keepPage(menuPath) : null;
  if (leadsTo(document, signOutPath) || leadsTo(menu, signOutPath)) keepPage(signOutPath);
}

/**
 * Has all tabs wait for the answer to a form that the browser itself sends, because it may bring another cookie: until this page
 * is left, or for the time that other requests have.
 * @param {any} event
 */
function holdUntilLeft({ target, submitter, defaultPrevented }) {
  const isPost = formAttribute(target, submitter, "method")?.toLowerCase() === "post";
  if (isPost && !defaultPrevented && !submitter?.formTarget) withCookieLock(() => pause(30));
}

/** Covers the page when its session ends, until the person signs in again. */
export class Session extends Behaviour {
  /** @type {number | undefined} */
  #prepareTimer;

  connect() {
    tabs.postMessage(account);
    tabs.onmessage = ({ data }) => this.#hearTab(data);
    this.on(document, "visibilitychange", () => {
      if (!document.hidden) checkSession();
    });
    this.on(document, "portico:sign-in", (event) => this.#noteSignIn(event));
    // A page that was on its way may have come, and lie above the cover.
    this.on(document, "portico:replaced", () => {
      if (currentCover()?.contains(document.activeElement) === false) raiseCover();
    });
    this.on(document, "portico:confirmed", ({ detail }) => expectSessionEnd(detail));
    this.on(document, "portico:unsent", ({ target, detail }) => signOutLater(target, detail), true);
    this.on(window, "submit", holdUntilLeft);
    this.on(window, "keydown", (event) => {
      if (currentCover() && event.key === "Escape") event.preventDefault();
    }, true);
    expectSessionEnd(this.element);
    // Two seconds later, because the page itself comes first.
    this.#prepareTimer = setTimeout(prepareForOffline, 2000);
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#prepareTimer);
    expectSessionEnd();
    tabs.onmessage = null;
  }

  /**
   * Another tab tells who is signed in: an account, nobody (an empty text), or an account with a minus that has signed out.
   * @param {string} text
   */
  async #hearTab(text) {
    if (!isChecking && !currentCover() && !isAskingToStay && text === account) return;
    if (!await checkAnew() && text === `-${account}`) replaceByCover();
  }

  /**
   * Somebody has signed in on the cover, which may be gone by now.
   * @param {Event} event
   */
  async #noteSignIn(event) {
    event.preventDefault();
    for (let seconds = 1; !await checkAnew() && currentCover(); seconds = Math.min(seconds * 2, 32)) {
      const message = currentCover()?.querySelector("[role=alert]");
      if (message) message.textContent = /** @type {string} */ (message.dataset.porticoOffline);
      await pause(seconds);
    }
    tabs.postMessage(account);
  }
}
