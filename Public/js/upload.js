/**
 * Sends a form with files. Unlike `fetch`, it tells how much was sent, and has no time limit while data moves.
 * @param {string} address
 * @param {PorticoRequest} options
 * @returns {Promise<Response>}
 */
export const upload = (address, { body, headers = {}, progress }) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  const start = performance.now();
  request.open("POST", address);
  request.timeout = patience;
  for (const name in headers) request.setRequestHeader(name, headers[name]);
  request.upload.onprogress = ({ loaded, total, timeStamp }) => {
    // The time limit counts from the start of the request.
    request.timeout = timeStamp - start + patience;
    progress?.(loaded / total);
  };
  request.onloadend = () => {
    const { status, response } = request;
    if (!status) return reject(request);
    const fields = request.getAllResponseHeaders().trim().split("\r\n").map((line) => line.split(/: (.*)/, 2));
    resolve(new Response(status === 204 ? null : response, { status, headers: /** @type {any} */ (fields) }));
  };
  request.send(/** @type {any} */ (body));
});

/** The milliseconds after which a request without movement is given up. */
const patience = 30_000;
