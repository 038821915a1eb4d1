/** The module of the main screen. */
export { Events } from "./events.js";
export { forget } from "./fetching.js";
export { watch } from "./guard.js";
export { rise } from "./hud-window.js";
export { hideAllHuds, hideHud, showHud } from "./hud.js";
export { dismiss, present } from "./items.js";
export { settled } from "./motion.js";
export { hold, topmost } from "./overlay.js";
export { LargeTitle, LocalTime } from "./page.js";
export { Presenting } from "./presenting.js";
export { look, refresh } from "./regions.js";
export { isSigningOut } from "./sending.js";
export { stack } from "./stack.js";
export { Overlays, Toaster } from "./toaster.js";
export { hideToast, showToast } from "./toasts.js";
