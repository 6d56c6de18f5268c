import { type Field, number, numeric, object, onlyList, text } from '#app/rest/table.ts';

/** Document 1, "Import callbacks"; behaviour: events.md 5. */

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
  interval: numeric({ type: 'integer', description: 'Seconds between the end of one batch and the start of the next; means nothing.' }),
};

export const batchAlso = {
  events: onlyList({ description: 'The events of the batch.', onNull: 'absent' }),
};

export const state = {
  import_id: importId,
  batch_hash: batchHash('Hash of the next expected batch; stays good while the import is pending.'),
  status: text({ required: true, phase: 'A', enum: ['success', 'failed', 'pending'], description: 'The state of the import.' }),
  message: text({ required: true, phase: 'A', description: 'The state in words, not localized.' }),
  message_slug: text({ required: true, phase: 'A', description: 'Name of these words, for localized messages.' }),
  percentage_complete: percentage,
};
