import { openWholeSite, type RestReply, type TestUserName, type WholeSite } from '../support/site.ts';

/** Root of the import callbacks. */
export const CALLBACKS = '/vendor/event-aggregator/v1';

export interface StartedImport {
  importId: string;
  nextBatchHash: string;
}

export interface ImportOptions {
  origin?: string;
  importId?: string;
  postStatus?: string;
  authority?: 'OVERWRITE' | 'RETAIN' | 'PRESERVE_CHANGES';
}

/** A whole site with short words for imports of events. */
export interface ImportSite extends WholeSite {
  /** Makes an import; by an administrator from a calendar file unless said otherwise. */
  start(wish?: ImportOptions, as?: TestUserName): Promise<StartedImport>;
  batch(importId: string, body: object): Promise<RestReply>;
  state(importId: string, body: object): Promise<RestReply>;
  /** Sends these events as the only batch of a new import, which must be taken; returns the batch's body. */
  bring(events: readonly unknown[], wish?: ImportOptions, as?: TestUserName): Promise<RestReply['body']>;
  /** The legacy shape of an event. */
  event(id: number): Promise<RestReply['body']>;
}

const CREATE = `mutation($origin: String!, $importId: String, $postStatus: String, $authority: EventImportAuthority) {
  createEventImport(origin: $origin, importId: $importId, postStatus: $postStatus, authority: $authority) { importId nextBatchHash }
}`;

/** The number of batches, this one the last, and the number of events. */
export const lastOf = (events: number) => ({ data: { total: events, done: 0 }, batch: { total: 1, done: 0 } });

/** An item as import services send it: an hour on the first of January 2031. */
export const item = (fields: object = {}) => ({
  title: 'Imported',
  start_date: '2031-01-01',
  start_hour: '10',
  start_minute: '00',
  end_date: '2031-01-01',
  end_hour: '11',
  end_minute: '00',
  timezone: 'UTC',
  ...fields,
});

/** Opens a whole site for tests of imports. */
export async function openImports(environment?: Record<string, string>): Promise<ImportSite> {
  const site = await openWholeSite(environment);
  const start: ImportSite['start'] = async (wish = {}, as = 'administrator') => {
    const { data, errors } = await site.graphql(CREATE, { origin: 'ical', ...wish }, as);
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    return data.createEventImport;
  };
  const batch: ImportSite['batch'] = (importId, body) => site.rest('POST', `${CALLBACKS}/import/${importId}/batch`, { body });
  return {
    ...site,
    start,
    batch,
    state: (importId, body) => site.rest('POST', `${CALLBACKS}/import/${importId}/state`, { body }),
    async bring(events, wish, as) {
      const { importId, nextBatchHash } = await start(wish, as);
      const body = { batch_hash: nextBatchHash, status: lastOf(events.length), percentage_complete: 100, events };
      const reply = await batch(importId, body);
      if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text} ${site.logged.at(-1)}`);
      return reply.body;
    },
    event: async (id) => (await site.rest('GET', `/vendor/events/v1/events/${id}`, { as: 'administrator' })).body,
  };
}
