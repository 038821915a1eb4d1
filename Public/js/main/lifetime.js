import { reportUnexpected } from "../portico/portico.js";
import { checkSession } from "./checking.js";
import { showCover } from "./covering.js";
import { account, fetchCover, tabs } from "./ending.js";
import { offline } from "./forms.js";
import { refresh } from "./regions.js";
import { hideToast, showProblem, showToast } from "./toasts.js";

/** The seconds before the end of the session at which the person is asked. */
const notice = 120;
const toastId = "portico-session";
/** @type {number | undefined} */
let timer;

/** Whether the person is being asked to stay. */
export let isAskingToStay = false;

/**
 * Expects the end of the session at the time that a screen names. Two minutes before, it asks the person whether to stay, if the
 * session grows with use.
 * @param {{ dataset: Record<string, any> }} [screen] none to expect nothing
 */
export function expectSessionEnd(screen) {
  const lasts = screen?.dataset.lasts;
  const seconds = Number(lasts);
  const grows = screen?.dataset.grows != null;
  const isNear = grows && seconds <= notice;
  const isEarly = grows && !isNear;
  clearTimeout(timer);
  if (isNear && !isAskingToStay) askToStay();
  if (!isNear && isAskingToStay) hideToast(toastId);
  isAskingToStay = isNear;
  // No timer takes longer than 24 days.
  const delay = Math.min((isEarly ? seconds - notice : seconds) * 1000, 2e9);
  if (lasts) timer = setTimeout(isEarly ? confirmEnd : endSession, delay);
}

/** Asks the server for the end, which may be later by now. Without an answer, the end stays two minutes from now. */
async function confirmEnd() {
  if (!await checkSession()) expectSessionEnd({ dataset: { lasts: notice } });
}

function askToStay() {
  const { ending, stay } = document.getElementById("screen").dataset;
  showToast({ id: toastId, text: ending, duration: 0, action: { label: stay, onSelect: staySignedIn } });
}

/** Uses the session, so that it grows, and has all tabs check theirs. */
async function staySignedIn() {
  try {
    await refresh();
  } catch (error) {
    reportUnexpected(error);
    showProblem(null, offline);
  }
  checkSession();
  tabs.postMessage(account);
}

/** Covers the page at the end of its session, with a cover that was fetched ahead if the server cannot be asked. */
async function endSession() {
  if (await checkSession()) return;
  const fresh = await fetchCover();
  if (fresh) showCover(fresh);
}
