import { csv, type Field, filled, integer, positiveInteger, scalar, time, truthy, untyped } from '#app/rest/table.ts';
import { page, perPage } from './list-fields.ts';

/** Parameters of lists of venues and organizers (docs/behaviour/events.md 2.10). */
export const listLinked = {
  page,
  per_page: perPage,
  search: { ...filled(), schema: { description: 'Search text. All words must occur in the same field.' } },
  event: positiveInteger({ type: 'integer', description: 'Returns only items linked to the event with this ID.' }),
  has_events: truthy({ description: 'True returns only items linked to an event, false only items without one.' }),
  only_with_upcoming: truthy({ default: false, description: 'True returns only items with an upcoming event.' }),
  status: csv({ description: 'Returns only items with one of these statuses.' }),
};

const optional = { default: null } as const;

/** An optional string, which may be empty. */
export const optionalText = (description: string): Field => scalar({ ...optional, description });
export const optionalFlag = (description: string): Field => truthy({ type: 'string', ...optional, description });

/** Fields that venues and organizers share. `published` contains further keywords of the schema. */
export const author = (published: { default?: null }): Field => positiveInteger({ type: 'integer', ...published, description: 'ID of the author. If omitted, the current user.' });
export const publicationTime = (published: { default?: null }, description: string): Field => time({ type: 'string', ...published, description });
export const status = (published: { default?: null }): Field => ({ ...filled({ description: 'Publication status.' }), schema: { description: 'Publication status.', ...published, type: 'string' } });
export const name = (description: string, required: boolean): Field => ({ ...filled({ description }), ...(required && { required }) });

export const linkedRef = (description: string) => ({ id: integer({ phase: 'early', required: true, description }) });
export const linkedSlugRef = (description: string) => ({ slug: untyped({ required: true, description }) });
