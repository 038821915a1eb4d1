// Runs before the first paint: a classic script, as small as can be.
(() => {
  const root = document.documentElement;

  // How this page was come to selects the animation of its arrival.
  try {
    const arrival = sessionStorage.getItem("portico-arrival");
    sessionStorage.removeItem("portico-arrival");
    if (arrival) root.dataset.arrival = arrival;
  } catch { /* Storage is blocked: the engine's own animation will do. */ }

  // A transition is skipped where the person goes on before it is over. That is nothing to complain of. None may
  // begin towards the page of an application, which may allow none: the browser would report that to the application's script.
  for (const moment of /** @type {const} */ (["pageswap", "pagereveal"])) {
    addEventListener(moment, ({ viewTransition }) => {
      viewTransition?.ready.catch(() => {});
      if ("still" in root.dataset) viewTransition?.skipTransition();
    });
  }

  // When this page has arrived.
  window.pageRevealed = "onpagereveal" in window && new Promise((go) => {
    addEventListener("pagereveal", ({ viewTransition }) => go(viewTransition?.finished));
  });

  // A page that was left is never shown again from the back/forward cache: the person may have signed out since.
  addEventListener("pagehide", () => root.style.setProperty("display", "none", "important"));
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
})();
