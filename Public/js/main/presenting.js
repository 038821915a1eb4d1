import { Behaviour, setting } from "./door.js";
import { isEscape } from "./escape.js";
import { intend, prefetch } from "./fetching.js";
import { during, offline, submit, wait } from "./forms.js";
import { expectToLeave, expectToStay, leave, watch } from "./guard.js";
import { shownAs } from "./drag.js";
import { hold } from "./overlay.js";
import { refresh } from "./regions.js";
import { stack } from "./stack.js";
import { complain } from "./toasts.js";

/** Handles links, forms, Escape, clicks outside, Back and Forward for the layers of the main screen. */
export class Presenting extends Behaviour {
  /** Where the pointer went down outside a layer. */
  #outside = false;
  /** The search that waits for the next letter. */
  #search = 0;

  connect() {
    const { element } = this;
    stack.connect(element);
    // The window stays where it is, whatever layers come and go.
    history.scrollRestoration = "manual";
    this.on(window, "pagehide", () => {
      history.scrollRestoration = "auto";
    });
    this.on(window, "load", () => stack.top && hold(element, true));
    this.on(window, "popstate", () => stack.travel());
    this.on(element, "pointerdown", (event) => {
      this.#outside = outside(event);
      prefetch(event);
    });
    this.on(element, "pointerover", (event) => event.pointerType === "mouse" && intend(event));
    this.on(element, "click", (event) => this.#click(event));
    this.on(element, "submit", (event) => this.#submit(event));
    this.on(window, "keydown pointerdown", expectToLeave);
    this.on(window, "click submit", expectToStay);
    // Values that a program sets without an event are noticed with the next step.
    this.on(element, "input focusin", watch);
    this.on(element, "reset", () => setTimeout(watch));
    this.on(element, "input change compositionend", (event) => this.#enter(event));
    this.on(window, "keydown", (event) => this.#key(event));
    // `cancel` does not bubble.
    this.on(element, "cancel", (event) => event.target.matches(".presented, .hud") && event.preventDefault(), true);
    this.on(/** @type {VisualViewport} */ (visualViewport), "resize", () => this.#measure());
    this.#measure();
    watch();
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#search);
    stack.disconnect();
    watch();
  }

  /** Measures the height that an on-screen keyboard covers. */
  #measure() {
    const { height, offsetTop, scale } = /** @type {VisualViewport} */ (visualViewport);
    // Zooming in hides more of the page than a keyboard.
    const covered = scale > 1 ? 0 : innerHeight - height - offsetTop;
    this.element.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
    for (const layer of stack.layers) layer.arrange();
  }

  /** @param {any} event */
  #key(event) {
    const { target } = event;
    if (!isEscape(event)) return;
    if (target.type === "search" && target.value) return empty(event);
    const question = /** @type {HTMLDialogElement | null} */ (document.querySelector("[data-question][open]"));
    if (stack.top) event.preventDefault();
    if (question) question.close();
    else if (!event.repeat) stack.attempt("escape");
  }

  /**
   * Sends a form that is sent by itself: after a change, or when the person pauses while typing.
   * @param {any} event
   */
  #enter({ target: { form }, type, isComposing }) {
    const means = type === "compositionend" ? "input" : type;
    if (isComposing || form?.dataset.porticoSubmits !== means) return;
    clearTimeout(this.#search);
    if (means === "change") form.requestSubmit();
    else this.#search = setTimeout(() => form.isConnected && form.requestSubmit(), 150);
  }

  /** @param {any} event */
  #click(event) {
    const { target } = event;
    if (this.#outside && outside(event)) return stack.attempt("backdrop");
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const part = target.closest(".presented a[href^='#']");
    if (part) {
      event.preventDefault();
      return stack.of(part)?.showPart(part.hash);
    }
    const link = target.closest(":is(a, button):is([data-portico-present], [data-portico-navigate], [data-portico-dismiss], [data-portico-hud])");
    if (!link || link.origin && link.origin !== origin) return;
    const { porticoPresent: present, porticoNavigate: navigate, porticoBack: back, porticoDismiss: dismiss } = link.dataset;
    const layer = /** @type {import("./layer.js").Layer} */ (stack.of(link));
    const isInside = layer && (navigate ?? dismiss) != null;
    if (present == null && !isInside) return wait(link, leaves);
    event.preventDefault();
    if (!isInside) during(link, stack.open(link.href, link).arrived);
    else leave(layer.element, async () => {
      if (navigate != null) return during(link, stack.navigate(layer, back ?? link.href));
      await stack.close(layer, undefined, resultOf(link));
      // In the place of the layer, from where that came.
      if (present != null) stack.open(link.href, layer.source, present);
    });
  }

  /** @param {any} event */
  #submit(event) {
    const { target: form, submitter } = event;
    // A toast is often about another page than the one it is shown on.
    const isOfToast = form.matches(".toast *");
    const layer = /** @type {import("./layer.js").Layer} */ (isOfToast ? undefined : stack.of(form));
    const place = layer?.element ?? ((form.dataset.porticoSubmits || form.matches("[data-toggle], [data-portico-hud]")) && (stack.top?.element ?? document));
    if (event.defaultPrevented) return;
    // A form of the other kind looks while people type.
    const isSent = setting(form, submitter, "method")?.toLowerCase() === "post";
    const isElsewhere = !/^(_self)?$/.test(setting(form, submitter, "target") ?? "");
    if (isElsewhere || !place || !isSent && !form.dataset.porticoSubmits) return wait(form, leaves);
    event.preventDefault();
    const message = isOfToast ? null : place.querySelector(".page-message");
    if (isSent) return submit(form, submitter, message, layer);
    complain(message);
    const address = new URL(setting(form, submitter, "action") ?? "", document.baseURI);
    address.search = `${new URLSearchParams(new /** @type {any} */ (FormData)(form, submitter))}`;
    during(form, stack.navigate(layer, address, true, () => {
      if (layer) place.dataset.url = layer.url;
      return refresh().catch(() => complain(message, offline));
    }));
  }
}

/**
 * The value that a link or button returns to the presenter of the page that it dismisses.
 * @param {any} link
 */
const resultOf = (link) => link.dataset.porticoValue ?? (link.value || undefined);

/**
 * Empties a search field, as some browsers do by themselves.
 * @param {any} event
 */
function empty(event) {
  event.preventDefault();
  event.target.value = "";
  event.target.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The answer is the browser's, which may save it and stay. */
const leaves = { interactiveHide: true };

/**
 * Whether an event is beside the layer that shows something outside.
 * @param {any} event
 */
function outside({ target, clientX: x, clientY: y }) {
  if (target !== stack.top?.element || shownAs(target) === "full") return false;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
