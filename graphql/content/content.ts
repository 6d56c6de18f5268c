import { encodeGlobalID } from '@pothos/plugin-relay';
import { canEdit, canRead } from '#app/domains/content/content.permissions.ts';
import { attachment } from '#app/domains/content/kinds.ts';
import { buildPermalink, buildPermalinkTemplate } from '#app/domains/content/permalinks.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { getBlockVersion, renderContentExcerpt, renderContentTitle, renderBodyWithShortcodes } from '#app/domains/content/rendering.ts';
import { localToUtc } from '#app/domains/content/site-time.ts';
import { canReadMedia } from '#app/domains/media/media.access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { User } from '../users/user.ts';
import { ContentRights } from './rights.ts';
import { FormattedText, ProtectedText } from './texts.ts';
import { getContentTypeName } from './type-names.ts';
import { oneOf, zeroAsNull } from '../public/public-mapping.ts';
import { openness, contentKinds, publicationStatuses } from './enum-definitions.ts';
import { deprecateUtcField } from '../public/former-names.ts';

const getPublishedAt = (content: ContentRecord, _args: object, { site }: Context) => content.dateUtc ?? localToUtc(site, content.dateLocal);

/** Returns the value if the viewer may edit the content, otherwise null. */
function nullUnlessEditor<T>(content: ContentRecord, { viewer }: Context, value: T): T | null {
  return canEdit(viewer, content) ? value : null;
}

/** True if the viewer may see the content. A file has the visibility of the content to which it is attached. */
async function isVisible(content: ContentRecord, { load, viewer }: Context): Promise<boolean> {
  return content.kind === attachment.name ? await canReadMedia(viewer, content, (id) => load.content.load(id)) : canRead(viewer, content);
}

/** Returns the featured media item of the content; null if it does not exist or the viewer may not see it. */
async function findFeaturedMedia(content: ContentRecord, context: Context): Promise<ContentRecord | null> {
  const media = content.featuredMediaId === null ? null : await context.load.content.load(content.featuredMediaId);
  return media?.kind === attachment.name && (await isVisible(media, context)) ? media : null;
}

/**
 * Returns the options of `builder.node` for a type that shows one kind of content. The node ID contains the ID of the content. Only users who may see
 * the content find it.
 */
export const createNodeOptions = (kind: string) => ({
  id: { resolve: (content: ContentRecord) => content.id },
  loadMany: async (ids: string[], context: Context) => {
    const loaded = await context.load.content.loadMany(ids.map(Number));
    const nullUnlessVisible = async (content: ContentRecord | null | Error) =>
      !(content instanceof Error) && content?.kind === kind && (await isVisible(content, context)) ? content : null;
    return await Promise.all(loaded.map(nullUnlessVisible));
  },
});

/**
 * Interface of `Post`, `Page` and `MediaItem`, and of `Event`, `Venue` and `Organizer`, whose rows are read together with their content. Each object
 * type belongs to a Prisma model; the interface does not.
 */
