/** The module of every page: what page authors call, and what the other modules need of it. */
import { Behaviour } from "./behaviour.js";
import { define, defineLater, start } from "./registry.js";
import { Presented } from "./presented.js";
import { Password, SignIn } from "./sign-in.js";

export { arrive, ask, askOnce, follow, page, send, setting } from "./http.js";
export { Behaviour, define };

/** @param {string} name of what the main screen's module has */
const main = async (name) => (await import("../main/main.js"))[name];

/** A function of the main screen's module. */
const later = (name) => async (...all) => (await main(name))(...all);

/** Shows something, and returns what can still be done with it until it is hidden or has left. */
const shows = (show, hide, newID) => (given) => {
  let content = typeof given === "string" ? { text: given } : given;
  const { id = newID() } = content;
  let isOver = false;
  content = { ...content, id };
  const ended = show(content).finally(() => {
    isOver = true;
  });
  return {
    id,
    ended,
    update(more) {
      content = { ...content, ...more, id };
      if (!isOver) show(content);
    },
    hide() {
      isOver = true;
      hide(id);
    },
  };
};

export const present = later("present");
export const dismiss = later("dismiss");
const hide = later("hideHud");
export const hud = Object.freeze({
  show: shows(later("showHud"), hide, () => "hud"), hide, hideAll: later("hideAllHuds"),
});
const showToast = shows(later("showToast"), later("hideToast"), () => crypto.randomUUID());

/**
 * Shows a toast: a text alone, the fields of one, or a promise with what to say while it is pending, once it is fulfilled, and
 * once it is rejected. Of a promise, a function gets what came of it and returns what to say.
 */
export function toast(given, texts) {
  if (!(given instanceof Promise)) return showToast(given);
  const { loading, success, failure } = texts;
  const shown = showToast({ text: loading, duration: 0 });
  const say = (kind, text) => (outcome) => shown.update({
    kind, text: typeof text === "function" ? text(outcome) : text, duration: undefined,
  });
  given.then(say("success", success), say("failure", failure));
  return shown;
}

window.portico = Object.freeze({ Behaviour, define, dismiss, hud, present, toast });

define("dialog[open]", Presented);
define("form[data-sign-in]", SignIn);
define(".field[data-password]", Password);
defineLater("[data-screen=main]", () => main("Presenting"));
defineLater("[data-screen=main]", () => main("Overlays"));
defineLater("[data-screen=main] .toaster", () => main("Toaster"));
defineLater("[data-events]", () => main("Events"));
defineLater("[data-lasts]", async () => (await import("../session/session.js")).Session);
defineLater("time[datetime]", () => main("LocalTime"));
defineLater("[data-large-title]", () => main("LargeTitle"));

// The splash is gone for good once the screen is there.
document.querySelector("#root")?.shadowRoot?.querySelector("slot").replaceChildren();

start().finally(() => {
  document.documentElement.dataset.ready = "";
  document.dispatchEvent(new Event("portico:ready"));
});
