/**
 * The language and the time zone of a page, whose screen may be in another language than its head.
 * @param {Document} page
 */
const readerOf = (page) => {
  const screen = page.getElementById("screen");
  return [screen?.lang || page.documentElement.lang, screen?.dataset.zone].join();
};

/**
 * Takes over colours, text size and brand. A page in another language or time zone is loaded anew, unless that would lose input:
 * then it stays as it is until the input is saved.
 * @param {Document} fresh
 * @param {boolean} mayReload
 */
export function takeLook(fresh, mayReload) {
  if (readerOf(fresh) !== readerOf(document) && mayReload) return location.reload();
  const { dataset } = document.documentElement;
  const next = fresh.documentElement.dataset;
  if (next.brand !== dataset.brand) takeBrand(fresh);
  for (const name of ["theme", "textSize", "brand"]) {
    const value = next[name];
    if (value) dataset[name] = value;
    else delete dataset[name];
  }
  const metas = "meta[name=theme-color], meta[name=color-scheme]";
  for (const old of document.querySelectorAll(metas)) old.remove();
  document.head.append(...fresh.querySelectorAll(metas));
}

/**
 * Takes over the style sheet and the icons of another brand. The old ones stay until the new style sheet has loaded.
 * @param {Document} fresh
 */
function takeBrand(fresh) {
  const links = "link[rel*=icon], link[rel=manifest], link[data-brand-style]";
  const old = document.querySelectorAll(links);
  const next = fresh.querySelectorAll(links);
  // Before the style sheets of the application, as in the pages of the server.
  document.querySelector("link[rel=stylesheet]")?.after(...next);
  const removeOld = () => {
    for (const link of old) link.remove();
  };
  const sheet = /** @type {HTMLLinkElement | undefined} */ ([...next].find((link) => link.matches("[rel=stylesheet]")));
  if (!sheet) return removeOld();
  sheet.onload = removeOld;
  sheet.onerror = removeOld;
}