export const Content = builder.interfaceRef<ContentRecord>('Content').implement({
  description: 'Fields shared by all authored content: posts, pages, media, events, venues, organizers.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: (content) => getContentTypeName(content.kind),
  fields: (t) => ({
    id: t.id({
      description: 'Global ID of the object.',
      resolve: (content) => encodeGlobalID(getContentTypeName(content.kind), content.id),
    }),
    databaseId: t.exposeInt('id', {
      description: 'ID of the content; unique across content of all types, tickets, orders and attendees.',
    }),
    kind: t.exposeString('kind', {
      ...oneOf(contentKinds, 'Type of the content.', {
        old: 'Type of the content: `post`, `page`, `attachment`, `event`, `venue` or `organizer`.',
      }),
    }),
    status: t.exposeString('status', {
      ...oneOf(publicationStatuses, 'Publication status of the content.', {
        old: 'Publication status: `publish`, `future` (scheduled), `draft`, `pending` (waits for review), `private`, `trash`, or the status of an import.',
      }),
    }),
    title: t.field({
      type: FormattedText,
      description: 'Title, which is visible even while a password hides the text.',
      resolve: (content, _args, context) => ({
        raw: nullUnlessEditor(content, context, content.title),
        rendered: () => renderContentTitle(content),
      }),
    }),
    body: t.field({
      type: ProtectedText,
      description: 'Text of the content.',
      resolve: (content, _args, context) => ({
        raw: nullUnlessEditor(content, context, content.content),
        rendered: () => renderBodyWithShortcodes(context.site, content),
        isProtected: content.password !== '',
        blockVersion: getBlockVersion(content),
      }),
    }),
    excerpt: t.field({
      type: ProtectedText,
      description: 'Excerpt of the content; the first words of the text if the author wrote no excerpt.',
      args: { words: t.arg.int({ description: 'Number of words if the excerpt is taken from the text; 55 by default.' }) },
      resolve: (content, { words }, context) => ({
        raw: nullUnlessEditor(content, context, content.excerpt),
        rendered: () => renderContentExcerpt(content, words),
        isProtected: content.password !== '',
        blockVersion: 0,
      }),
    }),
    slug: t.exposeString('slug', { description: 'Name in URLs; empty for drafts that have no slug yet.' }),
    generatedSlug: t.string({
      nullable: true,
      description: 'Slug that the site would create from the title; null unless you may edit the content.',
      resolve: (content, _args, { viewer, load }) => (canEdit(viewer, content) ? load.loadGeneratedSlug(content) : null),
    }),
    link: t.string({
      description: 'URL of the page of the content. While the content is not published, the URL contains its ID instead of its slug.',
      resolve: (content, _args, { site }) => buildPermalink(site, content),
    }),
    permalinkTemplate: t.string({
      nullable: true,
      description: 'URL with `%postname%` in place of the slug; null unless you may edit the content.',
      resolve: (content, _args, context) => nullUnlessEditor(content, context, buildPermalinkTemplate(context.site, content)),
    }),
    guid: t.field({
      type: FormattedText,
      description: 'Permanent identifier in the form of a URL. It never changes and is not meant to be opened.',
      resolve: (content, _args, context) => ({ raw: nullUnlessEditor(content, context, content.guid), rendered: () => content.guid }),
    }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'The author of the content; null if the user was deleted.',
      resolve: (content, _args, { load }) => (content.authorId === null ? null : load.user.load(content.authorId)),
    }),
    authorId: t.int({ ...zeroAsNull('ID of the author; null if none is set.'), resolve: (content) => content.authorId ?? 0 }),
    featuredMediaId: t.int({
      ...zeroAsNull('ID of the featured media item; null if none is set.'),
      resolve: (content) => content.featuredMediaId ?? 0,
    }),
    date: t.expose('dateLocal', {
      type: 'LocalDateTime',
      description: 'When the content was or will be published, in the time zone of the site.',
    }),
    publishedAt: t.field({
      type: 'DateTime',
      description: 'When the content was or will be published. For drafts without a fixed date, the current time.',
      resolve: getPublishedAt,
    }),
    dateUtc: t.field({
      type: 'LocalDateTime',
      description: 'The value of `date` in UTC.',
      ...deprecateUtcField('publishedAt'),
      resolve: getPublishedAt,
    }),
    isDateFloating: t.boolean({
      description: 'Whether the content is a draft without a fixed date. The date is set when the draft is published.',
      resolve: (content) => content.dateUtc === null,
    }),
    modified: t.expose('modifiedLocal', {
      type: 'LocalDateTime',
      description: 'Time of the last change, in the time zone of the site.',
    }),
    modifiedAt: t.expose('modifiedUtc', { type: 'DateTime', description: 'When the content was last changed.' }),
    modifiedUtc: t.expose('modifiedUtc', {
      type: 'LocalDateTime',
      description: 'Time of the last change, in UTC.',
      ...deprecateUtcField('modifiedAt'),
    }),
    password: t.string({
      nullable: true,
      description: 'Password that readers need; empty if none is set, and null unless you may edit the content.',
      resolve: (content, _args, context) => nullUnlessEditor(content, context, content.password),
    }),
    commentStatus: t.exposeString('commentStatus', { ...oneOf(openness, 'Whether readers can comment.') }),
    pingStatus: t.exposeString('pingStatus', { ...oneOf(openness, 'Whether the content accepts pingbacks.') }),
    parentId: t.int({
      ...zeroAsNull('ID of the parent; null if none is set.'),
      resolve: (content) => content.parentId ?? 0,
    }),
    menuOrder: t.exposeInt('menuOrder', { description: 'Position in a manual order.' }),
    revisionCount: t.exposeInt('revisionCount', { description: 'Number of revisions.' }),
    latestRevisionId: t.exposeInt('latestRevisionId', {
      nullable: true,
      description: 'ID of the latest revision; null if there are no revisions.',
    }),
    viewerCan: t.field({ type: ContentRights, description: 'What you may do with the content.', resolve: (content) => content }),
  }),
});

/** GraphQL type of the model `Content` for files of the media library. `context.load.media` reads the file, which is in the model `Media`. */
export const MediaItem = builder.prismaObject('Content', {
  variant: 'MediaItem',
  description: 'A file of the media library.',
  interfaces: [Content],
});

builder.interfaceField(Content, 'featuredMedia', (t) =>
  t.field({
    type: MediaItem,
    nullable: true,
    description: 'Featured image of the content; null if none is set, or if you may not see it.',
    resolve: (content, _args, context) => (content.featuredMediaId === null ? null : findFeaturedMedia(content, context)),
  }),
);
