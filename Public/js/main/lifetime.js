import { check } from "./checking.js";
import { bring } from "./covering.js";
import { ahead } from "./ending.js";
import { offline } from "./forms.js";
import { refresh } from "./regions.js";
import { account, tabs } from "./tabs.js";
import { complain, hideToast, showToast } from "./toasts.js";

/** How many seconds before the end the person is asked. */
const notice = 120;
const id = "portico-session";
/** @type {number | undefined} */
let timer;

/** Whether the person is asked. */
export let isAsking = false;

/**
 * Knows from a screen when the session ends: asks two minutes before whether to stay, where that helps.
 * @param {{ dataset: Record<string, any> }} [screen] none where nothing is to be expected
 */
export function expect(screen) {
  const lasts = screen?.dataset.lasts;
  const seconds = Number(lasts);
  const grows = screen?.dataset.grows != null;
  const isNear = grows && seconds <= notice;
  const isEarly = grows && !isNear;
  clearTimeout(timer);
  if (isNear && !isAsking) askToStay();
  if (!isNear && isAsking) hideToast(id);
  isAsking = isNear;
  // If the server does not answer two minutes before the end, the end stays.
  const confirm = async () => await check() || expect({ dataset: { lasts: notice } });
  // No timer takes longer than 24 days.
  if (lasts) timer = setTimeout(isEarly ? confirm : end, Math.min((isEarly ? seconds - notice : seconds) * 1000, 2e9));
}

function askToStay() {
  const { ending, stay } = document.getElementById("hud").dataset;
  showToast({ id, text: ending, duration: 0, action: { label: stay, onSelect: stayOn } });
}

/** The person uses the session, and all tabs hear of it. */
async function stayOn() {
  await refresh().catch(() => complain(null, offline));
  check();
  tabs.postMessage(account);
}

/** The time is over. That holds where the server cannot be asked, too. */
async function end() {
  if (await check()) return;
  const fresh = await ahead();
  if (fresh) bring(fresh);
}
