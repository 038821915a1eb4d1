import { dispatchDismissal, mayDismiss, refuseDismissal, unsavedForm, updateUnloadGuard } from "./guard.js";
import { HistoryQueue } from "./history.js";
import { Layer } from "./layer.js";
import { Opening } from "./opening.js";
import { holdPresenter, raisePopover } from "./overlay.js";

/** @param {string | URL} url */
const pathOf = (url) => {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
};

/** @param {string | URL} url */
const fragmentOf = (url) => new URL(url, location.href).hash;

/**
 * Whether two addresses differ in their queries at most.
 * @param {string} one
 * @param {string} other
 */
const isSamePage = (one, other) => one.split("?")[0] === other.split("?")[0];

/**
 * The layers over the root page. Each entry of the history has the list of its layers. Moves through the history wait for each
 * other, and a page that was fetched is shown only if it is still wanted.
 */
class Stack {
  /** @type {Layer[]} bottom to top */
  layers = [];
  /** Whether the login cover lies over the layers, which must not change then. */
  isHeld = false;
  #history = new HistoryQueue();
  /**
   * The way of the page of a new layer that shows nothing yet.
   * @type {Opening | null}
   */
  #opening = null;
  /** The address of the root page. */
  #rootAddress = "";
  #rootTitle = "";
  /** Whether script has asked the browser to go back, and not the person. */
  #goesBack = false;

  /**
   * Takes over the layers that the server sent.
   * @param {HTMLElement} screen
   */
  connect(screen) {
    const saved = this.#history.state;
    const dialogs = [.../** @type {NodeListOf<HTMLDialogElement>} */ (screen.querySelectorAll(":scope > dialog[open]"))];
    if (dialogs.length) holdPresenter(screen, true);
    this.#history.position = saved?.at ?? 0;
    this.#rootAddress = dialogs[0]?.dataset.presenter ?? location.pathname;
    this.#rootTitle = screen.querySelector(".presenter :is(.bar-title, h1)")?.textContent ?? "";
    this.layers = dialogs.map((element, index) => {
      const entry = saved?.layers[index];
      const url = /** @type {string} */ (element.dataset.url);
      const isSaved = entry?.trail.at(-1) === url;
      const layer = this.#makeLayer(entry && isSaved ? entry : { trail: [url], first: this.#history.position, isCold: true });
      layer.adopt(element);
      return layer;
    });
    this.#history.replace(this.#entries);
  }

  /** Forgets the layers of a page that is replaced as a whole. */
  disconnect() {
    for (const layer of this.layers) layer.stopDragging();
    this.layers = [];
    this.#callOff();
  }

  get top() {
    return this.layers.at(-1);
  }

  /**
   * The layer that contains a node.
   * @param {Node} node
   */
  layerOf(node) {
    return this.layers.find(({ element }) => element.contains(node));
  }

