import { formAttribute } from "../portico/portico.js";
import { settled } from "./overlay.js";

/**
 * The value of a field, as one text.
 * @param {any} field
 */
const inputOf = ({ value, checked, options = [] }) => [value, checked, ...Array.from(options, ({ selected }) => selected)].join();

/**
 * Whether a field has input that the server does not know, which means that a reset would change it. The current password does
 * not count: browsers fill it in.
 * @param {Iterable<any>} fields
 */
export const hasUnsavedInput = (fields) => [...fields].some((field) => {
  const form = document.createElement("form");
  form.append(field.cloneNode(true));
  form.reset();
  return field.autocomplete !== "current-password" && inputOf(form.firstChild) !== inputOf(field);
});

/**
 * The first guarded form with unsaved input.
 * @param {ParentNode} scope
 */
export const unsavedForm = (scope) =>
  [.../** @type {NodeListOf<HTMLFormElement>} */ (scope.querySelectorAll("form[data-portico-guard]"))]
    .find((form) => form.dataset.porticoGuard || hasUnsavedInput(form.elements));

/**
 * The values that a form began with, as one text, without those of hidden fields.
 * @param {HTMLFormElement} form
 */
const beginningOf = (form) => {
  const copy = /** @type {HTMLFormElement} */ (form.cloneNode(true));
  copy.reset();
  for (const field of copy.querySelectorAll("[type=hidden]")) field.remove();
  return `${new URLSearchParams(/** @type {any} */ (new FormData(copy)))}`;
};

/**
 * Keeps the input of a form unsaved in the page that answers it, for example with mistakes. Passwords do not come back, so there
 * the fields are as they began.
 * @param {HTMLFormElement} form
 * @param {ParentNode} answer
 */
export function keepUnsaved(form, answer) {
  const path = CSS.escape(`${form.getAttribute("action")}`);
  const fresh = /** @type {HTMLFormElement | null} */ (answer.querySelector(`form[data-portico-guard][action="${path}"]`));
  const isUnsaved = fresh && (form.dataset.porticoGuard || beginningOf(fresh) !== beginningOf(form));
  if (isUnsaved) fresh.dataset.porticoGuard = "dirty";
}

/**
 * Dispatches an event about the dismissal of a layer. Returns false if a listener has prevented it.
 * @param {Element} layer
 * @param {string} moment what comes before `-dismiss` in its name
 * @param {string} reason drag, escape, backdrop or back
 * @param {boolean} [cancelable]
 */
export const dispatchDismissal = (layer, moment, reason, cancelable) =>
  layer.dispatchEvent(new CustomEvent(`portico:${moment}-dismiss`, { bubbles: true, cancelable, detail: { reason } }));

/**
 * Whether the page forbids that a gesture dismisses it.
 * @param {HTMLElement} layer
 */
export const isModal = ({ dataset }) => "porticoModalInPresentation" in dataset;

/**
 * Whether a gesture may dismiss the layer.
 * @param {HTMLElement} layer
 * @param {string} reason
 */
export const mayDismiss = (layer, reason) =>
  !isModal(layer) && !unsavedForm(layer) && dispatchDismissal(layer, "should", reason, true);

/**
 * Answers a gesture that may not dismiss the layer: asks about unsaved input, or lets the layer give way a little.
 * @param {HTMLElement} layer
 * @param {string} reason
 * @param {() => void} proceed
 */
export function refuseDismissal(layer, reason, proceed) {
  const mayAsk = dispatchDismissal(layer, "did-attempt-to", reason, true);
  if (mayAsk && unsavedForm(layer) && layer.querySelector("[data-question]")) confirmLeaving(layer, proceed);
  // A dragged layer has given way already.
  else if (reason !== "drag") giveWay(layer);
}

/** @param {HTMLElement} layer */
async function giveWay(layer) {
  layer.dataset.resists = "";
  await settled(layer);
  delete layer.dataset.resists;
}

/**
 * Proceeds at once, or, with unsaved input, as the person answers.
 * @param {HTMLElement} layer that has the question
 * @param {() => void} proceed
 * @param {ParentNode} scope that has the input
 */
export function confirmLeaving(layer, proceed, scope = layer) {
  const form = unsavedForm(scope);
  const question = /** @type {HTMLDialogElement | null} */ (layer.querySelector("[data-question]"));
  if (!form || !question) return proceed();
  if (question.open) return;
  question.dataset.animated = "";
  question.showModal();
  question.onclick = (event) => {
    const target = /** @type {Element} */ (event.target);
    const answer = target === question ? "keep" : target.closest("button")?.value;
    if (answer) question.close();
    if (answer === "save") form.requestSubmit();
    if (answer !== "discard") return;
    form.removeAttribute("data-portico-guard");
    updateUnloadGuard();
    proceed();
  };
}

/** The time until which the browser may leave the page without a question, in ms: it opens another program, or saves a file. */
let staysUntil = 0;

/**
 * Notes that the page stays after a click or the sending of a form, because another program opens the address, or a file is saved.
 * @param {any} event
 */
export function expectPageToStay({ target, submitter, type, defaultPrevented }) {
  const isForm = type === "submit";
  const link = isForm ? target : target.closest?.("a[href], area[href]");
  if (!link || defaultPrevented) return;
  const href = (isForm ? formAttribute(link, submitter, "action") : link.getAttribute("href")) ?? "";
  const address = Object.assign(document.createElement("a"), { href });
  const savesFile = link.hasAttribute("download") && address.origin === origin;
  staysUntil = savesFile || !/^(https?|blob|data|file|about|javascript):$/.test(address.protocol) ? Date.now() + 1000 : 0;
}

/** Notes that the next key or press may leave the page. */
export function expectPageToLeave() {
  staysUntil = 0;
}

/** @param {Event} event */
function preventUnload(event) {
  if (Date.now() > staysUntil) event.preventDefault();
  staysUntil = 0;
}

/** Has the browser ask before it leaves unsaved input. Called whenever that may have changed. */
export function updateUnloadGuard() {
  if (unsavedForm(document)) addEventListener("beforeunload", preventUnload);
  else removeEventListener("beforeunload", preventUnload);
}
