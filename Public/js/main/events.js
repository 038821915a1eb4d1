import { Behaviour } from "./door.js";
import { forget } from "./fetching.js";
import { hideAllHuds, hideHud, rememberServed, showHud } from "./hud.js";
import { pause } from "./motion.js";
import { isKnown, isSeen, look } from "./regions.js";
import { idle, isSigningOut } from "./sending.js";
import { stack } from "./stack.js";
import { takeNotices } from "./toaster.js";
import { showToast } from "./toasts.js";

/**
 * Missed events cannot be replayed. The page itself has the current state and its notices. Events that came while the page was
 * asked for may be newer than it: what they have shown stays.
 */
async function catchUp() {
  const hideOld = rememberServed();
  // Only a page that stays takes the notices; one that reloads for a new release leaves them.
  const fresh = await look() && await look({ "Portico-Notices": "take" });
  if (!fresh) return;
  takeNotices(fresh);
  hideOld();
}

/**
 * Shows what has changed, unless it is shown: what somebody does on this page shows what has come of it by itself.
 * @param {{ keys: string[] }} event
 * @param {string} id
 */
async function lookAgain({ keys }, id) {
  // Pages fetched ahead may be older.
  forget();
  if (keys[0] && !keys.some((key) => document.querySelector(`[data-portico-config~="${key}"]`))) return;
  await idle();
  if (!isSeen(id)) look();
}

/** The page is left in a moment for another one: all that it could ask for would be refused. */
async function lookWhoIsThere() {
  if (isSigningOut()) await idle();
  look();
}

/**
 * The effect of each kind of event on the page.
 * @type {Record<string, (event: any, id: string) => unknown>}
 */
const kinds = {
  hud: ({ show, hide, hideAll }) => show ? showHud(show) : hideAll ? hideAllHuds() : hideHud(hide),
  toast: showToast,
  config: lookAgain,
  // Not by a navigation, which would take the place of one that is under way.
  download: ({ href }) => document.hidden || Object.assign(document.createElement("a"), { href, download: "" }).click(),
  session: lookWhoIsThere,
  missed: catchUp,
  // The stream is still there.
  alive() {},
};

/**
 * For how many seconds a stream may be silent that is still there, of which the server says so every 20 seconds. A tab that does
 * not listen leaves it to the one that does to notice first. Whoever comes back does not wait for a second sign.
 */
const silence = { listening: 40, other: 43, back: 25 };

/**
 * Hears what the server tells. The tabs of a browser share one stream: the one that holds the lock listens and passes on
 * what it hears; hidden for a minute, it leaves that to another.
 */
export class Events extends Behaviour {
  /** The newest event that this page knows of: to begin with, that before it was made. */
  #last = /** @type {string} */ (this.element.dataset.events);
  #name = `portico ${this.element.dataset.account}`;
  #tabs = new BroadcastChannel(this.#name);
  /** @type {number | undefined} */
  #timer;
  /** Seconds until a stream that was refused is asked for again, about. Whoever comes back does not wait for long. */
  #patience = 1;
  /** @type {AbortController | null} what ends the listening, or the wait for it */
  #turn = null;
  /** @type {((last: string) => void) | null} of the tab that listens: has others told what they do not know */
  #repeat = null;
  /** @type {EventSource | null} what the tab that listens hears */
  #source = null;
  /** Whether another tab has said that it listens. */
  #isServed = false;
  /** When the stream was heard last, here or by the tab that listens, in ms of the clock, which goes on in sleep. */
  #heardAt = 0;
  /** @type {number | undefined} */
  #watch;

  connect() {
    this.#tabs.onmessage = ({ data }) => this.#hear(data);
    // Asks for the events between the rendering of this page and now.
    this.#tabs.postMessage(this.#last);
    // All tabs come back at once when a laptop is opened, but not in the same instant.
    this.on(document, "visibilitychange", () => {
      this.#patience = 1;
      this.#after(document.hidden ? 60 : Math.random());
    });
    this.#heard();
    this.#listen();
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    this.#turn?.abort();
    this.#tabs.close();
  }

