import { follow, page, send } from "./door.js";
import { dialog, forget, sentenceOf, sheet } from "./fetching.js";
import { dirty, watch } from "./guard.js";
import { hideHud, isShown, showHud } from "./hud.js";
import { announce } from "./overlay.js";
import { look, refresh } from "./regions.js";
import { answered, sent } from "./sending.js";
import { stack } from "./stack.js";
import { takeNotices } from "./toaster.js";
import { complain, leaveToast } from "./toasts.js";

/** The HUD's id of a request. */
const waiting = "portico-request";

/** How many requests are waited for. */
let pending = 0;

/** @param {number} more */
function count(more) {
  pending += more;
  document.documentElement.toggleAttribute("data-waits", pending > 0);
  if (!pending) hideHud(waiting);
}

/**
 * Shows what an element says of the request it makes, unless that is over at once.
 * @param {HTMLElement} element
 * @param {Record<string, any>} [more]
 */
export function wait({ dataset: { porticoHud: text } }, more) {
  if (text != null) showHud({ id: waiting, text, grace: 0.3, minimum: 0.5, ...more });
}

/** The sentence for a server that cannot be reached. */
export const offline = /** @type {string} */ (document.getElementById("hud")?.dataset.offline);

/** @param {HTMLElement} element @param {unknown} work */
export async function during(element, work) {
  count(1);
  wait(element);
  try {
    await work;
  } finally {
    count(-1);
  }
}

/**
 * Sends a form without leaving the page, and does what the server says.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter a switch flips at once
 * @param {HTMLElement | null} message where to say what goes wrong; a toast does where there is none
 * @param {import("./layer.js").Layer} [layer] that the form is in
 */
export async function submit(form, submitter, message, layer) {
  if (sent.has(form)) return sent.set(form, "porticoSubmits" in form.dataset);
  /** @param {number} value of what is sent; the server works once it has everything */
  const progress = (value) => wait(form, value < 1 ? { kind: "progress", value } : {});
  const sending = send(form, submitter, { ...sheet, progress });
  const before = submitter?.ariaChecked;
  if (before) submitter.ariaChecked = `${before !== "true"}`;
  sent.set(form, false);
  form.ariaBusy = "true";
  complain(message);
  count(1);
  wait(form);
  try {
    await accept(await (form.id === "sign-out" ? soon(sending) : sending), form, layer, submitter);
    leaveToast(form.closest(".toast"));
  } catch (problem) {
    const error = /** @type {any} */ (problem);
    // The person leaves in any case.
    if (!error.sentence && form.id === "sign-out") form.dispatchEvent(new CustomEvent("portico:unsent", { detail: submitter }));
    if (before) submitter.ariaChecked = before;
    const text = error.sentence || (message?.dataset.porticoOffline ?? offline);
    complain(message, text);
    // Nothing is heard of a message under the HUD.
    if (message && isShown(waiting)) announce(text, "failure");
  }
  form.ariaBusy = null;
  count(-1);
  const again = sent.get(form);
  answered(form);
  if (again && form.isConnected) form.requestSubmit();
}

/**
 * Do not keep a person who leaves waiting for a dead connection.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
const soon = (answer) => Promise.race([answer, new Promise((_, fail) => setTimeout(fail, 3000, {}))]);

/**
 * The value returned by a page that is dismissed with the answer to its form.
 * @param {Headers} headers
 */
function returned(headers) {
  const value = headers.get("Portico-Value");
  return value == null ? undefined : decodeURIComponent(value);
}

/**
 * @param {Response} answer
 * @param {HTMLFormElement} form
 * @param {import("./layer.js").Layer | undefined} layer
 * @param {HTMLElement | null} submitter
 */
async function accept(answer, form, layer, submitter) {
  const { status, headers } = answer;
  const isGuarded = "porticoGuard" in form.dataset;
  // Somebody else is signed in by now: show what is true, unless something would be lost.
  if (status === 409 && !headers.has("Portico-Reason") && !dirty(layer?.element ?? document)) return location.reload();
  if (status !== 204) {
    const fresh = await page(answer);
    const asked = dialog(fresh);
    // Where the person has left the form, or sees another page by now, only what is wrong is said.
    if (!asked || !form.isConnected) {
      throw { sentence: sentenceOf(fresh) };
    }
    if (layer) layer.fill(asked, true);
    else {
      // A question over the page that the form is in: the browser goes there.
      form.setAttribute("target", "_top");
      form.requestSubmit(submitter);
    }
    return watch();
  }
  if ("signOut" in form.dataset) return follow(answer, form.dataset.signOut || "sign-out");
  const here = location.pathname + location.search;
  const place = headers.get("Portico-Location") ?? here;
  forget();
  // The server has the input now.
  form.removeAttribute("data-portico-guard");
  // Nor is a choice unsaved that has not changed meanwhile: its region shows again what is chosen elsewhere.
  if (!sent.get(form)) for (const field of form.querySelectorAll("input")) field.defaultChecked = field.checked;
  if (headers.has("Portico-Dismiss")) await stack.leave(layer, place, returned(headers));
  else if (layer && place !== layer.url) await stack.navigate(layer, place);
  else if (layer && isGuarded) await stack.load(layer);
  watch();
  if (!layer && "porticoHud" in form.dataset && place !== here) return location.assign(place);
  // The notices of the answer belong to this page. The form is saved, whether the page can be shown anew or not.
  const fresh = await refresh(place, { headers: { "Portico-Notices": "take" } }).catch(() => {});
  if (fresh) takeNotices(fresh);
  else setTimeout(look, 3000);
}
