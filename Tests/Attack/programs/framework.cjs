// An application in Express, behind a proxy. It says how it reads the address, and takes forms from its own pages.
const { readFileSync } = require("node:fs");
const express = require("express");

const app = express();
new Function("app", readFileSync(process.argv[3], "utf8"))(app);
const origin = (request) => `${request.protocol}://${request.hostname}`;
app.get("/form", (request, response) => {
  response.json({ address: origin(request) + request.originalUrl, secure: request.secure, client: request.ip, token: "" });
});
app.post("/form", (request, response) => {
  response.status(request.get("Origin") === origin(request) ? 200 : 403).send("sent");
});
app.listen(Number(process.argv[2]), "127.0.0.1");
