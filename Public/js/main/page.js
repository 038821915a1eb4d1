import { Behaviour } from "../portico/portico.js";

/**
 * Shows a time in the person's time zone and the page's language. The text of the server becomes its tooltip.
 * @extends {Behaviour<HTMLTimeElement>}
 */
export class LocalTime extends Behaviour {
  connect() {
    const { element } = this;
    const { dateTime } = element;
    // A day without a time is the same in all time zones.
    const isDay = /^\d+-\d+-\d+$/.test(dateTime);
    const moment = new Date(isDay ? `${dateTime}T00:00` : dateTime);
    if (`${moment}` === "Invalid Date") return;
    element.title = /** @type {string} */ (element.textContent);
    element.textContent = (isDay ? days : moments).format(moment);
  }
}

const { lang } = document.documentElement;

/** The person's variety of the page's language, or that language if the browser names none. */
const locale = navigator.languages.find((tag) => tag.split("-")[0] === lang) ?? lang;
const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const moments = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/** Shows the title in the bar while the large title is under the bar. */
export class LargeTitle extends Behaviour {
  /** @type {IntersectionObserver | undefined} */
  #observer;

  connect() {
    const bar = /** @type {HTMLElement} */ (document.querySelector(".bar"));
    this.#observer = new IntersectionObserver(
      ([entry]) => bar.toggleAttribute("data-collapsed", !entry.isIntersecting),
      { rootMargin: `-${bar.offsetHeight}px 0px 0px` },
    );
    this.#observer.observe(this.element);
  }

  disconnect() {
    super.disconnect();
    this.#observer?.disconnect();
  }
}
