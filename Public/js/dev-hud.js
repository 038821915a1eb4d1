/** Development only: what the buttons of the HUD's gallery do. */
import { hud, toast } from "./portico/portico.js";

/** @param {string} id */
const form = (id) => /** @type {HTMLFormElement | null} */ (document.getElementById(id));

/**
 * The values of a form, without empty ones.
 * @param {string} id
 * @returns {Record<string, string[]>}
 */
function filled(id) {
  const data = new FormData(form(id) ?? undefined);
  return Object.fromEntries([...data.keys()].map((name) => [name, data.getAll(name)]).filter(([, [first]]) => first));
}

/** @param {Record<string, string[]>} all @param {string} name */
const number = (all, name) => all[name] && Number(all[name][0]);

/** A content as the form has it. */
function content() {
  const all = filled("hud-fields");
  const { id, kind, text, html, transition, alignment, ignoresSafeAreaEdges, background, cancel, path } = all;
  const some = { id, kind, text, alignment, background, cancel, path };
  /** @type {Record<string, any>} */
  const fields = Object.fromEntries(Object.entries(some).filter(([, value]) => value).map(([name, [value]]) => [name, value]));
  for (const name of ["value", "grace", "minimum", "duration"]) if (all[name]) fields[name] = number(all, name);
  if (all.curve || all.seconds) fields.animation = { curve: all.curve?.[0] ?? "linear", duration: number(all, "seconds") ?? 0.1 };
  if (all.interactiveHide) fields.interactiveHide = all.interactiveHide[0] === "true";
  if (transition) fields.transition = transition;
  if (ignoresSafeAreaEdges) fields.ignoresSafeAreaEdges = ignoresSafeAreaEdges;
  if (kind?.[0] === "custom") fields.html = document.getElementById(html?.[0]);
  return fields;
}

/** A toast as the form has it. */
function note() {
  const all = filled("toast-fields");
  /** @type {Record<string, any>} */
  const fields = {};
  for (const name of ["id", "kind", "text"]) if (all[`toast-${name}`]) [fields[name]] = all[`toast-${name}`];
  if (all["toast-duration"]) fields.duration = number(all, "toast-duration");
  const [label] = all["toast-label"] ?? [];
  const [href] = all["toast-href"] ?? [];
  const [post] = all["toast-post"] ?? [];
  if (label) fields.action = href || post ? { label, href, post } : { label, onSelect: () => say(`${label} was chosen`) };
  return { text: "Order 7 is saved", ...fields };
}

/** @param {string} text */
function say(text) {
  const said = /** @type {HTMLElement} */ (document.getElementById("gallery-said"));
  said.textContent = text;
}

const places = ["topLeading", "center", "bottomTrailing"];

/** @typedef {ReturnType<typeof hud.show>} Handle */

/**
 * The HUD shown last, which further buttons change.
 * @type {Handle | undefined}
 */
let shown;
/** @type {Handle | undefined} */
let shownToast;
let done = 0;

/**
 * Updates it no more once it has ended.
 * @param {Handle} one
 */
const forget = (one) => one.ended.then(() => {
  if (shown === one) shown = undefined;
});

/** @type {Record<string, () => void>} */
const acts = {
  show() {
    const all = content();
    shown = hud.show({ interactiveHide: true, ...all });
    const { id } = shown;
    forget(shown).then(() => say(`${all.id ?? id} has ended`));
  },
  three() {
    for (const [index, alignment] of places.entries()) {
      const background = ["#0a5bd680", "#c4281c80", "#00000080"][index];
      const text = `Number ${index + 1}`;
      hud.show({ id: `three-${index}`, kind: "info", text, alignment, duration: 0, interactiveHide: true, background });
    }
  },
  burst() {
    for (let number = 1; number <= 50; number += 1) hud.show({ id: `burst-${number % 5}`, kind: "info", text: `Number ${number}` });
  },
  update() {
    done = (done + 0.1) % 1.1;
    if (!shown) {
      shown = hud.show({ ...content(), kind: "progress", interactiveHide: true });
      forget(shown);
    }
    shown.update({ kind: "progress", value: done, text: `${Math.round(done * 100)} percent`, interactiveHide: true });
  },
  hide() {
    const { id = shown?.id } = content();
    hud.hide(id);
  },
  "hide-all": () => hud.hideAll(),
  toast() {
    const one = toast(note());
    shownToast = one;
    one.ended.then(() => say(`${one.id} has left`));
  },
  "toast-five"() {
    for (let number = 1; number <= 5; number += 1) toast({ ...note(), id: undefined, text: `Number ${number}` });
  },
  "toast-burst"() {
    for (let number = 1; number <= 50; number += 1) toast({ text: `Number ${number}`, duration: 1 });
  },
  "toast-hide": () => shownToast?.hide(),
};

document.addEventListener("click", ({ target }) => {
  const button = /** @type {Element} */ (target).closest("[data-act]");
  acts[button?.dataset.act ?? ""]?.();
});
document.documentElement.dataset.hudGallery = "";
