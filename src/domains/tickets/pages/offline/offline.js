// Lets the browser store this page with its images for offline use at the entrance.
const { base = '', scope = '' } = document.querySelector('script[data-scope]')?.dataset ?? {};

if ('serviceWorker' in navigator && scope !== '') {
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.kept > 0) document.documentElement.dataset.kept = 'true';
  });
  try {
    const registration = await navigator.serviceWorker.register(`${base}/ticket-worker.js`, { scope: base + scope });
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    const assets = [...document.querySelectorAll('link[rel="stylesheet"], main img, script[src]')].map((element) => element.href ?? element.src);
    const keep = [location.href, ...assets];
    const sendAddresses = () => worker?.state === 'activated' && worker.postMessage({ keep });
    worker?.addEventListener('statechange', sendAddresses);
    sendAddresses();
  } catch {
    // private windows and plain HTTP have no service workers; the page then works online only
  }
}
