import { askOnce, locked, page } from "./door.js";
import { bring, isCovered, lift } from "./covering.js";
import { startAnew } from "./ending.js";
import { look } from "./regions.js";
import { isSigningOut } from "./sending.js";
import { account } from "./tabs.js";

/** @typedef {{ answer: Response, fresh: Document }} Said */

/**
 * A request that was refused because nobody is signed in.
 * @typedef {object} Held
 * @property {number} turn
 * @property {() => Promise<Response>} again
 * @property {(answer: Response) => void} end
 * @property {(error: unknown) => void} fail
 */

/**
 * The requests that wait until the person is back.
 * @type {Held[]}
 */
const waiting = [];

/**
 * The question that is under way.
 * @type {Promise<boolean> | null}
 */
let checking = null;

/**
 * Holds a request that was refused because nobody is signed in. It is made again once the person is back, in its turn. Requests
 * that the page makes by itself are not: then the whole page is looked at anyway.
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
  checking ??= confirm();
  return checking;
}

async function confirm() {
  try {
    act(await decide());
    return true;
  } catch (error) {
    giveUp(error);
    return false;
  } finally {
    checking = null;
  }
}

/**
 * The server's word on who is there. Where it says that nobody is, the cookie may just be changing, because somebody signs in here
 * or in another tab: it is asked again when that is over. The lock is held for the question only, as what follows may take it.
 */
async function decide() {
  const said = await question();
  const isOver = isRefused(said.answer) && !isExpired(said) && !isSigningOut();
  // A request that changes the cookie ends after half a minute.
  return isOver ? locked("exclusive", 40, question) : said;
}

/** @returns {Promise<Said>} */
async function question() {
  const answer = await askOnce(location.href, { headers: { "Portico-Background": "true" } });
  return { answer, fresh: await page(answer) };
}

/** @param {Response} answer */
const isRefused = ({ headers }) => headers.has("Portico-Cover");

/**
 * Whether the page goes on after a sign-in.
 * @param {Said} said
 */
const isExpired = ({ fresh }) => fresh.getElementById("screen").dataset.expired === account;

/**
 * Nothing here is waited for: it may lead to the next question.
 * @param {Said} said
 */
function act(said) {
  const { answer, fresh } = said;
  if (isSigningOut()) return;
  if (isRefused(answer)) return isExpired(said) ? bring(fresh) : startAnew();
  const screen = fresh.getElementById("screen");
  if (screen?.dataset.account === account) {
    document.dispatchEvent(new CustomEvent("portico:confirmed", { detail: screen }));
    return goOn();
  }
  // The page is another person's now, or does not exist any more: whoever is back does not wait for it.
  if (isCovered() && answer.status < 429) return startAnew();
  if (answer.status !== 409) throw answer;
  look();
}

/**
 * The server does not say. Under the cover everything waits on.
 * @param {unknown} error
 */
function giveUp(error) {
  if (!isCovered()) for (const { fail } of waiting.splice(0)) fail(error);
}

/** The person is there, as before. */
function goOn() {
  const wasCovered = isCovered();
  if (wasCovered) lift();
  const repeated = repeat(waiting.splice(0));
  if (!wasCovered) return;
  repeated.then(() => look());
  // As if the person had come back to the tab.
  document.dispatchEvent(new Event("visibilitychange"));
}

/**
 * Makes requests again, in their order.
 * @param {Held[]} requests
 */
async function repeat(requests) {
  for (const request of requests.sort((a, b) => a.turn - b.turn)) {
    await request.again().then((answer) => isRefused(answer) ? hold(request, answer) : request.end(answer), request.fail);
  }
}

/**
 * A request was refused again. Where the session has ended once more, it waits once more.
 * @param {Held} request
 * @param {Response} answer
 */
async function hold(request, answer) {
  await check();
  if (isCovered()) waiting.push(request);
  else request.fail(answer);
}
