/**
 * For the pages of applications that Portico is in front of: when the session has ended, `fetch` brings the login cover over
 * the page. The request is made again after the sign-in; the application has not seen it before.
 */
(() => {
  const place = "/portico/session";
  const send = window.fetch;

  /**
   * Whose session it is; empty for nobody, null where the server does not say.
   * @returns {Promise<string | null>}
   */
  const ask = () => send(place, { method: "HEAD", headers: { "Portico-Background": "true" } })
    .then((answer) => answer.headers.get("Portico-Account") ?? "", () => null);

  const known = ask();

  /**
   * The cover that is there.
   * @type {Promise<boolean> | undefined}
   */
  let covering;

  /**
   * Brings the cover over the page. False where the person has sent it away.
   * @param {URL} cover
   * @returns {Promise<boolean>}
   */
  const bring = (cover) => new Promise((end) => {
    const dialog = document.createElement("dialog");
    const frame = document.createElement("iframe");
    cover.searchParams.set("to", location.origin + place);
    frame.src = cover.href;
    frame.title = "Sign in";
    Object.assign(dialog.style, {
      position: "fixed", inset: "0", width: "100vw", height: "100vh", maxWidth: "none", maxHeight: "none",
      margin: "0", padding: "0", border: "0",
    });
    Object.assign(frame.style, { display: "block", width: "100%", height: "100%", border: "0" });
    dialog.append(frame);
    frame.addEventListener("load", () => {
      // The page of another host cannot be looked at.
      if (frame.contentDocument?.location.pathname !== place) return;
      end(true);
      dialog.close();
    });
    dialog.addEventListener("close", () => {
      end(false);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });

  /**
   * The cover until somebody is there again. Another person gets the page anew; so does anybody where the server did not
   * say whose page it was.
   * @param {URL} cover
   */
  const cover = async (cover) => {
    if (!await bring(cover)) return false;
    const before = await known;
    if (before === "" || (before !== null && before === await ask())) return true;
    // Without `true`, Firefox fills in again what the person before has typed.
    /** @type {any} */ (location).reload(true);
    return new Promise(() => {});
  };

  window.fetch = async (resource, options) => {
    const request = new Request(resource, options);
    const again = request.clone();
    const answer = await send(request);
    const address = answer.headers.get("Portico-Cover");
    // Other servers do not decide where the person enters a password.
    if (answer.status !== 401 || !address || new URL(answer.url).origin !== location.origin) return answer;
    const url = new URL(address, location.origin);
    if (url.origin !== location.origin) return answer;
    covering ??= cover(url).finally(() => {
      covering = undefined;
    });
    return await covering ? window.fetch(again) : answer;
  };
})();
