/**
 * Sends a form with files. Unlike `fetch`, it says how much has been sent, and it may take as long as something moves.
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
    // It counts from the start.
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

/** For how many milliseconds nothing may move. */
const patience = 30_000;
