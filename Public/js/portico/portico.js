/** The module of every page: what page authors call, and what the other modules need of it. */
import { define, defineLater, start } from "./registry.js";
import { Presented } from "./presented.js";
import { Password, SignIn } from "./sign-in.js";

export { Behaviour } from "./behaviour.js";
export { arrive, ask, askOnce, follow, page, send, setting } from "./http.js";
export { define };

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
export const toast = shows(later("showToast"), later("hideToast"), () => crypto.randomUUID());
window.portico = Object.freeze({ define, dismiss, hud, present, toast });

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
