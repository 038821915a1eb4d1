import { setting } from "./door.js";
import { settled } from "./motion.js";

/**
 * The value of a field, as one text.
 * @param {any} field
 */
const input = ({ value, checked, options = [] }) => [value, checked, ...Array.from(options, ({ selected }) => selected)].join();

/**
 * Whether something was typed or chosen that the server does not know: whether a reset would change it. The current password
 * is no such thing, and browsers fill it in by themselves.
 * @param {Iterable<any>} fields
 */
export const isUnsaved = (fields) => [...fields].some((field) => {
  const form = document.createElement("form");
  form.append(field.cloneNode(true));
  form.reset();
  return field.autocomplete !== "current-password" && input(form.firstChild) !== input(field);
});

/**
 * The form whose input would be lost.
 * @param {ParentNode} scope
 */
export const dirty = (scope) =>
  [.../** @type {NodeListOf<HTMLFormElement>} */ (scope.querySelectorAll("form[data-portico-guard]"))]
    .find((form) => form.dataset.porticoGuard || isUnsaved(form.elements));

/**
 * Tells of a layer that the person leaves.
 * @param {Element} layer
 * @param {string} name of what happens
 * @param {string} reason drag, escape, backdrop or back
 * @param {boolean} [cancelable]
 */
export const tell = (layer, name, reason, cancelable) =>
  layer.dispatchEvent(new CustomEvent(`portico:${name}-dismiss`, { bubbles: true, cancelable, detail: { reason } }));

/**
 * Whether no gesture takes the layer away.
 * @param {HTMLElement} layer
 */
export const isModal = ({ dataset }) => "porticoModalInPresentation" in dataset;

/**
 * Whether a gesture takes the layer away.
 * @param {HTMLElement} layer
 * @param {string} reason
 */
export const mayLeave = (layer, reason) => !isModal(layer) && !dirty(layer) && tell(layer, "should", reason, true);

/**
 * A gesture was refused. What is unsaved is asked about; what only stays gives way a little, so that the person sees that.
 * @param {HTMLElement} layer
 * @param {string} reason
 * @param {() => void} proceed
 */
export function refuse(layer, reason, proceed) {
  const mayAsk = tell(layer, "did-attempt-to", reason, true);
  if (mayAsk && dirty(layer) && layer.querySelector("[data-question]")) leave(layer, proceed);
  // A drag has shown it.
  else if (reason !== "drag") resist(layer);
}

/** @param {HTMLElement} layer */
async function resist(layer) {
  layer.dataset.resists = "";
  await settled(layer);
  delete layer.dataset.resists;
}

/**
 * Goes on at once, or, where input is unsaved, as the person answers.
 * @param {HTMLElement} layer
 * @param {() => void} proceed
 */
export function leave(layer, proceed) {
  const form = dirty(layer);
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
    proceed();
  };
}

/** Until when the browser may leave without a question, in ms: for another program, or for a file. */
let staysUntil = 0;

/**
 * A link or form that another program opens, or that saves a file, leaves nothing. Nobody has to be asked.
 * @param {any} event a click or the sending of a form
 */
export function expectToStay({ target, submitter, type, defaultPrevented }) {
  const isForm = type === "submit";
  const link = isForm ? target : target.closest?.("a[href], area[href]");
  if (!link || defaultPrevented) return;
  const href = (isForm ? setting(link, submitter, "action") : link.getAttribute("href")) ?? "";
  const address = Object.assign(document.createElement("a"), { href });
  const savesFile = link.hasAttribute("download") && address.origin === origin;
  staysUntil = savesFile || !/^(https?|blob|data|file|about|javascript):$/.test(address.protocol) ? Date.now() + 1000 : 0;
}

/** The next key or press may leave again. */
export function expectToLeave() {
  staysUntil = 0;
}

/** @param {Event} event */
function stay(event) {
  if (Date.now() > staysUntil) event.preventDefault();
  staysUntil = 0;
}

/** Holds the browser back while input is unsaved; called when that may have changed. */
export const watch = () => (dirty(document) ? addEventListener : removeEventListener)("beforeunload", stay);
