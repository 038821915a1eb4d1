import { Behaviour, isComposed } from "./behaviour.js";
import { follow, page, send } from "./http.js";

/**
 * Signs in without leaving the page. What goes wrong is said in the live region; only the password is lost.
 * @extends {Behaviour<HTMLFormElement>}
 */
export class SignIn extends Behaviour {
  #button = /** @type {HTMLButtonElement} */ (this.element.querySelector("[type=submit]"));
  #message = /** @type {HTMLElement} */ (this.element.querySelector("[role=alert]"));
  #status = /** @type {HTMLElement} */ (this.element.querySelector("[role=status]"));
  #isAuthenticating = false;
  /** @type {BroadcastChannel | undefined} */
  #tabs;
  /** @type {number | undefined} */
  #timer;

  connect() {
    // Without cookies, some browsers let no tabs talk to each other.
    if (!this.element.closest("[data-covers]") && navigator.cookieEnabled) {
      // The other tabs of this browser hear that nobody is signed in here. Each says whose session it has; a minus before the
      // account means that this session has ended.
      this.#tabs = new BroadcastChannel("portico");
      this.#tabs.postMessage("");
      this.on(this.#tabs, "message", ({ data }) => /^[^-]/.test(data) && !(this.#isAuthenticating || this.element.elements.add) && location.reload());
    }
    // A field that the browser fills by itself may tell by nothing but the animation of `:autofill`.
    this.on(this.element, "input change focusin animationstart", () => this.#check());
    const { username, password } = this.element.elements;
    this.on(username, "keydown", (event) => {
      if (event.key !== "Enter" || isComposed(event)) return;
      event.preventDefault();
      password.focus();
    });
    this.on(this.element, "submit", (event) => {
      // Nor do they have locks, which sending needs. The server says that nobody stays signed in.
      if (!navigator.cookieEnabled) return;
      event.preventDefault();
      if (!this.#isAuthenticating) this.#signIn();
    });
    // A browser keeps a fragment over redirects if the address of the form has it.
    /** @type {NodeListOf<HTMLFormElement>} */
    const others = document.querySelectorAll("#go-on");
    for (const form of others) this.on(form, "submit", () => {
      form.action = form.action.split("#")[0] + location.hash;
    });
    this.#check();
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#timer);
    this.#tabs?.close();
  }

  #check() {
    clearTimeout(this.#timer);
    /** @param {HTMLInputElement} field */
    const isEmpty = (field) => !field.value && !field.matches(":autofill");
    /** @type {NodeListOf<HTMLInputElement>} */
    const required = this.element.querySelectorAll("[required]");
    const isWaiting = [...required].some(isEmpty);
    this.#button.disabled = this.#isAuthenticating || isWaiting;
    // Some password managers set values and tell nothing of it.
    if (isWaiting) this.#timer = setTimeout(() => this.#check(), 250);
  }

  async #signIn() {
    this.element.elements.zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const sending = send(this.element);
    this.#show(true);
    this.#message.textContent = "";
    try {
      const answer = await sending;
      // A page that goes on under the cover takes it away itself.
      if (answer.status === 204) return this.element.dispatchEvent(new Event("portico:sign-in", { cancelable: true })) && follow(answer, "sign-in", location.hash);
      const said = (await page(answer)).getElementById(this.#message.id);
      this.#fail(said?.textContent?.trim() || this.#message.dataset.failed);
    } catch {
      this.#fail(this.#message.dataset.porticoOffline);
    }
  }

  /** @param {string} [text] */
  #fail(text) {
    const { password } = this.element.elements;
    password.value = "";
    password.setAttribute("aria-describedby", this.#message.id);
    this.#show(false);
    this.#message.textContent = /** @type {string} */ (text);
    password.focus();
  }

  /** @param {boolean} isAuthenticating */
  #show(isAuthenticating) {
    this.#isAuthenticating = isAuthenticating;
    this.element.dataset.isAuthenticating = `${isAuthenticating}`;
    this.element.ariaBusy = `${isAuthenticating}`;
    this.#button.textContent = /** @type {string} */ (this.#button.dataset[isAuthenticating ? "busy" : "idle"]);
    /** @type {Element} */ (this.#status.lastElementChild).textContent = isAuthenticating ? /** @type {string} */ (this.#status.dataset.text) : "";
    this.#check();
  }
}

/** Shows and hides the password; it is hidden when the form is sent. */
export class Password extends Behaviour {
  #input = /** @type {HTMLInputElement} */ (this.element.querySelector("input"));
  #button = /** @type {HTMLButtonElement} */ (this.element.querySelector("button"));

  connect() {
    this.on(this.#button, "click", () => this.#show(this.#input.type === "password"));
    this.on(/** @type {HTMLFormElement} */ (this.#input.form), "submit", () => this.#show(false));
    this.#button.hidden = false;
  }

  /** @param {boolean} isVisible */
  #show(isVisible) {
    const { show, hide, showLabel, hideLabel } = /** @type {Record<string, string>} */ (this.#button.dataset);
    this.#input.type = isVisible ? "text" : "password";
    this.#button.textContent = isVisible ? hide : show;
    this.#button.ariaLabel = isVisible ? hideLabel : showLabel;
  }
}
