import { appear, paint, vanish } from "./hud-window.js";
import { settled } from "./layer.js";
import { announce, part } from "./toasts.js";

/** What is shown, or will be unless it ends before. @type {Map<string, HTMLElement>} */
export const huds = new Map();

/** Long work that is over: its ids are never used again, and what comes late of it is not shown. */
const over = new Set();

/** What holds where neither a content nor the page says otherwise. */
const usual = {
  id: "hud", alignment: "center", transition: "opacity,scale", ignoresSafeAreaEdges: "", background: "#00000080", minimum: 0,
  animation: { curve: "linear", duration: 0.1 },
};

/**
 * Shows a content in the HUD, in the place of the one with its id. Its fields are those of the server's `HudContent`, all
 * optional; `html` is a template element of the page or its id.
 * @returns {Promise<void> | undefined} settles when it has left
 */
export function showHud(given) {
  const style = JSON.parse(document.getElementById("screen").dataset.hudStyle ?? "{}");
  const animation = { ...usual.animation, ...style.animation, ...given.animation };
  const content = { ...usual, ...style, ...given, animation };
  const { id, html, path = location.pathname, grace } = content;
  if (path.split("?")[0] !== location.pathname || over.has(id)) return;
  content.html = html && (document.getElementById(html) ?? html).content.cloneNode(true);
  const hud = huds.get(id) ?? part(".hud-content");
  hud.ended ??= new Promise((end) => hud.end = end);
  hud.since ??= performance.now();
  hud.content = content;
  huds.set(id, hud);
  if (grace && !hud.isConnected) after(hud, grace, fill);
  else fill(hud);
  return hud.ended;
}

/** Does something so many seconds after a content was asked for or shown, instead of what was to be done. */
function after(hud, seconds, work) {
  clearTimeout(hud.timer);
  hud.timer = setTimeout(work, hud.since + seconds * 1000 - performance.now(), hud);
}

function fill(hud) {
  const { content } = hud;
  const { id, html, kind = html ? "custom" : "activity", text = "", value, cancel } = content;
  const { alignment, transition, ignoresSafeAreaEdges: ignores } = content;
  const { duration = /^(success|failure|info)$/.test(kind) && Math.max(2, 0.06 * text.length + 1) } = content;
  const { curve, duration: time } = content.animation;
  const [panel] = hud.children;
  const [line, custom, bar, form] = panel.querySelectorAll(":scope > :not(svg)");
  hud.since = performance.now();
  Object.assign(hud.dataset, { id, kind, alignment, transition, ignores });
  hud.style.cssText = `--time:${time}s;--curve:${curve.replace(/[A-Z]/g, "-$&")}`;
  for (const some of panel.querySelectorAll("[data-for]")) {
    some.toggleAttribute("hidden", !some.matches(`[data-for~=${kind}]`));
  }
  if (line.textContent !== text) {
    line.textContent = text;
    if (!hud.isConnected || kind === "failure") say(hud, line);
    else hud.said ??= setTimeout(say, 1000, hud, line);
  }
  custom.replaceChildren(html ?? "");
  if (value == null) bar.removeAttribute("value");
  else bar.value = value;
  form.hidden = !cancel;
  form.action = cancel ?? "";
  form.onsubmit = () => hideHud(id);
  if (!hud.isConnected) appear(hud, panel);
  paint(hud);
  clearTimeout(hud.timer);
  if (duration) after(hud, duration, leaveHud);
}

/** Has what a content says read aloud: the latest of a second, a failure at once. */
function say(hud, { textContent: text }) {
  hud.said = clearTimeout(hud.said);
  if (huds.has(hud.dataset.id)) announce(text, hud.dataset.kind);
}

/** @param {string} id */
export function hideHud(id) {
  const hud = huds.get(id);
  if (/^job-/.test(id)) over.add(id);
  if (hud) after(hud, hud.isConnected && hud.content.minimum, leaveHud);
}

/** Hides what the server has shown and no longer does. @param {string[]} alive the ids that it shows */
export function keepHuds(alive) {
  for (const [id, { content }] of huds) if (content.version && !alive.includes(id)) hideHud(id);
}

export const hideAllHuds = () => [...huds.keys()].forEach(hideHud);

async function leaveHud(hud) {
  const [panel] = hud.children;
  huds.delete(hud.content.id);
  if (hud.isConnected) {
    panel.dataset.leaving = "";
    paint(hud);
    await settled(panel);
    vanish(hud);
  }
  hud.end();
}
