/** The server cannot be reached, does not answer in time, or its answer breaks off. */
class Unreachable extends Error {}

/** @returns {never} */
function throwUnreachable() {
  throw new Unreachable();
}

/**
 * Reports an error of a script. An answer, a sentence of the server, and a server that cannot be reached are expected here.
 * @param {unknown} error
 */
export function reportUnexpected(error) {
  if (error instanceof Error && !(error instanceof Unreachable)) reportError(error);
}

/**
 * Sends a form as the browser would, but stays on the page.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [submitter] the button, whose name, value and address belong to the form
 * @param {PorticoRequest} [options]
 */
export function sendForm(form, submitter, options) {
  // The types do not know yet that a form is read with its button, and that its fields become an address.
  const fields = new /** @type {any} */ (FormData)(form, submitter);
  const hasFiles = formAttribute(form, submitter, "enctype") === "multipart/form-data";
  const body = hasFiles ? fields : new URLSearchParams(fields);
  return request(formAttribute(form, submitter, "action") ?? location.href, { ...options, method: "POST", body });
}

/**
 * An attribute of the button, or of the form. A property of the form may be hidden by a field with its name.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null | undefined} submitter
 * @param {string} name
 */
export const formAttribute = (form, submitter, name) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);

/** The number of requests of this page. */
let made = 0;

/**
 * Makes a request. Rejects if the server cannot be reached, or takes longer than half a minute after it has the whole request. If
 * the session has ended, the answer comes after the next sign-in.
 * @param {string} address
 * @param {PorticoRequest} [options]
 * @returns {Promise<Response>}
 */
export async function request(address, options) {
  const turn = made;
  made += 1;
  const again = () => requestOnce(address, options);
  const answer = await again();
  if (!answer.headers.has("Portico-Cover")) return answer;
  const { repeatAfterSignIn } = await import("../main/main.js");
  return repeatAfterSignIn(answer, turn, again, options);
}

/**
 * Makes a request and returns its answer, also if the session has ended. The request names the account of the page, so that it
 * does nothing for another one. An answer to a form may bring another cookie: all tabs of this browser wait for it by the lock,
 * but not while files are sent, which takes long, because nobody could sign in meanwhile.
 * @param {string} address
 * @param {PorticoRequest} [options]
 * @returns {Promise<Response>}
 */
export async function requestOnce(address, options) {
  const { account = "" } = document.getElementById("screen").dataset;
  const headers = { Accept: "text/html", "Portico-Request": "script", "Portico-Account": account, ...options?.headers };
  if (options?.body instanceof FormData) {
    const { upload } = await import("../upload.js");
    return upload(address, { ...options, headers }).catch(throwUnreachable);
  }
  const send = () => {
    const signal = /** @type {any} */ (AbortSignal).timeout(30_000);
    return fetch(address, { ...options, headers, signal }).catch(throwUnreachable);
  };
  return options?.method ? withCookieLock(send) : send();
}

/**
 * Works while it shares the lock of this browser's cookie. Because a suspended tab may keep the lock, the work begins without it
 * after some seconds. Work under the lock must not wait for anything else that takes the lock.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withCookieLock(work) {
  /** @type {Promise<T> | undefined} */
  let result;
  const begin = () => {
    result ??= work();
    return result;
  };
  const signal = /** @type {any} */ (AbortSignal).timeout(10_000);
  // Settled, because an error of the work is in its result, and without a lock the work begins here.
  await Promise.allSettled([navigator.locks.request("portico", { mode: "shared", signal }, begin)]);
  return begin();
}

/**
 * Works while no request may change this browser's cookie. Null if one is on its way. It does not wait in the queue of the lock,
 * because a sign-in would wait behind it.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | null>}
 */
export const whileCookieStays = (work) =>
  navigator.locks.request("portico", { ifAvailable: true }, (lock) => lock && work());

/** @param {string} text */
const unchanged = (text) => text;
const rules = { createHTML: unchanged, createScriptURL: unchanged };
/** The policy for Trusted Types. Where they are enforced, no other text becomes markup or the address of a script. */
export const trusted = window.trustedTypes?.createPolicy("portico", rules) ?? rules;

/**
 * The page in an answer.
 * @param {Response} answer
 */
export async function parsePage(answer) {
  const text = await answer.text().catch(throwUnreachable);
  return new DOMParser().parseFromString(trusted.createHTML(text), "text/html");
}

/**
 * Sets the transition with which the next page of this tab arrives.
 * @param {string} arrival
 */
export function setArrival(arrival) {
  try {
    sessionStorage.setItem("portico-arrival", arrival);
  } catch (error) {
    // Where storage is blocked or full, the next page arrives without a transition of its own.
    console.debug(error);
  }
}

/**
 * Goes to the page that an answer names. The promise never settles, because this page is left.
 * @param {Response} answer
 * @param {string} arrival
 * @param {string} [fragment] of the address that the person wants, which the server does not get
 */
export function followAnswer(answer, arrival, fragment = "") {
  setArrival(arrival);
  // At the address of this page, a fragment would only scroll. An empty query makes that another address.
  if (fragment) history.replaceState(null, "", "?");
  location.replace((answer.headers.get("Portico-Location") ?? "/") + fragment);
  return new Promise(() => {});
}
