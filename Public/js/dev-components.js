/** For development: the gallery of components shows controls under a pointer and with the focus, and contrasts of colours. */

/** The controls in a sample that is shown in this state. */
const CONTROLS = "a, button, summary, input, select, textarea";

/**
 * A selector that also matches controls of the samples in the states that it names.
 * @param {string} selector
 */
const shownSelector = (selector) =>
  selector.replace(/:(hover|active|focus-visible)/g, (state, name) => `:is(${state}, [data-shown="${name}"] :is(${CONTROLS}))`);

/**
 * Extends the rules for these states to the samples, in their places, so that the order of layers stays.
 * @param {CSSRuleList} rules
 */
function extendRules(rules) {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const selector = shownSelector(rule.selectorText);
      if (selector !== rule.selectorText) rule.selectorText = selector;
    }
    if (rule instanceof CSSImportRule) extendRules(rule.styleSheet.cssRules);
    else if ("cssRules" in rule) extendRules(/** @type {CSSGroupingRule} */ (rule).cssRules);
  }
}

/**
 * The relative luminance of a colour (WCAG 2.2).
 * @param {string} color
 */
function luminance(color) {
  const [red, green, blue] = (color.match(/[\d.]+/g) ?? [])
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

for (const { cssRules } of document.styleSheets) extendRules(cssRules);

for (const swatch of document.querySelectorAll("[data-on]")) {
  const { color, backgroundColor } = getComputedStyle(swatch.querySelector(".gallery-color") ?? swatch);
  const [dark, light] = [luminance(color), luminance(backgroundColor)].sort((first, second) => first - second);
  const contrast = swatch.querySelector(".gallery-contrast");
  if (contrast) contrast.textContent = `${((light + 0.05) / (dark + 0.05)).toFixed(1)} : 1`;
}

export {};
