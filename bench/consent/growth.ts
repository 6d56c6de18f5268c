import { adminHeader } from '../credentials.ts';
import type { GrowingContent } from '../scale.ts';
import { consents, rareFilterValues } from './data.ts';

const createLogRequest = (filter: Record<string, string> = {}) => ({
  path: `/rest/consent-banner/v1/consent/all?${new URLSearchParams({ offset: '0', per_page: '10', ...filter })}`,
  headers: adminHeader,
});

/** Requests for page 1 of the consent log, without and with each filter. */
export const growingLog: GrowingContent = {
  title: 'Consents',
  fill: consents,
  requests: [
    { name: 'page 1, with total', request: createLogRequest() },
    { name: 'of a uuid', request: createLogRequest({ uuid: rareFilterValues.uuid }) },
    { name: 'of an address', request: createLogRequest({ ip: rareFilterValues.ip }) },
    { name: 'of a page with few consents', request: createLogRequest({ referer: rareFilterValues.referer }) },
    { name: 'of a day', request: createLogRequest({ from: rareFilterValues.day, to: rareFilterValues.day }) },
    { name: 'of a rare context', request: createLogRequest({ context: rareFilterValues.context }) },
    { name: 'of a day and a context', request: createLogRequest({ from: rareFilterValues.day, to: rareFilterValues.day, context: 'de' }) },
    { name: 'of a page with one consent in 400', request: createLogRequest({ referer: 'https://site.example/page-7' }) },
    { name: 'of a context with a third of the consents', request: createLogRequest({ context: 'de' }) },
    { name: 'since an early day', request: createLogRequest({ from: '2024-01-02' }) },
    { name: 'until a day', request: createLogRequest({ to: rareFilterValues.day }) },
    { name: 'of a context, between days', request: createLogRequest({ from: '2024-01-02', to: rareFilterValues.day, context: 'de' }) },
    { name: 'of a page and a context', request: createLogRequest({ referer: 'https://site.example/page-7', context: 'de' }) },
    {
      name: 'of a page without consents in the context',
      request: createLogRequest({ referer: rareFilterValues.referer, context: 'la', from: '2026-10-01' }),
    },
    {
      name: 'of an address, between days',
      request: createLogRequest({ ip: rareFilterValues.ip, from: '2024-01-02', to: rareFilterValues.day }),
    },
    { name: 'of a uuid, between days', request: createLogRequest({ uuid: rareFilterValues.uuid, from: '2024-01-02', to: '2026-12-31' }) },
  ].map((request) => ({ ...request, bar: 1.5 })),
};
