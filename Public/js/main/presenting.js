import { Behaviour, formAttribute, reportUnexpected, sendForm } from "../portico/portico.js";
import { shownAs } from "./drag.js";
import { isEscape } from "./escape.js";
import { prefetch, prefetchAfterRest } from "./fetching.js";
import { offline, showRequestHud, showWaiting, submitForm } from "./forms.js";
import { confirmLeaving, expectPageToLeave, expectPageToStay, unsavedForm, updateUnloadGuard } from "./guard.js";
import { announce, holdPresenter, topmost } from "./overlay.js";
import { refresh } from "./regions.js";
import { stack } from "./stack.js";
import { showProblem } from "./toasts.js";

/** Handles links, forms, Escape, clicks outside, Back and Forward for the layers of the main screen. */
export class Presenting extends Behaviour {
  /** Whether the pointer went down outside a layer. */
  #isPressedOutside = false;
  /** The timer of a search, which waits for the next letter. */
  #searchTimer = 0;

  connect() {
    const { element } = this;
    stack.connect(element);
    this.#keepScrollPosition();
    this.on(window, "popstate", () => stack.followHistory());
    this.on(element, "pointerdown", (event) => {
      this.#isPressedOutside = isOutside(event);
      prefetch(event);
    });
    this.on(element, "pointerover", (event) => {
      if (event.pointerType === "mouse") prefetchAfterRest(event);
    });
    this.on(element, "click", (event) => this.#click(event));
    this.on(element, "submit", (event) => this.#submit(event));
    this.on(window, "keydown pointerdown", expectPageToLeave);
    this.on(window, "click submit", expectPageToStay);
    // `focusin`, because a program may have set values without an event.
    this.on(element, "input focusin", updateUnloadGuard);
    this.on(element, "reset", () => setTimeout(updateUnloadGuard));
    this.on(element, "input change compositionend", (event) => this.#enter(event));
    this.on(window, "keydown", (event) => this.#pressKey(event));
    // `cancel` does not bubble.
    this.on(element, "cancel", (event) => {
      if (event.target.matches(".presented, .hud")) event.preventDefault();
    }, true);
    this.on(/** @type {VisualViewport} */ (visualViewport), "resize", () => this.#fitWindow());
    this.#fitWindow();
    updateUnloadGuard();
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#searchTimer);
    stack.disconnect();
    updateUnloadGuard();
  }

  /** Keeps the window where it is while layers come and go. */
  #keepScrollPosition() {
    history.scrollRestoration = "manual";
    this.on(window, "pagehide", () => {
      history.scrollRestoration = "auto";
    });
    this.on(window, "load", () => {
      if (stack.top) holdPresenter(this.element, true);
    });
  }

  /** Measures the height that an on-screen keyboard covers, and fits the layers into the window. */
  #fitWindow() {
    const { height, offsetTop, scale } = /** @type {VisualViewport} */ (visualViewport);
    // In an enlarged view, most of the page is out of sight without a keyboard.
    const covered = scale > 1 ? 0 : innerHeight - height - offsetTop;
    this.element.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
    for (const layer of stack.layers) layer.arrange();
  }

  /** @param {any} event */
  #pressKey(event) {
    const { target, key, repeat } = event;
    // The key that has opened an editor, and is still down, must not send it.
    if (key === "Enter" && repeat && target.matches("input")) event.preventDefault();
    if (!isEscape(event)) return;
    if (target.type === "search" && target.value) return emptySearch(event);
    const question = /** @type {HTMLDialogElement | null} */ (document.querySelector("[data-question][open]"));
    if (stack.top) event.preventDefault();
    if (question) question.close();
    else if (!repeat) stack.attemptDismissal("escape");
  }

  /**
   * Sends a form that is sent by itself: after a change, or when the person pauses while typing.
   * @param {any} event
   */
  #enter({ target: { form }, type, isComposing }) {
    const means = type === "compositionend" ? "input" : type;
    if (isComposing || form?.dataset.porticoSubmits !== means) return;
    clearTimeout(this.#searchTimer);
    if (means === "change") return form.requestSubmit();
    this.#searchTimer = setTimeout(() => {
      if (form.isConnected) form.requestSubmit();
    }, 150);
  }

  /** @param {any} event */
  #click(event) {
    const { target } = event;
    if (this.#isPressedOutside && isOutside(event)) return stack.attemptDismissal("backdrop");
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const linkToPart = target.closest(".presented a[href^='#']");
    if (linkToPart) {
      event.preventDefault();
      return stack.layerOf(linkToPart)?.showPart(linkToPart.hash);
    }
    const link = target.closest(handledLinks);
    if (!link || link.origin && link.origin !== origin) return;
    const { porticoPresent: present, porticoNavigate: navigate, porticoDismiss: dismiss } = link.dataset;
    // A submit button presents the page that answers its form.
    if (present != null && !link.href) return;
    const layer = stack.layerOf(link);
    const staysInside = layer && (navigate ?? dismiss) != null;
    if (present == null && !staysInside) return showRequestHud(link, mayStay);
    event.preventDefault();
    if (staysInside) confirmLeaving(layer.element, () => followInside(link, layer));
    else showWaiting(link, stack.open(link.href, link).arrived);
  }

