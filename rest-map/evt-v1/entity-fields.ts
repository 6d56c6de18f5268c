import { csv, type Field, listOf, positiveInteger, text, truthy } from '#app/rest/table.ts';
import { addressFault, dateTimeFault, emailFault, positiveIntegerFault, textFault } from './faults.ts';
import { sqlDateTime, textOfKind } from './parameters.ts';

const statuses = ['publish', 'pending', 'draft', 'future', 'private'] as const;
const formats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'] as const;

export const plainText = (description: string): Field => textOfKind('text', { fault: textFault, description });
export const website = textOfKind('web address', { fault: addressFault, format: 'uri', description: 'URL of the external website.' });
export const email = textOfKind('e-mail address', { fault: emailFault, format: 'email', description: 'Email address, such as name@example.org.' });
export const phone = (published: { format?: string } = {}) => textOfKind('text', { fault: textFault, ...published, description: 'Phone number.' });
export const id = (description: string): Field => positiveInteger({ type: 'integer', fault: positiveIntegerFault, description });
const idList = { type: 'array', items: { type: 'integer' }, uniqueItems: true, ...csv.positive, fault: positiveIntegerFault } as const;
export const ids = (description: string): Field => csv({ ...idList, description });

/** IDs of linked objects. */
export const links = (description: string): Field => csv({ ...idList, ...csv.links, description });

/** Fields of entities (docs/behaviour/events.md 3.4). Updates publish the defaults but do not apply them. */
export function entityFields({ isUpdate, sticky }: { isUpdate: boolean; sticky: { default?: boolean } }): Record<string, Field> {
  const early = { phase: 'early', onNull: 'absent', appliesDefault: !isUpdate } as const;
  return {
    date: sqlDateTime({ type: 'string', format: 'date-time', loose: true, fault: dateTimeFault, description: 'Publication time in the time zone of the site.' }),
    date_gmt: sqlDateTime({ type: 'string', format: 'date-time', loose: true, fault: dateTimeFault, description: 'Publication time in UTC.' }),
    slug: plainText('Slug used in the URL.'),
    status: text({ ...early, enum: statuses, default: 'publish', description: 'Publication status.' }),
    title: plainText('Title as plain text or HTML.'),
    content: plainText('Content as HTML.'),
    excerpt: plainText('Excerpt as HTML.'),
    author: id('ID of the author.'),
    featured_media: positiveInteger({ type: 'integer', asText: true, fault: positiveIntegerFault, description: 'ID of the featured image.' }),
    comment_status: text({ ...early, enum: ['open', 'closed'], default: 'open', description: 'Whether comments are allowed.' }),
    ping_status: text({ ...early, enum: ['open', 'closed'], default: 'open', description: 'Whether pingbacks are allowed. Stored without effect.' }),
    format: text({ ...early, enum: formats, default: 'standard', description: 'Post format for themes. Stored, but not returned.' }),
    sticky: { ...truthy({ type: 'boolean', ...sticky, description: 'Whether the item is listed before others.' }), appliesDefault: !isUpdate },
    template: plainText('Name of the page template.'),
    tags: ids('IDs of tags. Unknown IDs are ignored.'),
  };
}

/** Parameters of lists (docs/behaviour/events.md 3.3). */
export const page = positiveInteger({ type: 'integer', default: 1, minimum: 1, fault: positiveIntegerFault, description: 'Page number, starting at 1.' });
export const perPage = positiveInteger({ type: 'integer', default: 10, minimum: 1, maximum: 100, fault: positiveIntegerFault, description: 'Number of items per page.' });
export const search = plainText('Search text.');
export const status = listOf(text({ enum: statuses }), { phase: 'early', uniqueItems: true, default: 'publish', description: 'Returns only items with one of these statuses.' });

export const listLinked = {
  page,
  per_page: perPage,
  search,
  event: id('Returns only items linked to the event with this ID.'),
  has_events: truthy({ type: 'boolean', description: 'True returns only items linked to an event, false only items without one.' }),
  only_with_upcoming: truthy({ type: 'boolean', description: 'True returns only items with an upcoming event.' }),
  status,
};

/** Undocumented parameter of reads and lists. */
export const password = { password: text({ onNull: 'absent' }) };
export const force = { force: truthy({ type: 'boolean', default: false, description: 'True deletes permanently. False moves to the trash.' }) };
