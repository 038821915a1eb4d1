import Behaviour from "./behaviour.js";
import { ask, page, send } from "./request.js";

/** A switch that takes effect at once; afterwards the regions that show the same configuration are replaced. */
export default class Toggle extends Behaviour {
  #switch = this.element.querySelector("[role=switch]");
  #message = document.querySelector("#page-message");
  #isUnderWay = false;

  connect() {
    this.on(this.element, "submit", (event) => {
      event.preventDefault();
      if (!this.#isUnderWay) this.#toggle();
    });
  }

  async #toggle() {
    const before = this.#switch.ariaChecked;
    const sending = send(this.element, this.#switch);
    this.#isUnderWay = true;
    this.#message.textContent = "";
    this.#switch.ariaChecked = String(before !== "true");
    try {
      await this.#accept(await sending);
    } catch {
      this.#switch.ariaChecked = before;
      this.#message.textContent = this.#message.dataset.offline;
    }
    this.#isUnderWay = false;
  }

  /** @param {Response} answer */
  async #accept(answer) {
    if (answer.status === 204) return this.#refresh(answer).catch(() => location.reload());
    // Somebody else is signed in by now, or nobody: show what is true.
    if ([401, 409].includes(answer.status)) return location.reload();
    // Once more, as the browser does it: the server's page says what is wrong.
    this.disconnect();
    this.element.requestSubmit(this.#switch);
  }

  /** @param {Response} answer */
  async #refresh(answer) {
    const fresh = await page(await ask(answer.headers.get("Portico-Location") ?? location.href));
    const keys = this.element.closest("[data-config]")?.dataset.config.split(" ") ?? [];
    const shown = keys.flatMap((key) => [...document.querySelectorAll(`[data-config~="${CSS.escape(key)}"]`)]);
    for (const region of new Set(shown)) {
      const replacement = fresh.getElementById(region.id);
      if (replacement) replace(region, replacement);
    }
  }
}

/**
 * Puts `fresh` in the place of `old` and gives the focus to the element of the same id.
 * @param {Element} old
 * @param {Element} fresh
 */
function replace(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  old.replaceWith(document.adoptNode(fresh));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  fresh.dispatchEvent(new CustomEvent("portico:replaced", { bubbles: true }));
}
