/** @typedef {new (element: any) => import("./behaviour.js").Behaviour} BehaviourClass */

/**
 * The behaviours of this page, by the selector of their elements; the class is loaded when there is such an element.
 * @type {Map<string, () => Promise<BehaviourClass> | BehaviourClass>}
 */
const behaviours = new Map();

/**
 * What is connected: the selectors with their behaviours, by element.
 * @type {Map<Element, Map<string, import("./behaviour.js").Behaviour>>}
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
  if (behaviours.has(selector)) throw new Error(`A behaviour is defined for ${selector}.`);
  behaviours.set(selector, load);
  if (isStarted) connectAll(document, selector, load);
}

/** Connects the behaviours of a page, and from then on those of everything that comes into it. */
export function start() {
  isStarted = true;
  // Comes from what is new in the page; from the document where something has gone.
  document.addEventListener("portico:replaced", ({ target }) => {
    disconnectGone();
    if (target !== document) connect(/** @type {Element} */ (target));
  });
  return connect(document);
}

/** @param {ParentNode} scope */
function connect(scope) {
  return Promise.all([...behaviours].map(([selector, load]) => connectAll(scope, selector, load)));
}

/**
 * @param {ParentNode} scope
 * @param {string} selector
 * @param {() => Promise<BehaviourClass> | BehaviourClass} load
 */
async function connectAll(scope, selector, load) {
  const elements = [...scope.querySelectorAll(selector)];
  if (!elements.length) return;
  const Behaviour = await load();
  for (const element of elements) {
    // One that fails does not keep the others from their work.
    try {
      connectOne(element, selector, Behaviour);
    } catch (error) {
      reportError(error);
    }
  }
}

/**
 * @param {Element} element
 * @param {string} selector
 * @param {BehaviourClass} Behaviour
 */
function connectOne(element, selector, Behaviour) {
  const own = connected.get(element) ?? new Map();
  if (own.has(selector) || !element.isConnected) return;
  const behaviour = new Behaviour(element);
  own.set(selector, behaviour);
  connected.set(element, own);
  behaviour.connect();
}

function disconnectGone() {
  for (const [element, own] of connected) {
    if (element.isConnected) continue;
    connected.delete(element);
    for (const behaviour of own.values()) behaviour.disconnect();
  }
}
