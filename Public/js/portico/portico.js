/** The module of every page: the functions for page authors, and those for the other modules. */
import { Behaviour, isComposed } from "./behaviour.js";
import { setArrival, trusted } from "./http.js";
import { define, defineLater, start } from "./registry.js";
import { Presented } from "./presented.js";
import { report } from "./report.js";
import { Password, SignIn } from "./sign-in.js";

export {
  followAnswer, formAttribute, parsePage, reportUnexpected, request, requestOnce, sendForm, setArrival, whileCookieStays,
  withCookieLock,
} from "./http.js";
export { Behaviour, define, isComposed };

/** @typedef {typeof import("../main/main.js")} Main */

/** @param {string} name of an export of the main screen's module @returns {Promise<any>} */
const exportOfMain = async (name) => /** @type {any} */ (await import("../main/main.js"))[name];

/**
 * A function that loads the main screen's module and calls a function of it.
 * @param {keyof Main} name
 * @returns {(...all: any[]) => Promise<any>}
 */
const callMain = (name) => async (...all) => (await exportOfMain(name))(...all);

/**
 * The fields of the server's `Toast` or `HudContent`.
 * @typedef {Record<string, any>} Fields
 */

/**
 * A HUD or toast, until it is hidden or has left.
 * @typedef {{ id: string, ended: Promise<void>, update: (more: Fields) => void, hide: () => void }} Handle
 */

/**
 * Makes the function that shows a content or toast and returns its handle.
 * @param {(content: Fields) => Promise<void>} show
 * @param {(id: string) => void} hide
 * @returns {(given?: string | Fields) => Handle}
 */
const makeShow = (show, hide) => (given = {}) => {
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
export const present = callMain("present");
/** @type {(options?: { from?: Element, asks?: boolean }) => Promise<void>} */
export const dismiss = callMain("dismiss");
const hide = callMain("hideHud");
export const hud = Object.freeze({ show: makeShow(callMain("showHud"), hide), hide, hideAll: callMain("hideAllHuds") });
const showToast = makeShow(callMain("showToast"), callMain("hideToast"));

/**
 * A text, or a function that makes it from the outcome of a promise.
 * @typedef {string | ((outcome: any) => string)} Text
 */

/**
 * Shows a toast: a text, the fields of a toast, or a promise with its texts while it is pending and when it has settled.
 * @param {string | Fields | Promise<any>} given
 * @param {{ loading: string, success: Text, failure: Text }} [texts] of a promise
 */
export function toast(given, texts) {
  if (!(given instanceof Promise)) return showToast(given);
  const { loading, success, failure } = /** @type {{ loading: string, success: Text, failure: Text }} */ (texts);
  const shown = showToast({ text: loading, duration: 0 });
  /** @type {(kind: string, text: Text) => (outcome: any) => void} */
  const showOutcome = (kind, text) => (outcome) => shown.update({
    kind, text: typeof text === "function" ? text(outcome) : text, duration: undefined,
  });
  given.then(showOutcome("success", success), showOutcome("failure", failure));
  return shown;
}

/** The transitions between screens, which the server's `Root` renders. */
export const root = Object.freeze({
  /**
   * Asks for the screen at a path.
   * @param {string} path
   * @param {"sign-in" | "sign-out"} [transition] none by default
   */
  go(path, transition) {
    setArrival(transition ?? "");
    location.assign(path);
  },
  /** The transition that has brought this page, after its end: one of these, `launch` for the end of a splash, or none. */
  arrived: arrived(),
});

/** Tells the server the time zone of the browser, in which pages show times. */
function keepZone() {
  const { zoneCookie } = document.documentElement.dataset;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const cookie = `${zoneCookie}=${zone}`;
  const isKept = () => document.cookie.includes(cookie);
  if (!zoneCookie || isKept()) return;
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax${zoneCookie.startsWith("__") ? "; secure" : ""}`;
  // The page may have the times of another place.
  const shown = document.getElementById("screen").dataset.zone;
  if (shown && shown !== zone && isKept()) location.reload();
}

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
defineLater("[data-screen=main]", () => exportOfMain("Presenting"));
defineLater("[data-events]", () => exportOfMain("Events"));
defineLater("[data-lasts]", () => exportOfMain("Session"));
// Elsewhere, the style sheet shows the title.
if (!CSS.supports("timeline-scope: --title")) defineLater("[data-large-title]", async () => (await import("../title.js")).LargeTitle);
defineLater("form:has(.field):not([data-sign-in])", async () => (await import("../fields.js")).Fields);
defineLater("form[data-portico-validate]", async () => (await import("../validating.js")).Validating);
defineLater("[data-portico-copy]", async () => (await import("../copying.js")).Copying);
defineLater("[data-portico-print]", async () => (await import("../printing.js")).Printing);
defineLater("[data-provider]", async () => (await import("../provider.js")).Provider);
defineLater("[data-passkey]", async () => (await import("../passkeys.js")).Passkey);
defineLater("[data-portico-more]", async () => (await import("../lists.js")).More);
defineLater("form.selection", async () => (await import("../selecting.js")).Selecting);

// The splash never comes back. The title belongs to the screen, which was not known when the document began.
document.querySelector("#root")?.shadowRoot?.querySelector("slot")?.replaceChildren();
const { title } = document.getElementById("screen").dataset;
if (title) document.title = title;

for (const type of ["error", "unhandledrejection"]) addEventListener(type, report);

start().catch((error) => {
  // The browser may tell `early.js` of a script that did not load only after the page is ready.
  delete document.documentElement.dataset.script;
  reportError(error);
}).finally(() => {
  const worker = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=portico-worker]"));
  if (worker) navigator.serviceWorker?.register(trusted.createScriptURL(worker.content)).catch(reportError);
  document.documentElement.dataset.ready = "";
  document.dispatchEvent(new Event("portico:ready"));
});

keepZone();
