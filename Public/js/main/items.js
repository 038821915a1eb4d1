import { leave } from "./guard.js";
import { stack } from "./stack.js";

/**
 * Presents the page at an address; null dismisses the page that was presented last. With `replace` the page takes the place of
 * that one.
 * @param {string | null} url
 * @param {{ from?: HTMLElement, replace?: boolean, signal?: AbortSignal }} options `signal` dismisses it, or keeps it from opening
 * @returns {Promise<string | undefined>} settles once the page is gone, with the value of the link, button or form that
 *   dismissed it
 */
export async function present(url, { from, replace = false, signal } = {}) {
  const shown = stack.layers.findLast(({ isItem }) => isItem);
  if (url === null) {
    await stack.close(shown);
    return;
  }
  if (signal?.aborted) return;
  if (shown && replace) {
    await stack.navigate(shown, url, true);
    return shown.returned;
  }
  const layer = stack.open(url, from);
  layer.isItem = true;
  const callOff = () => stack.close(layer);
  signal?.addEventListener("abort", callOff);
  return layer.returned.finally(() => signal?.removeEventListener("abort", callOff));
}

/**
 * Dismisses the top layer, or the one that `from` is in. With `asks` the person decides what becomes of unsaved input.
 * @param {{ from?: Element, asks?: boolean }} options
 */
export function dismiss({ from, asks = false } = {}) {
  const layer = from ? stack.of(from) : stack.top;
  const close = () => stack.close(layer);
  return asks && layer ? leave(layer.element, close) : close();
}
