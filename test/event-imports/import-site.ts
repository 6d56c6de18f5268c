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

/** A whole site with shortcuts for imports of events. */
export interface ImportSite extends WholeSite {
  /** Creates an import, by default from a calendar file by an administrator. */
  start(options?: ImportOptions, as?: TestUserName): Promise<StartedImport>;
  batch(importId: string, body: object): Promise<RestReply>;
  state(importId: string, body: object): Promise<RestReply>;
  /** Sends events as the only batch of a new import, which must be accepted. Returns the response body. */
  bring(events: readonly unknown[], options?: ImportOptions, as?: TestUserName): Promise<RestReply['body']>;
  /** Returns an event in the legacy format. */
  event(id: number): Promise<RestReply['body']>;
}

const CREATE = `mutation($origin: String!, $importId: String, $postStatus: String, $authority: EventImportAuthority) {
  createEventImport(origin: $origin, importId: $importId, postStatus: $postStatus, authority: $authority) { importId nextBatchHash }
}`;

/** Returns the progress of a last batch with a number of events. */
export const lastOf = (events: number) => ({ data: { total: events, done: 0 }, batch: { total: 1, done: 0 } });

/** Returns an item in the format of import services, by default an hour on 1 January 2031. */
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
  const start: ImportSite['start'] = async (options = {}, as = 'administrator') => {
    const { data, errors } = await site.graphql(CREATE, { origin: 'ical', ...options }, as);
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    return data.createEventImport;
  };
  const batch: ImportSite['batch'] = (importId, body) => site.rest('POST', `${CALLBACKS}/import/${importId}/batch`, { body });
  return {
    ...site,
    start,
    batch,
    state: (importId, body) => site.rest('POST', `${CALLBACKS}/import/${importId}/state`, { body }),
    async bring(events, options, as) {
      const { importId, nextBatchHash } = await start(options, as);
      const body = { batch_hash: nextBatchHash, status: lastOf(events.length), percentage_complete: 100, events };
      const reply = await batch(importId, body);
      if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text} ${site.logged.at(-1)}`);
      return reply.body;
    },
    event: async (id) => (await site.rest('GET', `/vendor/events/v1/events/${id}`, { as: 'administrator' })).body,
  };
}
