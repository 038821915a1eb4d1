import { Behaviour } from "./behaviour.js";
import { follow, page, send } from "./http.js";

/** Signs in without leaving the page. What goes wrong is said in the live region; only the password is lost. */
export class SignIn extends Behaviour {
  #button = this.element.querySelector("[type=submit]");
  #message = this.element.querySelector("[role=alert]");
  #status = this.element.querySelector("[role=status]");
  #isAuthenticating = false;
  /** @type {BroadcastChannel | undefined} */
  #tabs;

  connect() {
    if (!this.element.closest("[data-covers]")) {
      // The tabs of this browser hear that nobody is signed in here; they say when somebody is.
      this.#tabs = new BroadcastChannel("portico");
      this.#tabs.postMessage("");
      this.on(this.#tabs, "message", ({ data }) => isSomebody(data) && !this.element.elements.add && location.reload());
    }
    // A field that the browser fills by itself may tell by nothing but the animation of `:autofill`.
    this.on(this.element, "input change focusin animationstart", () => this.#check());
    this.on(this.element, "submit", (event) => {
      event.preventDefault();
      if (!this.#isAuthenticating) this.#signIn();
    });
    this.#check();
  }

  disconnect() {
    super.disconnect();
    this.#tabs?.close();
  }

  #check() {
    const isEmpty = (field) => !field.value && !field.matches(":autofill");
    this.#button.disabled = this.#isAuthenticating || [...this.element.querySelectorAll("[required]")].some(isEmpty);
  }

  async #signIn() {
    const sending = send(this.element);
    this.#show(true);
    this.#message.textContent = "";
    try {
      const answer = await sending;
      // A page that goes on under the cover takes it away itself.
      if (answer.status === 204) return this.element.dispatchEvent(new Event("portico:sign-in", { cancelable: true })) && follow(answer, "sign-in");
      const text = (await page(answer)).getElementById(this.#message.id)?.textContent.trim();
      this.#fail(text || this.#message.dataset.failed);
    } catch {
      this.#fail(this.#message.dataset.offline);
    }
  }

  /** @param {string} text */
  #fail(text) {
    const { password } = this.element.elements;
    password.value = "";
    password.setAttribute("aria-describedby", this.#message.id);
    this.#show(false);
    this.#message.textContent = text;
    password.focus();
  }

  /** @param {boolean} isAuthenticating */
  #show(isAuthenticating) {
    this.#isAuthenticating = isAuthenticating;
    this.element.dataset.isAuthenticating = this.element.ariaBusy = isAuthenticating;
    this.#button.textContent = this.#button.dataset[isAuthenticating ? "busy" : "idle"];
    this.#status.lastElementChild.textContent = isAuthenticating ? this.#status.dataset.text : "";
    this.#check();
  }
}

/** Whether a tab says that somebody is signed in: not nobody, nor, after a minus, whose session has ended. */
const isSomebody = (text) => text && !text.startsWith("-");

/** Shows and hides the password; it is hidden when the form is sent. */
export class Password extends Behaviour {
  #input = this.element.querySelector("input");
  #button = this.element.querySelector("button");

  connect() {
    this.on(this.#button, "click", () => this.#show(this.#input.type === "password"));
    this.on(this.#input.form, "submit", () => this.#show(false));
    this.#button.hidden = false;
  }

  /** @param {boolean} isVisible */
  #show(isVisible) {
    const { show, hide, showLabel, hideLabel } = this.#button.dataset;
    this.#input.type = isVisible ? "text" : "password";
    this.#button.textContent = isVisible ? hide : show;
    this.#button.ariaLabel = isVisible ? hideLabel : showLabel;
  }
}
