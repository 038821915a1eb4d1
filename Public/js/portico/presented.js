import { Behaviour } from "./behaviour.js";

const focused = /** @type {HTMLInputElement} */ (document.activeElement);
const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = /** @type {any} */ (focused);

/**
 * Moves a dialog that the server sent open into the top layer. The focus and its selection stay.
 * @extends {Behaviour<HTMLDialogElement>}
 */
export class Presented extends Behaviour {
  connect() {
    const { element } = this;
    // The `cancel` of a file picker bubbles, and is no request to close the dialog.
    this.on(element, "cancel", (event) => {
      if (event.target === element) event.preventDefault();
    });
    if (element.matches(":modal")) return;
    for (const layer of /** @type {any} */ (element.parentElement).children) layer.inert = false;
    element.removeAttribute("open");
    element.showModal();
    if (!element.contains(focused)) return (element.querySelector("[autofocus]:not([data-question] *)") ?? element).focus();
    focused.focus({ preventScroll: true });
    if (start != null) focused.setSelectionRange(start, end, direction);
  }
}
