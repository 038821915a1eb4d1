import { withNumber } from "./plural.js";
import { Behaviour, define } from "./portico/portico.js";

/**
 * Shows the problems of a form beside its fields when it is sent, in place of the bubbles of the browser. The rules are the
 * attributes of the fields, and the sentences are in the page. A problem goes as soon as it is mended.
 * @extends {Behaviour<HTMLFormElement>}
 */
export class Fields extends Behaviour {
  /**
   * The places of the problems that are shown, and their fields.
   * @type {Map<HTMLElement, any>}
   */
  #problems = new Map();

  connect() {
    const { element } = this;
    element.toggleAttribute("novalidate", true);
    // A form that is sent by itself has the words of the server.
    if ("porticoSubmits" in element.dataset) return;
    this.on(element, "submit", (event) => this.#check(event));
    this.on(element, "input change", ({ target }) => {
      const place = placeOfProblem(document, target);
      const field = place && this.#problems.get(place);
      // Another problem is shown when the form is sent again, and not while the person still types.
      if (field && problemWith(field) !== place.textContent) this.#show(field, "");
    });
    // Enter in a field moves no focus, which would have screen readers speak its problem.
    this.on(element, "focusin", ({ target }) => speakProblem(target));
    speakProblem(document.activeElement);
  }

  disconnect() {
    super.disconnect();
    this.#problems.clear();
  }

  /** @param {any} event */
  #check(event) {
    if (event.submitter?.formNoValidate) return;
    const fields = [...this.element.elements].filter(isFirstOfGroup);
    for (const field of fields) this.#show(field, problemWith(field));
    const [first] = this.#problems.values();
    if (!first) return;
    event.preventDefault();
    first.focus();
  }

  /** @param {any} field @param {string} problem empty for none */
  #show(field, problem) {
    const place = placeOfProblem(document, field) ?? (problem && addPlace(field));
    // The server may have refused a field that is filled in well.
    if (!place || !problem && !this.#problems.has(place)) return;
    place.textContent = problem;
    field.ariaInvalid = problem ? "true" : null;
    if (problem) this.#problems.set(place, field);
    else this.#problems.delete(place);
  }
}

/**
 * Has screen readers speak the problem with a field when it is shown.
 * @param {any} field
 */
function speakProblem(field) {
  const place = placeOfProblem(document, field);
  if (place) place.ariaLive = "polite";
}

/**
 * Whether a field is no radio button, or the first one of its group, which has the problem of all.
 * @param {any} field @param {number} index @param {any[]} all
 */
const isFirstOfGroup = (field, index, all) =>
  field.type !== "radio" || all.findIndex(({ type, name }) => type === "radio" && name === field.name) === index;

/**
 * The sentence about what a field contains; empty if that is valid.
 * @param {any} field
 * @returns {string}
 */
function problemWith(field) {
  const { willValidate, validity, validationMessage, dataset } = field;
  const limit = Number(dataset.porticoLimit) || Infinity;
  if (!willValidate || validity.valid && lengthOf(field) <= limit) return "";
  if (validity.customError) return validationMessage;
  const { missing, invalid } = /** @type {Record<string, string>} */ (document.getElementById("screen").dataset);
  // A date without its year and a number with a letter are "missing", too, because such a field has no value.
  const isMissing = validity.valueMissing && !validity.badInput;
  const [own, usual] = isMissing ? [dataset.porticoMissing, missing] : [dataset.porticoInvalid, invalid];
  return own ?? usual ?? validationMessage;
}

/**
 * The number of characters, without marks on them and invisible ones, as the server counts them.
 * @param {HTMLInputElement} field
 */
const lengthOf = ({ value }) => [...value.replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")].length;

/**
 * The element in which a page shows the problem with a field.
 * @param {Document} page
 * @param {HTMLInputElement} field
 */
export const placeOfProblem = (page, { id, name }) =>
  page.getElementById(`${id}-problem`) ?? page.getElementById(`${name}-problem`);

/**
 * Adds that element to a page without one.
 * @param {HTMLInputElement} field
 */
export function addPlace(field) {
  const place = document.createElement("p");
  place.id = `${field.id}-problem`;
  place.className = "problem";
  (field.closest("label") ?? field).after(place);
  field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") ?? ""} ${place.id}`.trim());
  return place;
}

/**
 * Shows and speaks how many characters a text may still have, if they are 20 at most.
 * @extends {Behaviour<HTMLInputElement>}
 */
class Counter extends Behaviour {
  connect() {
    this.on(this.element, "input", () => this.#count());
    this.#count();
  }

  #count() {
    const { element } = this;
    const counter = document.getElementById(`${element.id}-count`);
    if (!counter) return;
    const { left, over } = /** @type {Record<string, string>} */ (counter.dataset);
    const rest = Number(element.dataset.porticoLimit) - lengthOf(element);
    counter.classList.toggle("without-script", rest > 20);
    counter.textContent = rest < 0 ? withNumber(over, -rest) : withNumber(left, rest);
  }
}

/** Keeps a colour and its swatch equal. */
class Color extends Behaviour {
  connect() {
    const [text, swatch] = /** @type {NodeListOf<HTMLInputElement>} */ (this.element.querySelectorAll("input"));
    const show = () => {
      const color = [text.value, text.placeholder].find((value) => /^#[0-9a-f]{6}$/i.test(value));
      // Its attribute, too, so that it is no unsaved input.
      swatch.defaultValue = color ?? "#ffffff";
      swatch.value = swatch.defaultValue;
    };
    this.on(text, "input", show);
    this.on(swatch, "input", () => {
      text.value = swatch.value;
      text.dispatchEvent(new Event("input", { bubbles: true }));
    });
    show();
    swatch.hidden = false;
  }
}

define("[data-portico-limit]", Counter);
define(".field[data-color]", Color);
