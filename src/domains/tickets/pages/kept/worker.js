// Caches the ticket and order pages that were opened in this browser, for offline use. The network takes precedence; the cache is used only without a
// response. Deletes a page that no longer exists.
const KEPT = 'kept-tickets-1';
const SECRET_PAGE = /\/(tickets|orders)\/[0-9a-z]{1,6}-[0-9a-f]{32}(\/qr\.svg)?$/;
const ASSET = /\/assets\/[\w-]+\.(css|js)$/;

/** Ignores the query, so that each page is cached once. */
const keyOf = (url) => url.origin + url.pathname;

async function fromNetwork(request, key) {
  const answer = await fetch(request);
  const kept = await caches.open(KEPT);
  if (answer.ok && !answer.redirected) await kept.put(key, answer.clone());
  else if (answer.status === 404 || answer.status === 410) await kept.delete(key);
  return answer;
}

async function answerTo(request, key, isAsset) {
  const kept = isAsset ? await caches.match(key) : undefined;
  if (kept) return kept;
  try {
    return await fromNetwork(request, key);
  } catch (error) {
    const older = await caches.match(key);
    if (older) return older;
    throw error;
  }
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  const isAsset = ASSET.test(url.pathname);
  if (isAsset || SECRET_PAGE.test(url.pathname)) event.respondWith(answerTo(event.request, keyOf(url), isAsset));
});

// the page was loaded before this worker, so it reports its assets
self.addEventListener('message', (event) => {
  const urls = (event.data?.keep ?? []).map((address) => new URL(address, self.location.origin));
  const own = urls.filter((url) => url.origin === self.location.origin && (ASSET.test(url.pathname) || SECRET_PAGE.test(url.pathname)));
  event.waitUntil(
    Promise.allSettled(own.map((url) => fromNetwork(url, keyOf(url)))).then(() => event.source?.postMessage({ kept: own.length })),
  );
});
