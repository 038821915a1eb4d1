/**
 * Makes an element like another one with as few changes as possible: an element that both have stays, with its focus, caret and
 * scroll position. Elements are the same by their id, or by their kind in the same place.
 * @param {Element} old
 * @param {Element} fresh which is taken apart
 */
export function morph(old, fresh) {
  const changed = new Set();
  changeNode(old, fresh, changed);
  reconnectBehaviours(old, changed);
}

/**
 * The same for the content of an element, without its attributes.
 * @param {Element} old
 * @param {Element} fresh
 */
export function morphContent(old, fresh) {
  const changed = new Set();
  changeChildren(old, fresh, changed);
  reconnectBehaviours(old, changed);
}

/**
 * @param {Element} old
 * @param {Set<Element>} changed
 */
function reconnectBehaviours(old, changed) {
  old.dispatchEvent(new CustomEvent("portico:morphed", { bubbles: true, detail: changed }));
}

/** The attributes that the browser or script sets, and not the server. */
const browserAttributes = ["style", "open", "popover", "aria-live"];

/** The elements whose content comes from script. */
const filledByScript = ".toaster, .grabber";

/**
 * Gives an element the attributes of another one.
 * @param {Element} old
 * @param {Element} fresh
 * @param {string[]} [unchanged] further attributes that stay as they are
 */
export function changeAttributes(old, fresh, unchanged = []) {
  const stays = [...browserAttributes, ...unchanged];
  for (const name of new Set([...old.getAttributeNames(), ...fresh.getAttributeNames()])) {
    const value = fresh.getAttribute(name);
    if (stays.includes(name) || old.getAttribute(name) === value) continue;
    if (value === null) old.removeAttribute(name);
    else old.setAttribute(name, value);
  }
}

/** @param {Element} old @param {Element} fresh @param {Set<Element>} changed */
function changeChildren(old, fresh, changed) {
  // Removed first: an element that stays then need not move, which would cost its focus.
  const ids = new Set([...fresh.children].map(({ id }) => id));
  for (const child of [...old.children]) if (child.id && !ids.has(child.id)) child.remove();
  let place = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const same = findSame(old, place, next);
    if (!same) {
      old.insertBefore(next, place);
      continue;
    }
    if (same === place) place = place.nextSibling;
    else old.insertBefore(same, place);
    changeNode(same, next, changed);
  }
  while (place) {
    const gone = place;
    place = gone.nextSibling;
    gone.remove();
  }
}

/** @param {any} old @param {any} fresh @param {Set<Element>} changed */
function changeNode(old, fresh, changed) {
  if (!old.matches) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
  } else if (!old.matches(filledByScript)) {
    changed.add(old);
    const { value, checked } = fresh;
    changeAttributes(old, fresh);
    changeChildren(old, fresh, changed);
    changeState(old, value, checked);
  }
}

/**
 * The old child that stays as the next new one: that with its id, or the one in its place.
 * @param {Element} parent
 * @param {ChildNode | null} place
 * @param {any} next
 * @returns {ChildNode | null}
 */
function findSame(parent, place, next) {
  const { id } = next;
  /** @type {any} */
  const same = id ? [...parent.children].find((child) => child.id === id) : place;
  if (!same || same.nodeName !== next.nodeName) return null;
  // An element filled by script matches only its like; a field matches one of the same type and name.
  const isOther = (!id && same.id) || same.type !== next.type || same.name !== next.name
    || same.matches?.(filledByScript) !== next.matches?.(filledByScript);
  return isOther ? null : same;
}

/**
 * Sets properties, because the attributes of a field have no effect after the person has used it.
 * @param {any} field
 * @param {string} value
 * @param {boolean} checked
 */
function changeState(field, value, checked) {
  if (selectsRows(field)) return;
  if (/^(checkbox|radio)$/.test(field.type)) field.checked = checked;
  // Script cannot choose files.
  else if (field.value !== value && field.matches("input:not([type=file]), textarea, select")) field.value = value;
}

/**
 * Whether a field selects rows of a table, of which the server knows nothing.
 * @param {any} field
 */
export const selectsRows = ({ form }) => form?.matches(".selection") ?? false;
