// Runs before the first paint of the main screen: a classic script. Buttons for pages without script are never shown, unless a script
// of Portico fails before the page is ready, or comes too late. A failed script of the application does not matter.
(() => {
  const { dataset } = document.documentElement;
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const folder = src.replace("early.js", "");
  const showButtons = () => {
    if (!("ready" in dataset)) delete dataset.script;
  };
  dataset.script = "";
  // Counted from here, because the load of the page waits for a script that does not come.
  setTimeout(showButtons, 5000);
  addEventListener("error", (/** @type {any} */ { target, filename = target.src ?? target.href }) => {
    if (`${filename}`.startsWith(folder)) showButtons();
  }, true);
})();
