import type DataLoader from 'dataloader';
import { canRead } from '#app/domains/content/content.permissions.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { isHidden, renderContentExcerpt } from '#app/domains/content/rendering.ts';
import { isSticky } from '#app/domains/events/event.record.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { listClasses, renderDescription, buildGlobalId, getPageUrl, renderTitle, renderExcerpt } from '#app/domains/events/views.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { Content } from '../content/content.ts';
import type { Context } from '../context.ts';
import { getContentTypeName } from '../content/type-names.ts';
import { Image } from './image.ts';
import { declareFormerName } from '../public/former-names.ts';

/** An event, a venue or an organizer. `lineage` contains the global IDs of the objects from which it was copied. */
export type CalendarRecord = ContentRecord & { image: EventRecord['image']; lineage: readonly string[] };

/** Returns a resolver for a value that a password hides; `hiddenValue` replaces it while the content is hidden. */
export function unlessHidden<Record extends ContentRecord, T>(getValue: (record: Record) => T, hiddenValue: T): (record: Record) => T {
  return (record) => (isHidden(record) ? hiddenValue : getValue(record));
}

/** Interface of events, venues and organizers. */
export const CalendarContent = builder.interfaceRef<CalendarRecord>('CalendarContent').implement({
  description: 'Fields that events, venues and organizers share.',
  interfaces: [builder.nodeInterfaceRef(), Content],
  resolveType: (content) => getContentTypeName(content.kind),
  fields: (t) => ({
    isProtected: t.boolean({ description: 'Whether the content has a password.', resolve: (content) => content.password !== '' }),
    isPasswordRequired: t.boolean({
      ...declareFormerName('isHidden'),
      description: 'Whether a password hides the texts and details from you.',
      resolve: (content) => isHidden(content),
    }),
    name: t.string({
      description: 'Title as HTML text: `&` is escaped, nothing else is changed.',
      resolve: (content) => renderTitle(content),
    }),
    description: t.field({
      type: 'HTML',
      description: 'Text of the content; empty while a password hides it.',
      resolve: (content, _args, { site }) => renderDescription(site, content),
    }),
    writtenExcerpt: t.field({
      type: 'HTML',
      description: 'Excerpt that the author wrote; empty if the author wrote no excerpt, or while a password hides it.',
      resolve: (content) => renderExcerpt(content),
    }),
    teaser: t.field({
      type: 'HTML',
      description: 'The excerpt, or the first words of the text; empty while a password hides it.',
      resolve: (content) => renderContentExcerpt(content).trim(),
    }),
    template: t.exposeString('template', { description: 'Template of the page.' }),
    isSticky: t.boolean({
      description: 'Whether the content is first in lists with a manual order.',
      resolve: (content) => isSticky(content),
    }),
    url: t.string({
      description: 'URL of the page of the content, even before it is published.',
      resolve: (content, _args, { site }) => getPageUrl(site, content),
    }),
    globalId: t.string({
      description: 'Global ID, which is unique across sites.',
      resolve: ({ id }, _args, { site }) => buildGlobalId(site, id),
    }),
    globalIdLineage: t.stringList({
      description: 'Global IDs: first the ID of the object, then the IDs of the objects from which it was copied.',
      resolve: ({ id, lineage }, _args, { site }) => [buildGlobalId(site, id), ...lineage],
    }),
    image: t.field({
      type: Image,
      nullable: true,
      description: 'Featured image of the content; null if it has none, or while a password hides it.',
      resolve: unlessHidden((content) => content.image, null),
    }),
    classList: t.stringList({ description: 'CSS classes for themes.', resolve: (content) => listClasses(content) }),
    typeName: t.string({
      ...legacy({ use: '__typename' }),
      description: 'Kind of the content in the REST interface: `tribe_events`, `tribe_venue`, `tribe_organizer`.',
      resolve: ({ kind }) => typeNames[kind] ?? kind,
    }),
  }),
});

/** Options of `builder.node` for a calendar type. The node ID contains the ID of the content; only users who may read the content find it. */
export const createCalendarNodeOptions = <Record extends ContentRecord>(
  loader: (context: Context) => DataLoader<number, Record | null>,
) => ({
  id: { resolve: (content: Record) => content.id },
  loadMany: async (ids: string[], context: Context) => {
    const loaded = await loader(context).loadMany(ids.map(Number));
    return loaded.map((content) => (content === null || content instanceof Error || !canRead(context.viewer, content) ? null : content));
  },
});

const typeNames: Readonly<Record<string, string>> = { event: 'tribe_events', venue: 'tribe_venue', organizer: 'tribe_organizer' };
