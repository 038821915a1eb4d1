import { isEscape } from "./escape.js";
import { commitStyle, copyOfPart, holdPresenter, raisePopover, rememberFocusUnderHud, returnFocusFromHud } from "./overlay.js";
import { moveToasts } from "./toasts.js";

/**
 * The dialog over the window that contains everything the HUD shows.
 * @type {HTMLDialogElement | null}
 */
let hudWindow = null;

/**
 * Puts a content into the HUD.
 * @param {HTMLElement} element
 * @param {(event: Event) => void} dismissTop called after a click outside, or Escape
 */
export function addContent(element, dismissTop) {
  const panel = /** @type {HTMLElement} */ (element.firstElementChild);
  const dialog = hudWindow?.isConnected ? hudWindow : openWindow(dismissTop);
  /** @type {Element} */ (dialog.lastElementChild).before(element);
  // It arrives from the state in which it will leave.
  panel.dataset.leaving = "";
  commitStyle(panel);
  delete panel.dataset.leaving;
}

/** @param {(event: Event) => void} dismissTop @returns {HTMLDialogElement} */
function openWindow(dismissTop) {
  const screen = document.getElementById("screen");
  holdPresenter(screen);
  /** @type {HTMLDialogElement} */
  const dialog = copyOfPart(".hud");
  hudWindow = dialog;
  /** @param {Event} event */
  const dismiss = (event) => {
    event.preventDefault();
    dismissTop(event);
  };
  dialog.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest(".hud-panel, .toasts")) dismiss(event);
  });
  dialog.addEventListener("keydown", (event) => {
    if (isEscape(event)) dismiss(event);
  });
  // While the focus moves on to a control of the HUD, no element has it, which is not a loss.
  dialog.addEventListener("focusout", ({ relatedTarget }) => {
    if (!dialog.contains(/** @type {Node | null} */ (relatedTarget))) queueMicrotask(raiseHud);
  });
  screen.prepend(dialog);
  raiseHud();
  dialog.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
  return dialog;
}

/** Puts the HUD above everything that was opened after it, and remembers the focus that this had. */
export function raiseHud() {
  if (!hudWindow?.isConnected || /** @type {Element} */ (document.activeElement).closest(".hud, [data-covers]")) return;
  rememberFocusUnderHud();
  hudWindow.close();
  hudWindow.showModal();
  hudWindow.focus();
  raisePopover(/** @type {HTMLElement} */ (hudWindow.querySelector(".toasts")));
}

/** The elements in the HUD, the top one last. */
export const hudChildren = () => [...(hudWindow?.children ?? [])];

/**
 * Gives the window the style of the content that comes or leaves, and the background of the top one.
 * @param {HTMLElement} content
 * @param {string} background
 */
export function paintHud({ style }, background) {
  /** @type {HTMLElement} */ (hudWindow).style.cssText = `${style.cssText};background:${background}`;
}

/**
 * Removes a content. With the last one the HUD leaves, and the focus goes back.
 * @param {HTMLElement} element
 */
export function removeContent(element) {
  element.remove();
  const dialog = /** @type {HTMLDialogElement} */ (hudWindow);
  if (dialog.querySelector(".hud-content")) return raiseHud();
  hudWindow = null;
  dialog.close();
  dialog.remove();
  moveToasts(dialog);
  document.dispatchEvent(new Event("portico:replaced"));
  returnFocusFromHud();
}
