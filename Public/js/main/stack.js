import { take } from "./fetching.js";
import { dirty, mayLeave, refuse, tell, watch } from "./guard.js";
import { HistoryQueue } from "./history.js";
import { Layer } from "./layer.js";
import { float, hold } from "./overlay.js";

/** @param {string | URL} url */
const path = (url) => {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
};

/** @param {string | URL} url */
const hash = (url) => new URL(url, location.href).hash;

/**
 * Whether two addresses are of one page, whatever their queries.
 * @param {string} one
 * @param {string} other
 */
const isSamePage = (one, other) => one.split("?")[0] === other.split("?")[0];

/**
 * The layers over the root page. Every entry of the history says which of them it shows; what goes through the history
 * happens one after the other, what is fetched arrives only where it is still wanted.
 */
class Stack {
  /** @type {Layer[]} bottom to top */
  layers = [];
  /** Whether what is under the login cover stays as it is. */
  isHeld = false;
  #history = new HistoryQueue();
  /**
   * The layer that is fetched and not there yet.
   * @type {Layer | null}
   */
  #opening = null;
  /** The address of the root page, and its title. */
  #root = "";
  #title = "";
  /** Whether the page itself goes back, and not the person. */
  #goesBack = false;

  /**
   * Takes over the layers that the server sent.
   * @param {HTMLElement} screen
   */
  connect(screen) {
    const saved = this.#history.state;
    const dialogs = [.../** @type {NodeListOf<HTMLDialogElement>} */ (screen.querySelectorAll(":scope > dialog[open]"))];
    if (dialogs.length) hold(screen, true);
    this.#history.at = saved?.at ?? 0;
    this.#root = dialogs[0]?.dataset.presenter ?? location.pathname;
    this.#title = screen.querySelector(".presenter h1")?.textContent ?? "";
    this.layers = dialogs.map((element, index) => {
      const entry = saved?.layers[index];
      const url = /** @type {string} */ (element.dataset.url);
      const isSaved = entry?.trail.at(-1) === url;
      const layer = this.#make(entry && isSaved ? entry : { trail: [url], first: this.#history.at, isCold: true });
      layer.adopt(element);
      return layer;
    });
    this.#history.replace(this.#entries);
  }

  /** Lets go of a page that is replaced as a whole. */
  disconnect() {
    for (const layer of this.layers) layer.release();
    this.layers = [];
    this.#opening = null;
  }

  get top() {
    return this.layers.at(-1);
  }

  /**
   * The layer that holds a part of the page.
   * @param {Node} part
   */
  of(part) {
    return this.layers.find(({ element }) => element.contains(part));
  }

