import Behaviour from "./behaviour.js";
import { follow, send } from "./request.js";

/** Signs out and leaves for the login, which slides in. */
export default class SignOut extends Behaviour {
  #message = document.querySelector("#page-message");
  #isUnderWay = false;

  connect() {
    this.on(this.element, "submit", (event) => {
      event.preventDefault();
      if (!this.#isUnderWay) this.#signOut();
    });
  }

  async #signOut() {
    this.#isUnderWay = true;
    this.#message.textContent = "";
    try {
      const answer = await send(this.element);
      if (answer.status === 204) return follow(answer, "sign-out");
      // Somebody else is signed in by now, or nobody: show what is true.
      if ([401, 409].includes(answer.status)) return location.reload();
      // Once more, as the browser does it: the server's page says what is wrong.
      this.element.submit();
    } catch {
      this.#message.textContent = this.#message.dataset.offline;
      this.#isUnderWay = false;
    }
  }
}
