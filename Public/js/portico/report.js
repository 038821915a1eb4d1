/** Whether this page has reported an error. */
let isReported = false;

/**
 * Reports the first uncaught error to the server's log: its name and places, without its message, which may be personal.
 * @param {any} event
 */
export function report({ error, reason = error }) {
  const places = reason?.stack?.match(/js\/\S+\d/g);
  if (isReported || !places) return;
  isReported = true;
  const address = /** @type {string} */ (document.documentElement.dataset.errorsPath);
  navigator.sendBeacon(address, [reason.name, ...places].join(" "));
}
