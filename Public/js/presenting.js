import Behaviour from "./behaviour.js";
import { dirty, isUnsaved, leave, shownAs, watch } from "./layer.js";
import { ask, follow, page, send } from "./request.js";
import { stack } from "./stack.js";

/** What the person does with the layers of the main screen: links, forms, Escape, clicks outside, Back and Forward. */
export class Presenting extends Behaviour {
  /** Where the pointer went down outside a layer. */
  #outside;

  connect() {
    const { element } = this;
    stack.connect(element);
    this.on(window, "popstate", (event) => stack.travel());
    this.on(element, "pointerdown", (event) => {
      this.#outside = outside(event);
      prefetch(event);
    });
    this.on(element, "pointerover", (event) => event.pointerType === "mouse" && prefetch(event));
    this.on(element, "click", (event) => this.#click(event));
    this.on(element, "submit", (event) => this.#submit(event));
    this.on(element, "input", watch);
    this.on(element, "reset", () => setTimeout(watch));
    this.on(element, "change", ({ target }) => target.form?.matches("[data-submits=change]") && target.form.requestSubmit());
    this.on(window, "keydown", (event) => this.#key(event));
    // `cancel` does not bubble.
    this.on(element, "cancel", (event) => event.target.matches("dialog") && event.preventDefault(), true);
    this.on(visualViewport, "resize", () => this.#measure());
    this.#measure();
    watch();
  }

  /** What an on-screen keyboard covers. */
  #measure() {
    const { height, offsetTop } = visualViewport;
    this.element.style.setProperty("--keyboard", `${Math.max(0, Math.round(innerHeight - height - offsetTop))}px`);
  }

  #key(event) {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    const question = document.querySelector("[data-question][open]");
    if (stack.top) event.preventDefault();
    if (question) question.close();
    else if (!event.repeat) stack.attempt("escape");
  }

  #click(event) {
    const { target } = event;
    if (this.#outside && outside(event)) return stack.attempt("backdrop");
    const link = target.closest(":is(a, button):is([data-present], [data-navigate], [data-dismiss])");
    if (!link || link.origin && link.origin !== origin || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const { present, navigate, back } = link.dataset;
    const layer = stack.of(link);
    if (!layer && present == null) return;
    event.preventDefault();
    if (present != null) stack.open(link.href, link);
    else leave(layer.element, () => navigate == null ? stack.close(layer) : stack.navigate(layer, back ?? link.href));
  }

  #submit(event) {
    const { target: form, submitter } = event;
    const layer = stack.of(form);
    const place = layer?.element ?? (form.matches("[data-toggle]") && document);
    // Without a place to say what goes wrong, the browser sends it.
    const message = place && place.querySelector(".page-message");
    if (!message || event.defaultPrevented || form.method !== "post") return;
    event.preventDefault();
    submit(form, submitter, message, layer);
  }
}

/** Whether an event is beside the layer that shows something outside. */
function outside({ target, clientX: x, clientY: y }) {
  if (target !== stack.top?.element || shownAs(target) === "full") return false;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

const sheet = { headers: { "Portico-Present": "sheet" } };

/** What was fetched before it was asked for. @type {Map<string, Promise<HTMLDialogElement | null>>} */
const ahead = new Map();

/** Fetches the page that a link leads to and keeps it for some seconds. @param {Event} event */
function prefetch({ target }) {
  const link = target.closest("a[data-present], a[data-navigate]");
  const url = link?.pathname + link?.search;
  if (!link || ahead.has(url)) return;
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
  if (!answer.ok) return null;
  const layer = dialog(await page(answer));
  if (layer && !isSame(layer)) location.reload();
  return layer;
}

/** Whether it is meant for whom this page is. @param {HTMLElement | null} element */
const isSame = (element) => element?.dataset.account === document.getElementById("screen").dataset.account;

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
async function submit(form, submitter, message, layer) {
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
  const place = headers.get("Portico-Location");
  ahead.clear();
  // What was typed is known to the server now.
  form.removeAttribute("data-guard");
  if (headers.has("Portico-Dismiss")) await stack.close(layer);
  else if (layer && place !== layer.url) await stack.navigate(layer, place);
  else if (isGuarded) await stack.load(layer);
  watch();
  await refresh(place);
}

/** Shows what has changed on the server, wherever the page shows it. @param {string} address */
async function refresh(address) {
  const fresh = await page(await ask(address));
  if (!isSame(fresh.querySelector("#screen"))) return location.reload();
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
    if (next && !old.isEqualNode(next) && !isInUse) replace(old, next);
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
