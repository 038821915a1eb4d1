import { leaveToast } from "./toasts.js";

/** A swipe to either side, far or fast enough, takes a toast away. */
export function swipe({ target, clientX: from, timeStamp: begun, pointerId }) {
  const toast = target.closest(".toast");
  if (target.closest("a, button")) return;
  toast.setPointerCapture(pointerId);
  toast.onpointermove = ({ clientX }) => toast.style.translate = `${clientX - from}px`;
  toast.onlostpointercapture = ({ timeStamp }) => {
    const way = Math.abs(parseFloat(toast.style.translate));
    toast.onpointermove = null;
    if (way > 45 || way > 9 && way / (timeStamp - begun) > 0.11) leaveToast(toast);
    else toast.style.translate = "";
  };
}
