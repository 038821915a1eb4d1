import { addPlace, placeOfProblem } from "./fields.js";
import { Behaviour, isComposed, parsePage, reportUnexpected, sendForm } from "./portico/portico.js";

/**
 * Has the server validate a field when the person pauses while typing in it, or has left it, and shows the problem beside the
 * field. The form is not accepted by that.
 * @extends {Behaviour<HTMLFormElement>}
 */
export class Validating extends Behaviour {
  /**
   * The timers of the next requests, by field.
   * @type {Map<HTMLInputElement, number>}
   */
  #timers = new Map();
  /**
   * The values that were validated last, by field.
   * @type {Map<HTMLInputElement, string>}
   */
  #validated = new Map();

  connect() {
    this.on(this.element, "input compositionend", (event) => {
      if (!isComposed(event)) this.#validateSoon(event.target);
    });
    this.on(this.element, "focusout", ({ target }) => this.#leave(target));
    this.on(this.element, "submit", () => this.#stop());
    // The person may have typed before this module was loaded.
    const field = /** @type {HTMLInputElement} */ (document.activeElement);
    if (this.element.contains(field) && field.value !== (field.defaultValue ?? field.value)) this.#validateSoon(field);
  }

  disconnect() {
    super.disconnect();
    this.#stop();
  }

  #stop() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** @param {HTMLInputElement} field that was left, maybe empty */
  #leave(field) {
    const isMissing = field.required && !field.value && !placeOfProblem(document, field)?.textContent;
    const known = this.#validated.get(field) ?? field.defaultValue ?? field.value;
    if (isMissing || field.value !== known) this.#validateSoon(field);
  }

  /** @param {HTMLInputElement} field */
  #validateSoon(field) {
    if (!field.id || !field.name) return;
    const place = placeOfProblem(document, field) ?? addPlace(field);
    // Screen readers speak changes of a live region only if it was one before.
    place.ariaLive = "polite";
    clearTimeout(this.#timers.get(field));
    this.#timers.set(field, setTimeout(() => this.#validate(field, place), 400));
  }

  /** @param {HTMLInputElement} field @param {HTMLElement} place */
  async #validate(field, place) {
    const { value } = field;
    const headers = { "Portico-Present": "sheet", "Portico-Background": "true", "Portico-Validate": field.name };
    this.#validated.set(field, value);
    // Without an answer, the problem is shown when the form is sent.
    const answer = await sendForm(this.element, null, { headers }).catch(reportUnexpected);
    if (answer?.status !== 422) return;
    const fresh = await parsePage(answer);
    // Newer text is validated by its own request, and a form that was sent gets its own answer.
    if (field.value !== value || this.element.ariaBusy) return;
    const problem = placeOfProblem(fresh, field)?.textContent?.trim() ?? "";
    if (!problem && fresh.getElementById(field.id)?.ariaInvalid === "true") {
      console.error(`The page of this form has no element #${field.id}-problem that says what is wrong with the field.`);
    }
    place.textContent = problem;
    field.ariaInvalid = problem ? "true" : null;
  }
}
