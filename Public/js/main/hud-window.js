import { isEscape } from "./escape.js";
import { float, hold, keepFocus, part, returnFocus } from "./overlay.js";
import { moveToasts } from "./toasts.js";

/**
 * Lies over the window while anything is shown.
 * @type {HTMLDialogElement | null}
 */
let cover = null;

/**
 * Puts a content into the HUD. It comes from where it will leave to.
 * @param {HTMLElement} element
 * @param {() => void} dismissTop what a click outside, or Escape, does
 */
export function appear(element, dismissTop) {
  const panel = /** @type {HTMLElement} */ (element.firstElementChild);
  const dialog = cover?.isConnected ? cover : open(dismissTop);
  /** @type {Element} */ (dialog.lastElementChild).before(element);
  panel.dataset.leaving = "";
  panel.offsetHeight;
  delete panel.dataset.leaving;
}

/** @param {() => void} dismissTop @returns {HTMLDialogElement} */
function open(dismissTop) {
  const screen = document.getElementById("screen");
  hold(screen);
  /** @type {HTMLDialogElement} */
  const dialog = part(".hud");
  cover = dialog;
  /** @param {Event} event */
  const dismiss = (event) => {
    event.preventDefault();
    dismissTop();
  };
  dialog.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest(".hud-panel, .toasts")) dismiss(event);
  });
  dialog.addEventListener("keydown", (event) => isEscape(event) && dismiss(event));
  dialog.addEventListener("focusout", () => queueMicrotask(rise));
  screen.prepend(dialog);
  rise();
  dialog.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
  return dialog;
}

/** Covers whatever was opened meanwhile. What the focus was in by then gets it back. */
export function rise() {
  if (!cover?.isConnected || /** @type {Element} */ (document.activeElement).closest(".hud, [data-covers]")) return;
  keepFocus();
  cover.close();
  cover.showModal();
  cover.focus();
  float(/** @type {HTMLElement} */ (cover.querySelector(".toasts")));
}

/** The contents that are in the HUD, the top one last. */
export const contents = () => [...(cover?.children ?? [])];

/**
 * The window looks as the content does that comes or goes, on the background of the topmost one.
 * @param {HTMLElement} content
 * @param {string} background
 */
export function paint({ style }, background) {
  /** @type {HTMLElement} */ (cover).style.cssText = `${style.cssText};background:${background}`;
}

/**
 * Takes a content away, and with the last one the HUD. The focus goes back.
 * @param {HTMLElement} element
 */
export function vanish(element) {
  element.remove();
  const gone = /** @type {HTMLDialogElement} */ (cover);
  if (gone.querySelector(".hud-content")) return rise();
  cover = null;
  gone.close();
  gone.remove();
  moveToasts(gone);
  document.dispatchEvent(new Event("portico:replaced"));
  returnFocus();
}
