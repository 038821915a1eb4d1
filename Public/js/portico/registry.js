/** @typedef {import("./behaviour.js").Behaviour} Behaviour */
/** @typedef {new (element: any) => Behaviour} BehaviourClass */

/**
 * The selector of the elements of a behaviour, and a function that loads its class.
 * @typedef {{ selector: string, load: () => Promise<BehaviourClass> | BehaviourClass }} Definition
 */

/** @type {Definition[]} */
const definitions = [];

/**
 * The connected behaviours, by element.
 * @type {Map<Element, Map<Definition, Behaviour>>}
 */
const connected = new Map();

/** Whether a definition connects its behaviour at once. */
let isStarted = false;

/**
 * Gives a behaviour to all elements that match a selector, now and later.
 * @param {string} selector
 * @param {BehaviourClass} Behaviour
 */
export function define(selector, Behaviour) {
  defineLater(selector, () => Behaviour);
}

/**
 * The same for a class that is loaded when there is such an element.
 * @param {string} selector
 * @param {() => Promise<BehaviourClass> | BehaviourClass} load
 */
export function defineLater(selector, load) {
  const definition = { selector, load };
  definitions.push(definition);
  if (isStarted) connect(document, definition).catch(reportError);
}

/** Connects the behaviours of a page, and from then on those of new elements. Rejects if a class of the page is not loaded. */
export function start() {
  isStarted = true;
  // The target has new elements; the document is the target if elements were removed.
  document.addEventListener("portico:replaced", ({ target }) => {
    disconnectGone();
    if (target !== document) connectWithin(/** @type {Element} */ (target)).catch(reportError);
  });
  // Changed elements are as the server has sent them: their behaviours begin anew.
  document.addEventListener("portico:morphed", (event) => {
    const { target, detail } = /** @type {CustomEvent<Set<Element>>} */ (event);
    disconnectGone();
    for (const element of detail) reconnect(element);
    connectWithin(/** @type {Element} */ (target)).catch(reportError);
  });
  return connectWithin(document);
}

/** @param {Element} element */
function reconnect(element) {
  const own = connected.get(element) ?? new Map();
  for (const [definition, behaviour] of own) {
    behaviour.disconnect();
    if (element.matches(definition.selector)) behaviour.connect();
    else own.delete(definition);
  }
}

/** @param {ParentNode} scope */
const connectWithin = (scope) => Promise.all(definitions.map((definition) => connect(scope, definition)));

/** @param {ParentNode} scope @param {Definition} definition */
async function connect(scope, definition) {
  const elements = [...scope.querySelectorAll(definition.selector)];
  if (!elements.length) return;
  const Behaviour = await definition.load();
  for (const element of elements) {
    const own = connected.get(element) ?? new Map();
    if (own.has(definition) || !element.isConnected) continue;
    // A behaviour that fails does not stop the others.
    try {
      const behaviour = new Behaviour(element);
      own.set(definition, behaviour);
      connected.set(element, own);
      behaviour.connect();
    } catch (error) {
      reportError(error);
    }
  }
}

function disconnectGone() {
  for (const [element, own] of connected) {
    if (element.isConnected) continue;
    connected.delete(element);
    for (const behaviour of own.values()) behaviour.disconnect();
  }
}
