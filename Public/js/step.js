/**
 * The login form that the next step has replaced; none if the page began with the step.
 * @type {HTMLFormElement | undefined}
 */
let login;

/**
 * Shows the next step of a sign-in in the place of its form. Its links lead back to the login form, also over a page that must stay.
 * @param {HTMLFormElement} form
 * @param {Element} step
 */
export function showStep(form, step) {
  const next = document.importNode(step, true);
  if (form.elements.password) login = form;
  next.addEventListener("click", (event) => {
    if (!login || !(/** @type {Element} */ (event.target).closest("a"))) return;
    event.preventDefault();
    replace(next, login);
  });
  replace(form, next);
}

/**
 * @param {Element} old
 * @param {Element} next
 */
function replace(old, next) {
  old.replaceWith(next);
  // From its parent, because the form itself has a behaviour.
  /** @type {Element} */ (next.parentElement).dispatchEvent(new Event("portico:replaced", { bubbles: true }));
  /** @type {HTMLElement} */ (next.querySelector("[autofocus], a")).focus();
}
