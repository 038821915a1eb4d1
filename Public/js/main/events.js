import { Behaviour } from "../portico/behaviour.js";
import { refresh } from "./forms.js";
import { hideAllHuds, hideHud, showHud } from "./hud.js";
import { showToast } from "./toasts.js";

/** What is true now stands in the page itself. */
const look = () => refresh().catch(() => {});

/** The newest event that this tab knows of, whichever page it shows. @param {string} [id] */
function newest(id) {
  try {
    if (id) sessionStorage.setItem("portico-event", id);
    return sessionStorage.getItem("portico-event");
  } catch { /* Storage is blocked. */ }
}

/** What each kind of event does to the page. */
const kinds = {
  hud: ({ show, hide, hideAll }) => show ? showHud(show) : hideAll ? hideAllHuds() : hideHud(hide),
  toast: showToast,
  config: ({ keys }) => (!keys[0] || keys.some((key) => document.querySelector(`[data-config~="${key}"]`))) && look(),
  download: ({ href }) => document.hidden || location.assign(href),
  session: look,
  missed: look,
};

/**
 * Hears what the server tells. The tabs of a browser share one stream: the one that holds the lock listens and passes on
 * what it hears; hidden for a minute, it leaves that to another.
 */
export class Events extends Behaviour {
  #last = newest() ?? this.element.dataset.events;
  #name = `portico ${this.element.dataset.account}`;
  #tabs = new BroadcastChannel(this.#name);
  #timer;
  /** @type {AbortController | null} what ends the listening, or the wait for it */
  #turn;

  connect() {
    this.#tabs.onmessage = ({ data }) => this.#receive(data);
    // All tabs come back at once when a laptop is opened, but not in the same instant.
    this.on(document, "visibilitychange", () => this.#after(document.hidden ? 60_000 : Math.random() * 1000));
    this.#listen();
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#timer);
    this.#turn?.abort();
    this.#tabs.close();
  }

  #after(delay, first) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      first?.();
      this.#listen();
    }, delay);
  }

  #listen() {
    if (document.hidden) this.#turn?.abort();
    if (document.hidden || this.#turn) return;
    const { signal } = this.#turn = new AbortController();
    signal.onabort = () => this.#turn = null;
    const listen = () => new Promise((end) => this.#open(signal, end));
    navigator.locks ? navigator.locks.request(this.#name, { signal }, listen).catch(() => {}) : listen();
  }

  #open(signal, end) {
    const source = new EventSource(`/events?after=${this.#last}`);
    const close = () => {
      source.close();
      end();
    };
    signal.addEventListener("abort", close);
    for (const type in kinds) {
      source.addEventListener(type, ({ data, lastEventId }) => {
        const event = { type, data, id: lastEventId };
        this.#tabs.postMessage(event);
        this.#receive(event);
      });
    }
    // The browser itself connects again unless it was refused. A page that is being left hears the same, but no more.
    source.onerror = () => {
      if (source.readyState !== 2) return;
      this.#turn?.abort();
      this.#after(1000 + Math.random() * 2000, look);
    };
  }

  #receive({ type, data, id }) {
    if (id) newest(this.#last = id);
    const { path = location.pathname, ...event } = JSON.parse(data);
    if (path === location.pathname) kinds[type](event);
  }
}
