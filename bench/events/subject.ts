import type { Asked } from '../load.ts';
import type { Subject, Workload } from '../subject.ts';
import { events } from './data.ts';

const COUNT = 100_000;
const BAR = 1.5;

/** Returns the five workloads on one of the two published APIs. */
function workloadsOf(face: string, shape: string, most: number, id: number): Workload[] {
  const asked = (below: string): Pick<Workload, 'limit' | 'byHand'> => ({
    limit: { path: `/${shape}${below}` },
    byHand: { path: `/${shape}${below}` },
  });
  const marquee = (below: string): { marquee: Asked } => ({ marquee: { path: `/rest/${face}/events${below}` } });
  const job = (name: string, below: string): Workload => ({ name: `${face}: ${name}`, ...asked(below), ...marquee(below), bar: BAR });
  return [
    job('event by id', `/${id}`),
    job('list of 10 with total', '?per_page=10'),
    job(`list of ${most}`, `?per_page=${most}`),
    job('search of two words', '?per_page=10&search=stage%20garden'),
    { ...job('page 1,000', '?per_page=10&page=1000'), togetherBar: 2 },
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
    // the legacy API returns at most 50 events a page
    return [...workloadsOf('vendor/events/v1', 'legacy', 50, id), ...workloadsOf('evt/v1', 'current', 100, id)];
  },
};
