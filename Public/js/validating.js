import { Behaviour, page, send } from "./portico/portico.js";

/**
 * Has the server say what is wrong with a field when the person pauses while typing in it, and shows that beside the field.
 * Nothing is done with the form.
 * @extends {Behaviour<HTMLFormElement>}
 */
export class Validating extends Behaviour {
  #timer = 0;

  connect() {
    this.on(this.element, "input compositionend", ({ target, isComposing }) => isComposing || this.#enter(target));
    this.on(this.element, "submit", () => clearTimeout(this.#timer));
    // What was typed before this module had come.
    const field = /** @type {HTMLInputElement} */ (document.activeElement);
    if (this.element.contains(field) && field.value !== (field.defaultValue ?? field.value)) this.#enter(field);
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#timer);
  }

  /** @param {HTMLInputElement} field that was typed in */
  #enter(field) {
    const said = place(document, field);
    if (!said) return;
    // Heard in its turn: what is written into a region is read that was there before.
    said.ariaLive = "polite";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#validate(field, said), 400);
  }

  /** @param {HTMLInputElement} field @param {HTMLElement} said */
  async #validate(field, said) {
    const { value } = field;
    const headers = { "Portico-Present": "sheet", "Portico-Background": "true", "Portico-Validate": field.name };
    // Where the server does not say, it will when the form is sent.
    const answer = await send(this.element, null, { headers }).catch(() => null);
    if (answer?.status !== 422) return;
    const fresh = await page(answer);
    // What was typed meanwhile has its own turn, and a form that was sent its own answer.
    if (field.value !== value || this.element.ariaBusy) return;
    const problem = place(fresh, field)?.textContent?.trim();
    if (problem == null) return;
    said.textContent = problem;
    field.ariaInvalid = problem ? "true" : null;
  }
}

/**
 * Where a page says what is wrong with a field.
 * @param {Document} page
 * @param {HTMLInputElement} field
 */
const place = (page, { id }) => page.getElementById(`${id}-problem`);
