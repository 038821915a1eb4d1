import { addContent, hudChildren, paintHud, removeContent } from "./hud-window.js";
import { announce, copyOfPart, settled, showKind } from "./overlay.js";
import { stack } from "./stack.js";

/**
 * A HUD that is shown, or is due to be shown.
 * @typedef {object} Shown
 * @property {HTMLElement} element
 * @property {any} content
 * @property {number} since the time at which it was asked for, or shown
 * @property {PromiseWithResolvers<void>} end
 * @property {number} [timer] of the next step: to show it, or to hide it
 * @property {number} [speech] the timer of the next announcement
 */

/** @type {Map<string, Shown>} */
const huds = new Map();

/** The ids of jobs that have ended. An event that comes late must not show them again; ids are never used twice. */
const endedJobs = new Set();

/** The values for fields that neither the content nor the page has. */
const defaults = {
  alignment: "center", transition: "opacity,scale", ignoresSafeAreaEdges: "", background: "#00000080", minimum: 0,
  animation: { curve: "linear", duration: 0.1 },
};

/** @param {string} id */
export const isHudShown = (id) => huds.has(id);

/**
 * Shows a content in the HUD, in place of the one with its id. Its fields are those of the server's `HudContent`, all optional;
 * `html` is a template element of the page or its id.
 * @param {Record<string, any>} given
 * @returns {Promise<void> | undefined} settles when it has left
 */
export function showHud(given) {
  const style = JSON.parse(document.getElementById("screen").dataset.hudStyle ?? "{}");
  const animation = { ...defaults.animation, ...style.animation, ...given.animation };
  const content = { ...defaults, ...style, ...given, animation };
  const { id, html, grace } = content;
  if (endedJobs.has(id) || !stack.shows(content.path)) return;
  content.html = html && /** @type {any} */ (document.getElementById(html) ?? html).content.cloneNode(true);
  /** @type {Shown} */
  const hud = huds.get(id)
    ?? { element: copyOfPart(".hud-content"), content, since: performance.now(), end: Promise.withResolvers() };
  hud.content = content;
  huds.set(id, hud);
  if (grace && !hud.element.isConnected) schedule(hud, grace, showContent);
  else showContent(hud);
  return hud.end.promise;
}

/**
 * Schedules the next step of a HUD, in place of the one that was scheduled.
 * @param {Shown} hud
 * @param {number} seconds after it was asked for, or shown
 * @param {(hud: Shown) => void} step
 */
function schedule(hud, seconds, step) {
  clearTimeout(hud.timer);
  hud.timer = setTimeout(step, hud.since + seconds * 1000 - performance.now(), hud);
}

/** @param {Shown} hud */
function showContent(hud) {
  const { content, element } = hud;
  const { text = "", html } = content;
  const [panel] = element.children;
  const kind = showKind(panel, content.kind ?? (html && "custom"), "activity");
  // A failure stays until the person closes it.
  const { duration = /^(success|info)$/.test(kind) && Math.max(2, 0.06 * text.length + 1) } = content;
  hud.since = performance.now();
  setLook(element, content, kind);
  fillPanel(panel, content);
  setText(hud, kind);
  if (!element.isConnected) addContent(element, dismissTop);
  paintHud(element, topHud()?.content.background);
  clearTimeout(hud.timer);
  if (duration) schedule(hud, duration, removeHud);
}

/** @param {HTMLElement} element @param {any} content @param {string} kind */
function setLook(element, { id, alignment, transition, ignoresSafeAreaEdges: ignores, animation }, kind) {
  const { curve, duration } = animation;
  Object.assign(element.dataset, { id, kind, alignment, transition, ignores });
  element.style.cssText = `--time:${duration}s;--curve:${curve.replace(/[A-Z]/g, "-$&")}`;
}

/** @param {Element} panel @param {any} content */
function fillPanel(panel, { id, html, value, cancel }) {
  const [line, custom, bar, form, close] = /** @type {NodeListOf<any>} */ (panel.querySelectorAll(":scope > :not(svg, span)"));
  custom.replaceChildren(html ?? "");
  // The text names the bar. Without a text, the name from the template stays.
  bar.ariaLabelledByElements = [line];
  if (value == null) bar.removeAttribute("value");
  else bar.value = value;
  form.hidden = !cancel;
  form.action = cancel ?? "";
  form.onsubmit = () => hideHud(id);
  close.onclick = form.onsubmit;
}

/** @param {Shown} hud @param {string} kind */
function setText(hud, kind) {
  const { text = "" } = hud.content;
  const line = /** @type {HTMLElement} */ (hud.element.querySelector(".hud-text"));
  if (line.textContent === text) return;
  line.textContent = text;
  if (!hud.element.isConnected || kind === "failure") announceText(hud);
  else hud.speech ??= setTimeout(announceText, 1000, hud);
}

/**
 * Announces the text of a content, at once or as the latest of a second.
 * @param {Shown} hud
 */
function announceText(hud) {
  clearTimeout(hud.speech);
  hud.speech = undefined;
  const { id, text = "", kind } = hud.content;
  if (huds.get(id) === hud) announce(text, kind);
}

/** @returns {Shown | undefined} */
function topHud() {
  /** @type {Map<Element, Shown>} */
  const hudOf = new Map([...huds.values()].map((hud) => [hud.element, hud]));
  return hudOf.get(/** @type {Element} */ (hudChildren().findLast((element) => hudOf.has(element))));
}

/** @param {any} event a click outside, or a key, which closes a failure, too */
function dismissTop({ key }) {
  const { id, kind, interactiveHide } = topHud()?.content ?? {};
  if (interactiveHide || (key && kind === "failure")) hideHud(id);
}

/** @param {string} id */
export function hideHud(id) {
  if (/^job-/.test(id)) endedJobs.add(id);
  const hud = huds.get(id);
  if (hud) schedule(hud, hud.element.isConnected && hud.content.minimum, removeHud);
}

/**
 * Remembers the contents that the server has shown and that end by themselves. The function that it returns hides those that were
 * not shown again since.
 * @returns {() => void}
 */
export function rememberServedHuds() {
  const before = [...huds.values()].map(({ content }) => content);
  return () => {
    for (const content of before) {
      const { id, version, kind } = content;
      if (version && kind !== "failure" && content === huds.get(id)?.content) hideHud(id);
    }
  };
}

/** Forgets all contents, with the page that they are in. */
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
async function removeHud(hud) {
  const { element } = hud;
  huds.delete(hud.content.id);
  if (element.isConnected) {
    const [panel] = /** @type {HTMLCollectionOf<HTMLElement>} */ (element.children);
    panel.dataset.leaving = "";
    paintHud(element, topHud()?.content.background);
    await settled(panel);
    removeContent(element);
  }
  hud.end.resolve();
}
