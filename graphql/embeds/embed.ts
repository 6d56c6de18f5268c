import { type Embed as EmbedSource, embedOf } from '#app/domains/embeds/embed.service.ts';
import { everybody } from '../access.ts';
import { builder } from '../builder.ts';

const Embed = builder.objectRef<EmbedSource>('Embed').implement({
  description: 'Data for other sites that embed a page of this site (oEmbed).',
  fields: (t) => ({
    version: t.string({ description: 'Version of the oEmbed format: `1.0`.', resolve: (embed) => embed.version }),
    providerName: t.string({ description: 'Title of this site.', resolve: (embed) => embed.providerName }),
    providerUrl: t.string({ description: 'Address of this site.', resolve: (embed) => embed.providerUrl }),
    authorName: t.string({ description: 'Name of the author, or the title of the site.', resolve: (embed) => embed.authorName }),
    authorUrl: t.string({ description: 'Page of the author, or the address of the site.', resolve: (embed) => embed.authorUrl }),
    title: t.field({
      type: 'HTML',
      description: 'Title; begins with `Protected: ` where the text needs a password.',
      resolve: (embed) => embed.title,
    }),
    type: t.string({ description: 'The value is always `rich`.', resolve: (embed) => embed.type }),
    width: t.int({ description: 'Size in pixels.', resolve: (embed) => embed.width }),
    height: t.int({ description: 'Size in pixels.', resolve: (embed) => embed.height }),
    html: t.field({ type: 'HTML', description: 'A quote with a link, and the page in a sandboxed frame.', resolve: (embed) => embed.html }),
    thumbnailUrl: t.string({
      nullable: true,
      description: 'Address of the featured image; null if it has none.',
      resolve: (embed) => embed.thumbnail?.url ?? null,
    }),
    thumbnailWidth: t.int({ nullable: true, description: 'Size in pixels.', resolve: (embed) => embed.thumbnail?.width ?? null }),
    thumbnailHeight: t.int({ nullable: true, description: 'Size in pixels.', resolve: (embed) => embed.thumbnail?.height ?? null }),
  }),
});

builder.queryField('embed', (t) =>
  t.field({
    type: Embed,
    ...everybody,
    description: 'The embed of a published page of this site. `oembed_invalid_url` for every other address.',
    args: {
      url: t.arg.string({ required: true, description: 'Address of the page.' }),
      maxWidth: t.arg.int({ defaultValue: 600, description: 'Largest width in pixels, from 200 to 600.' }),
    },
    resolve: (_root, { url, maxWidth }, { site }) => embedOf(site, url, Math.max(maxWidth ?? 600, 0)),
  }),
);
