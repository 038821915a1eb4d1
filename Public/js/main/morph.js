/**
 * Makes an element like another one with as few changes as that needs: what is in both stays the same element, with its focus,
 * caret, scroll position and what is open in it. Elements are the same by their id, or by their kind in the same place.
 * @param {Element} old
 * @param {Element} fresh which is taken apart
 */
export function morph(old, fresh) {
  const changed = new Set();
  change(old, fresh, changed);
  startAgain(old, changed);
}

/**
 * The same for what is in an element, not for its attributes.
 * @param {Element} old
 * @param {Element} fresh
 */
export function morphContent(old, fresh) {
  const changed = new Set();
  changeChildren(old, fresh, changed);
  startAgain(old, changed);
}

/**
 * Has behaviours begin anew whose elements were changed.
 * @param {Element} old
 * @param {Set<Element>} changed
 */
function startAgain(old, changed) {
  old.dispatchEvent(new CustomEvent("portico:morphed", { bubbles: true, detail: changed }));
}

/** The attributes that are the browser's or the scripts' own, and not the server's. */
const own = ["style", "open", "popover"];

/** The elements that only scripts fill. */
const kept = ".toaster, .grabber";

/**
 * Gives an element the attributes of another one.
 * @param {Element} old
 * @param {Element} fresh
 * @param {string[]} [more] attributes that stay as they are
 */
export function changeAttributes(old, fresh, more = []) {
  const stays = [...own, ...more];
  for (const name of new Set([...old.getAttributeNames(), ...fresh.getAttributeNames()])) {
    const value = fresh.getAttribute(name);
    if (stays.includes(name) || old.getAttribute(name) === value) continue;
    if (value === null) old.removeAttribute(name);
    else old.setAttribute(name, value);
  }
}

/** @param {Element} old @param {Element} fresh @param {Set<Element>} changed */
function changeChildren(old, fresh, changed) {
  // Removed first, so that the elements that stay need not move and lose the focus.
  const ids = new Set([...fresh.children].map(({ id }) => id));
  for (const child of [...old.children]) if (child.id && !ids.has(child.id)) child.remove();
  let place = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const same = find(old, place, next);
    if (!same) {
      old.insertBefore(next, place);
      continue;
    }
    if (same === place) place = place.nextSibling;
    else old.insertBefore(same, place);
    change(same, next, changed);
  }
  while (place) {
    const gone = place;
    place = gone.nextSibling;
    gone.remove();
  }
}

/** @param {any} old @param {any} fresh @param {Set<Element>} changed */
function change(old, fresh, changed) {
  if (!old.matches) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
  } else if (!old.matches(kept)) {
    changed.add(old);
    const { value, checked } = fresh;
    changeAttributes(old, fresh);
    changeChildren(old, fresh, changed);
    changeState(old, value, checked);
  }
}

/**
 * The child that is the same as one of the new ones: that with its id, else the one in its place.
 * @param {Element} parent
 * @param {ChildNode | null} place
 * @param {any} next
 * @returns {ChildNode | null}
 */
function find(parent, place, next) {
  const { id } = next;
  /** @type {any} */
  const same = id ? [...parent.children].find((child) => child.id === id) : place;
  if (!same || same.nodeName !== next.nodeName) return null;
  // An element filled by script matches only its like; a field matches one of the same type and name.
  const isOther = (!id && same.id) || same.type !== next.type || same.name !== next.name
    || same.matches?.(kept) !== next.matches?.(kept);
  return isOther ? null : same;
}

/**
 * Sets properties: attributes show nothing any more once somebody has typed.
 * @param {any} field
 * @param {string} value
 * @param {boolean} checked
 */
function changeState(field, value, checked) {
  if (/^(checkbox|radio)$/.test(field.type)) field.checked = checked;
  // Only people choose files.
  else if (field.value !== value && field.matches("input:not([type=file]), textarea, select")) field.value = value;
}
