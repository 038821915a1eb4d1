import { appear, contents, paint, vanish } from "./hud-window.js";
import { settled } from "./motion.js";
import { announce, part } from "./overlay.js";
import { stack } from "./stack.js";

/**
 * A HUD that is shown, or is due to be shown.
 * @typedef {object} Shown
 * @property {HTMLElement} element
 * @property {any} content
 * @property {number} since when it was asked for, or shown
 * @property {PromiseWithResolvers<void>} end
 * @property {number} [timer] of what comes next: showing or hiding it
 * @property {number} [speech] the timer of the text that is read aloud next
 */

/** @type {Map<string, Shown>} */
const huds = new Map();

/** Long work that is over: its ids are never used again, and what comes late of it is not shown. */
const over = new Set();

/** The values where neither a content nor the page has others. */
const defaults = {
  alignment: "center", transition: "opacity,scale", ignoresSafeAreaEdges: "", background: "#00000080", minimum: 0,
  animation: { curve: "linear", duration: 0.1 },
};

/** @param {string} id */
export const isShown = (id) => huds.has(id);

/**
 * Shows a content in the HUD, in the place of the one with its id. Its fields are those of the server's `HudContent`, all
 * optional; `html` is a template element of the page or its id.
 * @param {Record<string, any>} given
 * @returns {Promise<void> | undefined} settles when it has left
 */
export function showHud(given) {
  const style = JSON.parse(document.getElementById("screen").dataset.hudStyle ?? "{}");
  const animation = { ...defaults.animation, ...style.animation, ...given.animation };
  const content = { ...defaults, ...style, ...given, animation };
  const { id, html, grace } = content;
  if (over.has(id) || !stack.isAt(content.path)) return;
  content.html = html && /** @type {any} */ (document.getElementById(html) ?? html).content.cloneNode(true);
  /** @type {Shown} */
  const hud = huds.get(id) ?? { element: part(".hud-content"), content, since: performance.now(), end: Promise.withResolvers() };
  hud.content = content;
  huds.set(id, hud);
  if (grace && !hud.element.isConnected) after(hud, grace, fill);
  else fill(hud);
  return hud.end.promise;
}

/**
 * Does something so many seconds after a content was asked for or shown, instead of what was to be done.
 * @param {Shown} hud
 * @param {number} seconds
 * @param {(hud: Shown) => void} work
 */
function after(hud, seconds, work) {
  clearTimeout(hud.timer);
  hud.timer = setTimeout(work, hud.since + seconds * 1000 - performance.now(), hud);
}

/**
 * The kinds of content that a part of the panel is for.
 * @param {HTMLElement} part
 */
const kindsOf = ({ dataset }) => /** @type {string} */ (dataset.for).split(" ");

/**
 * The kind of a content; one that nobody knows is some activity.
 * @param {any} content
 * @param {Element} panel
 * @returns {string}
 */
function kindOf({ html, kind = html ? "custom" : "activity" }, panel) {
  const known = [...panel.querySelectorAll("[data-for]")].flatMap(kindsOf);
  return known.includes(kind) ? kind : "activity";
}

/** @param {Shown} hud */
function fill(hud) {
  const { content, element } = hud;
  const { id, html, text = "", value, cancel } = content;
  const { alignment, transition, ignoresSafeAreaEdges: ignores } = content;
  const [panel] = element.children;
  const kind = kindOf(content, panel);
  const { duration = /^(success|failure|info)$/.test(kind) && Math.max(2, 0.06 * text.length + 1) } = content;
  const { curve, duration: time } = content.animation;
  const [line, custom, bar, form] = /** @type {NodeListOf<any>} */ (panel.querySelectorAll(":scope > :not(svg)"));
  hud.since = performance.now();
  Object.assign(element.dataset, { id, kind, alignment, transition, ignores });
  element.style.cssText = `--time:${time}s;--curve:${curve.replace(/[A-Z]/g, "-$&")}`;
  for (const some of panel.querySelectorAll("[data-for]")) {
    some.toggleAttribute("hidden", !kindsOf(some).includes(kind));
  }
  if (line.textContent !== text) {
    line.textContent = text;
    if (!element.isConnected || kind === "failure") say(hud);
    else hud.speech ??= setTimeout(say, 1000, hud);
  }
  custom.replaceChildren(html ?? "");
  if (value == null) bar.removeAttribute("value");
  else bar.value = value;
  form.hidden = !cancel;
  form.action = cancel ?? "";
  form.onsubmit = () => hideHud(id);
  if (!element.isConnected) appear(element, dismissTop);
  paint(element, top()?.content.background);
  clearTimeout(hud.timer);
  if (duration) after(hud, duration, leave);
}

/**
 * Has what a content says read aloud: the latest of a second, a failure at once.
 * @param {Shown} hud
 */
function say(hud) {
  clearTimeout(hud.speech);
  hud.speech = undefined;
  const { id, text = "", kind } = hud.content;
  if (huds.get(id) === hud) announce(text, kind);
}

/**
 * The topmost content.
 * @returns {Shown | undefined}
 */
function top() {
  /** @type {Map<Element, Shown>} */
  const all = new Map([...huds.values()].map((hud) => [hud.element, hud]));
  return all.get(/** @type {Element} */ (contents().findLast((element) => all.has(element))));
}

function dismissTop() {
  const { id, interactiveHide } = top()?.content ?? {};
  if (interactiveHide) hideHud(id);
}

/** @param {string} id */
export function hideHud(id) {
  if (/^job-/.test(id)) over.add(id);
  const hud = huds.get(id);
  if (hud) after(hud, hud.element.isConnected && hud.content.minimum, leave);
}

/**
 * Remembers what the server shows. The function that it returns hides what has not been shown again by then.
 * @returns {() => void}
 */
export function rememberServed() {
  const before = [...huds.values()].map(({ content }) => content);
  return () => {
    for (const content of before) if (content.version && content === huds.get(content.id)?.content) hideHud(content.id);
  };
}

/** Forgets all that is shown, with a page that goes. */
export function forgetHuds() {
  for (const hud of huds.values()) {
    clearTimeout(hud.timer);
    clearTimeout(hud.speech);
    hud.end.resolve();
  }
  huds.clear();
}

export const hideAllHuds = () => [...huds.keys()].forEach(hideHud);

/** @param {Shown} hud */
async function leave(hud) {
  const { element } = hud;
  huds.delete(hud.content.id);
  if (element.isConnected) {
    const [panel] = /** @type {HTMLCollectionOf<HTMLElement>} */ (element.children);
    panel.dataset.leaving = "";
    paint(element, top()?.content.background);
    await settled(panel);
    vanish(element);
  }
  hud.end.resolve();
}
