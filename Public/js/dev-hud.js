/** Development only: what the buttons of the HUD's gallery do. */
import { hud, toast } from "./portico/portico.js";

const form = (id) => document.getElementById(id);

/** What stands in a form, without what was left empty. */
function filled(id) {
  const data = id && form(id) ? new FormData(form(id)) : new FormData();
  return Object.fromEntries([...data.keys()].map((name) => [name, data.getAll(name)]).filter(([, [first]]) => first));
}

const number = (all, name) => all[name] && Number(all[name][0]);

/** A content as the form has it. */
function content() {
  const all = filled("hud-fields");
  const { id, kind, text, html, transition, alignment, ignoresSafeAreaEdges, background, cancel, path } = all;
  const some = { id, kind, text, alignment, background, cancel, path };
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
  const fields = {};
  for (const name of ["id", "kind", "text"]) if (all[`toast-${name}`]) [fields[name]] = all[`toast-${name}`];
  if (all["toast-duration"]) fields.duration = number(all, "toast-duration");
  const [label] = all["toast-label"] ?? [];
  const [href] = all["toast-href"] ?? [];
  if (label) fields.action = href ? { label, href } : { label, onSelect: () => say(`${label} was chosen`) };
  return { text: "Order 7 is saved", ...fields };
}

const say = (text) => document.getElementById("gallery-said").textContent = text;

const places = ["topLeading", "center", "bottomTrailing"];

/** What has an effect on what was shown before. @type {ReturnType<typeof hud.show>} */
let shown;
let shownToast;
let done = 0;

/** What has ended is not updated any more. */
const forget = (one) => one.ended.then(() => shown = shown === one ? undefined : shown);

const acts = {
  show() {
    const all = content();
    shown = hud.show({ interactiveHide: true, ...all });
    forget(shown).then(() => say(`${all.id ?? "hud"} has ended`));
  },
  three: () => places.forEach((alignment, index) => hud.show({
    id: `three-${index}`, kind: "info", text: `Number ${index + 1}`, alignment, duration: 0, interactiveHide: true,
    background: ["#0a5bd680", "#c4281c80", "#00000080"][index],
  })),
  burst() {
    for (let number = 1; number <= 50; number += 1) hud.show({ id: `burst-${number % 5}`, kind: "info", text: `Number ${number}` });
  },
  update() {
    done = (done + 0.1) % 1.1;
    if (!shown) forget(shown = hud.show({ ...content(), kind: "progress", interactiveHide: true }));
    shown.update({ kind: "progress", value: done, text: `${Math.round(done * 100)} percent`, interactiveHide: true });
  },
  hide: () => hud.hide(content().id ?? "hud"),
  "hide-all": () => hud.hideAll(),
  toast() {
    shownToast = toast(note());
    shownToast.ended.then(() => say(`${shownToast.id} has left`));
  },
  "toast-five"() {
    for (let number = 1; number <= 5; number += 1) toast({ ...note(), id: undefined, text: `Number ${number}` });
  },
  "toast-burst"() {
    for (let number = 1; number <= 50; number += 1) toast({ text: `Number ${number}`, duration: 1 });
  },
  "toast-hide": () => shownToast?.hide(),
};

document.addEventListener("click", ({ target }) => acts[target.closest("[data-act]")?.dataset.act]?.());
document.documentElement.dataset.hudGallery = "";
