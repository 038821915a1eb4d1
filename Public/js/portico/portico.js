/** The module of every page: what page authors call, and what the other modules need of it. */
import { Behaviour, isComposed } from "./behaviour.js";
import { arrive, trusted } from "./http.js";
import { define, defineLater, start } from "./registry.js";
import { Presented } from "./presented.js";
import { report } from "./report.js";
import { Password, SignIn } from "./sign-in.js";

export { arrive, ask, askOnce, follow, locked, page, send, setting } from "./http.js";
export { Behaviour, define, isComposed };

/** @typedef {typeof import("../main/main.js")} Main */

/** @param {string} name of what the main screen's module has @returns {Promise<any>} */
const main = async (name) => /** @type {any} */ (await import("../main/main.js"))[name];

/**
 * A function of the main screen's module.
 * @param {keyof Main} name
 * @returns {(...all: any[]) => Promise<any>}
 */
const later = (name) => async (...all) => (await main(name))(...all);

/**
 * The fields of a toast, or of a content of the HUD, as the server has them.
 * @typedef {Record<string, any>} Fields
 */

/**
 * A HUD or toast, until it is hidden or has left.
 * @typedef {{ id: string, ended: Promise<void>, update: (more: Fields) => void, hide: () => void }} Handle
 */

/**
 * Makes a function that shows something.
 * @param {(content: Fields) => Promise<void>} show
 * @param {(id: string) => void} hide
 * @returns {(given?: string | Fields) => Handle}
 */
const shows = (show, hide) => (given = {}) => {
  /** @type {Fields} */
  let content = typeof given === "string" ? { text: given } : given;
  const { id = crypto.randomUUID() } = content;
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

/** @type {Main["present"]} */
export const present = later("present");
/** @type {(options?: { from?: Element, asks?: boolean }) => Promise<void>} */
export const dismiss = later("dismiss");
const hide = later("hideHud");
export const hud = Object.freeze({ show: shows(later("showHud"), hide), hide, hideAll: later("hideAllHuds") });
const showToast = shows(later("showToast"), later("hideToast"));

/**
 * Shows a toast: a text alone, the fields of one, or a promise with what to say while it is pending, once it is fulfilled, and
 * once it is rejected. Of a promise, a function gets what came of it and returns what to say.
 * @param {string | Fields | Promise<any>} given
 * @param {{ loading: string, success: Text, failure: Text }} [texts] of a promise
 * @typedef {string | ((outcome: any) => string)} Text
 */
export function toast(given, texts) {
  if (!(given instanceof Promise)) return showToast(given);
  const { loading, success, failure } = /** @type {{ loading: string, success: Text, failure: Text }} */ (texts);
  const shown = showToast({ text: loading, duration: 0 });
  /** @type {(kind: string, text: Text) => (outcome: any) => void} */
  const say = (kind, text) => (outcome) => shown.update({
    kind, text: typeof text === "function" ? text(outcome) : text, duration: undefined,
  });
  given.then(say("success", success), say("failure", failure));
  return shown;
}

/** The transitions between screens. What owns them is the server's `Root`, which every screen comes from. */
export const root = Object.freeze({
  /**
   * Asks for the screen at a path.
   * @param {string} path
   * @param {"sign-in" | "sign-out"} [transition] none by default
   */
  go(path, transition) {
    arrive(transition ?? "");
    location.assign(path);
  },
  /** Which transition has brought this page, once it is over: one of these, `launch` for the end of a splash, or none. */
  arrived: arrived(),
});

/** @returns {Promise<string | undefined>} */
async function arrived() {
  const screen = document.getElementById("screen");
  const { arrival } = document.documentElement.dataset;
  await /** @type {any} */ (window).pageRevealed;
  const fades = screen.getAnimations({ subtree: true }).filter((one) => /** @type {any} */ (one).animationName === "fades-away");
  await Promise.allSettled(fades.map(({ finished }) => finished));
  return arrival ?? (screen.dataset.followsSplash == null ? undefined : "launch");
}

window.portico = Object.freeze({ Behaviour, define, dismiss, hud, present, root, toast });

define(".presented[open]", Presented);
define("form[data-sign-in]", SignIn);
define(".field[data-password]", Password);
defineLater("[data-screen=main]", () => main("Presenting"));
defineLater("[data-events]", () => main("Events"));
defineLater("[data-lasts]", () => main("Session"));
defineLater("time[datetime]", () => main("LocalTime"));
defineLater("[data-large-title]", () => main("LargeTitle"));
defineLater("form[data-portico-validate]", async () => (await import("../validating.js")).Validating);

// The splash is gone for good once the screen is there, which has the title that its document could not have.
document.querySelector("#root")?.shadowRoot?.querySelector("slot")?.replaceChildren();
const { title } = document.getElementById("screen").dataset;
if (title) document.title = title;

for (const type of ["error", "unhandledrejection"]) addEventListener(type, report);

start().finally(() => {
  const worker = document.querySelector("meta[name=portico-worker]");
  if (worker) navigator.serviceWorker?.register(trusted.createScriptURL(/** @type {HTMLMetaElement} */ (worker).content)).catch(reportError);
  document.documentElement.dataset.ready = "";
  document.dispatchEvent(new Event("portico:ready"));
});
