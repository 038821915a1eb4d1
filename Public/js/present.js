import Behaviour from "./behaviour.js";

/** Moves a dialog that was sent open into the top layer: what is focused stays so, with its selection. */
export default class Presented extends Behaviour {
  connect() {
    this.on(this.element, "cancel", (event) => this.#guard(event));
    if (!this.element.matches(":modal")) this.#upgrade();
  }

  /** A file picker's `cancel` bubbles and means something else. @param {Event} event */
  #guard(event) {
    if (event.target === this.element && "modalInPresentation" in this.element.dataset) event.preventDefault();
  }

  #upgrade() {
    const focused = /** @type {HTMLInputElement} */ (document.activeElement);
    const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = focused;
    this.element.removeAttribute("open");
    this.element.showModal();
    if (!this.element.contains(focused)) return;
    focused.focus({ preventScroll: true });
    if (start != null) focused.setSelectionRange(start, end, direction);
  }
}
