import { rise } from "./hud-window.js";
import { settled } from "./motion.js";
import { hold, topmost } from "./overlay.js";
import { stack } from "./stack.js";

/**
 * Where the focus was before; it may be a field.
 * @type {HTMLInputElement | null | undefined}
 */
let back;
/**
 * The selection in it.
 * @type {[number | null, number | null, ("forward" | "backward" | "none")?]}
 */
let selection;
/**
 * The title that was there.
 * @type {string}
 */
let title;

/**
 * The login cover over the page, if there is one.
 * @returns {HTMLDialogElement | null}
 */
export const isCovered = () => document.querySelector("[data-covers]:not([data-leaving])");

/**
 * Lays the login cover over everything. What is under it stays as it is, out of sight.
 * @param {Document} fresh
 */
export function bring(fresh) {
  if (isCovered()) return;
  const screen = document.getElementById("screen");
  const cover = document.importNode(/** @type {HTMLDialogElement} */ (fresh.querySelector("dialog.presented")), true);
  // A cover that still leaves has not given the focus back.
  if (!back) {
    back = /** @type {HTMLInputElement} */ (document.activeElement);
    selection = [back.selectionStart, back.selectionEnd, /** @type {any} */ (back.selectionDirection)];
  }
  title = document.title;
  document.title = fresh.title;
  hold(screen);
  cover.removeAttribute("open");
  Object.assign(cover.dataset, { covers: "", animated: "" });
  // Whoever follows a link comes back to this tab.
  for (const link of cover.querySelectorAll("a")) link.target = "_blank";
  // Before everything else, so that its ids are the ones that count.
  screen.prepend(cover);
  stack.isHeld = true;
  raise();
  cover.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
}

/** Has the cover lie over what was opened meanwhile. */
export function raise() {
  const cover = /** @type {HTMLDialogElement} */ (isCovered());
  cover.close();
  cover.showModal();
  (cover.querySelector("[autofocus]") ?? cover).focus();
}

/** Takes the cover away. The focus goes back to where it was. */
export async function lift() {
  const cover = /** @type {HTMLDialogElement} */ (isCovered());
  stack.isHeld = false;
  cover.dataset.leaving = "";
  document.title = title;
  await settled(cover);
  cover.close();
  cover.remove();
  document.dispatchEvent(new Event("portico:replaced"));
  // The session has ended again meanwhile, and the new cover has lost the focus to this one.
  if (isCovered()) return raise();
  const place = /** @type {HTMLInputElement} */ (back);
  (place.isConnected ? place : topmost()).focus({ preventScroll: true });
  // Chromium forgets it under the cover when it is busy.
  if (selection[0] != null) place.setSelectionRange(...selection);
  back = null;
  rise();
}
