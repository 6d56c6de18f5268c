import { type Field, number, numeric, object, text } from '#app/rest/table.ts';
import { onlyList } from './parameters.ts';

/** Published REST interface (document 1), "Import callbacks"; behavior: docs/behaviour/events.md 5. */

const importId = text({ required: true, description: 'ID of the import: letters, digits and underscores.' });
const batchHash = (description: string): Field => text({ required: true, phase: 'early', description });
const percentage = numeric({ type: 'integer', min: 0, max: 100, required: true, description: 'Progress of the import in percent, 0 to 100.' });

const count = (description: string): Field => number({ required: true, description });
const progress = (noun: string): Field =>
  object({ total: count(`Total number of ${noun}.`), done: count('Number done before this batch. At most `total`.') }, { required: true, description: `Progress in ${noun}.` });

export const batch = {
  import_id: importId,
  batch_hash: batchHash('Hash of the next expected batch.'),
  status: object({ data: progress('events'), batch: progress('batches') }, { required: true, description: 'Progress of the import service.' }),
  percentage_complete: percentage,
  interval: numeric({ type: 'integer', description: 'Has no effect. The response contains the time of the next batch.' }),
};

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const));
const flags = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'boolean' }] as const));
const list = { type: 'array', items: { type: 'string' } } as const;
const globalIds = { global_id: { type: 'string', description: 'Global ID used to find the item in later imports.' }, global_id_lineage: list } as const;

/** An event of a batch (docs/behaviour/events.md 5.2). */
const item: Field['schema']['properties'] = {
  title: { type: 'string', required: true },
  start_date: { type: 'string', format: 'date', description: 'First day of the event.', required: true },
  ...texts('start_hour', 'start_minute', 'start_meridian'),
  end_date: { type: 'string', format: 'date', description: 'Last day of the event.', required: true },
  ...texts('end_hour', 'end_minute', 'end_meridian', 'timezone', 'description', 'excerpt'),
  url: { type: 'string', format: 'uri', description: 'URL of the event on its own website.' },
  ...texts('image', 'cost', 'currency_symbol', 'currency_position'),
  categories: list,
  tags: list,
  ...texts('uid', 'parent_uid', 'id'),
  ...globalIds,
  ...flags('all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'),
  venue: {
    type: 'object',
    properties: {
      ...texts('venue', 'description', 'address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'phone', 'website'),
      ...globalIds,
      latitude: { type: 'number' },
      longitude: { type: 'number' },
    },
  },
  organizer: {
    type: 'array',
    items: { type: 'object', properties: { ...texts('organizer', 'description', 'phone', 'email', 'website'), ...globalIds } },
  },
};

export const undocumentedBatchParams: Readonly<Record<string, Field>> = {
  events: {
    ...onlyList({ description: 'Events of the batch. If omitted, the batch is empty. Not in the published document.', onNull: 'absent' }),
    acceptedSchema: { type: 'array', items: { type: 'object', properties: item } },
  },
};

export const state = {
  import_id: importId,
  batch_hash: batchHash('Hash of the next expected batch. It stays valid while the import is pending.'),
  status: text({ required: true, phase: 'early', enum: ['success', 'failed', 'pending'], description: 'Status of the import.' }),
  message: text({ required: true, phase: 'early', description: 'Status message in English.' }),
  message_slug: text({ required: true, phase: 'early', description: 'Key of the message, for localized messages.' }),
  percentage_complete: percentage,
};
