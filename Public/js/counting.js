/** The toasts whose time is counted here. */
const counted = new WeakSet();

/**
 * Counts the time of a toast for a style sheet without the animation that does it, and dispatches the events of that animation.
 * The time stands still while the toast cannot be seen, and while somebody reads it.
 * @param {HTMLElement} toast
 * @param {number} seconds
 */
export function countTime(toast, seconds) {
  if (counted.has(toast)) return;
  counted.add(toast);
  let left = seconds;
  const timer = setInterval(() => {
    if (!toast.isConnected) return clearInterval(timer);
    if (!toast.checkVisibility()) return;
    if (left === seconds) toast.dispatchEvent(new Event("animationstart", { bubbles: true }));
    if (!getComputedStyle(toast).getPropertyValue("--stands-still")) left -= 0.25;
    if (left > 0) return;
    clearInterval(timer);
    toast.dispatchEvent(new Event("animationend", { bubbles: true }));
  }, 250);
}