  /** @param {any} event */
  #submit(event) {
    const { target: form, submitter } = event;
    // A toast may be about another page than the one that shows it.
    const isOfToast = form.matches(".toast *");
    const layer = isOfToast ? undefined : stack.layerOf(form);
    const isHandled = form.dataset.porticoSubmits || form.matches("[data-toggle], [data-portico-hud]");
    const place = layer?.element ?? (isHandled && (stack.top?.element ?? document));
    if (event.defaultPrevented) return;
    const isPost = formAttribute(form, submitter, "method")?.toLowerCase() === "post";
    const isElsewhere = !/^(_self)?$/.test(formAttribute(form, submitter, "target") ?? "");
    if (isPost && !isElsewhere && submitter?.dataset.porticoPresent != null) {
      event.preventDefault();
      /** @type {import("./layer.js").Layer["send"]} */
      const send = (_, options) => sendForm(form, submitter, options);
      return showWaiting(submitter, stack.open(submitter.formAction, submitter, undefined, send).arrived);
    }
    if (isElsewhere || !place || !isPost && !form.dataset.porticoSubmits) return showRequestHud(form, mayStay);
    event.preventDefault();
    const message = isOfToast ? null : place.querySelector(".page-message");
    if (layer && losesInput(form, layer)) confirmLeaving(layer.element, () => form.requestSubmit(submitter), document);
    else if (isPost) submitForm(form, submitter, message, layer);
    else search(form, submitter, message, layer);
  }
}

/**
 * Whether a form leads to another screen while a form of this one has unsaved input, and its layer can ask about that.
 * @param {HTMLFormElement} form
 * @param {import("./layer.js").Layer} layer
 */
const losesInput = (form, { element }) =>
  "signOut" in form.dataset && element.querySelector("[data-question]") && unsavedForm(document);

/** The links and buttons with an effect of their own. */
const handledLinks = ":is(a, button):is([data-portico-present], [data-portico-navigate], [data-portico-dismiss], [data-portico-hud])";

/**
 * Shows the next page in the layer of a link, or closes the layer and maybe presents another page.
 * @param {any} link
 * @param {import("./layer.js").Layer} layer
 */
async function followInside(link, layer) {
  const { porticoPresent: present, porticoNavigate: navigate, porticoBack: back } = link.dataset;
  if (navigate != null) return showWaiting(link, stack.navigate(layer, back ?? link.href));
  await stack.close(layer, undefined, resultOf(link));
  // The next page comes in place of the layer, and from the same source.
  if (present != null) stack.open(link.href, layer.source, present);
}

/**
 * Shows the page that a form with the method GET asks for, in place.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @param {HTMLElement | null} message
 * @param {import("./layer.js").Layer | undefined} layer
 */
function search(form, submitter, message, layer) {
  showProblem(message);
  showWaiting(form, stack.navigate(layer, addressOf(form, submitter), true, () => {
    if (layer) layer.element.dataset.url = layer.url;
    return refresh().then(announceResults).catch((error) => {
      reportUnexpected(error);
      showProblem(message, offline);
    });
  }));
}

/**
 * The address that a form with the method GET leads to.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function addressOf(form, submitter) {
  const address = new URL(formAttribute(form, submitter, "action") ?? "", document.baseURI);
  address.search = `${new URLSearchParams(new /** @type {any} */ (FormData)(form, submitter))}`;
  return address;
}

/** The timer of the announcement of a search, which waits for the next letter. */
let resultsTimer = 0;

/** Has screen readers speak what a search has found, when the person pauses. */
function announceResults() {
  clearTimeout(resultsTimer);
  resultsTimer = setTimeout(() => {
    const results = topmost().querySelector("[data-portico-results]");
    if (results) announce(/** @type {string} */ (results.textContent), undefined);
  }, 500);
}

/**
 * The value that a link or button returns to the presenter of the page that it dismisses.
 * @param {any} link
 */
const resultOf = (link) => link.dataset.porticoValue ?? (link.value || undefined);

/**
 * Empties a search field, which not all browsers do by themselves.
 * @param {any} event
 */
function emptySearch(event) {
  event.preventDefault();
  event.target.value = "";
  event.target.dispatchEvent(new Event("input", { bubbles: true }));
}

/** For a HUD during a request of the browser, which may save the answer as a file and stay. */
const mayStay = { interactiveHide: true };

/**
 * Whether an event is beside the top layer, and that leaves room around it.
 * @param {any} event
 */
function isOutside({ target, clientX: x, clientY: y }) {
  if (target !== stack.top?.element || shownAs(target) === "full") return false;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
