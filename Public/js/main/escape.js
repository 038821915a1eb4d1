import { isComposed } from "./door.js";

/** A dialog of a page author's. */
const dialog = "dialog:not(.presented, .hud)";

/** The list or calendar of a field, where the browser can say that it is open: it closes them first. */
const opened = CSS.supports("selector(:open)") ? `${dialog}, :is(select, input):open` : dialog;

/**
 * Whether a key is an Escape that is left for layers and the HUD: nothing inside has taken it, no input method, and nothing is
 * open that the browser closes first.
 * @param {any} event
 */
export function isEscape(event) {
  if (event.key !== "Escape" || event.defaultPrevented || isComposed(event)) return false;
  /** @type {any[]} */
  const path = event.composedPath();
  const inside = path.slice(0, path.indexOf(document.body));
  if (inside.some((node) => node.matches?.(opened))) return false;
  // Nothing has the focus where the person has clicked beside the buttons of a dialog: it is inert beneath.
  if (!inside.length && document.querySelector(`${dialog}:modal`)) return false;
  return ![...document.querySelectorAll(":popover-open"), ...inside].some(({ popover }) => /auto|hint/.test(popover));
}
