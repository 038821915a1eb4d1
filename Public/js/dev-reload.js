/** Development only: reloads the page when the server behind it is another one than before, and shows why a build failed. */
const stream = new EventSource("/dev/reload");
/** @type {string | undefined} */
let release;

stream.addEventListener("release", (event) => {
  if (release && release !== event.data) location.reload();
  release = event.data;
});

stream.addEventListener("problems", (event) => show(JSON.parse(event.data)));

/** Above everything, and gone once a build succeeds. */
const problems = document.createElement("pre");
problems.id = "build-problems";
problems.popover = "manual";
problems.setAttribute("role", "alert");
Object.assign(problems.style, {
  inset: "auto 0 0", inlineSize: "auto", maxBlockSize: "60vh", margin: "1rem", padding: "1rem", overflow: "auto",
  border: "2px solid #d70015", borderRadius: "10px", background: "#1c1c1e", color: "#fff",
  font: "13px/1.5 ui-monospace, monospace", whiteSpace: "pre-wrap",
});

/** @param {string} text */
function show(text) {
  problems.textContent = text;
  if (!text) return problems.remove();
  document.body.append(problems);
  problems.showPopover();
}

addEventListener("pagehide", () => stream.close());

// The buttons of a gallery.
if (document.getElementById("hud-fields")) import("./dev-hud.js");
