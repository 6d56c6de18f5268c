import type { Subject, Workload } from '../subject.ts';
import { events } from './data.ts';

const COUNT = 100_000;
const BAR = 1.5;

/**
 * Returns the five workloads for one of the two published APIs. `shape` is the path prefix of this API on the servers that Marquee is compared with.
 */
function createWorkloads(api: string, shape: string, maxPerPage: number, id: number): Workload[] {
  const workload = (name: string, rest: string): Workload => ({
    name: `${api}: ${name}`,
    limit: { path: `/${shape}${rest}` },
    byHand: { path: `/${shape}${rest}` },
    marquee: { path: `/rest/${api}/events${rest}` },
    bar: BAR,
  });
  return [
    workload('event by id', `/${id}`),
    workload('list of 10 with total', '?per_page=10'),
    workload(`list of ${maxPerPage}`, `?per_page=${maxPerPage}`),
    workload('search of two words', '?per_page=10&search=stage%20garden'),
    { ...workload('page 1,000', '?per_page=10&page=1000'), togetherBar: 2 },
  ];
}

export const eventsSubject: Subject = {
  title: `Events (${COUNT.toLocaleString('en')}; venue, organizers, categories joined)`,
  fill: events(COUNT),
  folder: 'events',
  ready: '/legacy?per_page=1',
  async workloads(client) {
    const { rows } = await client.query<{ id: number }>('SELECT content_id AS id FROM event ORDER BY start_utc OFFSET 100 LIMIT 1');
    const id = rows[0]?.id ?? 0;
    // the legacy API returns at most 50 events per page
    return [...createWorkloads('vendor/events/v1', 'legacy', 50, id), ...createWorkloads('evt/v1', 'current', 100, id)];
  },
};
