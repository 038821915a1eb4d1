import { followAnswer, parsePage, reportUnexpected, sendForm } from "../portico/portico.js";
import { dialogOf, forgetPrefetched, sentenceOf, sheetOnly } from "./fetching.js";
import { keepUnsaved, unsavedForm, updateUnloadGuard } from "./guard.js";
import { hideHud, isHudShown, showHud } from "./hud.js";
import { announce } from "./overlay.js";
import { refresh, refreshInBackground } from "./regions.js";
import { formsBeingSent, noteAnswer } from "./sending.js";
import { stack } from "./stack.js";
import { showNotices } from "./toaster.js";
import { removeToast, showProblem } from "./toasts.js";

/** The id of the HUD that is shown during a request. */
const hudId = "portico-request";

/**
 * Whether a form ends the session, which works without the server, too.
 * @param {HTMLFormElement} form
 */
const endsSession = (form) => form.getAttribute("action") === document.getElementById("screen").dataset.signOutPath;

/** The number of requests that the page waits for. */
let pending = 0;

/** @param {number} more */
function countPending(more) {
  pending += more;
  document.documentElement.toggleAttribute("data-waits", pending > 0);
  if (!pending) hideHud(hudId);
}

/**
 * Shows the text that an element has for its request, unless the request is over at once.
 * @param {HTMLElement} element
 * @param {Record<string, any>} [fields] of the HUD
 */
export function showRequestHud({ dataset: { porticoHud: text } }, fields) {
  if (text != null) showHud({ id: hudId, text, grace: 0.3, minimum: 0.5, ...fields });
}

/** The sentence for a server that cannot be reached. */
export const offline = /** @type {string} */ (document.getElementById("screen").dataset.offline);

/**
 * Marks the page as waiting, with a HUD if the element has a text for it, until the work is done.
 * @param {HTMLElement} element
 * @param {unknown} work
 */
export async function showWaiting(element, work) {
  countPending(1);
  showRequestHud(element);
  try {
    await work;
  } finally {
    countPending(-1);
  }
}

/**
 * Sends a form without leaving the page, and acts on the answer.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter a switch flips at once
 * @param {HTMLElement | null} message the place for a problem; null for a toast
 * @param {import("./layer.js").Layer} [layer] that contains the form
 */
export async function submitForm(form, submitter, message, layer) {
  if (formsBeingSent.has(form)) return formsBeingSent.set(form, "porticoSubmits" in form.dataset);
  /** @param {number} value the part that is sent; after all of it, the server works for an unknown time */
  const progress = (value) => showRequestHud(form, value < 1 ? { kind: "progress", value } : {});
  const sending = sendForm(form, submitter, { ...sheetOnly, progress });
  const checked = submitter?.ariaChecked;
  if (checked) submitter.ariaChecked = `${checked !== "true"}`;
  formsBeingSent.set(form, false);
  form.ariaBusy = "true";
  showProblem(message);
  countPending(1);
  showRequestHud(form);
  try {
    await acceptAnswer(await (endsSession(form) ? withinThreeSeconds(sending) : sending), form, layer, submitter);
    removeToast(form.closest(".toast"));
  } catch (error) {
    if (checked) submitter.ariaChecked = checked;
    showFailure(error, form, submitter, message);
  }
  form.ariaBusy = null;
  countPending(-1);
  const changedMeanwhile = formsBeingSent.get(form);
  noteAnswer(form);
  if (changedMeanwhile && form.isConnected) form.requestSubmit();
}

/**
 * @param {any} error
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @param {HTMLElement | null} message
 */
function showFailure(error, form, submitter, message) {
  reportUnexpected(error);
  // Sign out in this browser even if the server is unreachable.
  if (!error.sentence && endsSession(form)) form.dispatchEvent(new CustomEvent("portico:unsent", { detail: submitter }));
  const text = error.sentence || (message?.dataset.porticoOffline ?? offline);
  showProblem(message, text);
  // Screen readers do not notice a message under the HUD.
  if (message && isHudShown(hudId)) announce(text, "failure");
}

/**
 * Do not keep the person waiting for a dead connection.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
const withinThreeSeconds = (answer) => Promise.race([answer, new Promise((_, reject) => setTimeout(reject, 3000, {}))]);

/**
 * The value that a page returns when the answer to its form dismisses it.
 * @param {Headers} headers
 */
function returnedValue(headers) {
  const value = headers.get("Portico-Value");
  return value == null ? undefined : decodeURIComponent(value);
}

/**
 * @param {Response} answer
 * @param {HTMLFormElement} form
 * @param {import("./layer.js").Layer | undefined} layer
 * @param {HTMLElement | null} submitter
 */
async function acceptAnswer(answer, form, layer, submitter) {
  const { status, headers } = answer;
  const isOfOther = status === 409 && !headers.has("Portico-Reason");
  // Another account is signed in by now: a reload shows that, unless it loses input.
  if (isOfOther && !unsavedForm(layer?.element ?? document)) return location.reload();
  if (status !== 204) showAnswer(await parsePage(answer), form, layer, submitter);
  else if ("signOut" in form.dataset) await followAnswer(answer, form.dataset.signOut || "sign-out");
  else await moveOn(headers, form, layer);
}

/**
 * Shows a page that answers a form, with its mistakes or a question.
 * @param {Document} fresh
 * @param {HTMLFormElement} form
 * @param {import("./layer.js").Layer | undefined} layer
 * @param {HTMLElement | null} submitter
 */
function showAnswer(fresh, form, layer, submitter) {
  const dialog = dialogOf(fresh);
  // If the person has left the form, only the sentence about the problem is shown.
  if (!dialog || !form.isConnected) throw { sentence: sentenceOf(fresh) };
  if (layer) {
    keepUnsaved(form, dialog);
    layer.fill(dialog, true);
  } else {
    // A question over the page that contains the form: the browser goes there.
    form.setAttribute("target", "_top");
    form.requestSubmit(submitter);
  }
  updateUnloadGuard();
}

/**
 * Goes where a successful answer leads, and refreshes the page.
 * @param {Headers} headers
 * @param {HTMLFormElement} form
 * @param {import("./layer.js").Layer | undefined} layer
 */
async function moveOn(headers, form, layer) {
  const here = location.pathname + location.search;
  const target = headers.get("Portico-Location") ?? here;
  const isGuarded = "porticoGuard" in form.dataset;
  forgetPrefetched();
  // The server has the input by now.
  form.removeAttribute("data-portico-guard");
  // A choice that has not changed meanwhile is saved too: its region can show the next choice, from elsewhere.
  if (!formsBeingSent.get(form)) for (const field of form.querySelectorAll("input")) field.defaultChecked = field.checked;
  if (headers.has("Portico-Dismiss")) await stack.closeDownTo(layer, target, returnedValue(headers));
  else if (layer && target !== layer.url) await stack.navigate(layer, target);
  else if (layer && isGuarded) await stack.load(layer);
  updateUnloadGuard();
  if (!layer && "porticoHud" in form.dataset && target !== here) return location.assign(target);
  // The notices of the answer belong to this page. The form is saved, even if the page cannot be refreshed.
  // A page beneath keeps its query, such as the text of a search.
  const shown = target === location.pathname ? location.href : target;
  const fresh = await refresh(shown, { headers: { "Portico-Notices": target } }).catch(reportUnexpected);
  if (fresh) showNotices(fresh);
  else setTimeout(refreshInBackground, 3000);
}
