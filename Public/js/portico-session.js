/**
 * For pages of applications behind Portico: when the session has ended, `fetch` shows the login cover over the page, and makes
 * the request again after the sign-in. The application has not received it before.
 */
(() => {
  /** The address at which the cover ends, on the host of every application. It is fixed: the page is not Portico's. */
  const sessionPath = "/portico/session";
  const originalFetch = window.fetch;

  /**
   * The account that is signed in, empty for nobody, and the title of a frame with the cover.
   * @typedef {{ account: string, coverTitle: string }} Session
   */

  /** @returns {Promise<Session | null>} null if the server does not say */
  const askForSession = () => originalFetch(sessionPath, { method: "HEAD", headers: { "Portico-Background": "true" } })
    .then(({ headers }) => ({
      account: headers.get("Portico-Account") ?? "",
      coverTitle: decodeURIComponent(headers.get("Portico-Cover-Title") ?? ""),
    }), () => null);

  /** The session for which the page was loaded. */
  const sessionOfPage = askForSession();

  /**
   * The cover that is shown. True after a sign-in.
   * @type {Promise<boolean> | undefined}
   */
  let covering;

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
   * @returns {Promise<boolean>}
   */
  const showCover = (address, title) => new Promise((resolve) => {
    const frame = document.createElement("iframe");
    address.searchParams.set("to", location.origin + sessionPath);
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
    const title = (before ?? await askForSession())?.coverTitle ?? "";
    if (!await showCover(address, title)) return false;
    if (before?.account === "") return true;
    if (before && before.account === (await askForSession())?.account) return true;
    // Without `true`, Firefox would fill the fields with the input of the person before.
    /** @type {any} */ (location).reload(true);
    return new Promise(() => {});
  };

  window.fetch = async (resource, options) => {
    const request = new Request(resource, options);
    const again = request.clone();
    const answer = await originalFetch(request);
    const address = answer.headers.get("Portico-Cover");
    // Other servers must not decide where the person enters a password.
    if (answer.status !== 401 || !address || new URL(answer.url).origin !== location.origin) return answer;
    const url = new URL(address, location.origin);
    if (url.origin !== location.origin) return answer;
    covering ??= cover(url).finally(() => {
      covering = undefined;
    });
    return await covering ? window.fetch(again) : answer;
  };
})();
