/** The module of every page: connects the behaviours whose elements are on it, and loads only those. */
const behaviours = {
  "dialog[open]": () => import("./present.js"),
  "form[data-sign-in]": () => import("./sign-in.js"),
  ".field[data-password]": () => import("./password.js"),
  "form[data-sign-out]": () => import("./sign-out.js"),
  "form[data-toggle]": () => import("./toggle.js"),
  "time[datetime]": () => import("./time.js"),
  "[data-large-title]": () => import("./title.js"),
};

/** @type {Set<import("./behaviour.js").default>} */
const connected = new Set();

/** @param {ParentNode} scope */
function connect(scope) {
  return Promise.all(Object.entries(behaviours).map(async ([selector, load]) => {
    const elements = scope.querySelectorAll(selector);
    if (!elements.length) return;
    const { default: Behaviour } = await load();
    for (const element of elements) {
      const behaviour = new Behaviour(element);
      connected.add(behaviour);
      behaviour.connect();
    }
  }));
}

function disconnect() {
  for (const behaviour of connected) {
    if (behaviour.element.isConnected) continue;
    behaviour.disconnect();
    connected.delete(behaviour);
  }
}

// The event comes from what has taken the place of another part of the page.
document.addEventListener("portico:replaced", (event) => {
  disconnect();
  connect(/** @type {Element} */ (event.target));
});

// The splash is gone for good once the screen is there.
document.querySelector("#root")?.shadowRoot?.querySelector("slot").replaceChildren();

connect(document).finally(() => {
  document.documentElement.dataset.ready = "";
  document.dispatchEvent(new Event("portico:ready"));
});
