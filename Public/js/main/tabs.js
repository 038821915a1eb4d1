/** The account that the page was rendered for. */
export const { account } = document.getElementById("screen").dataset;

/**
 * The tabs of this browser; none where it blocks cookies, as some let no tabs talk to each other then. Nobody is signed in there.
 * @type {BroadcastChannel | MessagePort}
 */
export const tabs = navigator.cookieEnabled ? new BroadcastChannel("portico") : new MessageChannel().port1;
