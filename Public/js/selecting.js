import { withNumber } from "./plural.js";
import { Behaviour } from "./portico/portico.js";

/**
 * The form with the actions on the selected rows of a table: a box that selects all, ranges with the shift key, and the number of
 * selected rows.
 * @extends {Behaviour<HTMLFormElement>}
 */
export class Selecting extends Behaviour {
  /**
   * The box that was clicked last, where a range begins.
   * @type {HTMLInputElement | undefined}
   */
  #last;
  /** Whether Shift was down with the last key. Not every engine tells so with the click that a space makes. */
  #hasShift = false;

  connect() {
    const table = /** @type {HTMLElement} */ (this.element.parentElement);
    this.on(table, "click", (event) => this.#click(event));
    this.on(table, "keyup", ({ shiftKey }) => {
      this.#hasShift = shiftKey;
    });
    // Rows were added.
    this.on(table, "portico:replaced", () => this.#showNumber());
    this.#showNumber();
  }

  /** The boxes of the rows. */
  get #boxes() {
    return [.../** @type {Iterable<HTMLInputElement>} */ (this.element.elements)].filter(({ type, name }) => type === "checkbox" && name);
  }

  /** @param {any} event */
  #click({ target, detail, shiftKey }) {
    const box = target.closest(".table-select")?.querySelector("input");
    if (!box) return;
    // The whole cell is the target.
    if (target !== box) box.checked = !box.checked;
    const boxes = this.#boxes;
    const end = boxes.indexOf(box);
    const isRange = detail ? shiftKey : this.#hasShift;
    const start = isRange && this.#last ? boxes.indexOf(this.#last) : -1;
    if (end < 0) setAll(boxes, box.checked);
    else if (start >= 0) setAll(boxes.slice(Math.min(start, end), Math.max(start, end)), box.checked);
    this.#last = box;
    this.#showNumber();
  }

  #showNumber() {
    const boxes = this.#boxes;
    const { length } = boxes.filter(({ checked }) => checked);
    const all = /** @type {HTMLInputElement | null} */ (this.element.parentElement?.querySelector(".select-all"));
    if (all) {
      all.checked = length > 0 && length === boxes.length;
      all.indeterminate = length > 0 && length < boxes.length;
    }
    const status = /** @type {HTMLElement} */ (this.element.querySelector("[role=status]"));
    status.textContent = length ? withNumber(/** @type {string} */ (status.dataset.selected), length) : "";
  }
}

/** @param {HTMLInputElement[]} boxes @param {boolean} isChecked */
function setAll(boxes, isChecked) {
  for (const box of boxes) box.checked = isChecked;
}
