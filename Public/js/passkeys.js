import { Behaviour, reportUnexpected } from "./portico/portico.js";

/** Time in which the server accepts an answer, and time after which an open page gets new options, in milliseconds. */
const lifetime = 290_000;
const renewal = 225_000;

/** The parts of an answer that the server reads. */
const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];

/**
 * The request that waits, for the field of the user name or for the browser to make a passkey. Browsers allow one request at a
 * time.
 * @type {{ abort: AbortController, settled: Promise<void> } | undefined}
 */
let waiting;

/** @param {string} text base64url */
const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

/** @param {ArrayBuffer} bytes */
const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/**
 * The options in a page, as the browser takes them. Not every browser and password manager has the method for this.
 * @param {string} json
 */
function parse(json) {
  const options = JSON.parse(json);
  options.challenge = decode(options.challenge);
  if (options.user) options.user.id = decode(options.user.id);
  for (const passkey of options.allowCredentials ?? options.excludeCredentials) passkey.id = decode(passkey.id);
  return options;
}

/**
 * The answer of the browser, for the server.
 * @param {any} credential
 */
function answerOf({ rawId, response }) {
  const found = parts.filter((name) => response[name]?.byteLength).map((name) => [name, encode(response[name])]);
  const transports = response.getTransports?.();
  return JSON.stringify({ rawId: encode(rawId), response: { ...Object.fromEntries(found), transports } });
}

/**
 * The browser's own errors belong to the life of a page: it has no passkey, the person cancels, a request ends.
 * @param {unknown} error
 */
function note(error) {
  if (error instanceof DOMException) console.debug(error);
  else reportUnexpected(error);
}

/**
 * Remembers a request that waits, so that a click can end it; the end of the page does.
 * @param {AbortController} abort
 * @param {Promise<void>} asking
 */
function keep(abort, asking) {
  const settled = asking.catch(note).finally(() => {
    if (waiting?.abort === abort) waiting = undefined;
  });
  waiting = { abort, settled };
  window.addEventListener("pagehide", () => abort.abort(), { once: true });
}

/**
 * Ends a request that waits. Security keys work again only when it has settled, which some never do.
 * @param {{ abort: AbortController, settled: Promise<void> }} request
 */
function end({ abort, settled }) {
  abort.abort();
  const patience = new Promise((resolve) => setTimeout(resolve, 1000));
  return Promise.race([settled, patience]);
}

/**
 * Sends fields in the background. Not as use of the session, and without the login page if that has ended.
 * @param {string} path
 * @param {Record<string, string>} fields
 * @returns {Promise<string>} empty if there are no options
 */
async function ask(path, fields) {
  const { account = "" } = document.getElementById("screen").dataset;
  const headers = { "Portico-Request": "script", "Portico-Background": "true", "Portico-Account": account };
  const answer = await fetch(path, { method: "POST", headers, body: new URLSearchParams({ account, ...fields }) });
  return answer.status === 200 ? answer.text() : "";
}

/** The part of a browser's interface that the types do not know yet. */
const api = /** @type {any} */ (window.PublicKeyCredential);

/**
 * A button that asks the browser for a passkey, and sends it with its form. Also what a page says to the browser about passkeys.
 * @extends {Behaviour<HTMLButtonElement>}
 */
export class Passkey extends Behaviour {
  #options = "";
  /** The time of the options. */
  #since = 0;
  #isAsking = false;
  /** @type {Promise<void> | undefined} */
  #renewing;
  /** @type {number | undefined} */
  #timer;

  connect() {
    const { element } = this;
    if (!api) return;
    const { passkey: given = "", purpose } = element.dataset;
    if (purpose === "signal") return signal(given).catch(note);
    if (purpose === "offer") return makeSilently(given).catch(note);
    // Many browsers make no passkey in a frame.
    if (purpose === "enrolment" && window !== window.top) return;
    this.#take(given);
    element.hidden = false;
    document.getElementById("passkey-unsupported")?.remove();
    this.on(element, "click", () => this.#use());
    this.on(/** @type {HTMLFormElement} */ (element.form), "portico:refused", ({ detail }) => this.#refused(detail));
    this.on(document, "visibilitychange", () => this.#renewIfOld());
    this.on(window, "pageshow", ({ persisted }) => {
      if (persisted) this.#renew();
    });
    this.#fill();
  }

  disconnect() {
    super.disconnect();
    clearTimeout(this.#timer);
    if ("fills" in this.element.dataset) waiting?.abort.abort();
  }

  get #input() {
    return /** @type {HTMLInputElement} */ (this.element.form?.querySelector("[data-passkey-answer]"));
  }

  /** @param {string} options */
  #take(options) {
    this.#options = options;
    this.#since = Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#renewIfOld(), renewal);
  }

  /** Nobody looks at a hidden page, and nothing may change while the browser asks. */
  #renewIfOld() {
    if (document.visibilityState === "visible" && !this.#isAsking && Date.now() - this.#since >= renewal) this.#renew();
  }

  /** Two answers would start two requests of the browser at once. */
  #renew() {
    this.#renewing ??= this.#askForOptions().finally(() => {
      this.#renewing = undefined;
      if (!this.#isAsking) this.#fill();
    });
    return this.#renewing;
  }

