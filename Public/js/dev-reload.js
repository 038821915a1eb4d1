/** Development only: reloads the page when the server behind it is another one than before. */
const stream = new EventSource("/dev/reload");
/** @type {string | undefined} */
let release;

stream.addEventListener("release", (event) => {
  if (release && release !== event.data) location.reload();
  release = event.data;
});

addEventListener("pagehide", () => stream.close());

// The buttons of a gallery.
if (document.getElementById("hud-fields")) import("./dev-hud.js");
