/** Whether this page has told the server of an error. */
let isReported = false;

/**
 * Tells the server's log of the first error that nobody has caught: its name and where it happened, not what it says, which
 * may be personal.
 * @param {any} event
 */
export function report({ error, reason = error }) {
  const places = reason?.stack?.match(/js\/\S+\d/g);
  if (isReported || !places) return;
  isReported = true;
  navigator.sendBeacon("/errors", [reason.name, ...places].join(" "));
}
