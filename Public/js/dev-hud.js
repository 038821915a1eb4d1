/** For development: the actions of the buttons in the gallery of the HUD. */
import { hud, toast } from "./portico/portico.js";

/**
 * The values of a form, without empty ones.
 * @param {string} id
 * @returns {Record<string, string[]>}
 */
function valuesOf(id) {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById(id));
  const data = new FormData(form ?? undefined);
  return Object.fromEntries([...data.keys()].map((name) => [name, data.getAll(name)]).filter(([, [first]]) => first));
}

/** @param {Record<string, string[]>} values @param {string} name */
const numberIn = (values, name) => values[name] && Number(values[name][0]);

/** The content that the form describes. */
function givenContent() {
  const all = valuesOf("hud-fields");
  const { id, kind, text, html, transition, alignment, ignoresSafeAreaEdges, background, cancel, path } = all;
  const some = { id, kind, text, alignment, background, cancel, path };
  /** @type {Record<string, any>} */
  const fields = Object.fromEntries(Object.entries(some).filter(([, value]) => value).map(([name, [value]]) => [name, value]));
  for (const name of ["value", "grace", "minimum", "duration"]) if (all[name]) fields[name] = numberIn(all, name);
  if (all.curve || all.seconds) fields.animation = { curve: all.curve?.[0] ?? "linear", duration: numberIn(all, "seconds") ?? 0.1 };
  if (all.interactiveHide) fields.interactiveHide = all.interactiveHide[0] === "true";
  if (transition) fields.transition = transition;
  if (ignoresSafeAreaEdges) fields.ignoresSafeAreaEdges = ignoresSafeAreaEdges;
  if (kind?.[0] === "custom") fields.html = document.getElementById(html?.[0]);
  return fields;
}

/** The toast that the form describes. */
function givenToast() {
  const all = valuesOf("toast-fields");
  /** @type {Record<string, any>} */
  const fields = {};
  for (const name of ["id", "kind", "text"]) if (all[`toast-${name}`]) [fields[name]] = all[`toast-${name}`];
  if (all["toast-duration"]) fields.duration = numberIn(all, "toast-duration");
  const [label] = all["toast-label"] ?? [];
  const [href] = all["toast-href"] ?? [];
  const [post] = all["toast-post"] ?? [];
  if (label) fields.action = href || post ? { label, href, post } : { label, onSelect: () => showMessage(`${label} was chosen`) };
  return { text: "Order 7 is saved", ...fields };
}

/** @param {string} text */
function showMessage(text) {
  const message = /** @type {HTMLElement} */ (document.getElementById("gallery-said"));
  message.textContent = text;
}

const alignments = ["topLeading", "center", "bottomTrailing"];

/** @typedef {ReturnType<typeof hud.show>} Handle */

/**
 * The HUD that was shown last, which further buttons change.
 * @type {Handle | undefined}
 */
let lastHud;
/** @type {Handle | undefined} */
let lastToast;
let progress = 0;

/** @param {Handle} handle of a HUD which is changed no more after its end */
const forgetAtEnd = (handle) => handle.ended.then(() => {
  if (lastHud === handle) lastHud = undefined;
});

/** @type {Record<string, () => void>} */
const actions = {
  show() {
    const content = givenContent();
    lastHud = hud.show({ interactiveHide: true, ...content });
    const { id } = lastHud;
    forgetAtEnd(lastHud).then(() => showMessage(`${content.id ?? id} has ended`));
  },
  three() {
    for (const [index, alignment] of alignments.entries()) {
      const background = ["#0a5bd680", "#c4281c80", "#00000080"][index];
      const text = `Number ${index + 1}`;
      hud.show({ id: `three-${index}`, kind: "info", text, alignment, duration: 0, interactiveHide: true, background });
    }
  },
  burst() {
    for (let number = 1; number <= 50; number += 1) hud.show({ id: `burst-${number % 5}`, kind: "info", text: `Number ${number}` });
  },
  update() {
    progress = (progress + 0.1) % 1.1;
    if (!lastHud) {
      lastHud = hud.show({ ...givenContent(), kind: "progress", interactiveHide: true });
      forgetAtEnd(lastHud);
    }
    const text = `${Math.round(progress * 100)} percent`;
    lastHud.update({ kind: "progress", value: progress, text, interactiveHide: true });
  },
  hide() {
    const { id = lastHud?.id } = givenContent();
    hud.hide(id);
  },
  "hide-all": () => hud.hideAll(),
  toast() {
    const handle = toast(givenToast());
    lastToast = handle;
    handle.ended.then(() => showMessage(`${handle.id} has left`));
  },
  "toast-five"() {
    for (let number = 1; number <= 5; number += 1) toast({ ...givenToast(), id: undefined, text: `Number ${number}` });
  },
  "toast-burst"() {
    for (let number = 1; number <= 50; number += 1) toast({ text: `Number ${number}`, duration: 1 });
  },
  "toast-hide": () => lastToast?.hide(),
};

document.addEventListener("click", ({ target }) => {
  const button = /** @type {Element} */ (target).closest("[data-act]");
  actions[button?.dataset.act ?? ""]?.();
});
document.documentElement.dataset.hudGallery = "";
