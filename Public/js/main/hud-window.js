import { float, hold, keepFocus, part, returnFocus, topmost } from "./overlay.js";
import { moveToasts } from "./toasts.js";

/** Lies over the window while anything is shown. @type {HTMLDialogElement | null} */
let cover = null;

/**
 * Puts a content into the HUD. It comes from where it will leave to.
 * @param {HTMLElement} element
 * @param {() => void} dismissTop what a click outside, or Escape, does
 */
export function appear(element, dismissTop) {
  const panel = /** @type {HTMLElement} */ (element.firstElementChild);
  if (!cover?.isConnected) open(dismissTop);
  cover.lastElementChild.before(element);
  panel.dataset.leaving = "";
  panel.offsetHeight;
  delete panel.dataset.leaving;
}

/** @param {() => void} dismissTop */
function open(dismissTop) {
  const screen = document.getElementById("screen");
  if (!topmost().matches(":modal")) hold(screen);
  cover = part(".hud");
  const dismiss = (event) => {
    event.preventDefault();
    dismissTop();
  };
  cover.addEventListener("click", (event) => event.target.closest(".hud-panel, .toasts") || dismiss(event));
  cover.addEventListener("keydown", (event) => event.key === "Escape" && dismiss(event));
  cover.addEventListener("focusout", () => queueMicrotask(rise));
  screen.prepend(cover);
  rise();
  cover.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
}

/** Covers whatever was opened meanwhile. What the focus was in by then gets it back. */
export function rise() {
  if (!cover?.isConnected || document.activeElement.closest(".hud, [data-covers]")) return;
  keepFocus();
  cover.close();
  cover.showModal();
  cover.focus();
  float(cover.querySelector(".toasts"));
}

/** The contents that are in the HUD, the top one last. */
export const contents = () => [...cover?.children ?? []];

/** The window looks as the content does that comes or goes, on the background of the topmost one. */
export function paint({ style }, background) {
  cover.style.cssText = `${style.cssText};background:${background}`;
}

/** Takes a content away, and with the last one the HUD. The focus goes back. @param {HTMLElement} element */
export function vanish(element) {
  element.remove();
  if (cover.querySelector(".hud-content")) return rise();
  const gone = cover;
  cover = null;
  gone.close();
  gone.remove();
  moveToasts(gone);
  document.dispatchEvent(new Event("portico:replaced"));
  returnFocus();
}
