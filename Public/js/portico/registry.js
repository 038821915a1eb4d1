/** @typedef {import("./behaviour.js").Behaviour} Behaviour */
/** @typedef {new (element: any) => Behaviour} BehaviourClass */

/**
 * A behaviour, the selector of its elements, and how its class is loaded when there is such an element.
 * @typedef {{ selector: string, load: () => Promise<BehaviourClass> | BehaviourClass }} Definition
 */

/** @type {Definition[]} */
const definitions = [];

/**
 * The behaviours that are connected, by element.
 * @type {Map<Element, Map<Definition, Behaviour>>}
 */
const connected = new Map();

/** Whether behaviours are connected as soon as they are defined. */
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
 * The same for a class that is loaded with the first such element.
 * @param {string} selector
 * @param {() => Promise<BehaviourClass> | BehaviourClass} load
 */
export function defineLater(selector, load) {
  const definition = { selector, load };
  definitions.push(definition);
  if (isStarted) connect(document, definition).catch(reportError);
}

/** Connects the behaviours of a page, and from then on those of everything that comes into it. */
export function start() {
  isStarted = true;
  // Comes from what is new in the page; from the document where something has gone.
  document.addEventListener("portico:replaced", ({ target }) => {
    disconnectGone();
    if (target !== document) connectAll(/** @type {Element} */ (target));
  });
  // The elements in question have stayed, but are as the server sent them.
  document.addEventListener("portico:morphed", (event) => {
    const { target, detail } = /** @type {CustomEvent<Set<Element>>} */ (event);
    disconnectGone();
    for (const element of detail) reconnect(element);
    connectAll(/** @type {Element} */ (target));
  });
  return connectAll(document);
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
const connectAll = (scope) => Promise.all(definitions.map((definition) => connect(scope, definition))).catch(reportError);

/** @param {ParentNode} scope @param {Definition} definition */
async function connect(scope, definition) {
  const elements = [...scope.querySelectorAll(definition.selector)];
  if (!elements.length) return;
  const Behaviour = await definition.load();
  for (const element of elements) {
    const own = connected.get(element) ?? new Map();
    if (own.has(definition) || !element.isConnected) continue;
    // One that fails does not keep the others from their work.
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
