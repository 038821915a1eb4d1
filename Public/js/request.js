/**
 * Sends a form as the browser would, but stays on the page.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} [submitter] the button, whose name and value belong to the form
 */
export function send(form, submitter) {
  return ask(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, submitter)) });
}

/**
 * Rejects when the server cannot be reached or takes longer than half a minute.
 * @param {string} address
 * @param {RequestInit} [options]
 */
export function ask(address, options) {
  return fetch(address, {
    ...options,
    headers: { Accept: "text/html", "Portico-Request": "script" },
    signal: AbortSignal.timeout(30_000),
  });
}

/** The page in an answer. @param {Response} answer */
export async function page(answer) {
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/**
 * Goes where the answer says. What the page comes from selects the animation of its arrival.
 * @param {Response} answer
 * @param {string} arrival
 */
export function follow(answer, arrival) {
  try {
    sessionStorage.setItem("portico-arrival", arrival);
  } catch { /* Storage is blocked. */ }
  location.replace(answer.headers.get("Portico-Location") ?? "/");
}
