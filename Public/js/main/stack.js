import { take } from "./fetching.js";
import { dirty, mayLeave, refuse, tell, watch } from "./guard.js";
import { Layer, hold } from "./layer.js";

/** @param {string} url */
const path = (url) => {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
};

/**
 * The layers over the root page. Every entry of the history says which of them it shows; what goes through the history
 * happens one after the other, what is fetched arrives only where it is still wanted.
 */
class Stack {
  /** @type {Layer[]} bottom to top */
  layers = [];
  /** The entry of the history that is shown. */
  #at = 0;
  /** @type {Layer | null} the layer that is fetched and not there yet */
  #opening;
  #moves = Promise.resolve();
  #arrived;

  /** Takes over the layers that the server sent. @param {Element} screen */
  connect(screen) {
    const saved = history.state?.portico;
    // The window stays where it is, whatever layers come and go.
    history.scrollRestoration = "manual";
    addEventListener("pagehide", () => history.scrollRestoration = "auto");
    const dialogs = [...screen.querySelectorAll(":scope > dialog[open]")];
    if (dialogs.length) {
      hold(screen);
      addEventListener("load", () => hold(screen));
    }
    this.screen = screen;
    this.#at = saved?.at ?? 0;
    this.root = dialogs[0]?.dataset.presenter ?? location.pathname;
    this.title = screen.querySelector(".presenter h1")?.textContent;
    this.layers = dialogs.map((element, index) => {
      const entry = saved?.layers[index];
      const { url } = element.dataset;
      const layer = new Layer(entry?.trail.at(-1) === url ? entry : { trail: [url], first: this.#at, isCold: true });
      layer.adopt(element);
      return layer;
    });
    this.#record("replaceState");
  }

  get top() {
    return this.layers.at(-1);
  }

  /** The layer that holds a part of the page. @param {Node} part */
  of(part) {
    return this.layers.find(({ element }) => element.contains(part));
  }

  /**
   * Presents a page over the top layer; asked twice, once.
   * @param {string} url
   * @param {HTMLElement} [opener]
   * @returns {Promise<Layer>} once it is there
   */
  async open(url, opener) {
    url = path(url);
    const same = [this.#opening, this.top].find((layer) => layer?.url === url);
    if (same) return same;
    const layer = this.#opening = new Layer({ trail: [url] }, opener);
    await this.load(layer, () => {
      layer.first = ++this.#at;
      this.layers.push(layer);
      this.#record("pushState", url);
    });
    return layer;
  }

  /** Shows another page in a layer, as a step of its own unless `replaces`; with `show`, what the page says otherwise. */
  navigate(layer, url, replaces, show = () => this.load(layer)) {
    url = path(url);
    const { trail } = layer;
    if (!this.layers.includes(layer) || layer.url === url) return;
    if (trail.at(-2) === url) return history.back();
    layer.trail = [...(replaces ? trail.slice(0, -1) : trail), url];
    this.#at += !replaces;
    this.#record(replaces ? "replaceState" : "pushState", url);
    return show();
  }

  #beneath(layer) {
    const index = this.layers.indexOf(layer);
    return (index < 0 ? this.top : this.layers[index - 1])?.url ?? this.root;
  }

  /** Fetches the page of a layer. One that is late or does not come says so in it, and can be closed meanwhile. */
  async load(layer, arrive) {
    const { url } = layer;
    const presenter = this.#beneath(layer);
    const isWanted = () => this.#opening === layer || (this.layers.includes(layer) && layer.url === url);
    const show = (fresh) => {
      if (!isWanted()) return;
      if (this.#opening === layer) arrive(this.#opening = null);
      layer.fill(fresh, this.screen);
      this.#name();
      watch();
    };
    const wait = () => show(document.getElementById("presentation-pending").content.querySelector("dialog").cloneNode(true));
    const late = setTimeout(wait, 400);
    let fresh, problem;
    try {
      fresh = await take(url);
    } catch (error) {
      problem = error.status ? "failed" : "offline";
    }
    clearTimeout(late);
    if (!isWanted()) return;
    if (problem) {
      if (!layer.element?.matches("[data-pending]")) wait();
      layer.fail(problem, () => this.load(layer));
    } else if (fresh?.dataset.presenter === presenter) show(fresh);
    else location.assign(url);
  }

  /** A gesture of the person on the top layer. */
  attempt(reason) {
    const { top } = this;
    if (!top?.element.dataset.dismiss.includes(reason)) return;
    if (!mayLeave(top.element, reason)) return this.refuse(top.element, reason);
    tell(top.element, "will", reason);
    this.close(top, reason);
  }

  refuse(element, reason) {
    refuse(element, reason, () => this.close(this.of(element)));
  }

  /** Takes a layer away with all above it. Without a reason nothing is told of it. */
  close(layer, reason) {
    return this.#queue(async () => {
      const index = this.layers.indexOf(layer);
      if (index < 0) return;
      const steps = this.#at - layer.first + !layer.isCold;
      const beneath = this.#beneath(layer);
      this.#drop(index, reason);
      try {
        if (steps > 0) await this.#go(-steps);
        if (layer.isCold) this.#record("replaceState", beneath);
      } catch (error) {
        // The browser did not go back: the entry that it shows becomes that of the page beneath.
        reportError(error);
        this.#record("replaceState", beneath);
      }
    });
  }

  #drop(index, reason) {
    this.#opening = null;
    const gone = this.layers.splice(index).reverse().map((layer) => layer.hide(reason));
    this.#name();
    Promise.all(gone).then(watch);
  }

