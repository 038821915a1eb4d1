import { parsePage, reportUnexpected, requestOnce, whileCookieStays } from "../portico/portico.js";
import { currentCover, removeCover, showCover } from "./covering.js";
import { account, reloadForOther } from "./ending.js";
import { unsavedForm } from "./guard.js";
import { pause } from "./overlay.js";
import { refreshInBackground } from "./regions.js";
import { isSigningOut } from "./sending.js";

/** @typedef {{ answer: Response, fresh: Document }} Reply */

/**
 * A request that was refused because nobody is signed in.
 * @typedef {object} RefusedRequest
 * @property {number} turn its place among all requests of the page
 * @property {() => Promise<Response>} again
 * @property {(answer: Response) => void} resolve
 * @property {(error: unknown) => void} reject
 */

/**
 * The requests that wait for a sign-in.
 * @type {RefusedRequest[]}
 */
const refused = [];

/** Whether leaving the page would lose unsaved input, or a request that waits for a sign-in. */
export const losesInput = () => unsavedForm(document) || refused.length > 0;

/**
 * The newest check.
 * @type {Promise<boolean>}
 */
let newest;
/** The number of checks. */
let made = 0;
/** Whether the newest check is under way. */
export let isChecking = false;

/**
 * Holds a request that was refused because nobody is signed in. It is repeated, in order, after the sign-in. Background requests
 * are not repeated, because the page is refreshed anyway.
 * @param {Response} answer
 * @param {number} turn
 * @param {() => Promise<Response>} again
 * @param {PorticoRequest} [options]
 * @returns {Promise<Response>}
 */
export function repeatAfterSignIn(answer, turn, again, options) {
  finishReading(answer);
  return new Promise((resolve, reject) => {
    if (options?.headers?.["Portico-Background"]) reject(answer);
    else refused.push({ turn, again, resolve, reject });
    checkSession();
  });
}

/**
 * Reads the rest of a refused answer, because Chromium keeps a request until its answer is read. That it may break off is not an
 * error of the page.
 * @param {Response} answer
 */
const finishReading = (answer) => parsePage(answer).catch(reportUnexpected);

/** Asks the server who is signed in, and covers, continues or reloads the page. False if the server does not say. */
export const checkSession = () => isChecking ? newest : checkAnew();

/**
 * Does the same after a sign-in. An older check ends with this one: its request may have left before the sign-in, so that its reply
 * is no longer right, and the reply may be long in coming.
 */
export function checkAnew() {
  made += 1;
  isChecking = true;
  newest = checkNow(made);
  return newest;
}

/** @param {number} number @returns {Promise<boolean>} */
async function checkNow(number) {
  const isOutdated = () => number < made;
  try {
    const reply = await reliableReply(isOutdated);
    if (isOutdated()) return newest;
    act(reply);
    return true;
  } catch (error) {
    if (isOutdated()) return newest;
    reportUnexpected(error);
    rejectRefused(error);
    return false;
  } finally {
    if (!isOutdated()) isChecking = false;
  }
}

/**
 * The server's reply about who is signed in. If that is nobody, a sign-in in this or another tab may just be changing the cookie:
 * the server is asked again while no such request is on its way. The lock ends with the reply, because its effects may take the lock.
 * @param {() => boolean} isOutdated
 */
async function reliableReply(isOutdated) {
  const reply = await fetchReply();
  const mayChange = isRefused(reply.answer) && !isExpired(reply) && !isSigningOut();
  if (!mayChange) return reply;
  // A request that changes the cookie ends after half a minute.
  const end = Date.now() + 40_000;
  while (!isOutdated()) {
    const again = await whileCookieStays(fetchReply);
    if (again) return again;
    if (Date.now() > end) return fetchReply();
    await pause(0.2);
  }
  return reply;
}

/** @returns {Promise<Reply>} */
async function fetchReply() {
  const answer = await requestOnce(location.href, { headers: { "Portico-Background": "true" } });
  return { answer, fresh: await parsePage(answer) };
}

/** @param {Response} answer */
const isRefused = ({ headers }) => headers.has("Portico-Cover");

/**
 * Whether the session of this account has ended, so that the page continues after a sign-in.
 * @param {Reply} reply
 */
const isExpired = ({ fresh }) => fresh.getElementById("screen").dataset.expired === account;

/**
 * Does not wait for its effects: they may lead to the next check.
 * @param {Reply} reply
 */
function act(reply) {
  const { answer, fresh } = reply;
  // A page with recovery codes stays, because they are shown only once. The person leaves it by its button.
  if (isSigningOut() || document.querySelector("#codes[aria-busy=false]")) return;
  if (isRefused(answer)) return isExpired(reply) ? showCover(fresh) : reloadForOther();
  const screen = fresh.getElementById("screen");
  if (screen?.dataset.account === account) {
    document.dispatchEvent(new CustomEvent("portico:confirmed", { detail: screen }));
    return continuePage();
  }
  // The page belongs to another account by now, or does not exist: after a sign-in, the person must not wait for it.
  if (currentCover() && answer.status < 429) return reloadForOther();
  if (answer.status !== 409) throw answer;
  refreshInBackground();
}

/**
 * Rejects the requests that wait, unless the login cover is shown: then they continue to wait.
 * @param {unknown} error
 */
function rejectRefused(error) {
  if (!currentCover()) for (const { reject } of refused.splice(0)) reject(error);
}

/** The same person is signed in: removes the cover, repeats the requests, and refreshes the page. */
function continuePage() {
  const wasCovered = currentCover();
  if (wasCovered) removeCover();
  const repeated = repeat(refused.splice(0));
  if (!wasCovered) return;
  repeated.then(() => refreshInBackground());
  // As if the person had come back to the tab: the stream of events and timers start again.
  document.dispatchEvent(new Event("visibilitychange"));
}

/**
 * Repeats requests in their order.
 * @param {RefusedRequest[]} requests
 */
async function repeat(requests) {
  for (const request of requests.sort((a, b) => a.turn - b.turn)) {
    const finish = (/** @type {Response} */ answer) =>
      isRefused(answer) ? waitAgain(request, answer) : request.resolve(answer);
    await request.again().then(finish, request.reject);
  }
}

/**
 * Holds a request that was refused again, if the session has ended once more.
 * @param {RefusedRequest} request
 * @param {Response} answer
 */
async function waitAgain(request, answer) {
  finishReading(answer);
  await checkSession();
  if (currentCover()) refused.push(request);
  else request.reject(answer);
}
