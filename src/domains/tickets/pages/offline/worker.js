// Caches the ticket and order pages that were opened in this browser, for offline use. The network takes precedence; the cache is used only without a
// response. Deletes a page that no longer exists.
const CACHE = 'kept-tickets-1';
const SECRET_PAGE = /\/(tickets|orders)\/[0-9a-z]{1,6}-[0-9a-f]{32}(\/qr\.svg)?$/;
const ASSET = /\/assets\/[\w-]+\.(css|js)$/;

/** Ignores the query, so that each page is cached once. */
const keyOf = (url) => url.origin + url.pathname;

async function fetchAndCache(request, key) {
  const response = await fetch(request);
  const cache = await caches.open(CACHE);
  if (response.ok && !response.redirected) await cache.put(key, response.clone());
  else if (response.status === 404 || response.status === 410) await cache.delete(key);
  return response;
}

async function respondTo(request, key, isAsset) {
  const cachedAsset = isAsset ? await caches.match(key) : undefined;
  if (cachedAsset) return cachedAsset;
  try {
    return await fetchAndCache(request, key);
  } catch (error) {
    const cached = await caches.match(key);
    if (cached) return cached;
    throw error;
  }
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  const isAsset = ASSET.test(url.pathname);
  if (isAsset || SECRET_PAGE.test(url.pathname)) event.respondWith(respondTo(event.request, keyOf(url), isAsset));
});

// the page was loaded before this worker, so it sends the addresses of its assets
self.addEventListener('message', (event) => {
  const urls = (event.data?.keep ?? []).map((address) => new URL(address, self.location.origin));
  const own = urls.filter((url) => url.origin === self.location.origin && (ASSET.test(url.pathname) || SECRET_PAGE.test(url.pathname)));
  event.waitUntil(
    Promise.allSettled(own.map((url) => fetchAndCache(url, keyOf(url)))).then(() => event.source?.postMessage({ kept: own.length })),
  );
});
