import { Behaviour } from "../portico/portico.js";
import { forgetPrefetched } from "./fetching.js";
import { hideAllHuds, hideHud, rememberServedHuds, showHud } from "./hud.js";
import { pause } from "./overlay.js";
import { isEventShown, isEventUpTo, refreshInBackground } from "./regions.js";
import { formsAnswered, isSigningOut } from "./sending.js";
import { stack } from "./stack.js";
import { showNotices } from "./toaster.js";
import { showToast } from "./toasts.js";

/**
 * Missed events cannot be replayed. The page itself has the current state and its notices. Events that came after the request
 * for the page may be newer: the contents that they have shown stay.
 */
async function catchUp() {
  const hideOld = rememberServedHuds();
  // Only a page that stays takes the notices; one that reloads for a new release leaves them.
  const fresh = await refreshInBackground() && await refreshInBackground({ "Portico-Notices": "take" });
  if (!fresh) return;
  showNotices(fresh);
  hideOld();
}

/**
 * Refreshes the page after a change, unless the page shows it already: the answer to a form of this page has that effect.
 * @param {{ keys: string[] }} event
 * @param {string} id
 */
async function showChange({ keys }, id) {
  // Prefetched pages may be older.
  forgetPrefetched();
  if (keys[0] && !keys.some((key) => document.querySelector(`[data-portico-config~="${key}"]`))) return;
  await formsAnswered();
  if (!isEventShown(id)) refreshInBackground();
}

/** Refreshes the page after the account has changed; during a sign-out only after it, because requests would be refused. */
async function showAccount() {
  if (isSigningOut()) await formsAnswered();
  refreshInBackground();
}

/**
 * The effect of each kind of event on the page.
 * @type {Record<string, (event: any, id: string) => unknown>}
 */
const effects = {
  hud({ show, hide, hideAll }) {
    if (show) return showHud(show);
    return hideAll ? hideAllHuds() : hideHud(hide);
  },
  toast: showToast,
  config: showChange,
  download({ href }) {
    // A navigation would take the place of one that is under way.
    if (!document.hidden) Object.assign(document.createElement("a"), { href, download: "" }).click();
  },
  session: showAccount,
  missed: catchUp,
  // A sign of life, which `#noteLife` has noted.
  alive() {},
};

/**
 * The seconds without an event after which a stream counts as dead; the server sends a sign of life every 20. The tab that listens
 * notices it first, the others three seconds later. A tab that comes back does not wait for a second sign.
 */
const silence = { listening: 40, other: 43, back: 25 };

/**
 * Receives the events of the server. The tabs of a browser share one stream: the tab that holds the lock listens and passes
 * events on. A tab that is hidden for a minute leaves that to another one.
 */
export class Events extends Behaviour {
  /** The newest event that this page knows; at first, the newest before the page was made. */
  #last = /** @type {string} */ (this.element.dataset.events);
  #name = `portico ${this.element.dataset.account}`;
  #tabs = new BroadcastChannel(this.#name);
  /** @type {number | undefined} of the next attempt to listen */
  #listenTimer;
  /** About the seconds after which a refused stream is asked for again. They begin anew when the tab comes back. */
  #retryDelay = 1;
  /** @type {AbortController | null} which ends the listening, or the wait for it */
  #turn = null;
  /** @type {((last: string) => void) | null} in the tab that listens: gives another tab the events after its last */
  #repeatAfter = null;
  /** @type {EventSource | null} in the tab that listens */
  #source = null;
  /** Whether another tab has said that it listens. */
  #isServed = false;
  /** The time of the last event, here or in the tab that listens, in ms. `Date`, because its clock does not stop in sleep. */
  #lifeAt = 0;
  /** @type {number | undefined} of the time at which the stream counts as dead */
  #silenceTimer;

