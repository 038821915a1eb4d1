import { raiseHud } from "./hud-window.js";
import { holdPresenter, settled, topmost } from "./overlay.js";
import { stack } from "./stack.js";

/**
 * The element, maybe a field, that gets the focus back from the cover.
 * @type {HTMLInputElement | null | undefined}
 */
let focusBefore;
/**
 * The selection in that field.
 * @type {[number | null, number | null, ("forward" | "backward" | "none")?]}
 */
let selectionBefore;
/**
 * The title of the page under the cover.
 * @type {string}
 */
let titleBefore;

/**
 * The login cover over the page, if there is one.
 * @returns {HTMLDialogElement | null}
 */
export const currentCover = () => document.querySelector("[data-covers]:not([data-leaving])");

/**
 * Lays the login cover over everything, which stays as it is, but out of sight.
 * @param {Document} fresh
 */
export function showCover(fresh) {
  if (currentCover()) return;
  const screen = document.getElementById("screen");
  const cover = document.importNode(/** @type {HTMLDialogElement} */ (fresh.querySelector("dialog.presented")), true);
  // A cover that is still leaving has not given the focus back: then these are known.
  if (!focusBefore) {
    focusBefore = /** @type {HTMLInputElement} */ (document.activeElement);
    selectionBefore = [focusBefore.selectionStart, focusBefore.selectionEnd, /** @type {any} */ (focusBefore.selectionDirection)];
  }
  titleBefore = document.title;
  document.title = fresh.title;
  holdPresenter(screen);
  cover.removeAttribute("open");
  Object.assign(cover.dataset, { covers: "", animated: "" });
  // Links open another tab, because this one keeps the page.
  for (const link of cover.querySelectorAll("a")) link.target = "_blank";
  // First in the page, so that its ids are found before equal ones beneath.
  screen.prepend(cover);
  stack.isHeld = true;
  raiseCover();
  cover.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
}

/** Puts the cover above everything that was opened after it. */
export function raiseCover() {
  const cover = /** @type {HTMLDialogElement} */ (currentCover());
  cover.close();
  cover.showModal();
  (cover.querySelector("[autofocus]") ?? cover).focus();
}

/** Removes the cover and gives the focus back. */
export async function removeCover() {
  const cover = /** @type {HTMLDialogElement} */ (currentCover());
  stack.isHeld = false;
  cover.dataset.leaving = "";
  document.title = titleBefore;
  await settled(cover);
  cover.close();
  cover.remove();
  document.dispatchEvent(new Event("portico:replaced"));
  // If the session has ended again meanwhile, the end of this cover has taken the focus from the new one.
  if (currentCover()) return raiseCover();
  const place = /** @type {HTMLInputElement} */ (focusBefore);
  (place.isConnected ? place : topmost()).focus({ preventScroll: true });
  // A busy Chromium forgets the selection under the cover.
  if (selectionBefore[0] != null) place.setSelectionRange(...selectionBefore);
  focusBefore = null;
  raiseHud();
}
