// Says to which place an address leads, for each way in which applications for Node read addresses.
import { createServer } from "node:http";
import path from "node:path";
import url from "node:url";

const raw = (target) => target.split("?")[0];
const resolved = (target) => new URL(target, "http://reader.example").pathname;
const decoded = decodeURIComponent;
const withoutParameters = (text) => text.split("/").map((segment) => segment.split(";")[0]).join("/");

const ways = [
  raw,
  resolved,
  (target) => decoded(raw(target)),
  (target) => decoded(resolved(target)),
  (target) => decodeURI(resolved(target)),
  (target) => decoded(resolved(target)).toLowerCase(),
  (target) => path.posix.normalize(decoded(raw(target))),
  (target) => path.posix.normalize(decoded(resolved(target))),
  (target) => path.posix.normalize(decoded(decoded(raw(target)))),
  (target) => path.posix.normalize(withoutParameters(decoded(raw(target)))),
  (target) => path.posix.normalize(decoded(withoutParameters(raw(target)))),
  (target) => resolved(withoutParameters(raw(target))),
  (target) => path.win32.normalize(decoded(raw(target))).replaceAll("\\", "/"),
  (target) => decoded(url.parse(target).pathname),
  // Fastify's router and others match encoded segments, and decode each.
  (target) => raw(target).split("/").map(decoded).join("/"),
  (target) => raw(target).replaceAll(/\/+/g, "/"),
];

function place(text) {
  const segments = text.replace(/\/$/, "").split("/").slice(1);
  // Programs that do not decode have no place with such a name.
  if (/%[0-9a-f]{2}/i.test(segments[0])) return "refused";
  if (segments[0] === "assets" || (segments.length === 1 && segments[0].endsWith(".css"))) return "public";
  return segments[0] === "admin" ? "admin" : "private";
}

function read(way, target) {
  try {
    return place(way(target));
  } catch {
    return "refused";
  }
}

createServer((request, response) => {
  const body = ways.map((way) => read(way, request.url)).join(" ");
  response.writeHead(200, { "Content-Length": body.length });
  response.end(body);
}).listen(Number(process.argv[2]), "127.0.0.1");
