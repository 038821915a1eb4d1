import { Behaviour, isComposed, page, send } from "./portico/portico.js";

/**
 * Has the server say what is wrong with a field when the person pauses while typing in it, or has left it, and shows that beside
 * the field. Nothing is done with the form.
 * @extends {Behaviour<HTMLFormElement>}
 */
export class Validating extends Behaviour {
  /**
   * The timers of the next questions, by field.
   * @type {Map<HTMLInputElement, number>}
   */
  #timers = new Map();
  /**
   * The value that the server was asked about last, by field.
   * @type {Map<HTMLInputElement, string>}
   */
  #asked = new Map();

  connect() {
    this.on(this.element, "input compositionend", (event) => isComposed(event) || this.#enter(event.target));
    this.on(this.element, "focusout", ({ target }) => this.#leave(target));
    this.on(this.element, "submit", () => this.#stop());
    // Text may have been typed before this module had come.
    const field = /** @type {HTMLInputElement} */ (document.activeElement);
    if (this.element.contains(field) && field.value !== (field.defaultValue ?? field.value)) this.#enter(field);
  }

  disconnect() {
    super.disconnect();
    this.#stop();
  }

  #stop() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** @param {HTMLInputElement} field that was left, maybe without a word */
  #leave(field) {
    const isMissing = field.required && !field.value && !place(document, field)?.textContent;
    if (isMissing || field.value !== (this.#asked.get(field) ?? field.defaultValue ?? field.value)) this.#enter(field);
  }

  /** @param {HTMLInputElement} field that was typed in */
  #enter(field) {
    if (!field.id || !field.name) return;
    const said = place(document, field) ?? add(field);
    // Heard in its turn: what is written into a region is read that was there before.
    said.ariaLive = "polite";
    clearTimeout(this.#timers.get(field));
    this.#timers.set(field, setTimeout(() => this.#validate(field, said), 400));
  }

  /** @param {HTMLInputElement} field @param {HTMLElement} said */
  async #validate(field, said) {
    const { value } = field;
    const headers = { "Portico-Present": "sheet", "Portico-Background": "true", "Portico-Validate": field.name };
    this.#asked.set(field, value);
    // Where the server does not say, it will when the form is sent.
    const answer = await send(this.element, null, { headers }).catch(() => null);
    if (answer?.status !== 422) return;
    const fresh = await page(answer);
    // Text typed meanwhile is validated in its turn, and a form that was sent has its own answer.
    if (field.value !== value || this.element.ariaBusy) return;
    const problem = place(fresh, field)?.textContent?.trim() ?? "";
    if (!problem && fresh.getElementById(field.id)?.ariaInvalid === "true") {
      console.error(`The page of this form has no element #${field.id}-problem that says what is wrong with the field.`);
    }
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

/**
 * Makes that place, where a page has it only if there is something to say.
 * @param {HTMLInputElement} field
 */
function add(field) {
  const said = document.createElement("p");
  said.id = `${field.id}-problem`;
  said.className = "problem";
  (field.closest("label") ?? field).after(said);
  field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") ?? ""} ${said.id}`.trim());
  return said;
}
