import { isUnsaved, watch } from "./layer.js";
import { ask, follow, page, send } from "./request.js";
import { stack } from "./stack.js";

const sheet = { headers: { "Portico-Present": "sheet" } };

/** What was fetched before it was asked for. @type {Map<string, Promise<HTMLDialogElement | null>>} */
const ahead = new Map();

/** Fetches the page of a layer and keeps it for some seconds. @param {string} url */
export function prefetch(url) {
  if (ahead.has(url)) return;
  const page = load(url);
  const forget = () => ahead.get(url) === page && ahead.delete(url);
  page.catch(forget);
  setTimeout(forget, 5000);
  ahead.set(url, page);
}

/** The dialog at an address, null where there is another kind of page. @param {string} url */
export function take(url) {
  const page = ahead.get(url) ?? load(url);
  ahead.delete(url);
  return page;
}

async function load(url) {
  const answer = await ask(url, sheet);
  if (answer.status >= 500) throw answer;
  return answer.ok ? dialog(await page(answer)) : null;
}

/** The layer that an answer consists of. @param {Document} fresh */
const dialog = (fresh) => fresh.querySelector("body > dialog.presented");

/** Forms whose answer is waited for; those that changed meanwhile are sent once more. @type {Map<Element, boolean>} */
const sent = new Map();

/**
 * Sends a form without leaving the page, and does what the server says.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter a switch flips at once
 * @param {Element} message where to say what goes wrong
 * @param {import("./layer.js").default} [layer] that the form is in
 */
export async function submit(form, submitter, message, layer) {
  if (sent.has(form)) return sent.set(form, "submits" in form.dataset);
  const sending = send(form, submitter, sheet);
  const before = submitter?.ariaChecked;
  if (before) submitter.ariaChecked = before !== "true";
  sent.set(form, false);
  form.ariaBusy = "true";
  message.textContent = "";
  try {
    await accept(await sending, form, layer);
  } catch (error) {
    if (before) submitter.ariaChecked = before;
    message.textContent = error.sentence ?? message.dataset.offline;
  }
  form.ariaBusy = null;
  const again = sent.get(form);
  sent.delete(form);
  if (again && form.isConnected) form.requestSubmit();
}

/** @param {Response} answer */
async function accept(answer, form, layer) {
  const { status, headers } = answer;
  // Somebody else is signed in by now, or nobody: show what is true.
  if (status === 401 || status === 409) return location.reload();
  if (status !== 204) {
    const fresh = await page(answer);
    if (!layer || !dialog(fresh)) throw { sentence: fresh.querySelector(".error-sentence")?.textContent };
    layer.fill(dialog(fresh));
    return watch();
  }
  if ("signOut" in form.dataset) return follow(answer, "sign-out");
  const place = headers.get("Portico-Location");
  // What was typed is known to the server now.
  delete form.dataset.guard;
  if (headers.has("Portico-Dismiss")) await stack.close(layer);
  else if (layer && place !== layer.url) await stack.navigate(layer, place);
  else if (layer) form.dataset.guard = "";
  watch();
  await refresh(place);
}

/** Shows what has changed on the server, wherever the page shows it. @param {string} address */
async function refresh(address) {
  ahead.clear();
  const fresh = await page(await ask(address));
  const root = document.documentElement;
  for (const name of ["theme", "textSize"]) {
    if (fresh.documentElement.dataset[name]) root.dataset[name] = fresh.documentElement.dataset[name];
    else delete root.dataset[name];
  }
  for (const old of document.querySelectorAll("[data-config][id]")) {
    const next = fresh.getElementById(old.id);
    if (next && !old.isEqualNode(next) && !isUnsaved(old) && !old.querySelector(typing)) replace(old, next);
  }
}

const typing = "textarea:focus, input:focus:not([type=radio], [type=checkbox])";

/** Gives the focus to the element of the same id. */
function replace(old, next) {
  const focused = old.contains(document.activeElement) && document.activeElement.id;
  old.replaceWith(next);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  next.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
}
