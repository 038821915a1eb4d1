import { offline, showToast, showWaiting, stack } from "./main/main.js";
import { Behaviour, parsePage, reportUnexpected, request } from "./portico/portico.js";

/** The number of rows from which on the link leads to another page. */
const most = 500;

/** The rows of a list, with an id each. */
const rowSelector = "li, tbody > tr";

/**
 * The link after a list that leads to its next page: shows the rows of that page at the end of this list instead. The address of
 * the page then has the number of rows, so that a reload shows them again.
 * @extends {Behaviour<HTMLAnchorElement>}
 */
export class More extends Behaviour {
  connect() {
    this.on(this.element, "click", (event) => this.#click(event));
  }

  get #list() {
    return document.getElementById(/** @type {string} */ (this.element.dataset.porticoMore));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const { element } = this;
    const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isForBrowser || !this.#list || countRows(this.#list) >= most) return;
    event.preventDefault();
    if (element.ariaBusy) return;
    element.ariaBusy = "true";
    showWaiting(element, this.#showMore().catch((error) => {
      reportUnexpected(error);
      showToast({ kind: "failure", text: offline });
    }).finally(() => {
      element.ariaBusy = null;
    }));
  }

  async #showMore() {
    const { element } = this;
    const { href } = element;
    const layer = stack.layerOf(element);
    const fresh = await parsePage(await request(href, { headers: layer && { "Portico-Present": "sheet" } }));
    const list = this.#list;
    // The list was left, or refreshed, meanwhile.
    if (!list || !element.isConnected || element.href !== href) return;
    const next = fresh.getElementById(list.id);
    // A question for the password, or an error, has a page of its own. If no rows follow any more, the first page comes.
    if (!next || !fresh.getElementById(`${list.id}-previous`)) return location.assign(href);
    /** @type {Element[]} */
    const added = [];
    append(list, next, added);
    const link = /** @type {HTMLAnchorElement | null} */ (fresh.getElementById(element.id));
    if (link) element.href = link.href;
    else element.remove();
    list.dispatchEvent(new CustomEvent("portico:replaced", { bubbles: true }));
    focusFirst(added, list);
    this.#keepAddress(layer, countRows(list));
  }

  /**
   * @param {import("./main/layer.js").Layer | undefined} layer
   * @param {number} count
   */
  #keepAddress(layer, count) {
    const address = new URL(layer?.url ?? location.href, location.href);
    address.searchParams.set("count", `${count}`);
    stack.navigate(layer, address, true, async () => {
      if (layer) layer.element.dataset.url = layer.url;
    });
  }
}

/** @param {Element} list */
const countRows = (list) => list.querySelectorAll(rowSelector).length;

/**
 * Adds the rows that a list lacks. Groups of rows with the same id, such as those of a day, become one.
 * @param {Element} old
 * @param {Element} fresh which is taken apart
 * @param {Element[]} added receives what was added
 */
function append(old, fresh, added) {
  for (const next of [...fresh.children]) {
    const same = [...old.children].find(({ id, nodeName }) => id === next.id && nodeName === next.nodeName);
    if (!same) {
      old.append(next);
      added.push(next);
    } else if (!same.matches(rowSelector)) {
      append(same, next, added);
    }
  }
}

/**
 * Moves the focus to the first row that was added, because the link with the focus may be gone.
 * @param {Element[]} added
 * @param {HTMLElement} list gets the focus if there is none
 */
function focusFirst(added, list) {
  // The box that selects a row comes before its link, and is not shown in a narrow window.
  const first = added.map((part) => part.querySelector("a[href]") ?? part.querySelector("button, input")).find(Boolean);
  const place = /** @type {HTMLElement} */ (first ?? list);
  if (!first) list.tabIndex = -1;
  place.focus();
}
