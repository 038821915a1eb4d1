import { askOnce, page } from "./door.js";
import { bring, isCovered, lift } from "./covering.js";
import { startAnew } from "./ending.js";
import { look } from "./regions.js";
import { isSigningOut } from "./sending.js";
import { account } from "./tabs.js";

/**
 * The requests that are held until the person is back.
 * @type {{ turn: number, again: () => Promise<Response>, end: (answer: Response) => void, fail: (error: unknown) => void }[]}
 */
const waiting = [];

/**
 * The question that is under way.
 * @type {Promise<boolean> | null}
 */
let checking = null;

/**
 * A request was refused because nobody is signed in: it is made again once the person is back, in its turn. What the page
 * asks for by itself is not, as all of it is looked at then.
 * @param {Response} answer
 * @param {number} turn
 * @param {() => Promise<Response>} again
 * @param {PorticoRequest} [options]
 * @returns {Promise<Response>}
 */
export function resume(answer, turn, again, options) {
  return new Promise((end, fail) => {
    if (options?.headers?.["Portico-Background"]) fail(answer);
    else waiting.push({ turn, again, end, fail });
    check();
  });
}

/** Asks the server once more who is there, and does what follows from that. False where it does not say. */
export function check() {
  checking ??= confirm().then(() => true, giveUp).finally(() => {
    checking = null;
  });
  return checking;
}

/** @param {boolean} [isSure] @returns {Promise<unknown>} */
async function confirm(isSure) {
  const answer = await askOnce(location.href, { headers: { "Portico-Background": "true" } });
  const fresh = await page(answer);
  const screen = fresh.getElementById("screen");
  if (isSigningOut()) return;
  if (answer.headers.has("Portico-Cover")) {
    if (screen.dataset.expired === account) return bring(fresh);
    // The cookie may just be changing: somebody signs in here, or in another tab.
    return isSure ? startAnew() : navigator.locks.request("portico", () => confirm(true));
  }
  if (screen?.dataset.account === account) {
    document.dispatchEvent(new CustomEvent("portico:confirmed", { detail: screen }));
    return goOn();
  }
  // The page is another person's now, or not there any more: whoever is back does not wait for it.
  if (isCovered() && answer.status < 500) return startAnew();
  if (answer.status === 409) return look();
  throw answer;
}

/**
 * The server does not say. Under the cover everything waits on.
 * @param {unknown} error
 */
function giveUp(error) {
  if (!isCovered()) for (const { fail } of waiting.splice(0)) fail(error);
  return false;
}

/** The person is there, as before. */
async function goOn() {
  const wasCovered = isCovered();
  if (wasCovered) lift();
  for (const { again, end, fail } of waiting.splice(0).sort((a, b) => a.turn - b.turn)) await again().then(end, fail);
  if (!wasCovered) return;
  look();
  // As if the person had come back to the tab.
  document.dispatchEvent(new Event("visibilitychange"));
}
