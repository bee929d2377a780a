/**
 * Keeps the page of one clock face with its scripts and styles, so that it can be loaded again while there is no line.
 * It lies under the address of the page, and serves that page alone. With a line everything comes from the server.
 */

const KEPT = "flagfall-face";
const PATIENCE_MS = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOwn = new URL(request.url).origin === self.location.origin;
  if (request.method === "GET" && isOwn && (request.mode === "navigate" || isPart(request))) event.respondWith(answer(request));
});

/** The page names what it was made of: it was loaded before this worker could see it. */
self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));

async function keep(addresses) {
  const kept = await caches.open(KEPT);
  await Promise.all(addresses.map((address) => kept.add(address).catch(() => {}))); // what is missing is kept when it is asked for next
}

function isPart({ destination }) {
  return ["script", "style", "image"].includes(destination);
}

async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const fresh = await (request.mode === "navigate" ? inTime(fetch(request)) : fetch(request));
    if (fresh.ok && !fresh.redirected) await kept.put(request, fresh.clone());
    return fresh;
  } catch (lost) {
    const old = await kept.match(request, { ignoreVary: true });
    if (!old) throw lost;
    return request.mode === "navigate" ? undated(old) : old;
  }
}

/** A line that is there but carries nothing is no line. */
function inTime(answer) {
  return Promise.race([answer, new Promise((_, lost) => setTimeout(() => lost(new Error("late")), PATIENCE_MS))]);
}

/** A page that was kept must not tell the time of the server as it was when it was drawn. */
async function undated(old) {
  const text = (await old.text()).replace(/data-server-ms="\d*"/, 'data-server-ms=""');
  return new Response(text, { headers: old.headers });
}
