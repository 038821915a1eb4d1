/**
 * A text with a number, in the plural form of the page's language.
 * @param {string} forms JSON: the texts of all forms, with U+FFFC in place of the number; the form of each number from 0 on, as a
 *   digit, the last `period` of which repeat; and what stands between groups of three digits
 * @param {number} number
 */
export function withNumber(forms, number) {
  const { texts, order, period, separator } = JSON.parse(forms);
  const start = order.length - period;
  const form = order[number < start ? number : start + (number - start) % period];
  return texts[form].replace("\uFFFC", `${number}`.replace(/\B(?=(\d{3})+$)/g, separator));
}
