// Runs before the first paint: a classic script, and a small one.
(() => {
  const root = document.documentElement;

  // The transition with which this page arrives.
  try {
    const arrival = sessionStorage.getItem("portico-arrival");
    sessionStorage.removeItem("portico-arrival");
    if (arrival) root.dataset.arrival = arrival;
  } catch (error) {
    // Where storage is blocked, the transition of the browser has to do.
    console.debug(error);
  }

  // The browser rejects the promises of a transition that it skips: one that a further navigation interrupts, one to a
  // page of an application without transitions, or one whose new page was shown before it. All are expected.
  for (const moment of /** @type {const} */ (["pageswap", "pagereveal"])) {
    addEventListener(moment, ({ viewTransition }) => {
      if (!viewTransition) return;
      const { ready, updateCallbackDone, finished } = viewTransition;
      Promise.all([ready, updateCallbackDone, finished]).catch(console.debug);
      if ("still" in root.dataset) viewTransition.skipTransition();
    });
  }

  // Fulfilled when the transition to this page is over, or was skipped.
  window.pageRevealed = "onpagereveal" in window && new Promise((resolve) => {
    addEventListener("pagereveal", ({ viewTransition }) => resolve(viewTransition?.finished.catch(console.debug)));
  });

  // The back/forward cache must not show a page again, because the person may have signed out meanwhile.
  addEventListener("pagehide", () => root.style.setProperty("display", "none", "important"));
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
})();
