import { confirmLeaving } from "./guard.js";
import { stack } from "./stack.js";

/**
 * Presents the page at an address; null dismisses the page that was presented last. With `replace` the page takes the place of
 * that one.
 * @param {string | null} url
 * @param {{ from?: HTMLElement, replace?: boolean, signal?: AbortSignal }} options `signal` dismisses the page, or keeps it from opening
 * @returns {Promise<string | undefined>} settles when the page is gone, with the value of the link, button or form that
 *   dismissed it
 */
export async function present(url, { from, replace = false, signal } = {}) {
  const last = stack.layers.findLast(({ isItem }) => isItem);
  if (url === null) {
    await stack.close(last);
    return;
  }
  if (signal?.aborted) return;
  if (last && replace) {
    await stack.navigate(last, url, true);
    return last.returned;
  }
  const layer = stack.open(url, from);
  layer.isItem = true;
  const close = () => stack.close(layer);
  signal?.addEventListener("abort", close);
  return layer.returned.finally(() => signal?.removeEventListener("abort", close));
}

/**
 * Dismisses the top layer, or the one that contains `from`. With `asks` the person decides about unsaved input.
 * @param {{ from?: Element, asks?: boolean }} options
 */
export function dismiss({ from, asks = false } = {}) {
  const layer = from ? stack.layerOf(from) : stack.top;
  const close = () => stack.close(layer);
  return asks && layer ? confirmLeaving(layer.element, close) : close();
}
