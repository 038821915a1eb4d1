// Runs before the first paint of the main screen, so that nothing moves after it: a classic script.
(() => {
  const root = document.documentElement;

  // Buttons for pages without script are never shown, unless a script of Portico fails before the page is ready, or comes too
  // late. A failed script of the application does not matter.
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const showButtons = () => {
    if (!("ready" in root.dataset)) delete root.dataset.script;
  };
  // The cover imports this file for its times alone.
  if (script) {
    const folder = script.src.replace("early.js", "");
    root.dataset.script = "";
    // Counted from here, because the load of the page waits for a script that does not come.
    setTimeout(showButtons, 5000);
    addEventListener("error", (/** @type {any} */ { target, filename = target.src ?? target.href }) => {
      if (`${filename}`.startsWith(folder)) showButtons();
    }, true);
  }

  // Times are shown in the person's time zone and the page's language from the first paint on, because text that changes moves
  // other text. The text of the server becomes the tooltip.
  // The server writes English as it is written in Britain.
  const locale = root.lang === "en" ? "en-GB" : root.lang;

  /** @param {Node | null} node @returns {boolean} whether the parser is past it */
  const isParsed = (node) => document.readyState !== "loading" || Boolean(node && (node.nextSibling || isParsed(node.parentNode)));

  const times = document.getElementsByTagName("time");
  const showLocal = () => {
    for (const time of times) {
      const moment = new Date(time.dateTime);
      // A time with a tooltip is in the time zone of the person already.
      if (`${moment}` === "Invalid Date" || time.title || !isParsed(time)) continue;
      // A day without a time is the same in all time zones.
      /** @type {Intl.DateTimeFormatOptions} */
      const style = time.dateTime.includes("T") ? { timeStyle: "short" } : { timeZone: "UTC" };
      time.title = /** @type {string} */ (time.textContent);
      time.textContent = moment.toLocaleString(locale, { dateStyle: "medium", ...style });
    }
  };
  new MutationObserver(showLocal).observe(document, { subtree: true, childList: true, characterData: true });
  showLocal();
})();
