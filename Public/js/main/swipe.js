/**
 * A swipe to either side, far or fast enough, takes a toast away.
 * @param {PointerEvent} begin
 * @param {(toast: HTMLElement) => void} leave
 */
export function swipe(begin, leave) {
  const target = /** @type {Element} */ (begin.target);
  const toast = /** @type {HTMLElement} */ (target.closest(".toast"));
  if (target.closest("a, button")) return;
  toast.setPointerCapture(begin.pointerId);
  const moves = new AbortController();
  toast.addEventListener("pointermove", ({ clientX }) => {
    toast.style.translate = `${clientX - begin.clientX}px`;
  }, moves);
  toast.addEventListener("lostpointercapture", ({ timeStamp }) => {
    moves.abort();
    const way = Math.abs(parseFloat(toast.style.translate));
    if (way > 45 || (way > 9 && way / (timeStamp - begin.timeStamp) > 0.11)) leave(toast);
    else toast.style.translate = "";
  }, moves);
}
