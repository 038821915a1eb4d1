import { take } from "./forms.js";
import Layer, { mayLeave, refuse, tell, watch } from "./layer.js";

/** @param {string} url */
const path = (url) => {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
};

/** The layers over the root page. Every entry of the history says which of them it shows. */
class Stack {
  /** @type {Layer[]} bottom to top */
  layers = [];
  #at = 0;
  #opening;
  #arrived;

  /** Takes over the layers that the server sent. @param {Element} screen */
  connect(screen) {
    const dialogs = [...screen.querySelectorAll(":scope > dialog[open]")];
    const saved = history.state?.portico;
    // The window stays where it is, whatever layers come and go.
    history.scrollRestoration = "manual";
    addEventListener("pagehide", () => history.scrollRestoration = "auto");
    this.screen = screen;
    this.#at = saved?.at ?? 0;
    this.root = dialogs[0]?.dataset.presenter ?? location.pathname;
    this.title = dialogs.length ? screen.querySelector(".presenter h1")?.textContent : document.title.split(" · ")[0];
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

  /** The layer that holds a part of the page. @param {Node} [part] */
  of(part) {
    return this.layers.find(({ element }) => element.contains(part));
  }

  /** Presents a page over the top layer; asked twice, once. @param {string} url @param {HTMLElement} [opener] */
  open(url, opener) {
    return this.#opening ??= this.#open(path(url), opener).finally(() => this.#opening = null);
  }

  #open(url, opener) {
    const layer = new Layer({ trail: [url], first: this.#at + 1 }, opener);
    return this.#load(layer, this.top?.url ?? this.root, () => {
      this.layers.push(layer);
      this.#at++;
      this.#record("pushState", url);
    });
  }

  /** Shows another page in a layer, as a step of its own unless `replaces`. */
  navigate(layer, url, replaces) {
    url = path(url);
    if (layer.trail.at(-2) === url) return history.back();
    const { trail } = layer;
    layer.trail = [...(replaces ? trail.slice(0, -1) : trail), url];
    this.#at += !replaces;
    this.#record(replaces ? "replaceState" : "pushState", url);
    return this.#load(layer, this.#beneath(layer));
  }

  #beneath(layer) {
    return this.layers[this.layers.indexOf(layer) - 1]?.url ?? this.root;
  }

  /** What is late or does not come says so in the layer, which can be closed meanwhile. */
  async #load(layer, presenter, arrive = () => {}) {
    const { url } = layer;
    let isThere = false;
    const show = (fresh) => {
      if (!isThere) arrive();
      else if (!this.layers.includes(layer) || layer.url !== url) return;
      isThere = true;
      layer.fill(fresh, this.screen);
      this.#name();
      watch();
    };
    const wait = () => show(document.getElementById("presentation-pending").content.querySelector("dialog").cloneNode(true));
    const late = setTimeout(wait, 400);
    try {
      const fresh = await take(url);
      if (fresh?.dataset.presenter === presenter) show(fresh);
      else if (!isThere || layer.url === url) location.assign(url);
    } catch (error) {
      if (!layer.element?.matches("[data-pending]")) wait();
      layer.fail(error.status ? "failed" : "offline", () => this.#load(layer, presenter));
    }
    clearTimeout(late);
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
  async close(layer = this.top, reason) {
    const index = this.layers.indexOf(layer);
    if (index < 0) return;
    const steps = this.#at - layer.first + !layer.isCold;
    const beneath = this.#beneath(layer);
    const gone = this.#drop(index, reason);
    if (steps > 0) await this.#go(-steps);
    if (layer.isCold) this.#record("replaceState", beneath);
    await gone;
  }

  #drop(index, reason) {
    const gone = this.layers.splice(index).reverse().map((layer) => layer.hide(reason));
    this.#name();
    return Promise.all(gone).then(watch);
  }

  #go(steps) {
    history.go(steps);
    return new Promise((resolve) => this.#arrived = resolve);
  }

  /** The person went back or forward. @param {PopStateEvent} event */
  async travel({ state }) {
    const target = state?.portico;
    if (!target) return;
    const steps = this.#at - target.at;
    if (this.#arrived) {
      this.#at = target.at;
      this.#arrived = this.#arrived();
      return;
    }
    const kept = this.layers.findIndex(({ first }, index) => first !== target.layers[index]?.first);
    const index = kept < 0 ? this.layers.length : kept;
    const changed = this.layers.filter(({ url }, i) => i < index && url !== target.layers[i].trail.at(-1));
    const leaving = this.layers.slice(index);
    const held = [...leaving, ...changed].find(({ element }) => !mayLeave(element, "back"));
    if (held) {
      await this.#go(steps);
      return refuse(held.element, "back", () => leaving.includes(held) ? this.close(held) : history.go(-steps));
    }
    for (const { element } of leaving) tell(element, "will", "back");
    this.#at = target.at;
    this.layers.slice(0, index).forEach((layer, i) => layer.trail = target.layers[i].trail);
    if (leaving.length) this.#drop(index, "back");
    for (const layer of changed) await this.#load(layer, this.#beneath(layer));
    for (const entry of target.layers.slice(index)) {
      const layer = new Layer(entry);
      await this.#load(layer, this.top?.url ?? this.root, () => this.layers.push(layer));
    }
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

/** The layer of the item that is presented. */
let item;

/**
 * Presents the page at an address; null dismisses it. With `replace` it takes the place of the one presented before.
 * @param {string | null} url
 * @param {{ from?: HTMLElement, replace?: boolean }} [options]
 */
export async function present(url, { from, replace } = {}) {
  const isShown = stack.layers.includes(item);
  if (url === null) return isShown && stack.close(item);
  if (isShown && replace) return stack.navigate(item, url, true);
  await stack.open(url, from);
  item = stack.top;
}

/** Dismisses the top layer, or the one that `from` is in. @param {{ from?: Element }} [options] */
export const dismiss = ({ from } = {}) => stack.close(from && stack.of(from));