  connect() {
    this.#tabs.onmessage = ({ data }) => this.#hearTab(data);
    // Asks for the events between the rendering of this page and now.
    this.#tabs.postMessage(this.#last);
    this.on(document, "visibilitychange", () => {
      this.#retryDelay = 1;
      // Random, because all tabs come back at once when a laptop is opened.
      this.#listenAfter(document.hidden ? 60 : Math.random());
    });
    this.#noteLife();
    this.#listen();
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#listenTimer);
    clearTimeout(this.#silenceTimer);
    this.#turn?.abort();
    this.#tabs.close();
  }

  /**
   * Another tab passes on an event, tells the last event it knows, asks whether somebody listens, or says that it listens.
   * @param {any} data
   */
  #hearTab(data) {
    if (data.id) this.#receive(data);
    else if (data === "listening") {
      this.#isServed = true;
      this.#noteLife();
    } else if (data === "listening?") {
      if (this.#repeatAfter) this.#tabs.postMessage("listening");
    } else this.#repeatAfter?.(data);
  }

  /** @param {number} seconds @param {() => void} [first] called just before */
  #listenAfter(seconds, first) {
    clearTimeout(this.#listenTimer);
    this.#listenTimer = setTimeout(() => {
      first?.();
      this.#listen();
    }, seconds * 1000);
  }

  /** Begins or continues to listen in a visible tab, and ends it in a hidden one. */
  #listen() {
    if (document.hidden) this.#turn?.abort();
    else if (!this.#turn) this.#waitForTurn();
    else if (Date.now() - this.#lifeAt > silence.back * 1000) this.#renew();
    else this.#takeOver(this.#turn);
  }

  /** Notes that the stream, or the tab that has it, is alive. */
  #noteLife() {
    this.#lifeAt = Date.now();
    clearTimeout(this.#silenceTimer);
    const seconds = this.#repeatAfter ? silence.listening : silence.other;
    this.#silenceTimer = setTimeout(() => this.#renew(), seconds * 1000);
  }

  /** Opens the stream anew after a silence. Another tab that has it may be suspended: this one takes the lock from it. */
  #renew() {
    if (this.#repeatAfter) this.#open();
    else if (this.#turn && !document.hidden) this.#requestLock(this.#turn, { steal: true });
  }

  /** Listens when no other tab does. */
  #waitForTurn() {
    const turn = new AbortController();
    const { signal } = turn;
    this.#turn = turn;
    signal.addEventListener("abort", () => {
      this.#turn = null;
      this.#repeatAfter = null;
      this.#source?.close();
    });
    this.#requestLock(turn, { signal });
    this.#takeOver(turn);
  }

  /** @param {AbortController} turn @param {LockOptions} options */
  #requestLock(turn, options) {
    const listen = () => new Promise((resolve) => {
      turn.signal.addEventListener("abort", resolve);
      this.#open();
    });
    // A tab that loses the lock to another one waits for it again.
    navigator.locks.request(this.#name, options, listen).catch(() => {
      if (turn.signal.aborted) return;
      turn.abort();
      this.#listen();
    });
  }

  /**
   * Takes the lock from a tab that does not answer, because the system has suspended it.
   * @param {AbortController} turn
   */
  async #takeOver(turn) {
    const isOver = () => turn.signal.aborted || this.#repeatAfter;
    await pause(3);
    if (isOver()) return;
    this.#isServed = false;
    this.#tabs.postMessage("listening?");
    await pause(2);
    if (!isOver() && !this.#isServed) this.#requestLock(turn, { steal: true });
  }

  /** @param {string} [after] the event before the first one to receive */
  #open(after = this.#last) {
    this.#source?.close();
    const source = new EventSource(`${this.element.dataset.eventsPath}?after=${after}`);
    this.#source = source;
    this.#tabs.postMessage("listening");
    this.#repeatAfter = (last) => this.#repeatFor(last);
    this.#noteLife();
    for (const type in effects) {
      source.addEventListener(type, ({ data, lastEventId: id }) => {
        const event = { type, data, id };
        this.#tabs.postMessage(event);
        this.#receive(event);
      });
    }
    source.onopen = () => {
      this.#retryDelay = 1;
    };
    source.onerror = () => this.#retry(source);
  }

  /** @param {string} last event that another tab knows */
  #repeatFor(last) {
    if (isEventUpTo(this.#last, last)) return;
    if (isEventUpTo(last, this.#last)) this.#open(last);
    // The page of the other tab was made by another server: it has missed events.
    else this.#tabs.postMessage({ type: "missed", data: "{}", id: this.#last });
  }

  /**
   * Connects again after a refusal. After another error, the browser itself does. A page that is being left gets an error, too.
   * @param {EventSource} source
   */
  #retry(source) {
    if (source.readyState < 2) return;
    this.#turn?.abort();
    this.#retryDelay = Math.min(this.#retryDelay * 2, 32);
    this.#listenAfter((0.5 + Math.random()) * this.#retryDelay, catchUp);
  }

  /** @param {{ type: string, data: string, id: string }} event */
  #receive({ type, data, id }) {
    this.#noteLife();
    if (isEventUpTo(id, this.#last)) return;
    this.#last = id;
    const event = JSON.parse(data);
    if (stack.shows(event.path)) effects[type](event, id);
  }
}
