import { hold, settled } from "./layer.js";
import { announce, float, moveToasts, part, topmost } from "./toasts.js";

/** Lies over the window while anything is shown. @type {HTMLDialogElement} */
let cover;

/** What is shown, or will be unless it ends before. @type {Map<string, HTMLElement>} */
const huds = new Map();

/** Where the focus was before. */
let back;

/** What holds where neither a content nor the page says otherwise. */
const usual = {
  id: "hud", text: "", alignment: "center", transition: "opacity,scale", ignoresSafeAreaEdges: "", animation: { curve: "linear", duration: 0.1 },
  background: "#00000080", minimum: 0,
};

/**
 * Shows a content in the HUD, in the place of the one with its id.
 * @returns {Promise<void> | undefined} settles when it has left
 */
export function showHud(given) {
  const { hudStyle = "{}" } = document.getElementById("screen").dataset;
  const content = { ...usual, ...JSON.parse(hudStyle), ...given };
  const { id, html, path = location.pathname, grace } = content;
  content.html = html && (document.getElementById(html) ?? html).content.cloneNode(true);
  if (path.split("?")[0] !== location.pathname) return;
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
  const { html, kind = html ? "custom" : "activity", text, value, cancel } = content;
  const { duration = /^(success|failure|info)$/.test(kind) && Math.max(2, 0.06 * text.length + 1) } = content;
  const { curve, duration: time } = { ...usual.animation, ...content.animation };
  const [panel] = hud.children;
  const [line, custom, bar, form] = panel.querySelectorAll(":scope > :not(svg)");
  hud.since = performance.now();
  Object.assign(hud.dataset, content, { kind });
  hud.style.cssText = `--time:${time}s;--curve:${curve.replace(/[A-Z]/g, "-$&")}`;
  for (const some of panel.querySelectorAll("[data-for]")) {
    some.toggleAttribute("hidden", !some.matches(`[data-for~=${kind}]`));
  }
  if (line.textContent !== text) announce(line.textContent = text, kind);
  custom.replaceChildren(html ?? "");
  if (value == null) bar.removeAttribute("value");
  else bar.value = value;
  form.hidden = !cancel;
  form.action = cancel;
  form.onsubmit = () => leaveHud(hud);
  if (!hud.isConnected) appear(hud, panel);
  paint(hud);
  clearTimeout(hud.timer);
  if (duration) after(hud, duration, leaveHud);
}

/** Comes from where it will leave to. */
function appear(hud, panel) {
  if (!cover?.isConnected) {
    const screen = document.getElementById("screen");
    if (!topmost().matches(":modal")) hold(screen);
    cover = part(".hud");
    cover.onclick = cover.onkeydown = hideTop;
    cover.addEventListener("focusout", () => queueMicrotask(rise));
    screen.prepend(cover);
    rise();
    cover.dispatchEvent(new Event("portico:replaced", { bubbles: true }));
  }
  cover.lastElementChild.before(hud);
  panel.dataset.leaving = "";
  panel.offsetHeight;
  delete panel.dataset.leaving;
}

/** Covers whatever was opened meanwhile. What the focus was in by then gets it back. */
function rise() {
  const { activeElement, body } = document;
  if (!cover.isConnected || cover.contains(activeElement)) return;
  if (!back || activeElement !== body) back = activeElement;
  cover.close();
  cover.showModal();
  cover.focus();
  float(cover.querySelector(".toasts"));
}

const onTop = () => [...cover.children].findLast(({ dataset }) => huds.has(dataset.id));

/** @param {Event} event a click outside, or Escape */
function hideTop(event) {
  const { key, target } = event;
  if (key ? key !== "Escape" : target.closest(".hud-panel, .toasts")) return;
  event.preventDefault();
  const { id, interactiveHide } = onTop()?.content ?? {};
  if (interactiveHide) hideHud(id);
}

/** The background is that of the topmost content, and changes as the one does that comes or goes. */
function paint({ style }) {
  cover.style.cssText = `${style.cssText};background:${onTop()?.content.background}`;
}

/** @param {string} id */
export function hideHud(id) {
  const hud = huds.get(id);
  if (hud) after(hud, hud.content.minimum, leaveHud);
}

export const hideAllHuds = () => [...huds.keys()].forEach(hideHud);

async function leaveHud(hud) {
  const [panel] = hud.children;
  huds.delete(hud.dataset.id);
  if (hud.isConnected) {
    panel.dataset.leaving = "";
    paint(hud);
    await settled(panel);
    hud.remove();
    cover.querySelector(".hud-content") ? rise() : uncover();
  }
  hud.end();
}

function uncover() {
  cover.close();
  cover.remove();
  moveToasts(cover);
  [back, topmost()].find(({ isConnected }) => isConnected).focus({ preventScroll: true });
  back = null;
}
