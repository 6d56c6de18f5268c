import { adminHeader } from '../credentials.ts';
import type { GrowingContent } from '../scale.ts';
import { consents, rare } from './data.ts';

const log = (filter: Record<string, string> = {}) => ({
  path: `/rest/consent-banner/v1/consent/all?${new URLSearchParams({ offset: '0', per_page: '10', ...filter })}`,
  headers: adminHeader,
});

/** The log of consents: page 1, and each filter. */
export const growingLog: GrowingContent = {
  title: 'Consents',
  fill: consents,
  requests: [
    { name: 'page 1, with total', asked: log() },
    { name: 'of a uuid', asked: log({ uuid: rare.uuid }) },
    { name: 'of an address', asked: log({ ip: rare.ip }) },
    { name: 'of a page that few came from', asked: log({ referer: rare.referer }) },
    { name: 'of a day', asked: log({ from: rare.day, to: rare.day }) },
    { name: 'of a rare context', asked: log({ context: rare.context }) },
    { name: 'of a day and a context', asked: log({ from: rare.day, to: rare.day, context: 'de' }) },
    { name: 'of a page that one in 400 came from', asked: log({ referer: 'https://site.example/page-7' }) },
    { name: 'of a context that a third has', asked: log({ context: 'de' }) },
    { name: 'since a day long ago', asked: log({ from: '2024-01-02' }) },
    { name: 'until a day', asked: log({ to: rare.day }) },
    { name: 'of a context, between days', asked: log({ from: '2024-01-02', to: rare.day, context: 'de' }) },
    { name: 'of a page and a context', asked: log({ referer: 'https://site.example/page-7', context: 'de' }) },
    {
      name: 'of a page that nobody of the context came from',
      asked: log({ referer: rare.referer, context: 'la', from: '2026-10-01' }),
    },
    { name: 'of an address, between days', asked: log({ ip: rare.ip, from: '2024-01-02', to: rare.day }) },
    { name: 'of a uuid, with everything else', asked: log({ uuid: rare.uuid, from: '2024-01-02', to: '2026-12-31' }) },
  ].map((request) => ({ ...request, bar: 1.5 })),
};
