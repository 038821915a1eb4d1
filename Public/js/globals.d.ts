// Names for the check of types alone: those newer than the DOM of TypeScript 4.8, and the elements of every page.

interface Window {
  portico: object;
  pageRevealed: unknown;
  trustedTypes?: { createPolicy<Rules>(name: string, rules: Rules): Rules };
}

interface Transition {
  ready: Promise<void>;
  updateCallbackDone: Promise<void>;
  finished: Promise<void>;
  skipTransition(): void;
}

interface WindowEventMap {
  pageswap: Event & { viewTransition: Transition | null };
  pagereveal: Event & { viewTransition: Transition | null };
}

interface Array<T> {
  findLast(is: (one: T, index: number) => unknown): T | undefined;
}

interface PromiseWithResolvers<T> {
  promise: Promise<T>;
  resolve(value: T): void;
}

interface PromiseConstructor {
  withResolvers(): PromiseWithResolvers<any>;
}

interface HTMLElement {
  ariaInvalid: string | null;
  popover: string | null;
  checkVisibility(): boolean;
  showPopover(): void;
}

interface CSSStyleDeclaration {
  anchorName: string;
  positionAnchor: string;
}

/** The elements that selectors find are HTML elements. No selector finds an icon. */
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector<E extends HTMLElement = HTMLElement>(selectors: string): E | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll<E extends HTMLElement = HTMLElement>(selectors: string): NodeListOf<E>;
}

interface Element {
  closest<K extends keyof HTMLElementTagNameMap>(selector: K): HTMLElementTagNameMap[K] | null;
  closest<E extends HTMLElement = HTMLElement>(selectors: string): E | null;
}

/** The elements that every page has. */
interface Document {
  getElementById(id: "screen" | "hud"): HTMLElement;
}

/** The fields of a form, by name. */
interface HTMLFormControlsCollection {
  [name: string]: any;
}

/** A request whose headers have names. With files, `progress` gets the part that was sent, from 0 to 1. */
interface PorticoRequest extends RequestInit {
  headers?: Record<string, string>;
  progress?: (sent: number) => void;
}
