/** The module of the main screen. */
export { Events } from "./events.js";
export { forget } from "./fetching.js";
export { isSigningOut } from "./forms.js";
export { watch } from "./guard.js";
export { rise } from "./hud-window.js";
export { hideAllHuds, hideHud, showHud } from "./hud.js";
export { dismiss, present } from "./items.js";
export { hold, settled } from "./layer.js";
export { LargeTitle, LocalTime } from "./page.js";
export { Presenting } from "./presenting.js";
export { look, refresh } from "./regions.js";
export { stack } from "./stack.js";
export { hideToast, showToast, Toaster, topmost } from "./toasts.js";
