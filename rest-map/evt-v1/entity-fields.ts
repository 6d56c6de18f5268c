import { csv, type Field, listOf, positiveInteger, text, truthy } from '#app/rest/table.ts';
import { addressFault, dateTimeFault, emailFault, positiveIntegerFault, textFault } from './faults.ts';
import { sqlDateTime, textOfKind } from './parameters.ts';

const statuses = ['publish', 'pending', 'draft', 'future', 'private'] as const;
const formats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'] as const;

export const plainText = (description: string): Field => textOfKind('text', { fault: textFault, description });
export const website = textOfKind('web address', { fault: addressFault, format: 'uri', description: 'Address of a page elsewhere.' });
export const email = textOfKind('e-mail address', { fault: emailFault, format: 'email', description: 'E-mail address.' });
export const phone = (published: { format?: string } = {}) => textOfKind('text', { fault: textFault, ...published, description: 'Telephone number.' });
export const id = (description: string): Field => positiveInteger({ type: 'integer', fault: positiveIntegerFault, description });
const idList = { type: 'array', items: { type: 'integer' }, uniqueItems: true, ...csv.positive, fault: positiveIntegerFault } as const;
export const ids = (description: string): Field => csv({ ...idList, description });

/** IDs of linked objects. */
export const links = (description: string): Field => csv({ ...idList, ...csv.links, description });

/** Fields of entities (events.md 3.4). Updates publish the defaults but do not apply them. */
export function entityFields({ isUpdate, sticky }: { isUpdate: boolean; sticky: { default?: boolean } }): Record<string, Field> {
  const early = { phase: 'A', onNull: 'absent', appliesDefault: !isUpdate } as const;
  return {
    date: sqlDateTime({ type: 'string', format: 'date-time', loose: true, fault: dateTimeFault, description: 'Publication time on the site\'s clock.' }),
    date_gmt: sqlDateTime({ type: 'string', format: 'date-time', loose: true, fault: dateTimeFault, description: 'Publication time in UTC.' }),
    slug: plainText('Name in addresses.'),
    status: text({ ...early, enum: statuses, default: 'publish', description: 'Status.' }),
    title: plainText('Title.'),
    content: plainText('Text, HTML.'),
    excerpt: plainText('Teaser, HTML.'),
    author: id('Author.'),
    featured_media: positiveInteger({ type: 'integer', asText: true, fault: positiveIntegerFault, description: 'Media item that stands for it.' }),
    comment_status: text({ ...early, enum: ['open', 'closed'], default: 'open', description: 'Whether comments are open.' }),
    ping_status: text({ ...early, enum: ['open', 'closed'], default: 'open', description: 'Whether pings are open. Stored only: the service takes no pings.' }),
    format: text({ ...early, enum: formats, default: 'standard', description: 'How a theme may show it. Stored only: no response shows it.' }),
    sticky: { ...truthy({ type: 'boolean', ...sticky, description: 'Whether it stands first.' }), appliesDefault: !isUpdate },
    template: plainText('Template of its page.'),
    tags: ids('Tags; unknown ones are left out.'),
  };
}

/** Parameters of lists (events.md 3.3). */
export const page = positiveInteger({ type: 'integer', default: 1, minimum: 1, fault: positiveIntegerFault, description: 'Which page, from 1.' });
export const perPage = positiveInteger({ type: 'integer', default: 10, minimum: 1, maximum: 100, fault: positiveIntegerFault, description: 'Items of a page.' });
export const search = plainText('Words to look for.');
export const status = listOf(text({ enum: statuses }), { phase: 'A', uniqueItems: true, default: 'publish', description: 'With one of these statuses.' });

export const listLinked = {
  page,
  per_page: perPage,
  search,
  event: id('Linked by this event.'),
  has_events: truthy({ type: 'boolean', description: 'Linked by an event, or by none.' }),
  only_with_upcoming: truthy({ type: 'boolean', description: 'Linked by an event that is still to start.' }),
  status,
};

/** Undocumented. */
export const password = { password: text({ onNull: 'absent' }) };
export const force = { force: truthy({ type: 'boolean', default: false, description: 'Delete for good instead of moving to the trash.' }) };
