import { Behaviour } from "./portico/portico.js";

/**
 * A button that prints the page.
 * @extends {Behaviour<HTMLButtonElement>}
 */
export class Printing extends Behaviour {
  connect() {
    this.element.hidden = false;
    this.on(this.element, "click", () => print());
  }
}
