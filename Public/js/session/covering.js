import { hold, rise, settled, stack, topmost } from "../main/main.js";

/** What was there before: where the focus was, what was selected, and the title. */
let back;
let selection;
let title;

/** The login cover over the page, if there is one. @returns {HTMLDialogElement | null} */
export const isCovered = () => document.querySelector("[data-covers]:not([data-leaving])");

/** Lays the login cover over everything. What is under it stays as it is, out of sight. @param {Document} fresh */
export function bring(fresh) {
  if (isCovered()) return;
  const screen = document.getElementById("screen");
  const cover = document.importNode(fresh.querySelector("dialog.presented"), true);
  back = document.activeElement;
  selection = [back.selectionStart, back.selectionEnd, back.selectionDirection];
  title = document.title;
  document.title = fresh.title;
  if (!topmost().matches(":modal")) hold(screen);
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
  const cover = isCovered();
  cover.close();
  cover.showModal();
  (cover.querySelector("[autofocus]") ?? cover).focus();
}

/** Takes the cover away. The focus goes back to where it was. */
export async function lift() {
  const cover = isCovered();
  stack.isHeld = false;
  cover.dataset.leaving = "";
  document.title = title;
  await settled(cover);
  cover.close();
  cover.remove();
  document.dispatchEvent(new Event("portico:replaced"));
  (back.isConnected ? back : topmost()).focus({ preventScroll: true });
  // Chromium forgets it under the cover when it is busy.
  if (selection[0] != null) back.setSelectionRange(...selection);
  back = null;
  rise();
}
