import { type Field, number, numeric, object, type PropertySchema, text } from '#app/rest/table.ts';
import { onlyList } from './parameters.ts';

/** Document 1, "Import callbacks"; behavior: events.md 5. */

const importId = text({ required: true, description: 'Name of the import: letters, digits and underscores.' });
const batchHash = (description: string): Field => text({ required: true, phase: 'A', description });
const percentage = numeric({ type: 'integer', least: 0, most: 100, required: true, description: 'How far the import is, 0 to 100.' });

const count = (description: string): Field => number({ required: true, description });
const progress = (things: string): Field =>
  object({ total: count(`All ${things}.`), done: count('Done before this batch; not more than all.') }, { required: true, description: `So many ${things}.` });

export const batch = {
  import_id: importId,
  batch_hash: batchHash('Hash of the next expected batch.'),
  status: object({ data: progress('events'), batch: progress('batches') }, { required: true, description: 'How far the import service is.' }),
  percentage_complete: percentage,
  interval: numeric({ type: 'integer', description: 'Has no effect: the response says when the next batch may come.' }),
};

const said = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const));
const marked = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'boolean' }] as const));
const list = { type: 'array', items: { type: 'string' } } as const;
const globalIds = { global_id: { type: 'string', description: 'By which it is found again.' }, global_id_lineage: list } as const;

/** An event of a batch (events.md 5.2). */
const item: Readonly<Record<string, PropertySchema>> = {
  title: { type: 'string', required: true },
  start_date: { type: 'string', format: 'date', description: 'Day on which it starts.', required: true },
  ...said('start_hour', 'start_minute', 'start_meridian'),
  end_date: { type: 'string', format: 'date', description: 'Day on which it ends.', required: true },
  ...said('end_hour', 'end_minute', 'end_meridian', 'timezone', 'description', 'excerpt'),
  url: { type: 'string', format: 'uri', description: 'Its own page elsewhere.' },
  ...said('image', 'cost', 'currency_symbol', 'currency_position'),
  categories: list,
  tags: list,
  ...said('uid', 'parent_uid', 'id'),
  ...globalIds,
  ...marked('all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'),
  venue: {
    type: 'object',
    properties: {
      ...said('venue', 'description', 'address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'phone', 'website'),
      ...globalIds,
      latitude: { type: 'number' },
      longitude: { type: 'number' },
    },
  },
  organizer: {
    type: 'array',
    items: { type: 'object', properties: { ...said('organizer', 'description', 'phone', 'email', 'website'), ...globalIds } },
  },
};

export const undocumentedBatchParams: Readonly<Record<string, Field>> = {
  events: {
    ...onlyList({ description: 'The events of the batch; none unless given. Not in the published document.', onNull: 'absent' }),
    takes: { type: 'array', items: { type: 'object', properties: item } },
  },
};

export const state = {
  import_id: importId,
  batch_hash: batchHash('Hash of the next expected batch; stays good while the import is pending.'),
  status: text({ required: true, phase: 'A', enum: ['success', 'failed', 'pending'], description: 'The state of the import.' }),
  message: text({ required: true, phase: 'A', description: 'The state in words, not localized.' }),
  message_slug: text({ required: true, phase: 'A', description: 'Name of these words, for localized messages.' }),
  percentage_complete: percentage,
};
