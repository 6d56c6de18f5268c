import type { LoadRequest } from '../load.ts';

/**
 * Returns requests that each send the consent of a different visitor. Each visitor has a different network, because many consents from one network
 * are rejected. `start` is the number of the first visitor.
 */
export function createConsentRequests(path: string, start: number): LoadRequest {
  let n = start;
  const next = () => {
    n += 1;
    const page = n % 400;
    return {
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `20.${n & 255}.${(n >> 8) & 255}.${(n >> 16) & 255}` },
      body: JSON.stringify({
        decision: 'all',
        buttonClicked: n % 2 === 0 ? 'main_all' : 'ind_all',
        viewportWidth: 1280,
        viewportHeight: 720,
        referer: `https://site.example/page-${page}?from=${n % 4000}`,
        createdClientTime: '2026-11-20T09:00:00.000Z',
        uiView: 'initial',
      }),
    };
  };
  return { path, method: 'POST', next };
}
