/**
 * Takes over colours, text size and brand.
 * @param {Document} fresh
 */
export function takeLook(fresh) {
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
