/** Whom the page is for. */
export const { account } = document.getElementById("screen").dataset;

/** The tabs of this browser. */
export const tabs = new BroadcastChannel("portico");
