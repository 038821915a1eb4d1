/** The module of every page: connects the behaviours whose elements are on it, and loads only those. */
const behaviours = {
  "dialog[open]": ["portico", "Presented"],
  "[data-screen=main]": ["main", "Presenting"],
  "form[data-sign-in]": ["portico", "SignIn"],
  ".field[data-password]": ["portico", "Password"],
  "[data-screen=main] .toaster": ["main", "Toaster"],
  "[data-events]": ["main", "Events"],
  "[data-lasts]": ["session", "Session"],
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
      // One that fails does not keep the others from their work.
      try {
        const behaviour = new Behaviour(element);
        connected.add(behaviour);
        behaviour.connect();
      } catch (error) {
        reportError(error);
      }
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

/** Shows something, and returns what can still be done with it until it is hidden or has left. */
const shows = (show, hide, newID) => (given) => {
  let content = typeof given === "string" ? { text: given } : given;
  const { id = newID() } = content;
  let isOver;
  const end = () => isOver = true;
  const ended = show(content = { ...content, id }).finally(end);
  return {
    id,
    ended,
    update: (more) => void (isOver || show(content = { ...content, ...more, id })),
    hide: () => end() && hide(id),
  };
};

export const present = later("present");
export const dismiss = later("dismiss");
const hide = later("hideHud");
export const hud = Object.freeze({
  show: shows(later("showHud"), hide, () => "hud"), hide, hideAll: later("hideAllHuds"),
});
export const toast = shows(later("showToast"), later("hideToast"), () => crypto.randomUUID());
window.portico = Object.freeze({ present, dismiss, hud, toast });

// The splash is gone for good once the screen is there.
document.querySelector("#root")?.shadowRoot?.querySelector("slot").replaceChildren();

connect(document).finally(() => {
  document.documentElement.dataset.ready = "";
  document.dispatchEvent(new Event("portico:ready"));
});
