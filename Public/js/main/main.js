/** The module of the main screen. */
export { losesInput, repeatAfterSignIn } from "./checking.js";
export { Events } from "./events.js";
export { offline, showWaiting } from "./forms.js";
export { hideAllHuds, hideHud, showHud } from "./hud.js";
export { dismiss, present } from "./items.js";
export { Presenting } from "./presenting.js";
export { Session } from "./session.js";
export { stack } from "./stack.js";
export { hideToast, showToast } from "./toasts.js";
