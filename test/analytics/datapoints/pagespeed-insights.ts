import type { DatapointRow } from './row.ts';

const result = { id: 'http://site.test/', lighthouseResult: { categories: { performance: { score: 0.97 } } } };
const RUN = 'GET /pagespeedonline/v5/runPagespeed';

/** Datapoints of PageSpeed (docs/behaviour/analytics.md 6.5). */
export const pagespeedInsights: DatapointRow[] = [
  {
    datapoint: 'GET pagespeed',
    parameters: { strategy: 'mobile' },
    provider: { [RUN]: result },
    query: { url: 'http://site.test/', strategy: 'mobile', locale: 'en_US' },
    response: result,
  },
  {
    datapoint: 'GET pagespeed',
    title: 'another page',
    parameters: { strategy: 'desktop', url: 'http://site.test/a/?b=c' },
    provider: { [RUN]: result },
    query: { url: 'http://site.test/a/?b=c', strategy: 'desktop', locale: 'en_US' },
    response: result,
  },
];
