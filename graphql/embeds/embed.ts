import { type Embed as EmbedSource, getEmbed } from '#app/domains/embeds/embed.service.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';

const Embed = builder.objectRef<EmbedSource>('Embed').implement({
  description: 'Data for other sites that embed a page of this site (oEmbed).',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Version of the oEmbed format: `1.0`.' }),
    providerName: t.exposeString('providerName', { description: 'Title of this site.' }),
    providerUrl: t.exposeString('providerUrl', { description: 'URL of this site.' }),
    authorName: t.exposeString('authorName', { description: 'Name of the author, or title of the site.' }),
    authorUrl: t.exposeString('authorUrl', { description: "URL of the author's page, or of the site." }),
    title: t.expose('title', { type: 'HTML', description: 'Title. It begins with `Protected: ` if the text requires a password.' }),
    type: t.exposeString('type', { description: 'The value is always `rich`.' }),
    width: t.exposeInt('width', { description: 'Width of the embed in pixels.' }),
    height: t.exposeInt('height', { description: 'Height of the embed in pixels.' }),
    html: t.expose('html', {
      type: 'HTML',
      description: 'HTML to insert: a quotation with a link to the page, and the page in a sandboxed frame.',
    }),
    thumbnailUrl: t.string({
      nullable: true,
      description: 'URL of the featured image; null if the page has no image.',
      resolve: (embed) => embed.thumbnail?.url ?? null,
    }),
    thumbnailWidth: t.int({
      nullable: true,
      description: 'Width of the featured image in pixels; null if the page has no image.',
      resolve: (embed) => embed.thumbnail?.width ?? null,
    }),
    thumbnailHeight: t.int({
      nullable: true,
      description: 'Height of the featured image in pixels; null if the page has no image.',
      resolve: (embed) => embed.thumbnail?.height ?? null,
    }),
  }),
});

builder.queryField('embed', (t) =>
  t.field({
    type: Embed,
    ...publicAccess,
    description: 'The embed of a published page of this site. Error code `oembed_invalid_url`: there is no published page at the URL.',
    args: {
      url: t.arg.string({ required: true, description: 'URL of the page.' }),
      maxWidth: t.arg.int({ defaultValue: 600, description: 'Maximum width in pixels, from 200 to 600.' }),
    },
    resolve: (_root, { url, maxWidth }, { site }) => getEmbed(site, url, Math.max(maxWidth ?? 600, 0)),
  }),
);
