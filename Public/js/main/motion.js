/**
 * When what moves there has come to rest, or should have.
 * @param {Element} element
 */
export const settled = (element) => Promise.race([
  Promise.allSettled(element.getAnimations().map(({ finished }) => finished)),
  new Promise((resolve) => setTimeout(resolve, 1000)),
]);
