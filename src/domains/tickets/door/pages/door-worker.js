// Caches the door pages that were opened in this browser, for offline check-in. The network takes precedence. Stores a page only by its plain address, which
// contains no names. Deletes it after a day, or when the site denies access.
const KEPT = 'kept-doors-1';
const DOOR = /\/door\/\d{1,9}$/;
const ASSET = /\/assets\/[\w-]+\.(css|js)$/;
const LONGEST_MS = 86_400_000;

const keyOf = (url) => url.origin + url.pathname;
const isOld = (answer) => Date.now() - Date.parse(answer.headers.get('date') ?? '') > LONGEST_MS;

async function keep(url) {
  const kept = await caches.open(KEPT);
  const answer = await fetch(keyOf(url), { credentials: 'same-origin', headers: { Accept: 'text/html' } });
  if (answer.ok && !answer.redirected) await kept.put(keyOf(url), answer);
  else await kept.delete(keyOf(url));
}

async function page(request, key) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    const isRefused = answer.type === 'opaqueredirect' || [401, 403, 404, 410].includes(answer.status);
    if (isRefused) await kept.delete(key);
    return answer;
  } catch (error) {
    const older = await kept.match(key);
    if (older && !isOld(older)) return older;
    await kept.delete(key);
    throw error;
  }
}

async function asset(request, key) {
  const known = await caches.match(key);
  if (known) return known;
  return await fetch(request);
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (ASSET.test(url.pathname)) event.respondWith(asset(event.request, keyOf(url)));
  else if (DOOR.test(url.pathname) && event.request.mode === 'navigate') event.respondWith(page(event.request, keyOf(url)));
});

// the page reports its assets once it has a list
self.addEventListener('message', (event) => {
  const urls = (event.data?.keep ?? []).map((address) => new URL(address, self.location.origin));
  const own = urls.filter((url) => url.origin === self.location.origin && (ASSET.test(url.pathname) || DOOR.test(url.pathname)));
  event.waitUntil(
    Promise.allSettled(own.map(keep)).then((all) => event.source?.postMessage({ kept: all.every(({ status }) => status === 'fulfilled') })),
  );
});
