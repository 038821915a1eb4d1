/**
 * Sends a form as the browser would, but stays on the page.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [submitter] the button, whose name, value and address belong to the form
 * @param {PorticoRequest} [options]
 */
export function send(form, submitter, options) {
  // That a form is read with its button, and becomes an address, is newer than the types.
  const fields = new /** @type {any} */ (FormData)(form, submitter);
  const body = setting(form, submitter, "enctype") === "multipart/form-data" ? fields : new URLSearchParams(fields);
  return ask(setting(form, submitter, "action") ?? location.href, { ...options, method: "POST", body });
}

/**
 * An attribute of a form, or of the button instead. The form's properties may be hidden by fields of their names.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null | undefined} submitter
 * @param {string} name
 */
export const setting = (form, submitter, name) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);

/** How many requests were made. */
let made = 0;

/**
 * Rejects when the server cannot be reached, or takes longer than half a minute after it has everything. Where the session of the page has ended
 * meanwhile, the answer comes once the person is back.
 * @param {string} address
 * @param {PorticoRequest} [options]
 * @returns {Promise<Response>}
 */
export async function ask(address, options) {
  const turn = made;
  made += 1;
  const again = () => askOnce(address, options);
  const answer = await again();
  if (!answer.headers.has("Portico-Cover")) return answer;
  const { resume } = await import("../main/main.js");
  return resume(answer, turn, again, options);
}

/**
 * The same, whatever the answer. Whom the page is for is said, so that nothing is done as somebody else. While an answer
 * that may bring another cookie is on its way, all tabs of this browser know of it by the lock. Not while files are sent:
 * they may take long, and nobody could sign in meanwhile.
 * @param {string} address
 * @param {PorticoRequest} [options]
 * @returns {Promise<Response>}
 */
export async function askOnce(address, options) {
  const { account = "" } = document.getElementById("screen").dataset;
  const headers = { Accept: "text/html", "Portico-Request": "script", "Portico-Account": account, ...options?.headers };
  if (options?.body instanceof FormData) return (await import("../upload.js")).upload(address, { ...options, headers });
  const go = () => fetch(address, { ...options, headers, signal: /** @type {any} */ (AbortSignal).timeout(30_000) });
  return options?.method ? locked("shared", 10, go) : go();
}

/**
 * Works while it has the lock of this browser's cookie. A tab that is suspended may keep the lock: after so many seconds the work
 * begins without it. Nothing that runs under the lock waits for something that takes it.
 * @template T
 * @param {LockMode} mode
 * @param {number} seconds
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function locked(mode, seconds, work) {
  /** @type {Promise<T> | undefined} */
  let result;
  const begin = () => {
    result ??= work();
    return result;
  };
  const signal = /** @type {any} */ (AbortSignal).timeout(seconds * 1000);
  // An error of the work is in its own promise.
  await navigator.locks.request("portico", { mode, signal }, begin).catch(() => {});
  return begin();
}

/** @param {string} text */
const same = (text) => text;
const rules = { createHTML: same, createScriptURL: same };
/** Where Trusted Types are enforced, no other text becomes markup or the address of a script. */
export const trusted = window.trustedTypes?.createPolicy("portico", rules) ?? rules;

/**
 * The page in an answer.
 * @param {Response} answer
 */
export async function page(answer) {
  return new DOMParser().parseFromString(trusted.createHTML(await answer.text()), "text/html");
}

/**
 * Says how the page is come to that this tab shows next.
 * @param {string} arrival
 */
export function arrive(arrival) {
  try {
    sessionStorage.setItem("portico-arrival", arrival);
  } catch { /* Storage is blocked. */ }
}

/**
 * Goes where the answer says, and never comes back. What the page comes from selects the animation of its arrival.
 * @param {Response} answer
 * @param {string} arrival
 * @param {string} [fragment] of the address that the person wants, which the server does not know
 */
export function follow(answer, arrival, fragment = "") {
  arrive(arrival);
  // At the same address, a fragment would be a move within this page.
  if (fragment) history.replaceState(null, "", "/session/new");
  location.replace((answer.headers.get("Portico-Location") ?? "/") + fragment);
  return new Promise(() => {});
}
