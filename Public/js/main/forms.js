import { arrive, ask, follow, page, send } from "../portico/request.js";
import { dialog, forget, isSame, sheet } from "./fetching.js";
import { dirty, isUnsaved, watch } from "./guard.js";
import { hideHud, huds, showHud } from "./hud.js";
import { stack } from "./stack.js";
import { announce, moveToasts } from "./toasts.js";

/** The HUD's id of a request. */
const waiting = "portico-request";

/** Shows what an element says of the request it makes, unless that is over at once. @param {HTMLElement} element */
export function wait({ dataset: { hud: text } }, more) {
  if (text != null) showHud({ id: waiting, text, grace: 0.3, minimum: 0.5, ...more });
}

export async function during(element, work) {
  wait(element);
  try {
    await work;
  } finally {
    hideHud(waiting);
  }
}

/** Forms whose answer is waited for; those that changed meanwhile are sent once more. @type {Map<Element, boolean>} */
const sent = new Map();

/**
 * Sends a form without leaving the page, and does what the server says.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter a switch flips at once
 * @param {Element} message where to say what goes wrong
 * @param {import("./layer.js").Layer} [layer] that the form is in
 */
export async function submit(form, submitter, message, layer) {
  if (sent.has(form)) return sent.set(form, "submits" in form.dataset);
  const sending = send(form, submitter, sheet);
  const before = submitter?.ariaChecked;
  if (before) submitter.ariaChecked = before !== "true";
  sent.set(form, false);
  form.ariaBusy = "true";
  message.textContent = "";
  wait(form);
  try {
    await accept(await sending, form, layer);
  } catch (error) {
    if (before) submitter.ariaChecked = before;
    message.textContent = error.sentence ?? message.dataset.offline;
    // Nothing is heard of a message under the HUD.
    if (huds.has(waiting)) announce(message.textContent, "failure");
  }
  form.ariaBusy = null;
  hideHud(waiting);
  const again = sent.get(form);
  sent.delete(form);
  if (again && form.isConnected) form.requestSubmit();
}

/** @param {Response} answer */
async function accept(answer, form, layer) {
  const { status, headers } = answer;
  const isGuarded = "guard" in form.dataset;
  // Somebody else is signed in by now, or nobody: show what is true, unless something would be lost.
  if ((status === 401 || status === 409) && !dirty(layer?.element ?? document)) return location.reload();
  if (status !== 204) {
    const fresh = await page(answer);
    if (!layer || !dialog(fresh)) throw { sentence: fresh.querySelector(".error-sentence")?.textContent };
    layer.fill(dialog(fresh));
    return watch();
  }
  if ("signOut" in form.dataset) return follow(answer, "sign-out");
  const here = location.pathname + location.search;
  const place = headers.get("Portico-Location") ?? here;
  forget();
  // What was typed is known to the server now.
  form.removeAttribute("data-guard");
  if (headers.has("Portico-Dismiss")) await stack.close(layer);
  else if (layer && place !== layer.url) await stack.navigate(layer, place);
  else if (isGuarded) await stack.load(layer);
  watch();
  if (!layer && "hud" in form.dataset && place !== here) return location.assign(place);
  // What the server says of this form is meant for here.
  moveToasts(await refresh(place, { headers: { "Portico-Notices": "take" } }));
}

/** How many refreshes were begun, and the latest of them that was shown. */
let begun = 0;
let shown = 0;

/**
 * Shows what has changed on the server, wherever the page shows it. Rejects where the server does not say.
 * @param {string} [address]
 * @param {RequestInit} [options]
 */
export async function refresh(address = location.href, options) {
  const turn = ++begun;
  const answer = await ask(address, options);
  if (answer.status >= 429) throw answer;
  const fresh = await page(answer);
  if (!isSame(fresh.querySelector("#screen"))) {
    const isSigningOut = [...sent.keys()].some(({ dataset }) => "signOut" in dataset);
    if (dirty(document)) throw answer;
    if (!isSigningOut) {
      arrive("elsewhere");
      location.reload();
    }
    return new Promise(() => {});
  }
  // One that was begun later has come already.
  if (turn < shown) return fresh;
  shown = turn;
  const root = document.documentElement;
  for (const name of ["theme", "textSize"]) {
    if (fresh.documentElement.dataset[name]) root.dataset[name] = fresh.documentElement.dataset[name];
    else delete root.dataset[name];
  }
  const metas = "meta[name=theme-color], meta[name=color-scheme]";
  for (const old of document.querySelectorAll(metas)) old.remove();
  document.head.append(...fresh.querySelectorAll(metas));
  for (const old of document.querySelectorAll("[data-config][id]")) {
    const next = fresh.getElementById(old.id);
    const isInUse = old.querySelector(typing) ?? isUnsaved(old.querySelectorAll("input, textarea, select"));
    if (!next || old.isEqualNode(next)) continue;
    if (isInUse) old.addEventListener("focusout", showLate, { once: true });
    else replace(old, next);
  }
  return fresh;
}

/** A region that was in use has been left. */
const showLate = () => look();

/** Shows what has changed, without being asked to by the person. */
export const look = (headers) => refresh(undefined, { headers: { ...headers, "Portico-Background": "true" } }).catch(() => {});

const typing = "textarea:focus, input:focus:not([type=radio], [type=checkbox])";

/** Gives the focus to the element of the same id. */
function replace(old, next) {
  const focused = old.contains(document.activeElement) && document.activeElement.id;
  old.replaceWith(next);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  next.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
}
