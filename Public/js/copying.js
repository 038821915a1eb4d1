import { Behaviour } from "./portico/portico.js";

/**
 * A button that copies a text, and says whether it did.
 * @extends {Behaviour<HTMLButtonElement>}
 */
export class Copying extends Behaviour {
  connect() {
    const { element } = this;
    // Browsers have a clipboard only for secure origins.
    element.hidden = !navigator.clipboard;
    this.on(element, "click", () => this.#copy());
  }

  async #copy() {
    const { element } = this;
    const { porticoCopy: text, copied, failed } = element.dataset;
    try {
      await navigator.clipboard.writeText(/** @type {string} */ (text));
      element.textContent = /** @type {string} */ (copied);
    } catch {
      // The browser does not allow it: the person can copy the selected text.
      element.textContent = /** @type {string} */ (failed);
      const shown = element.previousElementSibling ?? element.parentElement?.previousElementSibling;
      getSelection()?.selectAllChildren(/** @type {Element} */ (shown));
    }
  }
}
