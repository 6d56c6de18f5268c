import { refused } from '#app/core/failures/failure.ts';
import { proxyEmbed } from '#app/domains/embeds/proxy.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';

builder.queryField('externalEmbed', (t) =>
  t.field({
    type: 'JSON',
    ...guard((_args: object, { viewer }) => {
      if (!viewer.can('edit_posts')) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to make proxied embed requests.');
    }),
    description:
      'Data for embedding a page of another site, in the oEmbed format; its `html` is safe to insert. For users who may edit posts. ' +
      'Error code `oembed_invalid_url`: the page cannot be embedded.',
    args: {
      url: t.arg.string({ required: true, description: 'URL of the page, picture, audio or video.' }),
      maxWidth: t.arg.int({ defaultValue: 600, description: 'Maximum width in pixels.' }),
      maxHeight: t.arg.int({ description: 'Maximum height in pixels.' }),
      discover: t.arg.boolean({
        defaultValue: true,
        description: 'Whether the page itself is searched for oEmbed links if its site is not a known provider.',
      }),
      format: t.arg.string({
        defaultValue: 'json',
        description: 'Has no effect on the response, but responses are cached separately for each format.',
      }),
    },
    resolve: (_root, { url, maxWidth, maxHeight, discover, format }, { site }) =>
      proxyEmbed(site, {
        url,
        maxWidth: Math.max(maxWidth ?? 600, 0),
        maxHeight: maxHeight ?? null,
        discover: discover ?? true,
        format: format === 'xml' ? 'xml' : 'json',
      }),
  }),
);
