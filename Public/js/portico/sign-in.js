import { Behaviour, isComposed } from "./behaviour.js";
import { followAnswer, parsePage, reportUnexpected, sendForm } from "./http.js";

/**
 * Signs in without leaving the page: the login page, and the code of an account with a second factor. The live region shows problems;
 * of the input, only the password is lost.
 * @extends {Behaviour<HTMLFormElement>}
 */
export class SignIn extends Behaviour {
  #button = /** @type {HTMLButtonElement} */ (this.element.querySelector("[type=submit]:not([form])"));
  #message = /** @type {HTMLElement} */ (this.element.querySelector("[role=alert]"));
  #status = /** @type {HTMLElement} */ (this.element.querySelector(".cover-activity"));
  #isAuthenticating = false;
  /** @type {BroadcastChannel | undefined} */
  #tabs;
  /** @type {number | undefined} */
  #timer;

  connect() {
    // Without cookies, some browsers let no tabs talk to each other.
    if (!this.element.closest("[data-covers]") && navigator.cookieEnabled) this.#joinTabs();
    // Some browsers dispatch nothing but the animation of `:autofill` when they fill a field.
    this.on(this.element, "input change focusin animationstart", () => this.#updateButton());
    const { username, password } = this.element.elements;
    if (username) this.on(username, "keydown", (event) => {
      if (event.key !== "Enter" || isComposed(event)) return;
      event.preventDefault();
      password.focus();
    });
    this.on(this.element, "submit", (event) => {
      // A button with an address asks for something else, which needs no password.
      if (password && event.submitter?.hasAttribute("formaction")) password.value = "";
      // Without cookies there are no locks, which a request needs. The browser sends the form, and the answer says what is missing.
      // A button with a name, such as a language, asks for the cover again, in another form.
      if (!navigator.cookieEnabled || event.submitter?.name) return;
      event.preventDefault();
      if (!this.#isAuthenticating) this.#signIn(sendForm(this.element, event.submitter));
    });
    // A browser keeps a fragment over redirects if the address of the form has it.
    /** @type {NodeListOf<HTMLFormElement>} */
    const goOnForms = document.querySelectorAll("#go-on");
    for (const form of goOnForms) this.on(form, "submit", () => {
      form.action = form.action.split("#")[0] + location.hash;
    });
    this.#updateButton();
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#timer);
    this.#tabs?.close();
  }

  /**
   * Tells the other tabs that nobody is signed in here, and reloads when one of them has a session. A tab sends its account,
   * an empty text for nobody, or an account with a minus that has signed out.
   */
  #joinTabs() {
    this.#tabs = new BroadcastChannel("portico");
    this.#tabs.postMessage("");
    this.on(this.#tabs, "message", ({ data }) => {
      const isInUse = this.#isAuthenticating || this.element.elements.add;
      if (/^[^-]/.test(data) && !isInUse) location.reload();
    });
  }

  #updateButton() {
    clearTimeout(this.#timer);
    /** @param {HTMLInputElement} field */
    const isEmpty = (field) => !field.value && !field.matches(":autofill");
    /** @type {NodeListOf<HTMLInputElement>} */
    const required = this.element.querySelectorAll("[required]");
    const isIncomplete = [...required].some(isEmpty);
    this.#button.disabled = this.#isAuthenticating || isIncomplete;
    // Some password managers set values without an event.
    if (isIncomplete) this.#timer = setTimeout(() => this.#updateButton(), 250);
  }

  /** @param {Promise<Response>} sending */
  async #signIn(sending) {
    this.#showAuthenticating(true);
    try {
      await this.#acceptAnswer(await sending);
    } catch (error) {
      reportUnexpected(error);
      this.#showFailure(this.#message.dataset.porticoOffline);
    }
  }

  /** @param {Response} answer */
  async #acceptAnswer(answer) {
    if (answer.status !== 204) {
      const page = await parsePage(answer);
      const form = page.querySelector(`.cover-column:not(#${this.element.id})`);
      if (form) {
        const { showStep } = await import(/** @type {any} */ ("../step.js"));
        this.#stop();
        return showStep(this.element, form);
      }
      this.element.dispatchEvent(new CustomEvent("portico:refused", { detail: page }));
      const message = page.getElementById(this.#message.id);
      return this.#showFailure(message?.textContent?.trim() || this.#message.dataset.failed);
    }
    // A page under the cover prevents this: it removes the cover, if a check has not done it already, and continues.
    const leaves = document.dispatchEvent(new Event("portico:sign-in", { cancelable: true }));
    if (leaves) followAnswer(answer, "sign-in", location.hash);
  }

  /**
   * Forgets what is secret.
   * @returns {HTMLInputElement | HTMLButtonElement} its field, or that of an address; the button if there is none
   */
  #stop() {
    const { password, code, recovery, email } = this.element.elements;
    const secret = password ?? (recovery?.value ? recovery : code) ?? this.#button;
    secret.value = "";
    this.#showAuthenticating(false);
    return email ?? secret;
  }

  /** @param {string} [text] */
  #showFailure(text) {
    const field = this.#stop();
    for (const described of [this.element.elements.username, field]) described?.setAttribute("aria-describedby", this.#message.id);
    this.#message.textContent = /** @type {string} */ (text);
    field.focus();
  }

  /** @param {boolean} isAuthenticating */
  #showAuthenticating(isAuthenticating) {
    const { busy, idle } = /** @type {Record<string, string>} */ (this.#button.dataset);
    const { text } = /** @type {Record<string, string>} */ (this.#status.dataset);
    this.#isAuthenticating = isAuthenticating;
    this.element.ariaBusy = `${isAuthenticating}`;
    this.#button.textContent = isAuthenticating ? busy : idle;
    /** @type {Element} */ (this.#status.lastElementChild).textContent = isAuthenticating ? text : "";
    this.#updateButton();
  }
}

/** Shows and hides the password. Sending the form hides it. */
export class Password extends Behaviour {
  #input = /** @type {HTMLInputElement} */ (this.element.querySelector("input"));
  #button = /** @type {HTMLButtonElement} */ (this.element.querySelector("button"));

  connect() {
    this.on(this.#button, "click", () => this.#setVisible(this.#input.type === "password"));
    this.on(/** @type {HTMLFormElement} */ (this.#input.form), "submit", () => this.#setVisible(false));
    this.#button.hidden = false;
  }

  /** @param {boolean} isVisible */
  #setVisible(isVisible) {
    this.#input.type = isVisible ? "text" : "password";
    this.#button.ariaPressed = `${isVisible}`;
  }
}