  get #entries() {
    return this.layers.map(({ entry }) => entry);
  }

  /**
   * @param {import("./layer.js").Entry} entry
   * @param {HTMLElement | null} [opener]
   * @param {string} [style] of the empty page that is shown while the real one is on its way
   * @returns {Layer}
   */
  #makeLayer(entry, opener, style) {
    /** @type {Layer} */
    const layer = new Layer(entry, {
      close: () => this.close(layer, "drag"),
      attempt: () => this.attemptDismissal("drag"),
      refuse: () => this.#refuseDismissal(layer.element, "drag"),
    }, opener, style);
    return layer;
  }

  /**
   * Presents a page over the top layer. A second call for the same page returns the layer of the first.
   * @param {string} address
   * @param {HTMLElement | null} [opener]
   * @param {string} [style] of the empty page that is shown while the real one is on its way
   * @param {Layer["send"]} [send] makes the request for the page, if it is not only fetched
   * @returns {Layer} `arrived` settles when the layer shows something
   */
  open(address, opener, style = opener?.dataset.porticoPresent, send) {
    const url = pathOf(address);
    const same = [this.#opening?.layer, this.top].find((layer) => layer?.url === url);
    if (same) return same;
    const layer = this.#makeLayer({ trail: [url], first: 0 }, opener, style);
    layer.fragment = fragmentOf(address);
    layer.send = send;
    layer.arrived = this.#bring(layer, () => {
      this.#history.position += 1;
      layer.first = this.#history.position;
      this.layers.push(layer);
      this.#history.push(this.#entries, url);
    });
    layer.arrived.then(() => {
      // It was called off.
      if (!this.layers.includes(layer)) layer.return();
    });
    return layer;
  }

  /**
   * Shows another page in a layer, or at the root, in a new step of the history unless `replaces`.
   * @param {Layer | undefined} layer
   * @param {string | URL} address
   * @param {boolean} [replaces]
   * @param {() => Promise<unknown>} [show] shows the page; by default the layer loads it
   * @returns {Promise<unknown> | void}
   */
  navigate(layer, address, replaces = false, show = () => this.load(/** @type {Layer} */ (layer))) {
    const url = pathOf(address);
    if (layer) {
      const { trail } = layer;
      if (!this.layers.includes(layer) || layer.url === url) return;
      if (trail.at(-2) === url) return this.#goBack();
      layer.fragment = fragmentOf(address);
      layer.send = undefined;
      layer.trail = [...(replaces ? trail.slice(0, -1) : trail), url];
    }
    if (replaces) {
      this.#history.replace(this.#entries, url);
    } else {
      this.#history.position += 1;
      this.#history.push(this.#entries, url);
    }
    return show();
  }

  /**
   * Whether the root page or a layer has this address. True without an address.
   * @param {string | undefined} address
   */
  shows(address = this.#rootAddress) {
    return [this.#rootAddress, ...this.layers.map(({ url }) => url)].some((url) => isSamePage(url, address));
  }

  /** @param {Layer} layer which may be about to be opened */
  #addressBeneath(layer) {
    const index = this.layers.indexOf(layer);
    return (index < 0 ? this.top : this.layers[index - 1])?.url ?? this.#rootAddress;
  }

  /**
   * Fetches the page of a layer in the stack. Settles when the layer shows it, or why it has not come.
   * @param {Layer} layer
   * @returns {Promise<void>}
   */
  load(layer) {
    return this.#prepareOpening(layer).run();
  }

  /**
   * Opens a layer, instead of one that shows nothing yet.
   * @param {Layer} layer
   * @param {() => void} add brings it into the stack
   */
  #bring(layer, add) {
    this.#callOff();
    const opening = this.#prepareOpening(layer, () => {
      this.#opening = null;
      add();
    });
    this.#opening = opening;
    return opening.run();
  }

  /** @param {Layer} layer @param {() => void} [add] */
  #prepareOpening(layer, add) {
    return new Opening(layer, {
      presenter: this.#addressBeneath(layer),
      add,
      holdsLayer: () => this.layers.includes(layer),
      didShow: () => {
        this.#updateTitle();
        updateUnloadGuard();
      },
      historyAtRest: () => this.#history.add(() => {}),
      retry: () => this.load(layer),
    });
  }

  #callOff() {
    this.#opening?.callOff();
    this.#opening = null;
  }

  /**
   * The person wants the top layer away, by a gesture or a key.
   * @param {string} reason
   */
  attemptDismissal(reason) {
    const { top } = this;
    if (!top?.element.dataset.dismiss?.includes(reason)) return;
    if (!mayDismiss(top.element, reason)) return this.#refuseDismissal(top.element, reason);
    dispatchDismissal(top.element, "will", reason);
    this.close(top, reason);
  }

  /** @param {HTMLElement} element @param {string} reason */
  #refuseDismissal(element, reason) {
    refuseDismissal(element, reason, () => this.close(this.layerOf(element)));
  }

  /**
   * Closes a layer and all above it. Without a reason no event is dispatched.
   * @param {Layer | undefined} layer
   * @param {string} [reason]
   * @param {string} [value] the value that the layer returns to its presenter
   */
  close(layer, reason, value) {
    if (layer && layer === this.#opening?.layer) {
      this.#callOff();
      layer.return();
    }
    return this.#history.add(() => this.#closeNow(layer, reason, value));
  }

  /** @param {Layer | undefined} layer @param {string} [reason] @param {string} [value] */
  async #closeNow(layer, reason, value) {
    if (!layer) return;
    const index = this.layers.indexOf(layer);
    if (index < 0) return;
    const steps = this.#history.position - layer.first + (layer.isCold ? 0 : 1);
    const beneath = this.#addressBeneath(layer);
    this.#removeFrom(index, reason, value);
    try {
      if (steps > 0) await this.#history.go(-steps);
    } catch (error) {
      // The browser has refused to go back: continue as for a layer without an entry of its own.
      reportError(error);
      layer.isCold = true;
    }
    // The shown entry becomes that of the page beneath.
    if (layer.isCold) this.#history.replace(this.#entries, beneath);
  }

  /**
   * Closes a layer whose form was answered with an address, and all layers above the page with this address. If a page beneath
   * has shown this address before, it shows it again. Otherwise only the layer closes.
   * @param {Layer | undefined} layer
   * @param {string} address
   * @param {string} [value] the value that the lowest closed layer returns to its presenter
   */
  async closeDownTo(layer, address, value) {
    const url = pathOf(address);
    const beneath = layer ? this.layers.slice(0, Math.max(0, this.layers.indexOf(layer))) : [];
    const shown = beneath.findLast((one) => isSamePage(one.url, url));
    const isAtRoot = !shown && isSamePage(this.#rootAddress, url);
    const earlier = shown || isAtRoot ? undefined : beneath.findLast(({ trail }) => trail.includes(url));
    const stays = shown ?? earlier;
    const lowest = stays || isAtRoot ? this.layers[stays ? this.layers.indexOf(stays) + 1 : 0] : layer;
    await this.close(layer && lowest, undefined, value);
    if (earlier) await this.navigate(earlier, url);
  }

  /** @param {number} index @param {string} [reason] @param {string} [value] */
  #removeFrom(index, reason, value) {
    this.#callOff();
    const removed = this.layers.splice(index);
    const [lowest] = removed;
    const gone = removed.reverse().map((layer) => layer.hide(reason, layer === lowest ? value : undefined));
    // They leave above the layers that stay, but never above the HUD or the login cover.
    if (!document.querySelector(".hud, [data-covers]")) for (const { element } of removed.reverse()) raisePopover(element);
    this.#updateTitle();
    Promise.all(gone).then(updateUnloadGuard);
  }

  /** The browser has moved through the history, by the person or by a close. */
  followHistory() {
    this.#history.endWait?.();
    return this.#history.add(() => this.#follow(this.#history.state));
  }

  /**
   * Makes the layers those of an entry of the history.
   * @param {HistoryQueue["state"]} target
   */
  async #follow(target) {
    if (!target) return this.#recordFragment();
    const steps = this.#history.position - target.at;
    const isByScript = this.#goesBack;
    this.#goesBack = false;
    // Nothing moves under the login cover, and the person can move nothing under the HUD.
    const isBlocked = this.isHeld || (steps && !isByScript && document.querySelector(".hud"));
    if (isBlocked) return steps && this.#history.go(steps);
    const { index, leaving, changed } = this.#compare(target.layers);
    const kept = leaving.findLast(({ element }) => !mayDismiss(element, "back"))
      ?? changed.find(({ element }) => unsavedForm(element));
    if (kept) {
      await this.#history.go(steps);
      return refuseDismissal(kept.element, "back", () => leaving.includes(kept) ? this.close(kept) : history.go(-steps));
    }
    this.#history.position = target.at;
    // Without a step, a close has moved the history: the layer being opened came after it.
    if (steps) this.#callOff();
    for (const { element } of leaving) dispatchDismissal(element, "will", "back");
    if (leaving.length) this.#removeFrom(index, "back");
    this.layers.forEach((layer, i) => {
      layer.trail = target.layers[i].trail;
    });
    for (const layer of changed) this.load(layer);
    this.#reopen(target.layers.slice(index));
  }

  /**
   * The differences from the layers of an entry: the index of the first that leaves, those that leave, and those that stay but
   * show another page.
   * @param {import("./layer.js").Entry[]} entries
   */
  #compare(entries) {
    const parted = this.layers.findIndex(({ first }, i) => first !== entries[i]?.first);
    const index = parted < 0 ? this.layers.length : parted;
    return {
      index,
      leaving: this.layers.slice(index),
      changed: this.layers.filter(({ url }, i) => i < index && url !== entries[i].trail.at(-1)),
    };
  }

  #goBack() {
    this.#goesBack = true;
    history.back();
  }

  /** A link to a part of the root page has added an entry. */
  #recordFragment() {
    this.#history.position += 1;
    this.#history.replace(this.#entries);
  }

  /** @param {import("./layer.js").Entry[]} entries */
  async #reopen([entry, ...others]) {
    if (!entry) return;
    const layer = this.#makeLayer(entry);
    await this.#bring(layer, () => this.layers.push(layer));
    if (this.top === layer) this.#reopen(others);
  }

  #updateTitle() {
    const { content: app } = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=application-name]"));
    const title = this.top?.element.ariaLabel ?? this.#rootTitle;
    document.title = title && title !== app ? `${title} · ${app}` : app;
  }
}

export const stack = new Stack();
