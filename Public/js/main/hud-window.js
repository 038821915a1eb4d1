import { hideHud, huds } from "./hud.js";
import { hold } from "./layer.js";
import { float, moveToasts, part, topmost } from "./toasts.js";

/** Lies over the window while anything is shown. @type {HTMLDialogElement} */
let cover;

/** Where the focus was before. */
let back;

/** Comes from where it will leave to. */
export function appear(hud, panel) {
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
export function rise() {
  const { activeElement, body } = document;
  if (!cover?.isConnected || activeElement.closest(".hud, [data-covers]")) return;
  if (!back || activeElement !== body) back = activeElement;
  cover.close();
  cover.showModal();
  cover.focus();
  float(cover.querySelector(".toasts"));
}

/** Gives an element the focus, or lets it have it when the HUD goes. @param {FocusOptions} options */
export function give(element, options) {
  back &&= element;
  element.focus(options);
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
export function paint({ style }) {
  cover.style.cssText = `${style.cssText};background:${onTop()?.content.background}`;
}

/** Takes a content away, and with the last one the HUD. The focus goes back. */
export function vanish(hud) {
  hud.remove();
  if (cover.querySelector(".hud-content")) return rise();
  cover.close();
  cover.remove();
  moveToasts(cover);
  document.dispatchEvent(new Event("portico:replaced"));
  [back, document.getElementById(back?.id), topmost()].find((place) => place?.isConnected).focus({ preventScroll: true });
  back = null;
}
