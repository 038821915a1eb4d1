/** The module of the main screen. */
export { LargeTitle, LocalTime } from "./page.js";
export { dismiss, present } from "./items.js";
export { hideAllHuds, hideHud, showHud } from "./hud.js";
export { Session } from "./session.js";
export { Events } from "./events.js";
export { hideToast, showToast } from "./toasts.js";
export { resume } from "./checking.js";
export { Presenting } from "./presenting.js";