  get #entries() {
    return this.layers.map(({ entry }) => entry);
  }

  /**
   * @param {import("./layer.js").Entry} entry
   * @param {HTMLElement | null} [opener]
   * @param {string} [style]
   * @returns {Layer}
   */
  #make(entry, opener, style) {
    /** @type {Layer} */
    const layer = new Layer(entry, {
      close: () => this.close(layer, "drag"),
      attempt: () => this.attempt("drag"),
      refuse: () => this.#refuse(layer.element, "drag"),
    }, opener, style);
    return layer;
  }

  /**
   * Presents a page over the top layer; asked twice, once.
   * @param {string} address
   * @param {HTMLElement | null} [opener]
   * @param {string} [style] in which it is waited for
   * @returns {Layer} `arrived` says when it is there
   */
  open(address, opener, style = opener?.dataset.porticoPresent) {
    const url = path(address);
    const same = [this.#opening, this.top].find((layer) => layer?.url === url);
    if (same) return same;
    const layer = this.#make({ trail: [url], first: 0 }, opener, style);
    layer.fragment = hash(address);
    this.#opening = layer;
    layer.arrived = this.load(layer, () => {
      this.#history.at += 1;
      layer.first = this.#history.at;
      this.layers.push(layer);
      this.#history.push(this.#entries, url);
    });
    // One that was called off meanwhile never comes.
    layer.arrived.then(() => this.layers.includes(layer) || layer.return());
    return layer;
  }

  /**
   * Shows another page in a layer, or at the root, in a new step of the history unless `replaces`; `show` does it otherwise than by loading.
   * @param {Layer | undefined} layer
   * @param {string | URL} address
   * @param {boolean} [replaces]
   * @param {() => Promise<unknown>} [show]
   * @returns {Promise<unknown> | void}
   */
  navigate(layer, address, replaces = false, show = () => this.load(/** @type {Layer} */ (layer))) {
    const url = path(address);
    if (layer) {
      const { trail } = layer;
      if (!this.layers.includes(layer) || layer.url === url) return;
      if (trail.at(-2) === url) return this.#goBack();
      layer.fragment = hash(address);
      layer.trail = [...(replaces ? trail.slice(0, -1) : trail), url];
    }
    if (replaces) {
      this.#history.replace(this.#entries, url);
    } else {
      this.#history.at += 1;
      this.#history.push(this.#entries, url);
    }
    return show();
  }

  /**
   * Whether the root page or a layer has this address. True without an address.
   * @param {string | undefined} address
   */
  isAt(address = this.#root) {
    return [this.#root, ...this.layers.map(({ url }) => url)].some((url) => isSamePage(url, address));
  }

  /** @param {Layer} layer */
  #beneath(layer) {
    const index = this.layers.indexOf(layer);
    return (index < 0 ? this.top : this.layers[index - 1])?.url ?? this.#root;
  }

  /**
   * Fetches the page of a layer. One that is late or does not come says so in it, and can be closed meanwhile.
   * @param {Layer} layer
   * @param {() => void} [arrive] called once when a layer that is opened has something to show
   */
  async load(layer, arrive) {
    const { url } = layer;
    const presenter = this.#beneath(layer);
    const isWanted = () => this.#opening === layer || (this.layers.includes(layer) && layer.url === url);
    /** @param {HTMLDialogElement} fresh */
    const show = (fresh) => {
      if (!isWanted()) return;
      if (this.#opening === layer) {
        this.#opening = null;
        arrive?.();
      }
      layer.fill(fresh);
      this.#name();
      watch();
    };
    const wait = () => show(layer.pending());
    const late = setTimeout(wait, 400);
    /** @type {HTMLDialogElement | null | undefined} */
    let fresh;
    let problem;
    try {
      fresh = await take(url);
      // A page dismissed just before has its way back first.
      await this.#history.add(() => {});
    } catch (error) {
      const { sentence, status } = /** @type {any} */ (error);
      problem = sentence ?? (status ? "failed" : "offline");
    }
    clearTimeout(late);
    if (!isWanted()) return;
    if (problem) {
      if (!layer.element?.matches("[data-pending]")) wait();
      layer.fail(problem, () => this.load(layer));
      return;
    }
    const { fragment } = layer;
    layer.fragment = "";
    if (fresh?.dataset.presenter !== presenter) return location.assign(url + fragment);
    show(fresh);
    if (fragment) layer.showPart(fragment);
  }

  /**
   * A gesture of the person on the top layer.
   * @param {string} reason
   */
  attempt(reason) {
    const { top } = this;
    if (!top?.element.dataset.dismiss?.includes(reason)) return;
    if (!mayLeave(top.element, reason)) return this.#refuse(top.element, reason);
    tell(top.element, "will", reason);
    this.close(top, reason);
  }

  /** @param {HTMLElement} element @param {string} reason */
  #refuse(element, reason) {
    refuse(element, reason, () => this.close(this.of(element)));
  }

  /**
   * Takes a layer away with all above it. Without a reason nothing is told of it.
   * @param {Layer | undefined} layer
   * @param {string} [reason]
   * @param {string} [value] what it returns to who presented it
   */
  close(layer, reason, value) {
    if (layer && layer === this.#opening) {
      this.#opening = null;
      layer.return();
    }
    return this.#history.add(async () => {
      if (!layer) return;
      const index = this.layers.indexOf(layer);
      if (index < 0) return;
      const steps = this.#history.at - layer.first + (layer.isCold ? 0 : 1);
      const beneath = this.#beneath(layer);
      this.#drop(index, reason, value);
      try {
        if (steps > 0) await this.#history.go(-steps);
      } catch (error) {
        // The browser did not go back: as if there were nothing to go back to.
        reportError(error);
        layer.isCold = true;
      }
      // The entry that is shown becomes that of the page beneath.
      if (layer.isCold) this.#history.replace(this.#entries, beneath);
    });
  }

  /**
   * Takes a layer away whose form was answered with an address, and with it all layers above the page that has this address, or
   * has shown it before and does so again. If no page beneath has it, the layer alone goes.
   * @param {Layer | undefined} layer
   * @param {string} address
   * @param {string} [value] what the lowest of them returns to who presented it
   */
  async leave(layer, address, value) {
    const url = path(address);
    const beneath = layer ? this.layers.slice(0, Math.max(0, this.layers.indexOf(layer))) : [];
    const shown = beneath.findLast((one) => isSamePage(one.url, url));
    const isAtRoot = !shown && isSamePage(this.#root, url);
    const earlier = shown || isAtRoot ? undefined : beneath.findLast(({ trail }) => trail.includes(url));
    const stays = shown ?? earlier;
    const lowest = stays || isAtRoot ? this.layers[stays ? this.layers.indexOf(stays) + 1 : 0] : layer;
    await this.close(layer && lowest, undefined, value);
    if (earlier) await this.navigate(earlier, url);
  }

  /** @param {number} index @param {string} [reason] @param {string} [value] */
  #drop(index, reason, value) {
    this.#opening = null;
    const dropped = this.layers.splice(index);
    const gone = dropped.reverse().map((layer) => layer.hide(reason, layer === dropped.at(-1) ? value : undefined));
    // They leave above the layers that stay, but never above the HUD or the login cover.
    if (!document.querySelector(".hud, [data-covers]")) for (const { element } of dropped.reverse()) float(element);
    this.#name();
    Promise.all(gone).then(watch);
  }

  /** The history was moved in, by the person or by a close. */
  travel() {
    this.#history.arrived?.();
    return this.#history.add(() => this.#follow(this.#history.state));
  }

  /**
   * Makes the layers those of an entry of the history.
   * @param {HistoryQueue["state"]} target
   */
  async #follow(target) {
    if (!target) return this.#recordFragment();
    const steps = this.#history.at - target.at;
    const isOwn = this.#goesBack;
    this.#goesBack = false;
    // Nothing moves under the login cover, and nothing that a person does moves anything under the HUD.
    const isBlocked = this.isHeld || (steps && !isOwn && document.querySelector(".hud"));
    if (isBlocked) return steps && this.#history.go(steps);
    const parted = this.layers.findIndex(({ first }, index) => first !== target.layers[index]?.first);
    const index = parted < 0 ? this.layers.length : parted;
    const leaving = this.layers.slice(index);
    const changed = this.layers.filter(({ url }, i) => i < index && url !== target.layers[i].trail.at(-1));
    const held = leaving.findLast(({ element }) => !mayLeave(element, "back")) ?? changed.find(({ element }) => dirty(element));
    if (held) {
      await this.#history.go(steps);
      return refuse(held.element, "back", () => leaving.includes(held) ? this.close(held) : history.go(-steps));
    }
    this.#history.at = target.at;
    // The way back of what was closed calls nothing off.
    if (steps) this.#opening = null;
    for (const { element } of leaving) tell(element, "will", "back");
    if (leaving.length) this.#drop(index, "back");
    this.layers.forEach((layer, i) => {
      layer.trail = target.layers[i].trail;
    });
    for (const layer of changed) this.load(layer);
    this.#reopen(target.layers.slice(index));
  }

  #goBack() {
    this.#goesBack = true;
    history.back();
  }

  /** A link to a part of the root page has made an entry of the history. */
  #recordFragment() {
    this.#history.at += 1;
    this.#history.replace(this.#entries);
  }

  /** @param {import("./layer.js").Entry[]} entries */
  async #reopen([entry, ...others]) {
    if (!entry) return;
    const layer = this.#make(entry);
    this.#opening = layer;
    await this.load(layer, () => this.layers.push(layer));
    if (this.top === layer) this.#reopen(others);
  }

  #name() {
    const { content: app } = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=application-name]"));
    const title = this.top?.element.ariaLabel ?? this.#title;
    document.title = title && title !== app ? `${title} · ${app}` : app;
  }
}

export const stack = new Stack();
