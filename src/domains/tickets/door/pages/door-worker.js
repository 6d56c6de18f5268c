// Caches the door pages that were opened in this browser, for offline check-in. The network takes precedence. Stores a page only by its plain address, which
// contains no names. Deletes it after a day, or when the site denies access.
const CACHE = 'kept-doors-1';
const DOOR = /\/door\/\d{1,9}$/;
const ASSET = /\/assets\/[\w-]+\.(css|js)$/;
const MAX_AGE_MS = 86_400_000;

const keyOf = (url) => url.origin + url.pathname;
const isOld = (response) => Date.now() - Date.parse(response.headers.get('date') ?? '') > MAX_AGE_MS;

async function cacheUrl(url) {
  const cache = await caches.open(CACHE);
  const response = await fetch(keyOf(url), { credentials: 'same-origin', headers: { Accept: 'text/html' } });
  if (response.ok && !response.redirected) await cache.put(keyOf(url), response);
  else await cache.delete(keyOf(url));
}

async function respondToPage(request, key) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    const isRefused = response.type === 'opaqueredirect' || [401, 403, 404, 410].includes(response.status);
    if (isRefused) await cache.delete(key);
    return response;
  } catch (error) {
    const cached = await cache.match(key);
    if (cached && !isOld(cached)) return cached;
    await cache.delete(key);
    throw error;
  }
}

async function respondToAsset(request, key) {
  return (await caches.match(key)) ?? (await fetch(request));
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (ASSET.test(url.pathname)) event.respondWith(respondToAsset(event.request, keyOf(url)));
  else if (DOOR.test(url.pathname) && event.request.mode === 'navigate') event.respondWith(respondToPage(event.request, keyOf(url)));
});

// the page sends the addresses of its assets
self.addEventListener('message', (event) => {
  const urls = (event.data?.keep ?? []).map((address) => new URL(address, self.location.origin));
  const own = urls.filter((url) => url.origin === self.location.origin && (ASSET.test(url.pathname) || DOOR.test(url.pathname)));
  event.waitUntil(
    Promise.allSettled(own.map(cacheUrl)).then((results) => event.source?.postMessage({ kept: results.every(({ status }) => status === 'fulfilled') })),
  );
});
