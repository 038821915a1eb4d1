import { stack } from "./stack.js";

/**
 * Presents the page at an address; null dismisses the page that was presented last. With `replace` the page takes the place of
 * that one.
 * @param {string | null} url
 * @param {{ from?: HTMLElement, replace?: boolean, signal?: AbortSignal }} options `signal` dismisses it, or has it not come
 * @returns {Promise<string | undefined>} settles once the page is gone, with the value of the link, button or form that
 *   dismissed it
 */
export async function present(url, { from, replace = false, signal } = {}) {
  const shown = stack.layers.findLast(({ isItem }) => isItem);
  if (url === null) {
    if (shown) await stack.close(shown);
    return;
  }
  signal?.throwIfAborted();
  if (shown && replace) {
    await stack.navigate(shown, url, true);
    return shown.returned;
  }
  const opening = stack.open(url, from);
  signal?.addEventListener("abort", async () => stack.close(await opening), { once: true });
  const layer = await opening;
  if (!stack.layers.includes(layer)) return;
  layer.isItem = true;
  return layer.returned;
}

/**
 * Dismisses the top layer, or the one that `from` is in.
 * @param {{ from?: Element }} options
 */
export const dismiss = ({ from } = {}) => stack.close(from ? stack.of(from) : stack.top);
