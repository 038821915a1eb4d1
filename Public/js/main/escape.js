import { isComposed } from "../portico/portico.js";

/** The dialogs of page authors. */
const otherDialog = "dialog:not(.presented, .hud)";

/** Elements that the browser closes first: such a dialog and, if the browser tells, the open list or calendar of a field. */
const closedFirst = CSS.supports("selector(:open)") ? `${otherDialog}, :is(select, input):open` : otherDialog;

/**
 * Whether a key is an Escape for the layers and the HUD. Scripts of the page, input methods, and everything that the browser
 * closes first come before them.
 * @param {any} event
 */
export function isEscape(event) {
  if (event.key !== "Escape" || event.defaultPrevented || isComposed(event)) return false;
  /** @type {any[]} */
  const path = event.composedPath();
  const inside = path.slice(0, path.indexOf(document.body));
  if (inside.some((node) => node.matches?.(closedFirst))) return false;
  // After a click beside the buttons of a dialog the body has the focus, and everything in it is inert.
  if (!inside.length && document.querySelector(`${otherDialog}:modal`)) return false;
  return ![...document.querySelectorAll(":popover-open"), ...inside].some(({ popover }) => /auto|hint/.test(popover));
}
