import { Behaviour } from "./behaviour.js";

const focused = /** @type {HTMLInputElement} */ (document.activeElement);
const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = /** @type {any} */ (focused);

/**
 * Moves a dialog that was sent open into the top layer: what is focused stays so, with its selection.
 * @extends {Behaviour<HTMLDialogElement>}
 */
export class Presented extends Behaviour {
  connect() {
    const { element } = this;
    // A file picker's `cancel` bubbles and means something else.
    this.on(element, "cancel", (event) => event.target === element && event.preventDefault());
    if (element.matches(":modal")) return;
    for (const layer of /** @type {any} */ (element.parentElement).children) layer.inert = false;
    element.removeAttribute("open");
    element.showModal();
    if (!element.contains(focused)) return (element.querySelector("[autofocus]:not([data-question] *)") ?? element).focus();
    focused.focus({ preventScroll: true });
    if (start != null) focused.setSelectionRange(start, end, direction);
  }
}
