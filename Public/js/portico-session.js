/**
 * For pages of applications behind Portico: when the session has ended, `fetch` shows the login cover over the page, and makes
 * the request again after the sign-in. The application has not received it before. When an answer asks for a proof of who
 * the person is, `fetch` shows that question, and makes the request again once.
 */
(() => {
  /** The address at which the cover ends, on the host of every application. It is fixed: the page is not Portico's. */
  const sessionPath = "/portico/session";
  const originalFetch = window.fetch;

  /**
   * The account that is signed in, empty for nobody; the title of a frame with the cover, and the origin of the cover.
   * @typedef {{ account: string, coverTitle: string, door: string }} Session
   */

  /** @returns {Promise<Session | null>} null if the server does not say */
  const askForSession = () => originalFetch(sessionPath, { method: "HEAD", headers: { "Portico-Background": "true" } })
    .then(({ headers }) => ({
      account: headers.get("Portico-Account") ?? "",
      coverTitle: decodeURIComponent(headers.get("Portico-Cover-Title") ?? ""),
      door: headers.get("Portico-Door") ?? "",
    }), () => null);

  /** The session for which the page was loaded. */
  const sessionOfPage = askForSession();

  /**
   * The covers that are shown or wait, by the proof that they ask for; empty for a sign-in. True after it.
   * @type {Map<string, Promise<boolean>>}
   */
  const covers = new Map();
  /** The newest of them: they follow each other. */
  let lastCover = Promise.resolve(true);

  /** @param {HTMLIFrameElement} frame */
  const makeDialog = (frame) => {
    const dialog = document.createElement("dialog");
    Object.assign(dialog.style, {
      position: "fixed", inset: "0", width: "100vw", height: "100vh", maxWidth: "none", maxHeight: "none",
      margin: "0", padding: "0", border: "0",
    });
    Object.assign(frame.style, { display: "block", width: "100%", height: "100%", border: "0" });
    dialog.append(frame);
    return dialog;
  };

  /**
   * Shows the cover over the page. False if the person closes it.
   * @param {URL} address
   * @param {string} title
   * @param {string} door the origin of the cover, which may ask for a passkey
   * @returns {Promise<boolean>}
   */
  const showCover = (address, title, door) => new Promise((resolve) => {
    const frame = document.createElement("iframe");
    address.searchParams.set("to", location.origin + sessionPath);
    frame.allow = door && `publickey-credentials-get ${door}`;
    frame.src = address.href;
    frame.title = title;
    const dialog = makeDialog(frame);
    frame.addEventListener("load", () => {
      // While the frame is on another host, it has no `contentDocument`.
      if (frame.contentDocument?.location.pathname !== sessionPath) return;
      resolve(true);
      dialog.close();
    });
    dialog.addEventListener("close", () => {
      resolve(false);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });

  /**
   * Covers the page until somebody is signed in. The page is loaded anew for another account, or if its own is not known.
   * @param {URL} address
   */
  const cover = async (address) => {
    const before = await sessionOfPage;
    const { coverTitle = "", door = "" } = before ?? await askForSession() ?? {};
    if (!await showCover(address, coverTitle, door)) return false;
    if (before?.account === "") return true;
    if (before && before.account === (await askForSession())?.account) return true;
    // Without `true`, Firefox would fill the fields with the input of the person before.
    /** @type {any} */ (location).reload(true);
    return new Promise(() => {});
  };

  /**
   * Covers the page for all requests that ask for the same.
   * @param {URL} address
   */
  const coverOnce = (address) => {
    const proof = address.searchParams.get("proof") ?? "";
    const known = covers.get(proof);
    if (known) return known;
    lastCover = lastCover.then(() => cover(address)).finally(() => covers.delete(proof));
    covers.set(proof, lastCover);
    return lastCover;
  };

  /**
   * The address of the cover that an answer asks for.
   * @param {Response} answer
   */
  const addressOfCover = ({ status, url, headers }) => {
    // Other servers must not decide where the person enters a password.
    if (status !== 401 || new URL(url).origin !== location.origin) return null;
    const proof = headers.get("Portico-Proof");
    const cover = headers.get("Portico-Cover") ?? (proof && `/portico/begin?proof=${encodeURIComponent(proof)}`);
    const address = cover && new URL(cover, location.origin);
    return address && address.origin === location.origin ? address : null;
  };

  window.fetch = async (resource, options) => {
    const request = new Request(resource, options);
    const again = request.clone();
    const answer = await originalFetch(request);
    const address = addressOfCover(answer);
    if (!address || !await coverOnce(address)) return answer;
    // An application that is not content with the proof gets no second one.
    return answer.headers.has("Portico-Proof") ? originalFetch(again) : window.fetch(again);
  };
})();
