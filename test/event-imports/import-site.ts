import { openWholeSite, type RestResponse, type TestUserName, type WholeSite } from '../support/site.ts';

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
  sendBatch(importId: string, body: object): Promise<RestResponse>;
  sendState(importId: string, body: object): Promise<RestResponse>;
  /** Sends events as the only batch of a new import and returns the response body. Throws if the batch is refused. */
  importEvents(events: readonly unknown[], options?: ImportOptions, as?: TestUserName): Promise<RestResponse['body']>;
  /** Returns an event in the legacy format. */
  event(id: number): Promise<RestResponse['body']>;
}

const CREATE = `mutation($origin: String!, $importId: String, $postStatus: String, $authority: EventImportAuthority) {
  createEventImport(origin: $origin, importId: $importId, postStatus: $postStatus, authority: $authority) { importId nextBatchHash }
}`;

/** Returns the `status` value for a batch that is the only batch of its import. */
export const createLastBatchStatus = (events: number) => ({ data: { total: events, done: 0 }, batch: { total: 1, done: 0 } });

/** Creates an event in the format of import services, by default one hour long, on 1 January 2031. */
export const createImportItem = (fields: object = {}) => ({
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
  const sendBatch: ImportSite['sendBatch'] = (importId, body) => site.rest('POST', `${CALLBACKS}/import/${importId}/batch`, { body });
  return {
    ...site,
    start,
    sendBatch,
    sendState: (importId, body) => site.rest('POST', `${CALLBACKS}/import/${importId}/state`, { body }),
    async importEvents(events, options, as) {
      const { importId, nextBatchHash } = await start(options, as);
      const body = { batch_hash: nextBatchHash, status: createLastBatchStatus(events.length), percentage_complete: 100, events };
      const reply = await sendBatch(importId, body);
      if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text} ${site.logged.at(-1)}`);
      return reply.body;
    },
    event: async (id) => (await site.rest('GET', `/vendor/events/v1/events/${id}`, { as: 'administrator' })).body,
  };
}
