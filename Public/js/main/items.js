import { stack } from "./stack.js";

/** The layer of the item that is presented. */
let item;

/**
 * Presents the page at an address; null dismisses it. With `replace` it takes the place of the one presented before.
 * @param {string | null} url
 * @param {{ from?: HTMLElement, replace?: boolean }} [options]
 */
export async function present(url, { from, replace } = {}) {
  const isShown = stack.layers.includes(item);
  if (url === null) return isShown && stack.close(item);
  if (isShown && replace) return stack.navigate(item, url, true);
  item = await stack.open(url, from);
}

/** Dismisses the top layer, or the one that `from` is in. @param {{ from?: Element }} [options] */
export const dismiss = ({ from } = {}) => stack.close(from ? stack.of(from) : stack.top);
