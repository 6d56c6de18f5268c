import { csv, type Field, filled, integer, positiveInteger, scalar, time, truthy, untyped } from '#app/rest/table.ts';
import { page, perPage } from './list-fields.ts';

/** Parameters of lists of venues and organizers (events.md 2.10). */
export const listLinked = {
  page,
  per_page: perPage,
  search: { ...filled(), schema: { description: 'Words that must all occur in one field.' } },
  event: positiveInteger({ type: 'integer', description: 'Linked by this event.' }),
  has_events: truthy({ description: 'Linked by an event, or by none.' }),
  only_with_upcoming: truthy({ default: false, description: 'Linked by an event that is still to start.' }),
  status: csv({ description: 'With one of these statuses.' }),
};

const maybe = { default: null } as const;

/** An optional text, which may be empty. */
export const optionalText = (description: string): Field => scalar({ ...maybe, description });
export const optionalTruth = (description: string): Field => truthy({ type: 'string', ...maybe, description });

/** Fields that venues and organizers share, published with these types. */
export const author = (published: { default?: null }): Field => positiveInteger({ type: 'integer', ...published, description: 'Author; the caller, when absent.' });
export const published = (said: { default?: null }, description: string): Field => time({ type: 'string', ...said, description });
export const status = (said: { default?: null }): Field => ({ ...filled({ description: 'Status.' }), schema: { description: 'Status.', ...said, type: 'string' } });
export const name = (description: string, required: boolean): Field => ({ ...filled({ description }), ...(required && { required }) });

export const linkedRef = (description: string) => ({ id: integer({ phase: 'A', required: true, description }) });
export const linkedSlugRef = (description: string) => ({ slug: untyped({ required: true, description }) });
