/** Everything that this folder uses of the module of every page, so that its bundle imports it once. */
export { arrive, ask, askOnce, Behaviour, define, follow, isComposed, locked, page, send, setting } from "../portico/portico.js";