  /** Settles in any case, so that nothing waits for ever for a move that the browser does not make. */
  async #go(steps) {
    history.go(steps);
    await new Promise((resolve) => setTimeout(this.#arrived = resolve, 1000));
    this.#at = history.state?.portico?.at ?? this.#at;
  }

  /** The history was moved in, by the person or by a close. */
  travel() {
    this.#arrived?.();
    return this.#queue(() => this.#follow(history.state?.portico));
  }

  /** Moves one after the other. One that fails does not hold up those that follow. */
  #queue(move) {
    this.#moves = this.#moves.then(move).catch(reportError);
    return this.#moves;
  }

  /** Makes the layers those of an entry of the history. */
  async #follow(target) {
    if (!target) return;
    const steps = this.#at - target.at;
    // What is under the login cover stays as it is.
    if (this.isHeld) return steps && this.#go(steps);
    const parted = this.layers.findIndex(({ first }, index) => first !== target.layers[index]?.first);
    const index = parted < 0 ? this.layers.length : parted;
    const leaving = this.layers.slice(index);
    const changed = this.layers.filter(({ url }, i) => i < index && url !== target.layers[i].trail.at(-1));
    const held = leaving.findLast(({ element }) => !mayLeave(element, "back")) ?? changed.find(({ element }) => dirty(element));
    if (held) {
      await this.#go(steps);
      return refuse(held.element, "back", () => leaving.includes(held) ? this.close(held) : history.go(-steps));
    }
    this.#at = target.at;
    this.#opening = null;
    for (const { element } of leaving) tell(element, "will", "back");
    if (leaving.length) this.#drop(index, "back");
    this.layers.forEach((layer, i) => layer.trail = target.layers[i].trail);
    for (const layer of changed) this.load(layer);
    this.#reopen(target.layers.slice(index));
  }

  async #reopen([entry, ...others]) {
    if (!entry) return;
    const layer = this.#opening = new Layer(entry);
    await this.load(layer, () => this.layers.push(layer));
    if (this.top === layer) this.#reopen(others);
  }

  #record(method, url) {
    const layers = this.layers.map(({ trail, first, isCold }) => ({ trail, first, isCold }));
    history[method]({ portico: { at: this.#at, layers } }, "", url);
  }

  #name() {
    const app = document.querySelector("meta[name=application-name]").content;
    const title = this.top?.element.ariaLabel ?? this.title;
    document.title = title && title !== app ? `${title} · ${app}` : app;
  }
}

export const stack = new Stack();
