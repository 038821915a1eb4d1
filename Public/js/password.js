import Behaviour from "./behaviour.js";

/** Shows and hides the password; it is hidden when the form is sent. */
export default class Password extends Behaviour {
  #input = this.element.querySelector("input");
  #button = this.element.querySelector("button");

  connect() {
    this.on(this.#button, "click", () => this.#show(this.#input.type === "password"));
    this.on(this.#input.form, "submit", () => this.#show(false));
    this.#button.hidden = false;
  }

  disconnect() {
    super.disconnect();
    this.#button.hidden = true;
  }

  /** @param {boolean} isVisible */
  #show(isVisible) {
    const { show, hide, showLabel, hideLabel } = this.#button.dataset;
    this.#input.type = isVisible ? "text" : "password";
    this.#button.textContent = isVisible ? hide : show;
    this.#button.ariaLabel = isVisible ? hideLabel : showLabel;
  }
}
