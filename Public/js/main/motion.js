/** @param {number} seconds @returns {Promise<void>} */
export const pause = (seconds) => new Promise((go) => setTimeout(go, seconds * 1000));

/**
 * When what moves there has come to rest, or should have.
 * @param {Element} element
 */
export const settled = (element) => Promise.race([
  Promise.allSettled(element.getAnimations().map(({ finished }) => finished)),
  pause(1),
]);