  async #askForOptions() {
    const { path = "", purpose = "" } = this.element.dataset;
    try {
      const options = await ask(path, { purpose, pending: this.element.form?.elements.pending?.value ?? "" });
      if (options) this.#take(options);
    } catch (error) {
      // The server cannot be reached. The next click, the next look at the page, or the next minute tries again.
      console.debug(error);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#renewIfOld(), 60_000);
    }
  }

  /** Has the browser offer passkeys in the field for the user name. */
  async #fill() {
    if (!("fills" in this.element.dataset) || !await api.isConditionalMediationAvailable?.()) return;
    if (waiting) await end(waiting);
    if (!this.element.isConnected || this.#isAsking || this.#renewing) return;
    const abort = new AbortController();
    const { signal } = abort;
    // A method that throws at once rejects, too.
    keep(abort, (async () => {
      const credential = await navigator.credentials.get(/** @type {any} */ ({
        publicKey: parse(this.#options), mediation: "conditional", signal,
      }));
      if (credential && !signal.aborted) this.#send(credential);
    })());
  }

  /** Without a request that waits, the browser is asked within the click itself: some browsers want that. */
  async #use() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { none = "", exists = "" } = this.element.dataset;
    try {
      if (waiting) await end(waiting);
      if (Date.now() - this.#since > lifetime) await this.#renew();
      // The server has no new ones, or cannot be reached. A passkey made now would take the place of another one, and be refused.
      if (Date.now() - this.#since > lifetime) return this.#show(none);
      const publicKey = parse(this.#options);
      const asked = /** @type {any} */ ({ publicKey });
      const credential = await (publicKey.user ? navigator.credentials.create(asked) : navigator.credentials.get(asked));
      if (credential) this.#send(credential);
      else this.#show(none);
    } catch (error) {
      note(error);
      this.#show(/** @type {any} */ (error).name === "InvalidStateError" ? exists : none);
    } finally {
      this.#isAsking = false;
    }
    if (this.#input?.value) return;
    if (Date.now() - this.#since >= renewal) this.#renew();
    else this.#fill();
  }

  /** @param {any} credential */
  #send(credential) {
    const form = /** @type {HTMLFormElement} */ (this.element.form);
    this.#sent = encode(credential.rawId);
    this.#input.value = answerOf(credential);
    this.#show("");
    // The fields for the password stay empty.
    const submitter = document.createElement("button");
    Object.assign(submitter, { formNoValidate: true, hidden: true });
    form.append(submitter);
    form.requestSubmit(submitter);
    submitter.remove();
    // An answer works once. The next attempt may be with the password.
    setTimeout(() => {
      this.#input.value = "";
    });
  }

  /** The id of the passkey that was sent last. */
  #sent = "";

  /**
   * The server has refused the form.
   * @param {Document} page its answer
   */
  #refused(page) {
    if (!this.#sent) return;
    const { rpId } = JSON.parse(this.#options);
    if (page.querySelector("[data-unknown-passkey]")) api.signalUnknownCredential?.({ rpId, credentialId: this.#sent })?.catch(note);
    this.#sent = "";
    this.#renew();
  }

  /** @param {string} text */
  #show(text) {
    const place = this.element.closest(".page, .cover-column")?.querySelector("[role=alert]");
    if (place) place.textContent = text;
  }
}

/**
 * Tells the browser which passkeys the account has, and the names of the account.
 * @param {string} json
 */
async function signal(json) {
  const { rpId, userId, allAcceptedCredentialIds, name, displayName } = JSON.parse(json);
  await api.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds });
  await api.signalCurrentUserDetails?.({ rpId, userId, name, displayName });
}

/**
 * Asks the browser to make a passkey by itself. It does so only if it has just filled in the password.
 * @param {string} path
 */
async function makeSilently(path) {
  const { conditionalCreate } = await api.getClientCapabilities?.() ?? {};
  const options = conditionalCreate && await ask(path, {});
  if (!options || waiting) return;
  const abort = new AbortController();
  keep(abort, (async () => {
    const credential = await navigator.credentials.create(/** @type {any} */ ({
      publicKey: parse(options), mediation: "conditional", signal: abort.signal,
    }));
    if (credential) await ask(path, { passkey: answerOf(credential) });
  })());
}
