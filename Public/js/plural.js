/**
 * A text with a number, in the plural form of the page's language.
 * @param {string} texts JSON: a text for one number of each plural form, with U+FFFC in place of the number. That of 100 stands for
 *   all missing ones.
 * @param {number} number
 */
export function withNumber(texts, number) {
  const { lang } = document.documentElement;
  const rules = new Intl.PluralRules(lang);
  const forms = JSON.parse(texts);
  const like = Object.keys(forms).findLast((key) => rules.select(Number(key)) === rules.select(number)) ?? "100";
  return forms[like].replace("\uFFFC", number.toLocaleString(lang));
}