  /**
   * Another tab passes on an event, tells what it knows, asks whether somebody listens, or says that it does.
   * @param {any} data
   */
  #hear(data) {
    if (data.id) this.#receive(data);
    else if (data === "listening") {
      this.#isServed = true;
      this.#heard();
    } else if (data === "listening?") this.#repeat && this.#tabs.postMessage("listening");
    else this.#repeat?.(data);
  }

  /** @param {number} seconds @param {() => void} [first] */
  #after(seconds, first) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      first?.();
      this.#listen();
    }, seconds * 1000);
  }

  #listen() {
    if (document.hidden) this.#turn?.abort();
    else if (!this.#turn) this.#wait();
    else if (Date.now() - this.#heardAt > silence.back * 1000) this.#renew();
    else this.#takeOver(this.#turn);
  }

  /** The stream, or the tab that has it, is still there. */
  #heard() {
    this.#heardAt = Date.now();
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#renew(), (this.#repeat ? silence.listening : silence.other) * 1000);
  }

  /** Nothing was heard for too long: asks for the events anew, also where another tab has the stream, which may be suspended. */
  #renew() {
    if (this.#repeat) this.#open();
    else if (this.#turn && !document.hidden) this.#request(this.#turn, { steal: true });
  }

  /** Listens once no other tab does. */
  #wait() {
    const turn = new AbortController();
    const { signal } = turn;
    this.#turn = turn;
    signal.addEventListener("abort", () => {
      this.#turn = null;
      this.#repeat = null;
      this.#source?.close();
    });
    this.#request(turn, { signal });
    this.#takeOver(turn);
  }

  /** @param {AbortController} turn @param {LockOptions} options */
  #request(turn, options) {
    const listen = () => new Promise((end) => {
      turn.signal.addEventListener("abort", end);
      this.#open();
    });
    // Whoever loses the lock to another tab waits for it again.
    navigator.locks.request(this.#name, options, listen).catch(() => {
      if (turn.signal.aborted) return;
      turn.abort();
      this.#listen();
    });
  }

  /**
   * A tab that the system has suspended keeps the lock and does not answer: then it is taken from it.
   * @param {AbortController} turn
   */
  async #takeOver(turn) {
    const isOver = () => turn.signal.aborted || this.#repeat;
    await pause(3);
    if (isOver()) return;
    this.#isServed = false;
    this.#tabs.postMessage("listening?");
    await pause(2);
    if (!isOver() && !this.#isServed) this.#request(turn, { steal: true });
  }

  /** @param {string} [after] */
  #open(after = this.#last) {
    this.#source?.close();
    const source = new EventSource(`/events?after=${after}`);
    this.#source = source;
    this.#tabs.postMessage("listening");
    this.#repeat = (last) => {
      if (isKnown(this.#last, last)) return;
      if (isKnown(last, this.#last)) this.#open(last);
      // A page of another server: all others know the event already.
      else this.#tabs.postMessage({ type: "missed", data: "{}", id: this.#last });
    };
    this.#heard();
    for (const type in kinds) {
      source.addEventListener(type, ({ data, lastEventId: id }) => {
        const event = { type, data, id };
        this.#tabs.postMessage(event);
        this.#receive(event);
      });
    }
    source.onopen = () => {
      this.#patience = 1;
    };
    // The browser itself connects again unless it was refused. A page that is being left hears the same, but no more.
    source.onerror = () => {
      if (source.readyState < 2) return;
      this.#turn?.abort();
      this.#patience = Math.min(this.#patience * 2, 32);
      this.#after((0.5 + Math.random()) * this.#patience, catchUp);
    };
  }

  /** @param {{ type: string, data: string, id: string }} event */
  #receive({ type, data, id }) {
    this.#heard();
    if (isKnown(id, this.#last)) return;
    this.#last = id;
    const event = JSON.parse(data);
    if (stack.isAt(event.path)) kinds[type](event, id);
  }
}
