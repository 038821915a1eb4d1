/**
 * Forms whose answer is waited for; those that changed meanwhile are sent once more.
 * @type {Map<HTMLFormElement, boolean>}
 */
export const sent = new Map();

/**
 * Callbacks that wait for the end of the last of them.
 * @type {(() => void)[]}
 */
const waiting = [];

/** Whether the person is about to leave. */
export const isSigningOut = () => [...sent.keys()].some(({ dataset }) => "signOut" in dataset);

/** When no form is being sent, and what its answer leads to is shown. */
export async function idle() {
  while (sent.size) {
    await /** @type {Promise<void>} */ (new Promise((resolve) => {
      waiting.push(resolve);
    }));
  }
}

/**
 * A form was answered.
 * @param {HTMLFormElement} form
 */
export function answered(form) {
  sent.delete(form);
  for (const go of waiting.splice(0)) go();
}
