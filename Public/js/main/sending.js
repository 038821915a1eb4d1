/**
 * The forms that wait for their answer. The value is true for a form that changed meanwhile and is sent once more.
 * @type {Map<HTMLFormElement, boolean>}
 */
export const formsBeingSent = new Map();

/**
 * Continues those that wait for the next answer to a form.
 * @type {(() => void)[]}
 */
const continuations = [];

/** Whether a form that signs out is being sent. */
export const isSigningOut = () => [...formsBeingSent.keys()].some(({ dataset }) => "signOut" in dataset);

/** Settles when no form is being sent, and the page shows the effects of the answers. */
export async function formsAnswered() {
  while (formsBeingSent.size) {
    await /** @type {Promise<void>} */ (new Promise((resolve) => {
      continuations.push(resolve);
    }));
  }
}

/** @param {HTMLFormElement} form whose answer has come, and has had its effects */
export function noteAnswer(form) {
  formsBeingSent.delete(form);
  for (const resolve of continuations.splice(0)) resolve();
}
