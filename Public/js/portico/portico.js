/** The module of every page: connects the behaviours whose elements are on it, and loads only those. */
const behaviours = {
  "dialog[open]": ["portico", "Presented"],
  "[data-screen=main]": ["main", "Presenting"],
  "form[data-sign-in]": ["cover", "SignIn"],
  ".field[data-password]": ["cover", "Password"],
  "time[datetime]": ["main", "LocalTime"],
  "[data-large-title]": ["main", "LargeTitle"],
};

const connected = new Set();

function connect(scope) {
  return Promise.all(Object.entries(behaviours).map(async ([selector, [module, name]]) => {
    const elements = scope.querySelectorAll(selector);
    if (!elements.length) return;
    const { [name]: Behaviour } = await import(`./${module}.js`);
    for (const element of elements) {
      const behaviour = new Behaviour(element);
      connected.add(behaviour);
      behaviour.connect();
    }
  }));
}

// Comes from what is new in the page.
document.addEventListener("portico:replaced", ({ target }) => {
  for (const behaviour of connected) {
    if (behaviour.element.isConnected) continue;
    behaviour.disconnect();
    connected.delete(behaviour);
  }
  if (target !== document) connect(target);
});

const later = (name) => async (...all) => (await import("./main.js"))[name](...all);

export const present = later("present");
export const dismiss = later("dismiss");
window.portico = Object.freeze({ present, dismiss });

// The splash is gone for good once the screen is there.
document.querySelector("#root")?.shadowRoot?.querySelector("slot").replaceChildren();

connect(document).finally(() => {
  document.documentElement.dataset.ready = "";
  document.dispatchEvent(new Event("portico:ready"));
});
