import { Behaviour } from "./portico/portico.js";

/**
 * Whether leaving the page would lose something: a frame of another application, or a page with unsaved input.
 * @type {() => unknown}
 */
let losesInput = () => window !== window.top;
if (document.querySelector("[data-screen=main]")) losesInput = (await import("./main/main.js")).losesInput;

/**
 * A button that leads to an identity provider, and the page at the end of a login in a window of its own.
 *
 * Where the page of the button must stay, the browser opens the provider in another window, whose last page tells this one how the
 * login went. It has no other way to do so: a window that was at another site does not know who has opened it.
 * @extends {Behaviour<any>}
 */
export class Provider extends Behaviour {
  /** @type {BroadcastChannel | undefined} between both pages */
  #channel;

  connect() {
    const { element } = this;
    if (element.dataset.provider === "ended") return this.#report();
    this.on(element.form, "submit", ({ submitter }) => {
      if (submitter === element) this.#choosePlace(element.form);
    });
  }

  disconnect() {
    super.disconnect();
    this.#channel?.close();
  }

  /**
   * Tells the page of the button about the end. The window closes when that page knows. After a login it closes in any case, because
   * that page may be gone; a problem stays for the person to read.
   */
  #report() {
    const problem = this.element.querySelector("[role=alert]").textContent;
    this.#open(this.element.dataset.window, () => window.close());
    this.#channel?.postMessage(problem);
    if (!problem) setTimeout(() => window.close(), 2000);
  }

  /**
   * Within the click itself, because browsers want that of a page that opens a window.
   * @param {HTMLFormElement} form
   */
  #choosePlace(form) {
    const { element } = this;
    const staysHere = element.dataset.provider || losesInput();
    const id = staysHere ? crypto.randomUUID() : "";
    const field = form.elements.window ?? Object.assign(document.createElement("input"), { type: "hidden", name: "window" });
    field.value = id;
    form.append(field);
    this.#showNote(!staysHere);
    if (!staysHere) return element.removeAttribute("formtarget");
    element.formTarget = "portico-provider";
    this.#open(id, ({ data }) => this.#end(data));
  }

  /** @param {string} id @param {(event: MessageEvent) => void} listener */
  #open(id, listener) {
    this.#channel?.close();
    this.#channel = new BroadcastChannel(`portico ${id}`);
    this.#channel.onmessage = listener;
  }

  /** @param {string} problem empty after a login */
  #end(problem) {
    this.#channel?.postMessage("");
    this.#showNote(true);
    this.#place.querySelector("[role=alert]").textContent = problem;
    if (problem) return;
    const action = this.#place.querySelector("#reauthentication-form");
    if (action) return this.#repeat(action);
    // The page under the cover goes on, as after a login in the cover. In a frame, the address is loaded again.
    if (document.dispatchEvent(new Event("portico:sign-in", { cancelable: true }))) location.reload();
  }

  /**
   * Repeats the action for which the person had to prove their identity. The fields for a password stay empty.
   * @param {HTMLFormElement} action
   */
  #repeat(action) {
    const submitter = Object.assign(document.createElement("button"), { formNoValidate: true, hidden: true });
    action.append(submitter);
    action.requestSubmit(submitter);
    submitter.remove();
  }

  get #place() {
    return this.element.closest(".page, .cover-column");
  }

  /** @param {boolean} isHidden */
  #showNote(isHidden) {
    this.#place.querySelector("[data-provider-note]").hidden = isHidden;
  }
}
