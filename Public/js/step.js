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
  if (form.elements.password) login = form;
  step.addEventListener("click", (event) => {
    if (!login || !(/** @type {Element} */ (event.target).closest("a"))) return;
    event.preventDefault();
    replace(step, login);
  });
  replace(form, step);
}

/**
 * @param {Element} old
 * @param {Element} next
 */
function replace(old, next) {
  old.replaceWith(next);
  // The page has the name of its step.
  const title = /** @type {string} */ (next.querySelector("h1")?.textContent);
  next.closest("dialog")?.setAttribute("aria-label", title);
  // From its parent, because the form itself has a behaviour.
  /** @type {Element} */ (next.parentElement).dispatchEvent(new Event("portico:replaced", { bubbles: true }));
  /** @type {HTMLElement} */ (next.querySelector("[autofocus], a")).focus();
}
